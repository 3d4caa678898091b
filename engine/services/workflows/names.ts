// Names of workflows: trimmed, of at most 128 characters, and unique.

/** Characters of a workflow's name. */
export const NAME_LENGTH = 128;

/**
 * The wanted name, or the default one for an empty text, cut to its length, with a number behind it when it is taken. `taken`: names that begin
 * so. `own`: the name it has now, which is free for it.
 */
export async function freeName(
  wanted: string | undefined,
  byDefault: string,
  taken: (start: string) => Promise<readonly string[]>,
  own?: string,
): Promise<string> {
  // Half a character cannot be stored.
  const trimmed = wanted?.toWellFormed().trim() ?? '';
  const name = cut(trimmed === '' ? byDefault : trimmed, NAME_LENGTH);
  const names = new Set(await taken(searchable(cut(name, NAME_LENGTH - 8))));
  if (own !== undefined) names.delete(own);
  if (!names.has(name)) return name;
  for (let number = 2; ; number++) {
    const ending = ` ${number}`;
    const candidate = cut(name, NAME_LENGTH - ending.length) + ending;
    if (!names.has(candidate)) return candidate;
  }
}

/** Databases count characters where texts count units: the start ends before the first character of two units. */
const searchable = (start: string): string => start.replace(/[\uD800-\uDFFF].*$/s, '');

/** Cuts between characters, never within one. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = text.slice(0, length);
  return (/[\uD800-\uDBFF]$/.test(end) ? end.slice(0, -1) : end).trimEnd();
}
