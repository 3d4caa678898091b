// Putting items in order by the values of their fields, or in a random order.
import type { Item } from '../../contract/run-data.ts';
import type { Pace, SlicedWork } from '../../sdk/slices.ts';
import { type FieldPath, getField } from './field-path.ts';
import { type Compare, mergeSort } from './merge-sort.ts';

export interface SortField {
  readonly field: FieldPath;
  readonly descending: boolean;
}

/** A value made ready to be compared. */
type SortKey = string | number | boolean | null | undefined;

interface Column {
  readonly keys: readonly SortKey[];
  readonly sign: number;
}

/**
 * Returns the item indexes in their new order. Texts compare without regard to case; number texts beside numbers compare as numbers, and so do
 * null (as 0), booleans and dates. Values that are neither equal nor below each other, such as a missing field beside any other, count as
 * being in order already when ascending, and as out of order when descending. Equal items keep their order.
 */
export function* sortedOrder(items: readonly Item[], fields: readonly SortField[], pace: Pace): SlicedWork<number[]> {
  const columns: Column[] = [];
  for (const { field, descending } of fields) {
    columns.push({ keys: yield* pace.map(items, (item) => sortKey(getField(item.json, field))), sign: descending ? -1 : 1 });
  }
  return yield* mergeSort([...items.keys()], comparison(columns), pace);
}

function comparison(columns: readonly Column[]): Compare<number> {
  return (a, b) => {
    for (const { keys, sign } of columns) {
      const order = compareKeys(keys[a], keys[b], sign);
      if (order !== 0) return order;
    }
    return 0;
  };
}

function compareKeys(a: SortKey, b: SortKey, sign: number): number {
  if (Object.is(a, b)) return 0;
  return isBelow(a, b) ? -sign : sign;
}

/** Compares as JavaScript's `<` does: two strings as strings, all other pairs as numbers. */
function isBelow(a: SortKey, b: SortKey): boolean {
  if (typeof a === 'string' && typeof b === 'string') return a < b;
  return Number(a) < Number(b);
}

function sortKey(value: unknown): SortKey {
  if (typeof value === 'string') return value.toLowerCase();
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'object' && value !== null) return JSON.stringify(value)?.toLowerCase();
  return typeof value === 'number' || typeof value === 'boolean' || value === null ? value : undefined;
}

/** Indexes 0 to `length` in a random order (Fisher and Yates). */
export function* shuffledOrder(length: number, random: () => number, pace: Pace): SlicedWork<number[]> {
  const order = Array.from({ length }, (_, index) => index);
  for (let index = length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    [order[index], order[other]] = [order[other] as number, order[index] as number];
    if (pace.isUsedUp()) yield;
  }
  return order;
}
