// Pairs of items with equal fields.
import { describe, expect, it } from 'vitest';
import { fieldPath } from './fields/field-path.ts';
import { matchInSlices, type FieldPair, type Matches, type MatchOptions } from './match-items.ts';
import type { Item } from '../../contract/run-data.ts';
import { atOnce } from '../../sdk/slices.ts';

const items = (...values: readonly unknown[]): { json: { k?: unknown } }[] => values.map((k) => ({ json: k === undefined ? {} : { k } }));
const pairs = [{ left: fieldPath('k'), right: fieldPath('k') }];

const matchItems = (left: readonly Item[], right: readonly Item[], by: readonly FieldPair[], options: MatchOptions): Matches =>
  atOnce((pace) => matchInSlices(left, right, by, options, pace));

describe('matching items', () => {
  it.each([
    ['exactly', items(1, '1', { a: 1 }), items('1', { a: 1 }, 1), {}, [[2], [0], [1]], [true, true, true]],
    [
      'all matches in order',
      items('x', 'x'),
      items('x', 'y', 'x'),
      {},
      [
        [0, 2],
        [0, 2],
      ],
      [true, false, true],
    ],
    ['the first match', items('x'), items('x', 'x'), { firstOnly: true }, [[0]], [true, true]],
    ['not without the field', items(undefined), items(undefined, 1), {}, [[]], [false, false]],
    ['with tolerance', items(5, true, '7'), items('5', 'TRUE', '07'), { fuzzy: true }, [[0], [1], []], [true, true, false]],
  ] as const)('%s', (_, left, right, options, ofLeft, isRightMatched) => {
    expect(matchItems(left, right, pairs, { fuzzy: false, firstOnly: false, ...options })).toEqual({ ofLeft, isRightMatched });
  });

  it('needs agreement in all fields', () => {
    const two = [
      { left: fieldPath('a'), right: fieldPath('a') },
      { left: fieldPath('b.c'), right: fieldPath('d') },
    ];
    const left = [{ json: { a: 1, b: { c: 2 } } }, { json: { a: 1, b: { c: 3 } } }];
    const right = [{ json: { a: 1, d: 3 } }];
    expect(matchItems(left, right, two, { fuzzy: false, firstOnly: false }).ofLeft).toEqual([[], [0]]);
  });

  it('does not compare every item with every other', () => {
    let reads = 0;
    const counted = (count: number): { json: { k: number } }[] =>
      Array.from({ length: count }, (_, index) => ({
        json: {
          get k() {
            reads++;
            return index;
          },
        },
      }));
    matchItems(counted(2000), counted(2000), pairs, { fuzzy: true, firstOnly: false });
    expect(reads).toBeLessThan(20_000);
  });
});
