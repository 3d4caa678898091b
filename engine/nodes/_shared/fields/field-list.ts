// Lists of field names in workflow files: comma-separated text, a list, or the rows of a collection.

/** Returns the names in `"a, b"`, `["a", "b"]` or `{ fields: [{ fieldName: "a" }] }` without blank ones. */
export function fieldList(value: unknown): string[] {
  return rawNames(value)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function rawNames(value: unknown): string[] {
  if (typeof value === 'string') return value.split(',');
  if (typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(rawNames);
  if (typeof value !== 'object' || value === null) return [];
  const row = value as { readonly fields?: unknown; readonly fieldName?: unknown };
  return row.fields === undefined ? rawNames(row.fieldName ?? '') : rawNames(row.fields);
}
