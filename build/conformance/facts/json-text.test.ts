// JSON of circular values, and emptiness.
import { expect, it } from 'vitest';
import { hasKey, isObjectEmpty, jsonText } from './json-text.ts';

it('replaces circular references only', () => {
  const twice = { x: 1 };
  const value: Record<string, unknown> = { a: twice, b: [twice], d: new Date(0) };
  value['self'] = { list: [value] };
  expect(jsonText(value, { replaceCircularRefs: true })).toBe(
    '{"a":{"x":1},"b":[{"x":1}],"d":"1970-01-01T00:00:00.000Z","self":{"list":["[Circular Reference]"]}}',
  );
  expect(() => jsonText(value)).toThrow(TypeError);
  expect(jsonText({ a: 1 })).toBe('{"a":1}');
  expect(jsonText(undefined)).toBeUndefined();
  expect(jsonText(null, { replaceCircularRefs: true })).toBe('null');
});

it.each<[value: object | null | undefined, expected: boolean]>([
  [undefined, true],
  [null, true],
  [[], true],
  [[0], false],
  [new Map(), true],
  [new Map([[1, 1]]), false],
  [new Set(), true],
  [new Set([1]), false],
  [new Date(), false],
  [{}, true],
  [{ a: undefined }, false],
  [JSON.parse('{"__proto__": 1}') as object, false],
])('%o is empty: %s', (value, expected) => {
  expect(isObjectEmpty(value)).toBe(expected);
});

it('checks own properties', () => {
  expect([
    hasKey({ a: 1 }, 'a'),
    hasKey({}, 'toString'),
    hasKey([1], 0),
    hasKey([1], 1),
    hasKey([], 'length'),
    hasKey('abc', 'length'),
    hasKey(null, 'a'),
  ]).toEqual([true, false, true, false, true, false, false]);
});
