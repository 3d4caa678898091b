// Conversion of return values of code into items.
import { describe, expect, it } from 'vitest';
import { normalizeItems } from './items.ts';

describe('normalizeItems', () => {
  it.each<[value: unknown, expected: unknown]>([
    [{ a: 1 }, [{ json: { a: 1 } }]],
    [{ json: { a: 1 }, pairedItem: 0 }, [{ json: { a: 1 }, pairedItem: 0 }]],
    [
      [{ a: 1 }, { b: 2 }],
      [{ json: { a: 1 } }, { json: { b: 2 } }],
    ],
    [[{ json: {} }], [{ json: {} }]],
    [[{ binary: { f: {} } }], [{ json: {}, binary: { f: {} } }]],
    [
      [1, 'a', null],
      [{ json: 1 }, { json: 'a' }, { json: null }],
    ],
    [[], []],
  ])('%j', (value, expected) => {
    expect(normalizeItems(value)).toEqual(expected);
  });

  it.each<[value: unknown]>([
    [[{ json: {} }, { a: 1 }]],
    [[{ json: {} }, 5]],
    [[{ binary: {} }, { a: 1 }]],
    [[{ json: {} }, { binary: {} }]],
  ])('refuses %j', (value) => {
    expect(() => normalizeItems(value)).toThrow('Inconsistent item format');
  });
});
