// Converts values to text for a result.
import { stringifyExactly } from '../../contract/exact-numbers.ts';
import { ExactNumber } from '../../contract/exact-values.ts';

/** Returns empty text for missing values, JSON for objects and lists, and the string form of anything else. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (value instanceof ExactNumber) return value.text;
  if (typeof value === 'object') return stringifyExactly(value);
  return String(value as number | boolean | bigint);
}
