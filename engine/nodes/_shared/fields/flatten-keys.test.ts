// Nested json flattened to dotted keys.
import { describe, expect, it } from 'vitest';
import { flattenKeys } from './flatten-keys.ts';

describe('flattenKeys', () => {
  const date = new Date(0);
  it.each([
    [{ a: 1 }, { a: 1 }],
    [
      { a: { b: { c: 'x' } }, d: null },
      { 'a.b.c': 'x', d: null },
    ],
    [{ list: [{ n: 1 }, [2]] }, { 'list.0.n': 1, 'list.1.0': 2 }],
    [
      { none: {}, empty: [] },
      { none: {}, empty: [] },
    ],
    [{ date }, { date }],
  ])('%j', (json, expected) => {
    expect({ ...flattenKeys(json) }).toEqual(expected);
  });

  it('treats a key named like a prototype as data', () => {
    const flat = flattenKeys(JSON.parse('{"__proto__": {"polluted": 1}}') as Record<string, unknown>);
    expect(Object.keys(flat)).toEqual(['__proto__.polluted']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
