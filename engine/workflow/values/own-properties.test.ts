// Own properties with hostile names, and equality of JSON values.
import { describe, expect, it } from 'vitest';
import { parseExactly, stringifyExactly } from '../../contract/exact-numbers.ts';
import { isRecord, mapEntries, ownValue, sameJson, setOwn } from './own-properties.ts';

describe('hostile names', () => {
  it('are written and read as own properties', () => {
    const object = {};
    for (const name of ['__proto__', 'constructor', 'toString']) setOwn(object, name, `own ${name}`);
    expect(Object.keys(object)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(ownValue(object, '__proto__')).toBe('own __proto__');
    expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
  });

  it('are absent unless they are own properties', () => {
    for (const name of ['__proto__', 'constructor', 'toString']) expect(ownValue({}, name)).toBeUndefined();
    expect(ownValue(null, 'a')).toBeUndefined();
    expect(ownValue(undefined, 'a')).toBeUndefined();
  });

  it('are kept by mapEntries', () => {
    const before = JSON.parse('{"__proto__": 1, "b": 2, "c": 3}') as Record<string, number>;
    const after = mapEntries(before, (key, value) => (key === 'b' ? undefined : [key === 'c' ? '__proto__2' : key, value * 2]));
    expect(Object.entries(after)).toEqual([
      ['__proto__', 2],
      ['__proto__2', 6],
    ]);
  });
});

describe('sameJson', () => {
  it.each([
    [1, 1, true],
    [Number.NaN, Number.NaN, true],
    [1, '1', false],
    [null, undefined, false],
    [[1, [2]], [1, [2]], true],
    [[1, 2], [1], false],
    [[1], { 0: 1 }, false],
    [{ a: 1, b: { c: [2] } }, { b: { c: [2] }, a: 1 }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: undefined }, { b: undefined }, false],
    [{ toString: 1 }, { constructor: 1 }, false],
    [{}, null, false],
  ])('%j and %j: %s', (left, right, expected) => {
    expect(sameJson(left, right)).toBe(expected);
    expect(sameJson(right, left)).toBe(expected);
  });
});

it('distinguishes records from lists and null', () => {
  expect([{}, [], null, 'a', undefined].map(isRecord)).toEqual([true, false, false, false, false]);
});

it('numbers that JavaScript cannot represent keep their digits when entries are mapped, and are equal only with the same ones', () => {
  const [big, other] = ['17169973925117969', '17169973925117967'].map((digits) => parseExactly(`{"a":${digits},"b":[${digits}]}`)) as [
    object,
    object,
  ];
  expect(stringifyExactly(mapEntries(big as Record<string, unknown>, (key, value) => [`${key}!`, value]))).toBe(
    '{"a!":17169973925117969,"b!":[17169973925117969]}',
  );
  expect(sameJson(big, { ...big })).toBe(true);
  expect(sameJson(big, other)).toBe(false);
  expect(sameJson([big], [other])).toBe(false);
});
