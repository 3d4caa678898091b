// Patterns of users in package code: results as the language defines them, and no pattern that hangs.
import { describe, expect, it } from 'vitest';
import { parseRegexLiteral, safeRegex } from './patterns.ts';

const call = (name: string, ...args: unknown[]): unknown =>
  (safeRegex as Readonly<Record<string, (...all: unknown[]) => unknown>>)[name]?.(...args);

it.each([
  ['/^a.c$/gi', '^a.c$', 'gi'],
  ['/a/b/', 'a/b', ''],
  ['^a.c$', '^a.c$', ''],
  ['/', '/', ''],
  ['/a/!', '/a/!', ''],
])('%s has the source %s', (text, source, flags) => {
  expect(parseRegexLiteral(text)).toEqual({ source, flags });
});

describe('safeRegex', () => {
  it.each<[string, readonly unknown[], unknown]>([
    ['test', ['^a', 'Abc'], false],
    ['test', ['^a', 'Abc', 'i'], true],
    ['test', [/^a/i, 'Abc'], true],
    ['match', ['b', 'abb', 'g'], ['b', 'b']],
    ['match', ['x', 'abb', 'g'], null],
    ['match', [/b/g, 'abb'], ['b', 'b']],
    ['replace', ['a(.)', 'abac', '', '$1-'], 'b-ac'],
    ['replace', ['a(.)', 'abac', 'g', '$1-'], 'b-c-'],
    [
      'replace',
      ['(?<x>a)', 'aba', 'g', (_: string, ...more: unknown[]) => `<${String(more[1])}${(more[3] as { x: string }).x}>`],
      '<0a>b<2a>',
    ],
    ['replace', ['a', 'aba', undefined, () => '-'], '-ba'],
  ])('%s of %j', (name, args, expected) => {
    expect(call(name, ...args)).toEqual(expected);
  });

  it('finds words between signs of other languages', () => {
    const pattern = '(?<![\\p{L}\\p{N}_])été(?![\\p{L}\\p{N}_])';
    const matches = call('matchAll', pattern, 'ÉTÉ, étés', 'giu') as readonly RegExpExecArray[];
    expect(matches.map(({ 0: text, index }) => [text, index])).toEqual([['ÉTÉ', 0]]);
  });

  it('says what is wrong with a pattern', () => {
    expect(() => call('test', '(', 'a')).toThrow(SyntaxError);
    expect(() => call('escape', 'a')).toThrow('"n8n-workflow: safeRegex: escape" is not supported');
  });

  it.each([
    ['test', false],
    ['exec', null],
    ['match', null],
    ['matchAll', []],
  ])('%s does not hang', (name, expected) => {
    expect(call(name, '^(a+)+$', `${'a'.repeat(50_000)}!`)).toEqual(expected);
  });

  it('stops a pattern that only the host could match', () => {
    expect(() => call('test', '^(a+)+\\1$', `${'a'.repeat(5000)}!`)).toThrow('takes too long');
  });
});
