// Parts of texts.
import { expect, it } from 'vitest';
import { overlappingParts } from './overlapping-parts.ts';

it.each<[string, number, number, readonly string[]]>([
  ['', 10, 0, []],
  ['short', 10, 2, ['short']],
  ['one two three four', 9, 0, ['one two', 'three', 'four']],
  ['First.\n\nSecond part.', 12, 0, ['First.', 'Second part.']],
  ['abcdefgh', 4, 2, ['abcd', 'cdef', 'efgh']],
  ['abcdefgh', 4, 9, ['abcd', 'bcde', 'cdef', 'defg', 'efgh']],
  ['abc', 0, Number.NaN, ['a', 'b', 'c']],
])('%j in parts of %d with %d in common', (text, size, overlap, expected) => {
  expect(overlappingParts(text, size, overlap)).toEqual(expected);
});

it('does not cut a character that is a pair of surrogates', () => {
  expect(overlappingParts('abc😀def', 4, 0)[0]).toBe('abc');
});

it('splits a long text quickly', () => {
  expect(overlappingParts('word '.repeat(200_000), 1000, 200).length).toBeGreaterThan(1000);
});
