// Locates a value in a list of items: the item and the path within it.
import type { Item } from '../../../../engine/contract/run-data.ts';
import { getPath } from '../../../../engine/workflow/values/object-path.ts';

export type Key = string | number;

export interface DataPlace {
  /** Index of the item; undefined for a field of all items, such as a column. */
  readonly item: number | undefined;
  readonly keys: readonly Key[];
  /** Name of the node whose items these are; undefined for the items of the pane. */
  readonly from?: string;
}

export const isSamePlace = (one: DataPlace | undefined, other: DataPlace | undefined): boolean =>
  one === other ||
  (one !== undefined &&
    other !== undefined &&
    one.item === other.item &&
    one.from === other.from &&
    one.keys.length === other.keys.length &&
    one.keys.every((key, index) => String(key) === String(other.keys[index])));

/** Returns the value at a place; for a field of all items, the value of the first item. */
export function valueAt(items: readonly Item[], { item, keys }: DataPlace): unknown {
  return getPath(items[item ?? 0]?.json, keys.map(String));
}
