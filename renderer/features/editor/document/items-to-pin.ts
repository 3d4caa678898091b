// Items as they are pinned: json, and files with their content, so that they outlive the execution they come from.
import type { BinaryEntry, Item } from '../../../../engine/contract/run-data.ts';

/** Ids of the files that lie on the server, each once. */
export const storedFiles = (items: readonly Item[]): readonly string[] => [
  ...new Set(items.flatMap(({ binary }) => Object.values(binary ?? {}).flatMap(({ id }) => (id === undefined ? [] : [id])))),
];

/** Bytes that these files take in the workflow, as far as their size is known. */
export function bytesOfStored(items: readonly Item[]): number {
  let bytes = 0;
  for (const { binary } of items) {
    for (const entry of Object.values(binary ?? {})) if (entry.id !== undefined) bytes += Math.ceil((entry.bytes ?? 0) / 3) * 4;
  }
  return bytes;
}

/** The items with `contents` (base64 by id) in the place of ids, without their lineage. */
export function itemsToPin(items: readonly Item[], contents: ReadonlyMap<string, string>): readonly Item[] {
  return items.map(({ json, binary }): Item => {
    if (binary === undefined) return { json };
    return { json, binary: Object.fromEntries(Object.entries(binary).map(([name, entry]) => [name, withContent(entry, contents)])) };
  });
}

function withContent({ id, directory: _place, ...entry }: BinaryEntry, contents: ReadonlyMap<string, string>): BinaryEntry {
  return id === undefined ? entry : { ...entry, data: contents.get(id) ?? '' };
}
