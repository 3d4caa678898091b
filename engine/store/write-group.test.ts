import { expect, test } from 'vitest';
import { Template } from './writes.ts';

test('inserts the values of a row on each call', () => {
  const template = new Template<{ a: number; b: string }>(({ a, b }) => ({ sql: 'update t set a = ? where b = ?', parameters: [a, b] }));
  expect(template.with({ a: 1, b: 'x' }).parameters).toEqual([1, 'x']);
  expect(template.with({ a: 2, b: 'y' }).parameters).toEqual([2, 'y']);
});

test.each([
  ['more values', [1, 'x', null]],
  ['values in another order', ['x', 1]],
])('a statement that takes %s than the row has is refused at once', (_what, parameters) => {
  const template = new Template<{ a: number; b: string }>(() => ({ sql: 'update t set a = ? where b = ?', parameters }));
  expect(() => template.with({ a: 1, b: 'x' })).toThrow('other values than a, b');
});
