// The columns of a table of items: all keys that any of them has, and how wide each is drawn.
import type { Item } from '../../../../engine/contract/run-data.ts';
import { isRecord, ownValue } from '../../../../engine/workflow/own-properties.ts';
import { briefText, isNested } from './values.ts';

/** Columns that are drawn; further keys are counted only. */
export const MOST_COLUMNS = 200;

export interface Columns {
  readonly keys: readonly string[];
  /** Keys beyond those that are drawn. */
  readonly more: number;
}

/** Gathers keys in the order in which they are met. */
export class ColumnGatherer {
  readonly #known = new Set<string>();
  #shown: Columns = { keys: [], more: 0 };
  #isCurrent = true;

  add({ json }: Item): void {
    if (!isRecord(json)) return;
    for (const key in json) {
      if (this.#known.has(key) || !Object.hasOwn(json, key)) continue;
      this.#known.add(key);
      this.#isCurrent = false;
    }
  }

  /** The same object as long as no key was added. */
  get columns(): Columns {
    if (!this.#isCurrent) {
      const all = [...this.#known];
      this.#shown = { keys: all.slice(0, MOST_COLUMNS), more: Math.max(0, all.length - MOST_COLUMNS) };
      this.#isCurrent = true;
    }
    return this.#shown;
  }
}

const CHARACTER = 7;
const PADDING = 22;
const LEAST = 56;
const MOST = 260;
const NESTED = 200;
/** Items whose texts decide about the width. */
const SAMPLE = 30;

/** Pixels of each column, by the first items that are shown. */
export function columnWidths(keys: readonly string[], items: readonly Item[], start: number, end: number): readonly number[] {
  const last = Math.min(end, start + SAMPLE);
  return keys.map((key) => {
    let most = key.length * CHARACTER + PADDING;
    for (let at = start; at < last; at++) {
      const value = ownValue(items[at]?.json, key);
      if (value === undefined) continue;
      most = Math.max(most, isNested(value) ? NESTED : briefText(value, MOST / CHARACTER).length * CHARACTER + PADDING);
    }
    return Math.min(MOST, Math.max(LEAST, most));
  });
}

/** Whether a column holds numbers alone, by the first items that are shown; its name then ends where they end. */
export function numberColumns(keys: readonly string[], items: readonly Item[], start: number, end: number): readonly boolean[] {
  const sample = items.slice(start, Math.min(end, start + SAMPLE));
  return keys.map((key) => {
    const values = sample.map(({ json }) => ownValue(json, key)).filter((value) => value !== undefined && value !== null);
    return values.length > 0 && values.every((value) => typeof value === 'number');
  });
}

/** Indices of the columns between two pixels, `last` excluded, and the pixels before them and in all. */
export function columnsBetween(
  widths: readonly number[],
  left: number,
  right: number,
): { readonly first: number; readonly last: number; readonly before: number; readonly total: number } {
  let total = 0;
  let first = 0;
  let before = 0;
  let last = widths.length;
  widths.forEach((width, index) => {
    if (total + width <= left && index < widths.length - 1) {
      first = index + 1;
      before = total + width;
    }
    if (total > right && index < last) last = index;
    total += width;
  });
  return { first, last: Math.max(first + 1, last), before, total };
}
