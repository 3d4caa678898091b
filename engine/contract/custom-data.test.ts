// The rules for custom data of executions.
import { expect, it } from 'vitest';
import { customEntry, customEntryProblem, isCustomEntryCut, storeCustomEntry } from './custom-data.ts';

it('truncates long keys and values and stores at most ten entries', () => {
  const data = new Map<string, string>();
  storeCustomEntry(data, 'k'.repeat(60), 'v'.repeat(600));
  expect([...data].map(([key, value]) => [key.length, value.length])).toEqual([[50, 512]]);
  expect(customEntry(data, 'k'.repeat(60))).toHaveLength(512);
  expect(customEntry(data, 'toString')).toBeUndefined();
  for (let number = 0; number < 12; number++) storeCustomEntry(data, `key${number}`, String(number));
  expect(data.size).toBe(10);
  storeCustomEntry(data, 'key0', 'changed');
  expect(data.get('key0')).toBe('changed');
});

it.each<[key: unknown, value: unknown, problem: string | undefined]>([
  ['a_1', 'x', undefined],
  ['a', 5, undefined],
  ['a', 7n, undefined],
  ['a', true, undefined],
  [5, 'x', 'got number'],
  ['a b', 'x', 'got "a b"'],
  ['a-b', 'x', 'got "a-b"'],
  ['', 'x', 'got ""'],
  ['a', {}, '(key "a"), got object'],
  ['a', null, 'got null'],
  ['a', undefined, 'got undefined'],
])('judges %s with %s', (key, value, problem) => {
  const actual = customEntryProblem(key, value);
  if (problem === undefined) expect(actual).toBeUndefined();
  else expect(actual).toContain(problem);
});

it.each([
  [50, 512, false],
  [51, 1, true],
  [1, 513, true],
])('a key of %i and a value of %i characters are cut: %s', (key, value, isCut) => {
  expect(isCustomEntryCut('k'.repeat(key), 'v'.repeat(value))).toBe(isCut);
});
