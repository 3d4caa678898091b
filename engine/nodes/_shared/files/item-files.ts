// Files attached to items: finding one by its name, and putting one there.
import type { BinaryEntry, Item } from '../../../contract/run-data.ts';
import { NodeError } from '../../../sdk/index.ts';

/** The file that an item has under `name`. Throws NodeError PARAMETER_INVALID with the names of the files it does have. */
export function fileOf(item: Item, name: string, itemIndex: number, parameter = 'binaryPropertyName'): BinaryEntry {
  const entry = item.binary !== undefined && Object.hasOwn(item.binary, name) ? item.binary[name] : undefined;
  if (entry !== undefined) return entry;
  const names = Object.keys(item.binary ?? {});
  const hint =
    names.length === 0
      ? 'Put a node before this one that gives files, such as Read/Write Files from Disk or HTTP Request.'
      : `Its files are: ${names.join(', ')}. Enter one of these names.`;
  throw new NodeError(`Item ${itemIndex} has no file named "${name}".`, { code: 'PARAMETER_INVALID', parameter, itemIndex, hint });
}

/** The files of an item with one more. */
export function withFile(files: Item['binary'], name: string, entry: BinaryEntry): NonNullable<Item['binary']> {
  const copy: Record<string, BinaryEntry> = { ...files };
  // Assigning `__proto__` would be lost.
  Object.defineProperty(copy, name, { value: entry, enumerable: true, configurable: true, writable: true });
  return copy;
}

/** The files of an item but one; undefined if there are no others. */
export function withoutFile(files: Item['binary'], name: string): Item['binary'] {
  const others = Object.entries(files ?? {}).filter(([key]) => key !== name);
  return others.length === 0 ? undefined : Object.fromEntries(others);
}
