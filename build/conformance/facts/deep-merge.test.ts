// Deep merging of plain objects.
import { describe, expect, it } from 'vitest';
import { deepMerge } from './deep-merge.ts';

const date = new Date(0);

describe('deepMerge', () => {
  it.each<[target: unknown, source: unknown, expected: unknown]>([
    [
      { a: 1, b: { c: 1, d: 2 } },
      { b: { d: 3 }, e: 4 },
      { a: 1, b: { c: 1, d: 3 }, e: 4 },
    ],
    [{ a: [1, 2] }, { a: [3] }, { a: [3] }],
    [{ a: { b: 1 } }, { a: null }, { a: null }],
    [{ a: { b: 1 } }, { a: date }, { a: date }],
    [{ a: 1 }, { a: undefined }, { a: 1 }],
    [{ a: 1 }, { a: { b: { c: 1 } } }, { a: { b: { c: 1 } } }],
    [undefined, { a: 1 }, { a: 1 }],
    [null, { a: 1 }, { a: 1 }],
    [{ a: 1 }, undefined, { a: 1 }],
    [{ a: 1 }, null, { a: 1 }],
    [Object.create(null), { a: 1 }, { a: 1 }],
    [1, 2, 2],
  ])('%j and %j', (target, source, expected) => {
    expect(deepMerge(target, source)).toEqual(expected);
  });

  it('modifies neither argument and shares nothing mutable', () => {
    const target = { a: { b: 1 } };
    const source = { a: { c: { d: 1 } } };
    const result = deepMerge(target, source) as { a: { c: { d: number } } };
    result.a.c.d = 2;
    expect(target).toEqual({ a: { b: 1 } });
    expect(source).toEqual({ a: { c: { d: 1 } } });
  });

  it('drops keys that reach a prototype', () => {
    const hostile: unknown = JSON.parse(
      '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}, "a": {"prototype": 1, "b": 2}}',
    );
    expect(JSON.stringify(deepMerge({}, hostile))).toBe('{"a":{"b":2}}');
    expect(JSON.stringify(deepMerge(hostile, { c: 3 }))).toBe('{"a":{"prototype":1,"b":2},"c":3}');
    expect('polluted' in {}).toBe(false);
  });
});
