// Traces an item back to the items it was created from, across paired items and previous runs.
import type { Item, PairedItem, RunData, TaskSource } from '../../../../engine/contract/run-data.ts';
import { runsOf } from '../runs/run-items.ts';

/** A list of items: one output of one run of one node. */
export interface ListPlace {
  readonly node: string;
  readonly run: number;
  readonly output: number;
}

export interface ItemPlace extends ListPlace {
  readonly item: number;
}

export interface Lineage {
  readonly runData: RunData;
  /** Returns undefined if the list does not exist. */
  readonly itemsOf: (place: ListPlace) => readonly Item[] | undefined;
}

/** Maximum number of items that are visited, since a loop may have any number of runs. */
const MAX_VISITED = 2000;

const isSameList = (one: ListPlace, other: ListPlace): boolean =>
  one.node === other.node && one.run === other.run && one.output === other.output;

const sourceItem = ({ previousNode, previousNodeRun = 0, previousNodeOutput = 0 }: TaskSource, item: number): ItemPlace => ({
  node: previousNode,
  run: previousNodeRun,
  output: previousNodeOutput,
  item,
});

/**
 * Returns the items from which an item was created. Without paired items: the item at the same index if both lists have the same length, or the
 * only item.
 */
function directParents({ runData, itemsOf }: Lineage, itemPlace: ItemPlace): readonly ItemPlace[] {
  const own = itemsOf(itemPlace);
  const sources = runsOf(runData, itemPlace.node)[itemPlace.run]?.source ?? [];
  const pairs = own?.[itemPlace.item]?.pairedItem;
  if (pairs === undefined) {
    const taskSources = sources.filter((source) => source !== null);
    const [only] = taskSources;
    if (only === undefined || taskSources.length > 1) return [];
    const before = sourceItem(only, 0);
    const length = itemsOf(before)?.length;
    return length === 1 ? [before] : length === own?.length ? [{ ...before, item: itemPlace.item }] : [];
  }
  const list: readonly (number | PairedItem)[] = typeof pairs === 'object' && 'length' in pairs ? pairs : [pairs];
  return list.flatMap((pair) => {
    const { item, input = 0, sourceOverwrite }: PairedItem = typeof pair === 'number' ? { item: pair } : pair;
    const source = sourceOverwrite ?? sources[input];
    return source === undefined || source === null ? [] : [sourceItem(source, item)];
  });
}

/** Returns the indexes of the items in `target` from which an item was created, directly or through other runs. */
export function ancestorsIn(lineage: Lineage, from: ItemPlace, target: ListPlace): ReadonlySet<number> {
  const indexes = new Set<number>();
  const seen = new Set<string>();
  let due: readonly ItemPlace[] = [from];
  while (due.length > 0 && seen.size < MAX_VISITED) {
    const next: ItemPlace[] = [];
    for (const itemPlace of due) {
      for (const parent of directParents(lineage, itemPlace)) {
        const key = JSON.stringify([parent.node, parent.run, parent.output, parent.item]);
        if (seen.has(key)) continue;
        seen.add(key);
        if (isSameList(parent, target)) indexes.add(parent.item);
        else next.push(parent);
      }
    }
    due = next;
  }
  return indexes;
}
