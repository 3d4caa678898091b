// Equality of array values by content, in time proportional to their size.
import { allocate, allocateCells, PART_COST, stepsFor, tooDeep } from '../budget.ts';
import { toText } from '../guard/convert.ts';
import { live } from '../guard/overlay.ts';
import { isPlain } from '../guard/types.ts';
import { fieldNames, fieldOf } from '../guard/write.ts';

/** Returns a key that is equal for values with equal content. Primitives, and objects that are not data, are their own key. */
export function contentKey(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const current = live(value);
  if (!Array.isArray(current) && !isPlain(current) && !(current instanceof Date)) return current;
  const text = contentText(current, 0);
  allocate(text.length);
  return `object:${text}`;
}

function contentText(value: unknown, depth: number): string {
  if (depth > 500) throw tooDeep();
  const current = live(value);
  if (typeof current !== 'object' || current === null)
    return typeof current === 'string'
      ? quoted(current)
      : `${typeof current}${typeof current === 'bigint' ? toText(current) : String(current)}`;
  if (current instanceof Date) return `date${current.getTime()}`;
  if (Array.isArray(current)) {
    stepsFor((current.length + 1) * PART_COST);
    return `[${current.map((entry) => contentText(entry, depth + 1)).join(',')}]`;
  }
  const names = fieldNames(current).toSorted();
  stepsFor((names.length + 1) * PART_COST * 4);
  return `{${names.map((name) => `${JSON.stringify(name)}:${contentText(fieldOf(current, name), depth + 1)}`).join(',')}}`;
}

function quoted(text: string): string {
  stepsFor(text.length * 2);
  return JSON.stringify(text);
}

/** Returns the first of each group of equal values. `part`: returns the part of a value to compare. */
export function distinct(list: readonly unknown[], part: (value: unknown) => unknown = (value) => value): unknown[] {
  stepsFor(list.length * PART_COST);
  allocateCells(list.length * 3);
  const seen = new Set<unknown>();
  return list.filter((value) => {
    const key = contentKey(part(value));
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Returns the keys of all values of a list. */
export function keysOf(list: readonly unknown[]): ReadonlySet<unknown> {
  stepsFor(list.length * PART_COST);
  allocateCells(list.length * 3);
  return new Set(list.map(contentKey));
}
