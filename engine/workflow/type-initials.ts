// The sign of a type without an icon: its initials, in a color that is always the same.

/** Words that occur in the names of many types and are skipped. */
const common: ReadonlySet<string> = new Set(['api', 'auth', 'account', 'oauth1', 'oauth2', 'token']);

/** Returns the initials of the first two words, without common words such as "API"; if only one word remains, its first letters. */
export function initialsOf(displayName: string): string {
  const words = displayName.match(/[\p{L}\p{N}]+/gu) ?? [];
  const distinctive = words.filter((word) => !common.has(word.toLowerCase()));
  const [first = '', second] = distinctive.length === 0 ? words : distinctive;
  const letters =
    second === undefined ? Array.from(first).slice(0, 2) : [...Array.from(first).slice(0, 1), ...Array.from(second).slice(0, 1)];
  return letters.join('').toLocaleUpperCase();
}

/** Returns the entry of `list` that belongs to a type; always the same one. */
export function entryOf<T>(type: string, list: readonly T[]): T | undefined {
  let hash = 0;
  for (const character of type) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return list[hash % list.length];
}
