// Completion of `$secrets`: what is suggested where.
import { expect, it } from 'vitest';
import { secretsAt } from './secret-completion.tsx';

const providers = [
  { provider: 'file', names: ['api-key', 'apiUrl', '__proto__'] },
  { provider: 'env', names: ['KEY'] },
];

it.each<[string, readonly string[] | undefined]>([
  ['{{ $', ['{{ $secrets.']],
  ['{{ $sec', ['{{ $secrets.']],
  ['{{ $secrets.', ['{{ $secrets.file.', '{{ $secrets.env.']],
  ['Bearer {{ $secrets.F', ['Bearer {{ $secrets.file.']],
  ['{{ $secrets.file.', ['{{ $secrets.file["api-key"]', '{{ $secrets.file.apiUrl', '{{ $secrets.file.__proto__']],
  ['{{ $secrets.file.API', ['{{ $secrets.file["api-key"]', '{{ $secrets.file.apiUrl']],
  ['{{ $secrets.env.KEY', undefined],
  ['{{ $secrets.constructor.', undefined],
  ['{{ $json', undefined],
  ['{{ a$', undefined],
  ['$', undefined],
  ['{{ 1 }} $', undefined],
])('%s can become %j', (text, expected) => {
  const completion = secretsAt(text, providers);
  expect(completion?.options.map(({ insert }) => text.slice(0, completion.from) + insert)).toEqual(expected);
});
