import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromOneLine, onOneLine } from './text-input.tsx';

describe('a multi-line text in a single-line field', () => {
  it.each([
    ['a\nb', 'a|b', 'a\nb'],
    ['a\nb', 'a|bc', 'a\nbc'],
    ['a\r\nb', 'xa|b', 'xa\r\nb'],
    ['a\nb', 'ab', 'ab'],
    ['a|b\nc', 'a|b|c!', 'a|b\nc!'],
    ['a\nb', '', ''],
  ])('%j edited to %j is %j', (before, after, expected) => expect(fromOneLine(before, after)).toBe(expected));

  it('is unchanged without an edit', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '|', '\n', '\r\n', 'é', '😀') });
    fc.assert(
      fc.property(text, text, (before, written) => {
        expect(fromOneLine(before, onOneLine(before))).toBe(before);
        expect(onOneLine(fromOneLine(before, onOneLine(written)))).toBe(onOneLine(written));
      }),
    );
  });
});
