// Dotted paths: reading, writing and removing, never through a prototype.
import { describe, expect, it } from 'vitest';
import { deletePath, getPath, hasPath, isForbiddenKey, parsePath, setPath } from './object-path.ts';

const root = { a: { b: [{ c: 1 }, null], 'x.y': 2 }, 'a.b': 'whole' };

describe('parsePath', () => {
  it.each([
    ['a', ['a']],
    ['a.b[0].c', ['a', 'b', '0', 'c']],
    ['a["b.c"][\'d e\']', ['a', 'b.c', 'd e']],
    ['a["q\\"uote"]', ['a', 'q"uote']],
    ['[0]', ['0']],
    ['..', ['', '', '']],
    ['a..b', ['a', '', 'b']],
    ['.a', ['', 'a']],
    ['a[0].', ['a', '0', '']],
    ['a.[0]', ['a', '0']],
  ])('%s', (path, keys) => {
    expect(parsePath(path)).toEqual(keys);
    expect(parsePath(path)).toBe(parsePath(path));
  });

  it('evicts old paths instead of growing without limit', () => {
    const first = parsePath('first.path');
    for (let number = 0; number < 1100; number++) parsePath(`path.${number}`);
    expect(parsePath('first.path')).toEqual(first);
  });
});

describe('getPath', () => {
  it.each<[path: string, value: unknown]>([
    ['a.b[0].c', 1],
    ['a.b', 'whole'],
    ['a["x.y"]', 2],
    ['a.b[1].c', 'none'],
    ['a.missing.c', 'none'],
    ['constructor', 'none'],
    ['__proto__.toString', 'none'],
    ['a.b.length', 2],
  ])('%s', (path, value) => {
    expect(getPath(root, path, 'none')).toBe(value);
  });

  it('accepts keys too, and reads nothing from values that are not objects', () => {
    expect(getPath(root, ['a', 'x.y'])).toBe(2);
    expect(getPath(null, 'a')).toBeUndefined();
    expect(getPath('text', 'length')).toBeUndefined();
  });
});

describe('hasPath', () => {
  it.each([
    [root, 'a.b[1]', true],
    [{ a: undefined }, 'a', true],
    [root, 'a.z', false],
    [root, 'toString', false],
    [{ a: 5 }, 'a.b', false],
  ])('%j %s: %s', (value, path, expected) => {
    expect(hasPath(value, path)).toBe(expected);
  });

  it('rejects an empty path', () => {
    expect(hasPath({}, [])).toBe(false);
  });
});

describe('setPath', () => {
  it.each<[start: object, path: string, result: object]>([
    [{}, 'a', { a: 1 }],
    [{}, 'a.b[1].c', { a: { b: [undefined, { c: 1 }] } }],
    [{ a: 5 }, 'a.b', { a: { b: 1 } }],
    [{ a: { b: 2, c: 3 } }, 'a.b', { a: { b: 1, c: 3 } }],
  ])('%j %s', (start, path, result) => {
    setPath(start, path, 1);
    expect(start).toEqual(result);
  });

  it.each(['__proto__.a', 'a.constructor.b', 'a["prototype"]'])('rejects %s', (path) => {
    expect(() => setPath({}, path, 1)).toThrow(RangeError);
    expect('a' in {}).toBe(false);
  });

  it('never writes through an inherited object', () => {
    const start = {};
    setPath(start, ['toString', 'a'], 1);
    expect(start).toEqual({ toString: { a: 1 } });
    expect(getPath(Reflect.get(Object.prototype, 'toString'), 'a')).toBeUndefined();
  });
});

describe('deletePath', () => {
  it('removes existing values', () => {
    const value = { a: { b: 1, c: 2 }, d: 3 };
    expect(deletePath(value, 'a.b')).toBe(true);
    expect(deletePath(value, ['d'])).toBe(true);
    expect(deletePath(value, 'a.z')).toBe(false);
    expect(value).toEqual({ a: { c: 2 } });
  });
});

it('recognizes keys that reach a prototype', () => {
  expect(['__proto__', 'prototype', 'constructor', 'proto'].map(isForbiddenKey)).toEqual([true, true, true, false]);
});
