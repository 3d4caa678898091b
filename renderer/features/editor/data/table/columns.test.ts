import { describe, expect, it } from 'vitest';
import type { Item } from '../../../../../engine/contract/run-data.ts';
import { ColumnGatherer, columnsBetween, columnWidths, filledWidths, MAX_COLUMNS, numberColumns } from './columns.ts';

const items = (...all: object[]): Item[] => all.map((json) => ({ json }) as unknown as Item);

function gathered(all: readonly Item[]): ColumnGatherer {
  const gatherer = new ColumnGatherer();
  for (const item of all) gatherer.add(item);
  return gatherer;
}

describe('the columns of a table', () => {
  it.each([
    ['none for empty items', items({}, {}), []],
    ['the union, in the order of first occurrence', items({ b: 1 }, { a: 1, b: 2 }, { c: null }), ['b', 'a', 'c']],
    ['hostile names', [{ json: JSON.parse('{"__proto__": 1, "constructor": 2}') }], ['__proto__', 'constructor']],
    ['none for json that is not an object', [{ json: 'text' }, { json: [1] }, { json: null }] as unknown as Item[], []],
  ])('%s', (_what, all, keys) => expect(gathered(all).columns).toEqual({ keys, more: 0 }));

  it('stays the same while no key is added', () => {
    const gatherer = gathered(items({ a: 1 }));
    const before = gatherer.columns;
    gatherer.add({ json: { a: 2 } });
    expect(gatherer.columns).toBe(before);
    gatherer.add({ json: { b: 2 } });
    expect(gatherer.columns).not.toBe(before);
  });

  it('counts keys beyond the maximum', () => {
    const many = Object.fromEntries(Array.from({ length: MAX_COLUMNS + 7 }, (_, index) => [`k${index}`, 1]));
    const { keys, more } = gathered(items(many)).columns;
    expect([keys.length, more]).toEqual([MAX_COLUMNS, 7]);
  });

  it('is as wide as its texts, within limits', () => {
    const [short, long, nested] = columnWidths(['a', 'b', 'c'], items({ a: 1, b: 'x'.repeat(500), c: { d: 1 } }), 0, 1);
    expect(short?.usual).toBeLessThan(80);
    expect(long?.usual).toBeLessThanOrEqual(260);
    expect(long?.full).toBeGreaterThan(1500);
    expect(nested?.usual).toBe(200);
  });

  it.each([
    [
      'stay as they are without room',
      [
        [56, 56],
        [260, 900],
      ],
      300,
      [56, 260],
    ],
    [
      'give the room to texts that would be cut off',
      [
        [56, 56],
        [260, 900],
      ],
      600,
      [56, 544],
    ],
    [
      'show all texts if there is room, and fill the rest',
      [
        [100, 100],
        [260, 300],
      ],
      800,
      [200, 600],
    ],
    [
      'divide the room among several',
      [
        [260, 300],
        [260, 900],
        [80, 80],
      ],
      800,
      [300, 420, 80],
    ],
    ['are none without keys', [], 600, []],
  ] as const)('%s', (_what, all, width, expected) =>
    expect(
      filledWidths(
        all.map(([usual, full]) => ({ usual, full })),
        width,
      ),
    ).toEqual(expected),
  );

  it('is numeric if it contains only numbers', () => {
    const all = items({ a: 1, b: 1, c: null, ['__proto__']: 1 }, { a: null, b: 'x' }, { a: 2.5 });
    expect(numberColumns(['a', 'b', 'c', 'toString'], all, 0, 3)).toEqual([true, false, false, false]);
    expect(numberColumns(['b'], all, 0, 1)).toEqual([true]);
  });

  it.each([
    [0, 150, { first: 0, last: 2, before: 0, total: 400 }],
    [150, 250, { first: 1, last: 3, before: 100, total: 400 }],
    [399, 900, { first: 3, last: 4, before: 300, total: 400 }],
    [4000, 4900, { first: 3, last: 4, before: 300, total: 400 }],
  ])('between %i and %i', (left, right, expected) => expect(columnsBetween([100, 100, 100, 100], left, right)).toEqual(expected));
});
