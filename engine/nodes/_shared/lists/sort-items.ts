// Sorts items by the values of fields, or shuffles them.
import { ExactNumber, isSameNumber } from '../../../contract/exact-values.ts';
import type { Item } from '../../../contract/run-data.ts';
import type { Pace, SlicedWork } from '../../../sdk/slices.ts';
import { exactKey } from '../compare-values.ts';
import { type FieldPath, takeField } from '../fields/field-path.ts';
import { comparable, type Comparable, lessThan } from '../less-than.ts';
import { type Compare, mergeSort } from '../merge-sort.ts';

export interface SortField {
  readonly field: FieldPath;
  readonly descending: boolean;
}

/** A value prepared for comparison: its sort value and, for objects and lists, a key that is equal for equal values. */
interface SortKey {
  readonly by: Comparable;
  readonly key?: string;
}

interface Column {
  readonly keys: readonly SortKey[];
  readonly sign: number;
}

/**
 * Returns the item indexes in their new order. Texts are compared case-insensitively; numeric texts next to numbers are compared as numbers, and
 * so are null (as 0), booleans and dates. Lists are compared as their entries joined by commas; an object is not less than another. Values that
 * are neither equal nor less than each other, such as a missing field and any other value, count as sorted in ascending order, and as unsorted in
 * descending order. Equal items keep their order.
 */
export function* sortedOrder(items: readonly Item[], fields: readonly SortField[], pace: Pace): SlicedWork<number[]> {
  const columns: Column[] = [];
  for (const { field, descending } of fields) {
    columns.push({ keys: yield* pace.map(items, (item) => sortKey(takeField(item.json, field))), sign: descending ? -1 : 1 });
  }
  return yield* mergeSort([...items.keys()], comparison(columns), pace);
}

function comparison(columns: readonly Column[]): Compare<number> {
  return (a, b) => {
    for (const { keys, sign } of columns) {
      const order = compareKeys(keys[a] as SortKey, keys[b] as SortKey, sign);
      if (order !== 0) return order;
    }
    return 0;
  };
}

function compareKeys(a: SortKey, b: SortKey, sign: number): number {
  if (a.key === b.key && (a.key !== undefined || Object.is(a.by, b.by) || (a.by instanceof ExactNumber && isSameNumber(a.by, b.by))))
    return 0;
  return lessThan(a.by, b.by) ? -sign : sign;
}

function sortKey(value: unknown): SortKey {
  if (typeof value === 'string') return { by: value.toLowerCase() };
  const isContainer = typeof value === 'object' && value !== null && !(value instanceof Date) && !(value instanceof ExactNumber);
  return isContainer ? { by: comparable(value), key: exactKey(value) } : { by: comparable(value) };
}

/** Returns the indexes 0 to `length` in a random order (Fisher–Yates). */
export function* shuffledOrder(length: number, random: () => number, pace: Pace): SlicedWork<number[]> {
  const order = Array.from({ length }, (_, index) => index);
  for (let index = length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    [order[index], order[other]] = [order[other] as number, order[index] as number];
    if (pace.isUsedUp()) yield;
  }
  return order;
}
