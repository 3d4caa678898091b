// For workflows that combine files into items (setting `binaryMode: combined`): the JSON of an item lists its stored files under `_files`.
import { isRecord, type JsonObject } from '../../contract/json.ts';
import type { BinaryEntry, Item } from '../../contract/run-data.ts';

/** Field of the JSON that contains an item's files by name. */
const filesField = '_files';

const combined = new WeakMap<Item, Item>();

/**
 * Returns the item with its stored files added to its JSON, next to existing ones. Inline files have no id and are not added. Returns the
 * same item if it has no stored files.
 */
export function withFiles(item: Item): Item {
  if (item.binary === undefined) return item;
  let combinedItem = combined.get(item);
  if (combinedItem === undefined) combined.set(item, (combinedItem = combine(item)));
  return combinedItem;
}

function combine(item: Item): Item {
  const { binary = {}, ...rest } = item;
  const isStored = ([, entry]: readonly [string, BinaryEntry]): boolean => entry.id !== undefined;
  const entries = Object.entries(binary);
  const stored = entries.filter(isStored);
  if (stored.length === 0) return item;
  const earlier = rest.json[filesField];
  const files = { ...(isRecord(earlier) ? earlier : undefined), ...Object.fromEntries(stored) } as unknown as JsonObject;
  const combinedItem = { ...rest, json: { ...rest.json, [filesField]: files } };
  const unstored = entries.filter((entry) => !isStored(entry));
  return unstored.length === 0 ? combinedItem : { ...combinedItem, binary: Object.fromEntries(unstored) };
}
