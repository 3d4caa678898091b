// Names of workflows: trimmed, at most 128 characters long, and unique.

/** Maximum length of a workflow's name. */
export const NAME_LENGTH = 128;

/**
 * Returns the requested name, or the default name if it is empty; truncated, and numbered if it is taken. `taken`: returns the names with a
 * prefix. `own`: the current name, which does not count as taken.
 */
export async function freeName(
  requested: string | undefined,
  byDefault: string,
  takenNames: (start: string) => Promise<readonly string[]>,
  own?: string,
): Promise<string> {
  // Half of a surrogate pair cannot be stored.
  const trimmed = requested?.toWellFormed().trim() ?? '';
  const name = cut(trimmed === '' ? byDefault : trimmed, NAME_LENGTH);
  const names = new Set(await takenNames(searchable(cut(name, NAME_LENGTH - 8))));
  if (own !== undefined) names.delete(own);
  if (!names.has(name)) return name;
  for (let number = 2; ; number++) {
    const ending = ` ${number}`;
    const candidate = cut(name, NAME_LENGTH - ending.length) + ending;
    if (!names.has(candidate)) return candidate;
  }
}

/** SQLite counts code points and JavaScript counts UTF-16 units, so the search prefix ends before the first surrogate pair. */
const searchable = (start: string): string => start.replace(/[\uD800-\uDFFF].*$/s, '');

/** Truncates without splitting a surrogate pair. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = text.slice(0, length);
  return (/[\uD800-\uDBFF]$/.test(end) ? end.slice(0, -1) : end).trimEnd();
}
