import { describe, expect, it } from 'vitest';
import type { Item } from '../../../../engine/contract/run-data.ts';
import { estimatedSize, inMegabytes, sizeWithin } from './data-size.ts';

describe('the size of items', () => {
  it.each([[{ a: 1, b: 'text' }], [[1, 2, { c: null }]], ['plain'], [{}], [{ a: { b: { c: [true] } } }]])(
    'of %j is about that of its JSON',
    (value) => {
      const exact = JSON.stringify(value).length;
      expect(Math.abs(sizeWithin(value, 1e9) - exact)).toBeLessThanOrEqual(4);
    },
  );

  it('is estimated from a sample', () => {
    const items: Item[] = Array.from({ length: 50_000 }, (_, index) => ({ json: { index, text: 'x'.repeat(100) } }));
    const guessed = estimatedSize(items, 1e9);
    expect(guessed).toBeGreaterThan(50_000 * 110);
    expect(guessed).toBeLessThan(50_000 * 150);
  });

  it('stops at the limit', () => {
    let looks = 0;
    const endless = new Proxy({} as Record<string, string>, {
      ownKeys: () => Array.from({ length: 5000 }, (_, index) => `k${index}`),
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: '' }),
      get: () => {
        looks += 1;
        return 'x'.repeat(1000);
      },
    });
    expect(sizeWithin(endless, 10_000)).toBeGreaterThan(10_000);
    expect(looks).toBeLessThan(20);
  });

  it.each([
    [0, '0.0'],
    [1_600_000, '1.5'],
    [52_428_800, '50'],
  ])('%i bytes are %s MB', (bytes, text) => expect(inMegabytes(bytes)).toBe(text));
});
