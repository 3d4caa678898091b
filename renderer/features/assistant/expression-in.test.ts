// Expressions in answers of models.
import { expect, it } from 'vitest';
import { expressionIn } from './expression-in.ts';

it.each([
  ['```\n{{ $json.a }}\n```', '{{ $json.a }}'],
  ['Here it is:\n```js\n={{ $json.a }}\n```\nIt reads a.', '{{ $json.a }}'],
  ['{{ $json.a }}', '{{ $json.a }}'],
  ['`$json.a`', '{{ $json.a }}'],
  ['$json.a + 1;', '{{ $json.a + 1 }}'],
  ['Total: {{ $json.a }} €', 'Total: {{ $json.a }} €'],
  ['```\n{{ $json.a', '{{ $json.a'],
  ['', ''],
])('%j → %j', (answer, expected) => {
  expect(expressionIn(answer)).toBe(expected);
});
