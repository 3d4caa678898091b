// What of a node's output can be pinned.
import type { Item } from '../../../../engine/contract/run-data.ts';

/** Items as they are pinned: json, and files that need no server. */
export function itemsToPin(items: readonly Item[]): { readonly items: readonly Item[]; readonly hasLostFiles: boolean } {
  let hasLostFiles = false;
  const kept = items.map(({ json, binary }): Item => {
    if (binary === undefined) return { json };
    const own = Object.entries(binary).filter(([, { id }]) => id === undefined);
    hasLostFiles ||= own.length < Object.keys(binary).length;
    return own.length === 0 ? { json } : { json, binary: Object.fromEntries(own) };
  });
  return { items: kept, hasLostFiles };
}
