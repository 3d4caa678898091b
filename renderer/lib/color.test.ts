import { describe, expect, it } from 'vitest';
import { colorText, readColor } from './color.ts';

describe('colors', () => {
  it.each([
    ['#abc', '#aabbcc', 1],
    ['#FF8800', '#ff8800', 1],
    ['#ff880080', '#ff8800', 128 / 255],
    ['rgb(255, 136, 0)', '#ff8800', 1],
    ['rgba(255,136,0,0.5)', '#ff8800', 0.5],
    ['rgb(255 136 0 / 50%)', '#ff8800', 0.5],
  ])('reads %s', (text, hex, alpha) => expect(readColor(text)).toEqual({ hex, alpha }));

  it.each([['red'], ['#12'], ['rgba(1,2)'], [undefined], [5]])('does not read %s', (text) => expect(readColor(text)).toBeUndefined());

  it.each(['rgba(255, 136, 0, 0.5)', 'rgba(0, 0, 0, 1)'])('parses and formats %s', (text) =>
    expect(colorText(readColor(text) as NonNullable<ReturnType<typeof readColor>>, true)).toBe(text),
  );
});
