// Lists of field names as files hold them: text with commas, a list, or rows of a collection.

/** The names in `"a, b"`, `["a", "b"]` or `{ fields: [{ fieldName: "a" }] }`; blank ones are left out. */
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
