// Dotted fields are written and removed without changing objects shared with the input.
import { describe, expect, it } from 'vitest';
import { fieldPath, getField, hasField, removeField, setField, flattenKeys } from './field-path.ts';

describe('setField', () => {
  it.each([
    ['a plain field', { a: 1 }, 'b', { a: 1, b: 9 }],
    ['a new object', {}, 'a.b.c', { a: { b: { c: 9 } } }],
    ['a new list', {}, 'a[1]', { a: [undefined, 9] }],
    ['a field of an existing object', { a: { x: 1 } }, 'a.b', { a: { x: 1, b: 9 } }],
    ['an entry of an existing list', { a: [{ x: 1 }, { x: 2 }] }, 'a[1].x', { a: [{ x: 1 }, { x: 9 }] }],
    ['a quoted key', {}, 'a["b.c"]', { a: { 'b.c': 9 } }],
    ['a field in place of a plain value', { a: 1 }, 'a.b', { a: { b: 9 } }],
    ['a key with the whole name', { 'a.b': 1 }, 'a.b', { 'a.b': 9 }],
    ['an empty key after a dot', { No: { x: 1 } }, 'No.', { No: { x: 1, '': 9 } }],
    ['a key that ends with a dot', { 'No.': 1 }, 'No.', { 'No.': 9 }],
  ])('sets %s', (_, json, name, expected) => {
    const before = structuredClone(json);
    const copy = { ...json };
    setField(copy, fieldPath(name), 9);
    expect(copy).toEqual(expected);
    expect(json).toEqual(before);
  });

  it('uses the name as one key without dot notation', () => {
    const json = {};
    setField(json, fieldPath('a.b[0]', false), 9);
    expect(json).toEqual({ 'a.b[0]': 9 });
  });

  it('rejects an index far beyond the end of a list', () => {
    expect(() => setField({}, fieldPath('a[999999999]'), 9)).toThrow('too far beyond the end');
  });

  it.each(['__proto__', '__proto__.x', 'a.__proto__.x', 'constructor.prototype.x', 'a["__proto__"]'])('rejects %s', (name) => {
    expect(() => fieldPath(name)).toThrow(RangeError);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});

describe('removeField', () => {
  it.each([
    ['a plain field', { a: 1, b: 2 }, 'a', true, { b: 2 }],
    ['a field of an object', { a: { x: 1, y: 2 } }, 'a.x', true, { a: { y: 2 } }],
    ['a key with the whole name', { 'a.x': 1, a: { x: 2 } }, 'a.x', true, { a: { x: 2 } }],
    ['no missing fields', { a: { y: 2 } }, 'a.x', false, { a: { y: 2 } }],
    ['nothing below a plain value', { a: 1 }, 'a.b.c', false, { a: 1 }],
  ])('removes %s', (_, json, name, isPresent, expected) => {
    const before = structuredClone(json);
    const copy = { ...json };
    expect(removeField(copy, fieldPath(name))).toBe(isPresent);
    expect(copy).toEqual(expected);
    expect(json).toEqual(before);
  });
});

describe('getField and hasField', () => {
  it.each([
    ['a plain field', { a: 1 }, 'a', 1, true],
    ['a field of an object', { a: { b: 1 } }, 'a.b', 1, true],
    ['a field with the value undefined', { a: undefined }, 'a', undefined, true],
    ['a missing field', { a: 1 }, 'a.b', undefined, false],
    ['no properties of a prototype', { a: 1 }, 'toString', undefined, false],
  ])('find %s', (_, json, name, value, expected) => {
    expect(getField(json, fieldPath(name))).toBe(value);
    expect(hasField(json, fieldPath(name))).toBe(expected);
  });
});

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
