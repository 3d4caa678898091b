import { describe, expect, it } from 'vitest';
import { safePattern } from './safe-pattern.ts';

const bombs = [
  '^(a+)+$',
  '(a|a)*b',
  '(.*)*x',
  '^(a|aa)+$',
  '(a*)*b',
  '((a+)+)+b',
  '(?:a|a|a)+b',
  '([a-z]+)*!',
  '(a?){30}a{30}b',
  '^(?=(a+)+$)',
  '(\\w+\\s?)*$y',
  '(x+x+)+y',
];

describe('a pattern', () => {
  it.each([
    ['b+', 'abbc', 'bb'],
    ['^a(?<name>.)', 'abc', 'ab'],
    ['z', 'abc', undefined],
    ['(a+)+$', 'a'.repeat(40), 'a'.repeat(40)],
    ['b', `${'a'.repeat(2000)}b`, 'b'],
  ])('%s in a text', (source, text, match) => {
    const pattern = safePattern(source);
    for (let turn = 0; turn < 2; turn++) {
      expect(pattern.test(text)).toBe(match !== undefined);
      expect(pattern.exec(text)?.[0]).toBe(match);
    }
  });

  it('keeps no state, whatever its flags', () => {
    const pattern = safePattern('a', 'gyi');
    expect([pattern.test('xA'), pattern.test('xA'), pattern.replace('aAb', '-')]).toEqual([true, true, '--b']);
    expect(pattern.exec('xay')?.index).toBe(1);
  });

  it('finds every match', () => {
    const matches = safePattern('(?<letter>[a-z])\\d').matchAll('a1 b2');
    expect(matches.map(({ index, groups }) => [index, groups?.['letter']])).toEqual([
      [0, 'a'],
      [3, 'b'],
    ]);
    expect(safePattern('x', 'y').matchAll('axx')).toHaveLength(2);
  });

  it('returns groups', () => {
    expect(safePattern('(\\d+)-(?<end>\\d+)').exec('from 12-34')?.groups?.['end']).toBe('34');
    expect(safePattern('(\\w)-').replace('a-b-c', '$1_')).toBe('a_b_c');
  });

  it.each(bombs)('does not hang on %s', (source) => {
    for (const text of [`${'a'.repeat(50)}!`, `${'a'.repeat(5000)}!`, 'x'.repeat(50), `${'ab '.repeat(2000)}!`]) {
      const pattern = safePattern(source);
      for (const use of [() => pattern.test(text), () => pattern.exec(text), () => pattern.replace(text, '')]) {
        try {
          use();
        } catch (error) {
          expect(error).toMatchObject({ code: 'EXPRESSION_BUDGET', message: expect.stringContaining(source) as string });
        }
      }
    }
  });

  it('is rejected if only the host supports it and it might be too slow', () => {
    const pattern = safePattern('([\\q{ab|a}]|[a-z])+!', 'v');
    expect(pattern.test('ab!')).toBe(true);
    expect(() => pattern.test('a'.repeat(100))).toThrow('takes too long');
  });

  it('throws a SyntaxError if it is invalid', () => {
    expect(() => safePattern('(')).toThrow(SyntaxError);
  });
});
