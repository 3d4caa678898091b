// Converts values to text for a result.

/** Returns empty text for missing values, JSON for objects and lists, and the string form of anything else. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value as number | boolean | bigint);
}
