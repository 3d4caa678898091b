// Packed lists: they arrive as structured clone would deliver them, made plain, whatever the objects look like.
import { deserialize, serialize } from 'node:v8';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { mostParts, ShapeCheck } from '../../sandbox/check-shape.ts';
import type { PackedList } from './packed-form.ts';
import { jsonOf, MessageSize, packItems, packList } from './packed-list.ts';
import { unpackList } from './unpack-list.ts';

const passed = (list: readonly unknown[]): unknown[] =>
  unpackList(deserialize(serialize(packList(list, 'An item'))) as ReturnType<typeof packList>);

/** A packed list with these parts. */
const created = (parts: readonly unknown[], shapes: PackedList['shapes'] = []): PackedList => ({
  shapes,
  numbers: Int32Array.from(parts, (part) => (typeof part === 'number' ? part : -(2 ** 31))),
  otherParts: parts.filter((part) => typeof part !== 'number'),
});

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

  it('with more fields than are created in full size keep such a name, too', () => {
    const text = Array.from({ length: 1500 }, (_, index) => `"f${index}":${index}`).join();
    const [item] = passed([JSON.parse(`{${text},"__proto__":{"polluted":true}}`)]) as [Record<string, unknown>];
    expect(Object.keys(item)).toHaveLength(1501);
    expect(item['f1499']).toBe(1499);
    expect(Object.getPrototypeOf(item)).toBe(Object.prototype);
    expect(Object.hasOwn(item, '__proto__')).toBe(true);
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

describe('items', () => {
  const paired = (json: unknown, pairedItem: unknown): object => ({ json, pairedItem });
  it.each<[string, unknown[]]>([
    [
      'with the index of their paired item',
      [paired({ a: 1 }, { item: 0 }), paired({ a: 'x', b: [1] }, { item: 7 }), paired({}, { item: 2 ** 31 - 1 })],
    ],
    [
      'with another paired item',
      [[{ item: 1 }], 3, { item: 1, input: 1 }, { item: -1 }, { item: 2 ** 31 }, { item: 0.5 }, { item: '1' }, {}].map((each) =>
        paired({ a: 1 }, each),
      ),
    ],
    ['with json of another type', [[1], 'x', null, undefined].map((json) => paired(json, { item: 0 }))],
    [
      'with further fields, or others',
      [
        { ...paired({}, { item: 0 }), error: { message: 'No' } },
        { pairedItem: { item: 0 } },
        { json: {} },
        { pairedItem: { item: 0 }, json: { a: 1 } },
      ],
    ],
    [
      'of several kinds in turn',
      [paired({ a: 1 }, { item: 0 }), { json: { a: 1 } }, 'x', paired({ a: 1 }, { item: 1 }), paired({ a: 1 }, [{ item: 1 }])],
    ],
    ['within an item', [paired({ items: [paired({ a: 1 }, { item: 0 })] }, { item: 0 })]],
  ])('%s arrive unchanged', (_, list) => {
    expect(passed(list)).toEqual(list);
    const packed = packItems(list, 'The data');
    expect(JSON.stringify(unpackList(packed))).toBe(JSON.stringify(list));
  });

  const formed = (value: object, form: unknown): object => Object.defineProperty(value, 'toJSON', { value: () => form });
  it.each<[string, object, unknown]>([
    ['an item', formed(paired({ a: 1 }, { item: 0 }), { json: { b: 2 } }), { json: { b: 2 } }],
    ['its json', paired(formed({ a: 1 }, { b: 2 }), { item: 0 }), paired({ b: 2 }, { item: 0 })],
    ['its paired item', paired({ a: 1 }, formed({ item: 0 }, 5)), paired({ a: 1 }, 5)],
  ])('have the JSON form of %s', (_, item, expected) => {
    expect(unpackList(packItems([item], 'The data'))).toEqual([expected]);
  });
});

describe('containers', () => {
  it('that are shared within many items arrive once', () => {
    const shared = { list: Array.from({ length: 3000 }, (_, index) => index) };
    const list = Array.from({ length: 100 }, () => ({ json: { shared } }));
    expect(packList(list, 'An item').numbers.length).toBeLessThan(4000);
    const [first, second] = passed(list) as { json: { shared: object } }[];
    expect(first).toEqual({ json: { shared } });
    expect(second?.json.shared).toBe(first?.json.shared);
  });

  it('that are shared within few items are repeated', () => {
    const shared = { list: [1, [2]] };
    expect(passed([{ json: { a: shared, b: shared } }, { json: shared }])).toEqual([{ json: { a: shared, b: shared } }, { json: shared }]);
  });

  it('contain only fields of their own, whatever code has given all objects', () => {
    const { prototype } = Object;
    Object.defineProperty(prototype, 'stranger', { value: 1, enumerable: true, writable: true, configurable: true });
    try {
      const [item] = passed([{ json: { a: { b: 1 } } }]) as { json: { a: object } }[];
      expect(Object.keys(item?.json ?? {})).toEqual(['a']);
      expect(Object.keys(item?.json.a ?? {})).toEqual(['b']);
    } finally {
      Reflect.deleteProperty(prototype, 'stranger');
    }
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
  ['integers', [0, 1, -1, 2 ** 31 - 1, -(2 ** 31) + 1]],
  ['the integer that marks what is not a number', [-(2 ** 31), 'x', 5]],
  ['other numbers', [0.5, 2 ** 31, -(2 ** 53), Number.MAX_VALUE, 7, -(2 ** 31)]],
  ['numbers that differ only in their sign', [0, -0, 0.5, -0]],
  ['numbers that JSON lacks', [Number.NaN, Infinity, -Infinity, 3]],
])('%s arrive exactly', (_, list) => {
  expect(passed([...list, 'text', { list }])).toEqual([...list, 'text', { list }]);
});

it.each([
  ['no parts', created([])],
  ['a list that is longer than its entries', created([2, 0, 2, 'x'])],
  ['a run without entries', created([2, 0, 0])],
  ['a run that is longer than its list', created([1, 0, 5, 1, 2, 3, 4, 5])],
  ['an unknown shape', created([1, 1, 1, 3])],
  ['an unknown kind', created([1, 9, 1, 3])],
  ['fields without a value, which cost work but no parts', created([1, 1, 1, 0, 'x'], [{ keys: ['a', 'b'], kinds: [0, 4] }])],
  ['a container that has not occurred', created([1, 3, 1, 'length'])],
  ['an item within a list', created([1, 2, 1, 1, 5, 1, 0, 0], [{ keys: [], kinds: [] }])],
  ['an item with a negative index', created([1, 5, 1, -1, 0], [{ keys: [], kinds: [] }])],
  ['a part that is missing', { ...created([1, 0, 1, 'x']), otherParts: [] }],
  ['numbers that are a list', { shapes: [], numbers: [1, 0, 1, 5] as unknown as Int32Array, otherParts: [] }],
])('damaged data is refused: %s', (_, packed) => {
  expect(() => unpackList(packed)).toThrow('The data cannot be read.');
});

describe('limits', () => {
  // Nested lists, each of which contains the next one twice.
  const doubling = (depth: number): PackedList => {
    let list: unknown[] = [1];
    for (let level = 0; level < depth; level++) list = [list, list];
    return packList([[[list]]], 'An item');
  };

  it.each<[what: string, packed: PackedList]>([
    ['many values', created([40, 0, 40, ...Array.from({ length: 40 }, () => 1)])],
    ['few values that are shared', doubling(20)],
    [
      'items',
      packList(
        Array.from({ length: 12 }, (_, item) => ({ json: {}, pairedItem: { item } })),
        'An item',
      ),
    ],
    ['a value that is not plain', created([1, 0, 1, Array.from({ length: 40 }, () => 1)])],
  ])('count %s', (_, packed) => {
    const check = new ShapeCheck('The data');
    check.count(mostParts - 40);
    expect(() => unpackList(packed, check)).toThrow('The data is too large');
    expect(unpackList(packed)).toBeDefined();
  });
});

describe('the JSON form', () => {
  class Point {
    readonly #hidden = 1;
    x = 1;
    later: unknown;
    get sum(): number {
      return this.#hidden + this.x;
    }
  }
  const date = new Date(0);
  const inner = { n: 1, toJSON: (key: string) => ({ key, date }) };

  it.each<[string, unknown, unknown]>([
    ['integers that are exact', [5n, -7n, BigInt(Number.MAX_SAFE_INTEGER)], [5, -7, Number.MAX_SAFE_INTEGER]],
    ['larger integers', [2n ** 70n, -9007199254740993n], ['1180591620717411303424', '-9007199254740993']],
    ['numbers that JSON lacks', { a: Number.NaN, b: [Infinity, -Infinity] }, { a: null, b: [null, null] }],
    ['nothing', { a: undefined, b: [undefined, 1], c: null }, { b: [null, 1], c: null }],
    ['gaps', Array.from({ length: 2 }), [null, null]],
    ['symbols and functions', { a: Symbol('a'), b: () => 1, c: [Symbol('c'), () => 1] }, { c: [null, null] }],
    [
      'dates',
      [date, new Date(Number.NaN), DateTime.fromMillis(0, { zone: 'utc' })],
      [date.toISOString(), null, '1970-01-01T00:00:00.000Z'],
    ],
    ['buffers', Buffer.from('ab'), { type: 'Buffer', data: [97, 98] }],
    ['arrays of numbers', [new Uint8Array([1, 2]), new Float64Array([0.5]), new ArrayBuffer(1)], [{ 0: 1, 1: 2 }, { 0: 0.5 }, {}]],
    ['maps, sets, patterns and promises', [new Map([[1, 2]]), new Set([1]), /a/, Promise.resolve(1)], [{}, {}, {}, {}]],
    ['objects of classes', new Point(), { x: 1 }],
    [
      'objects with a JSON form',
      { inner, list: [inner], url: new URL('http://x/a') },
      { inner: { key: 'inner', date: date.toISOString() }, list: [{ key: 'inner', date: date.toISOString() }], url: 'http://x/a' },
    ],
    ['an object that is its own JSON form', { a: 1, toJSON() { return this; } }, { a: 1 }], // oxfmt-ignore
    ['objects around primitives', [new Number(1), new String('a'), new Boolean(true), Object(3n)], [1, 'a', true, 3]],
    ['errors', [new TypeError('No')], [{ name: 'TypeError', message: 'No' }]],
    [
      'objects that occur twice',
      [
        [date, inner],
        [date, inner],
      ],
      Array.from({ length: 2 }, () => [date.toISOString(), { key: '1', date: date.toISOString() }]),
    ],
    ['a primitive', 7n, 7],
  ])('of %s', (_, value, expected) => {
    expect(jsonOf(value, 'The data')).toEqual(expected);
    expect(unpackList(packItems([{ json: { value } }], 'The data'))).toEqual([{ json: expected === undefined ? {} : { value: expected } }]);
  });

  it('is that of JSON.stringify', () => {
    fc.assert(
      fc.property(
        fc.object({ withDate: true, withMap: true, withSet: true, withTypedArray: true, withSparseArray: true, maxDepth: 4 }),
        (value) => {
          expect(JSON.stringify(jsonOf(value, 'The data'))).toBe(JSON.stringify(value));
        },
      ),
    );
  });

  const circle: Record<string, unknown> = { n: 1 };
  circle['list'] = [{ circle }];
  const point = new Point();
  point.later = { point };
  const endless = { toJSON: () => ({ endless }) };
  it.each<[string, unknown, string]>([
    ['contains itself', circle, '"json.list.0.circle" of item 1002 refers to an object that contains it.'],
    ['contains itself by a class', point, '"json.later.point" of item 1002 refers to an object that contains it.'],
    ['contains itself by its JSON form', endless, '"json.endless" of item 1002 refers to an object that contains it.'],
    ['throws when it is read', { a: { get b() { throw new Error('Boom'); } } }, '"json.a.b" of item 1002 cannot be read: Boom.'], // oxfmt-ignore
    ['throws in its JSON form', { a: { toJSON: () => { throw new Error('Boom'); } } }, '"json.a" of item 1002 cannot be read: Boom.'], // oxfmt-ignore
    [
      'is a large array of numbers',
      { a: new Uint8Array(2_000_000) },
      '"json.a" of item 1002 cannot be read: An array of 2 MB is too large',
    ],
  ])('names what %s', (_, json, message) => {
    expect(() => packItems([{ json: { shared: point.x } }, {}, { json }], 'The data of the node "N"', 1000)).toThrow(
      `The data of the node "N" cannot be passed on: ${message}`,
    );
  });

  it('refuses more than a thousand levels as such', () => {
    expect(() => jsonOf(JSON.parse(`${'{"a":'.repeat(1200)}1${'}'.repeat(1200)}`), 'The data')).toThrow('The data is nested more than');
  });
});

describe('messages of items', () => {
  it.each([
    ['small items', 1, 1000],
    ['items of 40 fields', 40, 190],
    ['huge items', 5000, 16],
  ])('have about as many parts, whatever the items: %s', (_what, fields, expected) => {
    const json = Object.fromEntries(Array.from({ length: fields }, (_, index) => [`f${index}`, index]));
    const size = new MessageSize();
    const first = Array.from({ length: size.items }, () => ({ json }));
    size.measured(first.length, packItems(first, 'The data'));
    expect(size.items).toBe(expected);
  });
});
