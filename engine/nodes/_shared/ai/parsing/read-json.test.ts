// JSON in what models write.
import { expect, it } from 'vitest';
import { jsonIn } from './read-json.ts';

it.each([
  ['{"a": 1}', { a: 1 }],
  ['```json\n{"a": 1}\n```', { a: 1 }],
  ['Here it is:\n```\n[1, 2]\n```\nDone.', [1, 2]],
  ['```json\n{"code": "```js\\n1\\n```"}\n```', { code: '```js\n1\n```' }],
  ['The answer is {"a": [1]} as you asked.', { a: [1] }],
  ['List: [{"a": 1}, {"a": 2}]', [{ a: 1 }, { a: 2 }]],
  ['42', 42],
  ['no data', undefined],
  ['{broken', undefined],
])('%s', (text, expected) => {
  expect(jsonIn(text)).toEqual(expected);
});
