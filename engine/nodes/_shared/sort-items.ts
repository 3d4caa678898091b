// Putting items in order by the values of their fields, or in a random order.
import type { Item } from '../../contract/run-data.ts';
import type { Pace, SlicedWork } from '../../sdk/slices.ts';
import { type FieldPath, getField } from './field-path.ts';
import { type Compare, mergeSort } from './merge-sort.ts';

export interface SortField {
  readonly field: FieldPath;
  readonly descending: boolean;
}

type SortKey = number | string | undefined;

interface Column {
  readonly keys: readonly SortKey[];
  readonly sign: number;
}

/**
 * The item indexes in their new order. Numbers compare as numbers (number texts too, where a field holds both), texts without regard
 * to case; items without a value come last either way. Equal items keep their order.
 */
export function* sortedOrder(items: readonly Item[], fields: readonly SortField[], pace: Pace): SlicedWork<number[]> {
  const columns: Column[] = [];
  for (const { field, descending } of fields) columns.push({ keys: yield* columnKeys(items, field, pace), sign: descending ? -1 : 1 });
  return yield* mergeSort([...items.keys()], comparison(columns), pace);
}

function comparison(columns: readonly Column[]): Compare<number> {
  const [only, another] = columns;
  if (only !== undefined && another === undefined) return (a, b) => compareKeys(only.keys[a], only.keys[b], only.sign);
  return (a, b) => {
    for (const { keys, sign } of columns) {
      const order = compareKeys(keys[a], keys[b], sign);
      if (order !== 0) return order;
    }
    return 0;
  };
}

function compareKeys(a: SortKey, b: SortKey, sign: number): number {
  if (a === b) return 0;
  if (a === undefined) return 1;
  if (b === undefined) return -1;
  // Numbers come before texts, so that mixed fields have one order.
  if (typeof a !== typeof b) return typeof a === 'number' ? -sign : sign;
  return a < b ? -sign : a > b ? sign : 0;
}

function* columnKeys(items: readonly Item[], field: FieldPath, pace: Pace): SlicedWork<SortKey[]> {
  const keys = yield* pace.map(items, (item) => sortKey(getField(item.json, field)));
  if (!keys.some((key) => typeof key === 'number')) return keys;
  const numbers = yield* pace.map(keys, (key) => (typeof key === 'string' ? numberIn(key) : key));
  return numbers.every((key) => key === undefined || typeof key === 'number') ? numbers : keys;
}

function numberIn(text: string): SortKey {
  const number = Number(text);
  return text.trim() === '' || Number.isNaN(number) ? text : number;
}

function sortKey(value: unknown): SortKey {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value.toLowerCase();
  if (typeof value === 'number') return Number.isNaN(value) ? undefined : value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.getTime();
  return JSON.stringify(value)?.toLowerCase();
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
