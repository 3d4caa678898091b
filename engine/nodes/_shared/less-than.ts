// Compares two values like JavaScript's `<`, without calling `toString` or `valueOf` of the data.
import { compareNumbers, ExactNumber, takeAll } from '../../contract/exact-values.ts';
import { textOf } from './text-of.ts';

/** A value converted for `<`: a list is its entries joined by commas, all objects are the same text, a date is its time. */
export type Comparable = string | number | boolean | ExactNumber | null | undefined;

export function comparable(value: unknown): Comparable {
  if (value instanceof ExactNumber) return value;
  if (value instanceof Date) return value.getTime();
  if (Array.isArray(value)) return takeAll(value).map(entryText).join(',');
  if (typeof value === 'object' && value !== null) return '[object Object]';
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null ? value : undefined;
}

function entryText(entry: unknown): string {
  return typeof entry === 'object' && entry !== null ? String(comparable(entry)) : textOf(entry);
}

/** Compares two texts as texts, and everything else as numbers; those that are not exact, by their digits. */
export function lessThan(a: Comparable, b: Comparable): boolean {
  if (typeof a === 'string' && typeof b === 'string') return a < b;
  if (a instanceof ExactNumber || b instanceof ExactNumber) return compareNumbers(a, b) < 0;
  return Number(a) < Number(b);
}
