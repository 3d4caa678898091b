// The safe matcher finds what the host's matcher finds, for every pattern it supports.
import { beforeEach, describe, expect, it } from 'vitest';
import { enter, leave } from '../budget.ts';
import { estimateRisk } from './estimate-risk.ts';
import { expandReplacement } from './operations.ts';
import { parsePattern } from './parse-pattern.ts';
import { compilePattern } from './pattern-program.ts';
import { SafeMatcher } from './safe-matcher.ts';

const patterns: readonly (readonly [source: string, flags: string])[] = [
  ['a', ''],
  ['', ''],
  ['(a+)+$', ''],
  ['^(\\d+\\.)*\\d+$', ''],
  ['(a|ab)(c|bcd)(d*)', ''],
  ['(z)((a+)?(b+)?(c))*', ''],
  ['(?=(a+))a*b\\1', ''],
  ['(.*?)a(?!(a+)b\\2c)\\2(.*)', ''],
  ['(?<=\\$)\\d+(?:\\.\\d*)?', ''],
  ['(?<!a)b+', ''],
  ['(a*)*', ''],
  ['(?:a*?)*b', ''],
  ['(|a)?', ''],
  ['(|a)*', ''],
  ['(|a)+', ''],
  ['(|a){2,4}', ''],
  ['(a?)??b', ''],
  ['\\bfoo\\b', 'i'],
  ['o\\B', ''],
  ['[^\\w\\s]+', 'u'],
  ['\\p{L}+', 'u'],
  ['\\p{Lu}', 'iu'],
  ['(?<year>\\d{4})-(?<month>\\d\\d)', ''],
  ['(?<x>a)|(?<y>b)\\k<y>', ''],
  ['\\k<x>', ''],
  ['^.*$', 'm'],
  ['$', 'm'],
  ['.+', 's'],
  ['a{2,3}?', ''],
  ['(a{1,2}){2}', ''],
  ['(\\w+)\\s\\1', 'i'],
  ['(?:(a)|b\\1)+', ''],
  ['(?:a|\\1(b))*c', ''],
  ['x*', ''],
  ['[\\]a-c]+', ''],
  ['[^]', ''],
  ['\\u0041\\x42', ''],
  ['a|b|', ''],
  ['(?:(a)|b)*', ''],
  ['(?<=(\\d+)(\\d+))$', ''],
  ['(?<=(a|bc)+)x', ''],
  ['(?<=\\1(a))b', ''],
  ['(?<=^|,)[^,]*', ''],
  ['(?i:ab)c', ''],
  ['(?-i:a)b', 'i'],
  ['\\cJ|\\0', ''],
  ['\\x4|\\u12', ''],
  ['\\8', ''],
  ['[\\d-x]', ''],
  ['{a}', ''],
  ['a{,2}', ''],
  ['\\/\\*[\\s\\S]*?\\*\\/', ''],
  ['😀+', 'u'],
  ['.', 'u'],
  ['.', ''],
  ['(?<=😀)a', 'u'],
  ['(?<=.)a', ''],
  ['(a)(?:b|(c))+?d', ''],
  ['(?=a)*b', ''],
  ['\\u{1F600}', 'u'],
  ['\\u{3}', ''],
  ['\\ud83d\\ude00', 'u'],
  ['\\ud83d', ''],
  ['(?!foo)...', ''],
  ['(?!(a)b)\\1c?', ''],
  ['((a)|b)+\\2', ''],
  ['[[a-z]&&[^aeiou]]+', 'v'],
  ['^a|b$', ''],
  ['(?:^a)+b?', 'm'],
];

