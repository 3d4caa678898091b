// The order of any two values, as JavaScript's `<` has it, without calling what data holds under `toString` or `valueOf`.
import { textOf } from './text-of.ts';

/** A value that `<` can compare: lists are their entries with commas between, objects are all alike, and dates are their time. */
export type Comparable = string | number | boolean | null | undefined;

export function comparable(value: unknown): Comparable {
  if (value instanceof Date) return value.getTime();
  if (Array.isArray(value)) return value.map(entryText).join(',');
  if (typeof value === 'object' && value !== null) return '[object Object]';
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null ? value : undefined;
}

function entryText(entry: unknown): string {
  return typeof entry === 'object' && entry !== null ? String(comparable(entry)) : textOf(entry);
}

/** Compares two texts as texts, all other pairs as numbers. */
export function lessThan(a: Comparable, b: Comparable): boolean {
  if (typeof a === 'string' && typeof b === 'string') return a < b;
  return Number(a) < Number(b);
}
