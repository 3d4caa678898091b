// Values as the text that goes into a result.

/** Nothing is an empty text, an object or list its JSON, anything else what the language prints. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value as number | boolean | bigint);
}