const texts = [
  '',
  'a',
  'aa',
  'aab',
  'aaab',
  'abcd',
  'zaacbbbcac',
  'baaabac',
  'baaabaac',
  'cost $10.50 b',
  'b',
  'ab',
  'abb',
  'Foo FOO x',
  'héllo wörld! ?',
  '2024-05',
  'l1\nl2\r\nl3',
  'aaaaaa',
  'the The cat',
  'AB',
  '1053',
  'bcax',
  'aabcx',
  'ABc',
  'aBc',
  '\n\0',
  '{a}',
  '/* x */ y */',
  '😀😀a',
  'acbd',
  'foobar',
  'xyz',
  'a{,2}',
  'abab',
  '0x\n',
  'uuu',
  '8',
  'k<x>',
  'x4',
  'bb',
  'a,b,,c',
  'É',
  '\ud83d',
];

describe('the safe matcher', () => {
  beforeEach(() => {
    enter(false);
    return leave;
  });

  it.each(patterns)('/%s/%s', (source, flags) => {
    const pattern = parsePattern(source, flags);
    const program = pattern === undefined ? undefined : compilePattern(pattern, flags);
    if (pattern === undefined || program === undefined) throw new TypeError('The pattern was not understood');
    for (const text of texts) {
      const host = new RegExp(source, `${flags}d`).exec(text);
      const match = new SafeMatcher(program, text).find(0, false);
      const groups = Array.from({ length: pattern.groupCount + 1 }, (_, group) =>
        match === undefined || (match[group * 2] as number) < 0 || (match[group * 2 + 1] as number) < 0
          ? undefined
          : [match[group * 2], match[group * 2 + 1]],
      );
      expect(match === undefined ? null : groups, JSON.stringify(text)).toEqual(
        host?.indices === undefined ? null : Array.from(host.indices),
      );
    }
  });

  it('leaves unsupported patterns to the host', () => {
    expect(parsePattern('[\\q{abc|d}]', 'v')).toBeUndefined();
    expect(parsePattern('\\p{RGI_Emoji}', 'v')).toBeUndefined();
    const huge = parsePattern('(?:a{500}){500}', '');
    expect(huge === undefined ? undefined : compilePattern(huge, '')).toBeUndefined();
  });
});

describe('the risk of a pattern', () => {
  it.each([
    ['abc', '', 1, 1],
    ['^abc', '', 0, 1],
    ['^abc', 'm', 1, 1],
    ['(?:^a|^b)c', '', 0, 2],
    ['(^a)+', '', 2, 1],
    ['a+b+', '', 3, 1],
    ['^a?b?c?', '', 0, 8],
    ['a{5}', '', 1, 1],
    ['(?:a+){3}', '', 4, 1],
    ['a{2,9}', '', 1, 9],
    ['a{2,90}', '', 2, 1],
    ['(a+)+', '', Infinity, 1],
    ['(?:a|b)*', '', Infinity, 1],
    ['(a)\\1', '', 2, 1],
    ['(?=a+)b', '', 2, 1],
    ['(?:)', '', 1, 1],
  ])('/%s/%s grows with power %d, factor %d', (source, flags, degree, factor) => {
    const pattern = parsePattern(source, flags);
    expect(pattern === undefined ? undefined : estimateRisk(pattern)).toEqual({ degree, factor });
  });
});

describe('replacement texts', () => {
  it.each([
    ['plain', 'plain'],
    ['$$', '$'],
    ['[$&]', '[b1]'],
    ['[$`]', '[a]'],
    ["[$']", '[c]'],
    ['$1-$2-$3', '1--$3'],
    ['$01$10$00', '110$00'],
    ['$<n>$<none>', '1'],
    ['$x $', '$x $'],
  ])('%s', (replacement, result) => {
    enter(false);
    try {
      const match = /b(?<n>\d)(x)?/.exec('ab1c') as RegExpExecArray;
      expect(expandReplacement(replacement, 'ab1c', match)).toBe(result);
      expect(result, 'as the host has it').toBe('ab1c'.replace(/b(?<n>\d)(x)?/, replacement).slice(1, -1));
    } finally {
      leave();
    }
  });

  it('leaves names unchanged if the pattern has none', () => {
    enter(false);
    try {
      expect(expandReplacement('$<n>', 'ab', /b/.exec('ab') as RegExpExecArray)).toBe('$<n>');
    } finally {
      leave();
    }
  });
});
