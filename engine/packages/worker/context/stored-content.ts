// The content of stored files where package code reads it from the entry itself, as base64 (`item.binary.data.data`), instead of by a helper.
import type { BinaryEntry, Item } from '../../../contract/run-data.ts';
import type { PackageCall } from '../call.ts';

/**
 * Gives the entries of stored files their content: `data` reads it at first use, and is not enumerable, so that copies of an entry refer to the
 * stored file. An entry whose `data` is set is no longer the stored file. Returns the items, which are changed.
 */
export function withStoredContent(call: PackageCall, items: readonly Item[]): Item[] {
  for (const { binary } of items) {
    if (binary === undefined) continue;
    for (const entry of Object.values(binary)) if (isStored(entry)) addContent(call, entry);
  }
  return [...items];
}

const isStored = (entry: unknown): entry is BinaryEntry => {
  if (typeof entry !== 'object' || entry === null) return false;
  const { id, data } = entry as Partial<BinaryEntry>;
  return typeof id === 'string' && data === '';
};

function addContent(call: PackageCall, entry: { id?: string; data: string }): void {
  let content: string | undefined;
  const { id } = entry;
  Object.defineProperty(entry, 'data', {
    configurable: true,
    enumerable: false,
    get: () => (content ??= call.ask({ type: 'storedContent', entry: { ...entry, id } as BinaryEntry }) as string),
    set: (data: string) => {
      delete entry.id;
      Object.defineProperty(entry, 'data', { value: data, configurable: true, enumerable: true, writable: true });
    },
  });
}
