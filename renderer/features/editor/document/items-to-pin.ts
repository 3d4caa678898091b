// Prepares items for pinning: files are embedded, so that they outlive the execution.
import type { BinaryEntry, Item } from '../../../../engine/contract/run-data.ts';

/** Returns the distinct ids of files stored on the server. */
export const storedFiles = (items: readonly Item[]): readonly string[] => [
  ...new Set(items.flatMap(({ binary }) => Object.values(binary ?? {}).flatMap(({ id }) => (id === undefined ? [] : [id])))),
];

/** Returns the bytes that these files would take in the workflow, as far as their sizes are known. */
export function bytesOfStored(items: readonly Item[]): number {
  let bytes = 0;
  for (const { binary } of items) {
    for (const entry of Object.values(binary ?? {})) if (entry.id !== undefined) bytes += Math.ceil((entry.bytes ?? 0) / 3) * 4;
  }
  return bytes;
}

/** Returns the items with file ids replaced by `contents` (base64 by id), without paired items. */
export function itemsToPin(items: readonly Item[], contents: ReadonlyMap<string, string>): readonly Item[] {
  return items.map(({ json, binary }): Item => {
    if (binary === undefined) return { json };
    return { json, binary: Object.fromEntries(Object.entries(binary).map(([name, entry]) => [name, withContent(entry, contents)])) };
  });
}

function withContent({ id, directory: _place, ...entry }: BinaryEntry, contents: ReadonlyMap<string, string>): BinaryEntry {
  return id === undefined ? entry : { ...entry, data: contents.get(id) ?? '' };
}
