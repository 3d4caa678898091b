// Patterns in nodes: notation, repeated use, and texts that would cause catastrophic backtracking.
import { describe, expect, it } from 'vitest';
import { writtenPattern } from './conditions-v1.ts';

describe('pattern', () => {
  it.each([
    ['^m.*l$', 'mill', true],
    ['/^MILL$/i', 'mill', true],
    ['^MILL$', 'mill', false],
    ['/a/g', 'bab', true],
    ['/', '1/2', true],
  ])('%s in "%s": %s', (written, text, expected) => {
    const pattern = writtenPattern(written);
    expect([pattern.test(text), pattern.test(text)]).toEqual([expected, expected]);
  });

  it('replaces every match, with groups', () => {
    expect(writtenPattern('(\\w)-').replace('a-b-c', '$1_')).toBe('a_b_c');
  });

  it('reports an invalid pattern', () => {
    expect(() => writtenPattern('(')).toThrow('"(" is not a regular expression');
  });

  it.each(['^(a+)+$', '^(a|aa)+$', '(.*a){20}'])('does not hang on %s', (source) => {
    const text = `${'a'.repeat(40)}!`;
    expect(writtenPattern(source).test(text)).toBe(source === '(.*a){20}');
    expect(writtenPattern(source).replace(text, 'b').length).toBeLessThanOrEqual(text.length);
  });
});
