// Access paths of facts.
import { expect, it } from 'vitest';
import { accessPath, readMember } from './access.ts';
import { ExecutionStandIn } from './stand-ins.ts';

const value = { list: [{ json: { a: 1 } }], text: 'abc', add: (left: number, right: number) => left + right };

it.each<[path: string | undefined, expected: unknown]>([
  [undefined, value],
  ['', value],
  ['.list[0].json', { a: 1 }],
  ['["list"].length', 1],
  ["['text'].toUpperCase()", 'ABC'],
  ['.text.slice(1, 2)', 'b'],
  ['.add(1, 2)', 3],
  ['.missing', undefined],
])('%s', (path, expected) => {
  expect(accessPath(value, path)).toEqual(expected);
});

it('rejects other syntax', () => {
  expect(() => accessPath(value, '.list; process.exit()')).toThrow(SyntaxError);
  expect(() => accessPath(value, '.missing.deeper')).toThrow('Cannot read "deeper" of undefined');
  expect(() => readMember(null, 'a')).toThrow(TypeError);
});

it('returns parameters of a context by name, or any by a star', () => {
  expect(new ExecutionStandIn({ parameters: { a: 1, '*': 2 } }).parameter('a')).toBe(1);
  expect(new ExecutionStandIn({ parameters: { '*': 2 } }).parameter('b')).toBe(2);
  expect(new ExecutionStandIn({}).parameter('b')).toBeUndefined();
});
