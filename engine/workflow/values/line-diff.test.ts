// Texts compared line by line.
import { expect, it } from 'vitest';
import { diffLines } from './line-diff.ts';

const signs = { same: ' ', added: '+', removed: '-' } as const;
const diff = (before: string, after: string): string[] => diffLines(before, after).map(({ kind, text }) => signs[kind] + text);

it.each<[name: string, before: string, after: string, lines: string[]]>([
  ['the same', 'a\nb', 'a\nb', [' a', ' b']],
  ['an added line', 'a\nc', 'a\nb\nc', [' a', '+b', ' c']],
  ['a removed line', 'a\nb\nc', 'a\nc', [' a', '-b', ' c']],
  ['a replaced line', 'a\nb\nc', 'a\nx\nc', [' a', '-b', '+x', ' c']],
  ['two changes with a common line between', 'a\nb\nc\nd\ne', 'a\nx\nc\ny\ne', [' a', '-b', '+x', ' c', '-d', '+y', ' e']],
  ['a repeated line', 'a\na', 'a\na\na', [' a', ' a', '+a']],
  ['from nothing', '', 'a', ['-', '+a']],
])('%s', (_name, before, after, lines) => {
  expect(diff(before, after)).toEqual(lines);
});

it('counts the lines between the common ends as replaced if there are too many', () => {
  const lines = (start: string): string => Array.from({ length: 2000 }, (_, index) => `${start}${index}`).join('\n');
  const result = diffLines(`first\n${lines('a')}\nlast`, `first\n${lines('b')}\nlast`);
  expect(result.length).toBe(4002);
  expect([result[0]?.kind, result[1]?.kind, result[2001]?.kind, result[4001]?.kind]).toEqual(['same', 'removed', 'added', 'same']);
});
