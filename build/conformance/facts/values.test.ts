// Deep merging, JSON of circular values, and emptiness.
import { describe, expect, it } from 'vitest';
import { escapeReplacement, fileKind, deepMerge, hasKey, isObjectEmpty, jsonText } from './values.ts';

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

it.each([
  ['application/json; charset=utf-8', 'json'],
  ['text/html', 'html'],
  ['application/pdf', 'pdf'],
  ['image/avif', 'image'],
  ['video/ogg', 'video'],
  ['audio/mpeg', 'audio'],
  ['text/csv', 'text'],
  ['application/javascript', 'text'],
  ['application/zip', undefined],
  ['', undefined],
])('%s is %s', (mimeType, kind) => {
  expect(fileKind(mimeType)).toBe(kind);
});

it('escapes a text for use as a replacement', () => {
  expect('price'.replace('price', escapeReplacement('$& $1 $'))).toBe('$& $1 $');
});
