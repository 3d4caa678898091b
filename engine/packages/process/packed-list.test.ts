// Packed lists: they arrive as structured clone would deliver them, made plain, whatever the objects look like.
import { deserialize, serialize } from 'node:v8';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { packList, unpackList } from './packed-list.ts';

const passed = (list: readonly unknown[]): unknown[] =>
  unpackList(deserialize(serialize(packList(list, 'An item'))) as ReturnType<typeof packList>);

it('values arrive unchanged', () => {
  fc.assert(
    fc.property(fc.array(fc.object({ withDate: true, withBigInt: true, withNullPrototype: true, maxDepth: 5 })), (list) => {
      expect(passed(list)).toEqual(list.map((entry) => structuredClone(entry)));
    }),
  );
});

describe('objects', () => {
  it.each([
    ['that have the same keys and values of other kinds', [{ a: 1 }, { a: { b: 1 } }, { a: [1] }, { a: 'x' }, { a: { b: 2 } }]],
    ['that lack a key', [{ a: 1, b: 2 }, { a: 1 }, { b: 2, a: 1 }, {}]],
    ['in lists of several kinds', [{ a: [1, 'x', { b: 1 }, { b: 2 }, [[]], null, undefined] }]],
    ['with keys that separators could break', [{ '","': 1 }, { '"': 1, ',': 2 }, { '': 0 }]],
    ['with bytes and dates', [{ bytes: new Uint8Array([1, 2]), date: new Date(0) }]],
    ['with numbers that JSON lacks', [{ nan: Number.NaN, infinite: -Infinity, zero: -0, big: 2n ** 70n }]],
  ])('%s', (_, list) => {
    expect(passed(list)).toEqual(list);
  });

  it('with names that lead to prototypes keep them as fields', () => {
    const [item] = passed([JSON.parse('{"__proto__":{"polluted":true},"constructor":1}')]) as [object];
    expect(Object.keys(item)).toEqual(['__proto__', 'constructor']);
    expect((item as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('lose functions, and become plain', () => {
    const values = {
      f: () => 1,
      map: new Map([['a', 1]]),
      set: new Set([1]),
      date: DateTime.fromMillis(0, { zone: 'utc' }),
      error: new Error('No'),
      symbol: Symbol('s'),
    };
    expect(passed([{ json: values }])).toEqual([
      { json: { map: { a: 1 }, set: [1], date: '1970-01-01T00:00:00.000Z', error: { name: 'Error', message: 'No' }, symbol: 'Symbol(s)' } },
    ]);
  });
});

describe('containers', () => {
  it('that are shared within items arrive once', () => {
    const shared = { list: Array.from({ length: 100 }, (_, index) => index) };
    const list = Array.from({ length: 100 }, () => ({ json: { shared } }));
    expect(packList(list, 'An item').parts.length).toBeLessThan(1000);
    const [first, second] = passed(list) as { json: { shared: object } }[];
    expect(first).toEqual({ json: { shared } });
    expect(second?.json.shared).toBe(first?.json.shared);
  });

  it('that contain themselves are cut', () => {
    const inner: Record<string, unknown> = { n: 1 };
    inner['self'] = inner;
    const json: Record<string, unknown> = { inner };
    json['top'] = json;
    expect(passed([{ json }])).toEqual([{ json: { inner: { n: 1, self: '[Circular Reference]' }, top: '[Circular Reference]' } }]);
  });

  it.each([
    ['a function in a list', [{ json: { list: [() => 1] } }], /is a function/],
    ['a promise', [{ json: { later: Promise.resolve() } }], /is a promise/],
    ['more than a thousand levels', [JSON.parse(`${'{"a":'.repeat(1200)}1${'}'.repeat(1200)}`)], /levels deep/],
  ])('%s is refused', (_, list, message) => {
    expect(() => packList(list as unknown[], 'An item')).toThrow(message);
  });
});

it.each([
  ['no parts', { shapes: [], parts: [] }],
  ['a list that is longer than its entries', { shapes: [], parts: [2, 0, 2, 'x'] }],
  ['a run without entries', { shapes: [], parts: [2, 0, 0] }],
  ['a run that is longer than its list', { shapes: [], parts: [1, 0, 5, 1, 2, 3, 4, 5] }],
  ['an unknown shape', { shapes: [], parts: [1, 1, 1, 3] }],
  ['an unknown kind', { shapes: [], parts: [1, 9, 1, 3] }],
  ['a container that has not occurred', { shapes: [], parts: [1, 3, 1, 'length'] }],
])('damaged data is refused: %s', (_, packed) => {
  expect(() => unpackList(packed)).toThrow('The data cannot be read.');
});
