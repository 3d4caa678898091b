// Custom data of an execution: the rules shared by `$execution.customData` and the Execution Data node.

/** Maximum number of entries; further ones are not stored. */
const maxCustomEntries = 10;
const maxKeyLength = 50;
const maxValueLength = 512;

/** Whether a key has only letters, digits and underscores. */
export const isCustomKey = (key: string): boolean => /^[A-Za-z0-9_]+$/.test(key);

/** Whether the key is longer than 50 characters or the value longer than 512. */
export const isCustomEntryCut = (key: string, value: string): boolean => key.length > maxKeyLength || value.length > maxValueLength;

/** Stores an entry. Long keys and values are truncated; a new key beyond the maximum number of entries is ignored. */
export function storeCustomEntry(data: Map<string, string>, key: string, value: string): void {
  const name = key.slice(0, maxKeyLength);
  if (data.has(name) || data.size < maxCustomEntries) data.set(name, value.slice(0, maxValueLength));
}

/** Returns an entry's value, or undefined. The key may be longer than the stored one. */
export function customEntry(data: ReadonlyMap<string, string>, key: string): string | undefined {
  return data.get(key.slice(0, maxKeyLength));
}

const plainTypes: ReadonlySet<string> = new Set(['string', 'number', 'bigint', 'boolean']);

/** Returns why an entry is rejected, or undefined: values must be text, numbers or booleans. */
export function customEntryProblem(key: unknown, value: unknown): string | undefined {
  if (typeof key !== 'string' || !isCustomKey(key)) {
    const keyText = typeof key === 'string' ? `"${key.slice(0, 100)}"` : typeof key;
    return `Custom data keys may contain the characters A-Z, a-z, 0-9 and _ only, got ${keyText}.`;
  }
  if (plainTypes.has(typeof value)) return undefined;
  return `Custom data values must be text, numbers or booleans (key "${key}"), got ${value === null ? 'null' : typeof value}.`;
}
