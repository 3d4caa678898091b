// The columns of a table of items: the union of their keys, with a width for each.
import { useMemo } from 'react';
import type { Item } from '../../../../../engine/contract/run-data.ts';
import { isRecord, ownValue } from '../../../../../engine/workflow/values/own-properties.ts';
import { useSliced } from '../sliced.ts';
import { briefText, isNested } from '../values.ts';

/** Maximum number of columns; further keys are only counted. */
export const MAX_COLUMNS = 200;

interface Columns {
  readonly keys: readonly string[];
  /** Number of keys beyond the maximum. */
  readonly more: number;
}

/** Collects keys in the order of their first occurrence. */
export class ColumnGatherer {
  readonly #knownKeys = new Set<string>();
  #visibleColumns: Columns = { keys: [], more: 0 };
  #isCurrent = true;

  add({ json }: Item): void {
    if (!isRecord(json)) return;
    for (const key in json) {
      if (this.#knownKeys.has(key) || !Object.hasOwn(json, key)) continue;
      this.#knownKeys.add(key);
      this.#isCurrent = false;
    }
  }

  /** Returns the same object until a key is added. */
  get columns(): Columns {
    if (!this.#isCurrent) {
      const all = [...this.#knownKeys];
      this.#visibleColumns = { keys: all.slice(0, MAX_COLUMNS), more: Math.max(0, all.length - MAX_COLUMNS) };
      this.#isCurrent = true;
    }
    return this.#visibleColumns;
  }
}

const CHARACTER_WIDTH = 7;
const PADDING = 22;
const MIN_WIDTH = 56;
const MAX_WIDTH = 260;
const NESTED_WIDTH = 200;
/** Number of items whose texts determine the width. */
const SAMPLE = 30;

/** Widths of a column in pixels. */
interface ColumnWidth {
  /** Width if there is not enough room for all texts. */
  readonly usual: number;
  /** Width of its longest text. */
  readonly full: number;
}

/** Number of characters of a text that a cell shows, if it has the width. */
export const LONGEST = 240;

/** Returns the widths of each column, based on the first items of the page. */
export function columnWidths(keys: readonly string[], items: readonly Item[], start: number, end: number): readonly ColumnWidth[] {
  const last = Math.min(end, start + SAMPLE);
  return keys.map((key) => {
    let width = key.length * CHARACTER_WIDTH + PADDING;
    for (let at = start; at < last; at++) {
      const value = ownValue(items[at]?.json, key);
      if (value === undefined) continue;
      width = Math.max(width, isNested(value) ? NESTED_WIDTH : briefText(value, LONGEST).length * CHARACTER_WIDTH + PADDING);
    }
    const full = Math.max(MIN_WIDTH, width);
    return { usual: Math.min(MAX_WIDTH, full), full };
  });
}

/** Returns widths that fill the table, if there is room: first for texts that would be cut off, evenly, then for all columns. */
export function filledWidths(columns: readonly ColumnWidth[], availableWidth: number): readonly number[] {
  const widths = columns.map(({ usual }) => usual);
  let remaining = availableWidth - widths.reduce((sum, each) => sum + each, 0);
  const missing = (index: number): number => (columns[index]?.full ?? 0) - (widths[index] ?? 0);
  // The columns that need least come first, so that what they leave is divided among the others.
  const cut = [...widths.keys()].filter((index) => missing(index) > 0).toSorted((one, other) => missing(one) - missing(other));
  for (const [at, index] of cut.entries()) {
    if (remaining <= 0) break;
    const added = Math.min(missing(index), remaining / (cut.length - at));
    widths[index] = (widths[index] ?? 0) + added;
    remaining -= added;
  }
  if (remaining <= 0) return widths;
  const total = availableWidth - remaining;
  return widths.map((each) => (each * availableWidth) / total);
}

/** Returns whether each column contains only numbers, based on the first items of the page. Such columns are aligned right. */
export function numberColumns(keys: readonly string[], items: readonly Item[], start: number, end: number): readonly boolean[] {
  const sample = items.slice(start, Math.min(end, start + SAMPLE));
  return keys.map((key) => {
    const values = sample.map(({ json }) => ownValue(json, key)).filter((value) => value !== undefined && value !== null);
    return values.length > 0 && values.every((value) => typeof value === 'number');
  });
}

/** Returns the columns between two pixel offsets (`last` is exclusive), the pixels before them and the total width. */
export function columnsBetween(
  widths: readonly number[],
  remaining: number,
  right: number,
): { readonly first: number; readonly last: number; readonly before: number; readonly total: number } {
  let total = 0;
  let first = 0;
  let before = 0;
  let last = widths.length;
  widths.forEach((width, index) => {
    if (total + width <= remaining && index < widths.length - 1) {
      first = index + 1;
      before = total + width;
    }
    if (total > right && index < last) last = index;
    total += width;
  });
  return { first, last: Math.max(first + 1, last), before, total };
}

function* gathering(gatherer: ColumnGatherer, items: readonly Item[]): Generator<undefined, void> {
  for (const item of items) {
    gatherer.add(item);
    yield undefined;
  }
}

interface TableColumns {
  readonly keys: readonly string[];
  readonly more: number;
  /** In pixels. */
  readonly widths: readonly number[];
  readonly areNumbers: readonly boolean[];
}

/** Returns the columns of a page. Keys of later items are added as they are found; `width` is the table's width in pixels, which narrow columns fill. */
export function useColumns(items: readonly Item[], start: number, end: number, width: number): TableColumns {
  const { value: columns } = useSliced(() => {
    const gatherer = new ColumnGatherer();
    return { steps: gathering(gatherer, items), read: () => gatherer.columns };
  }, [items]);
  const own = useMemo(() => columnWidths(columns.keys, items, start, end), [columns, items, start, end]);
  const areNumbers = useMemo(() => numberColumns(columns.keys, items, start, end), [columns, items, start, end]);
  return useMemo(
    () => ({ keys: columns.keys, more: columns.more, widths: filledWidths(own, width), areNumbers }),
    [columns, own, width, areNumbers],
  );
}
