// Converts values to text for a result.

/** Missing values are an empty text, objects and lists their JSON, and anything else its string. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value as number | boolean | bigint);
}
