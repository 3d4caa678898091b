// Finds, adds and removes files in items.
import type { BinaryEntry, Item } from '../../../contract/run-data.ts';
import { NodeError } from '../../../sdk/index.ts';

/** Returns the file `name` of an item. Throws NodeError PARAMETER_INVALID with the names of the files that the item has. */
export function fileOf(item: Item, name: string, itemIndex: number, parameter = 'binaryPropertyName'): BinaryEntry {
  const entry = item.binary !== undefined && Object.hasOwn(item.binary, name) ? item.binary[name] : undefined;
  if (entry !== undefined) return entry;
  const names = Object.keys(item.binary ?? {});
  const hint =
    names.length === 0
      ? 'Add a node that returns files before this one, such as Read/Write Files from Disk or HTTP Request.'
      : `Its files are: ${names.join(', ')}. Enter one of these names.`;
  throw new NodeError(`Item ${itemIndex} has no file named "${name}".`, { code: 'PARAMETER_INVALID', parameter, itemIndex, hint });
}

/** Returns an item's files with another one added. */
export function withFile(files: Item['binary'], name: string, entry: BinaryEntry): NonNullable<Item['binary']> {
  const copy: Record<string, BinaryEntry> = { ...files };
  // An assignment to `__proto__` would be lost.
  Object.defineProperty(copy, name, { value: entry, enumerable: true, configurable: true, writable: true });
  return copy;
}

/** Returns an item's files without one of them; undefined if none is left. */
export function withoutFile(files: Item['binary'], name: string): Item['binary'] {
  const otherFiles = Object.entries(files ?? {}).filter(([key]) => key !== name);
  return otherFiles.length === 0 ? undefined : Object.fromEntries(otherFiles);
}
