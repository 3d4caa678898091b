// Finds the start items from which a run's results derive, by following the paired items through the run data.
import type { Item, PairedItem, RunData, TaskSource } from '../contract/run-data.ts';
import { mapInSlices } from '../sdk/index.ts';

/** Maximum number of steps per item; beyond it the item's lineage is dropped, since an incomplete one would be misleading. */
const MAX_STEPS = 200_000;

type Link = number | PairedItem;

const links = ({ pairedItem }: Item): readonly Link[] => {
  if (pairedItem === undefined) return [];
  return Array.isArray(pairedItem) ? (pairedItem as readonly Link[]) : [pairedItem as Link];
};

/**
 * Returns the items of the last run of `node`; `pairedItem` of each refers to the items of `start` from which it derives, and is absent if the
 * lineage is broken. The items in the run data are not modified.
 */
export async function pairedToStart(runData: RunData, node: string, start: string, signal: AbortSignal): Promise<readonly Item[]> {
  const runs = Object.hasOwn(runData, node) ? (runData[node] ?? []) : [];
  const place: TaskSource = { previousNode: node, previousNodeOutput: 0, previousNodeRun: runs.length - 1 };
  const items = runs.at(-1)?.data?.['main']?.[0] ?? [];
  return mapInSlices(items, signal, (item, index) => {
    const found = startIndexes(runData, place, index, start);
    const { pairedItem: _own, ...rest } = item;
    if (found.length === 0) return rest;
    const pairedItem = found.map((at) => ({ item: at }));
    return { ...rest, pairedItem: pairedItem.length === 1 ? (pairedItem[0] as PairedItem) : pairedItem };
  });
}

function startIndexes(runData: RunData, from: TaskSource, index: number, start: string): readonly number[] {
  const found = new Set<number>();
  const queue: (readonly [place: TaskSource, index: number])[] = [[from, index]];
  for (let steps = 0; queue.length > 0; steps++) {
    if (steps === MAX_STEPS) return [];
    const [place, at] = queue.pop() as readonly [TaskSource, number];
    if (place.previousNode === start && (place.previousNodeRun ?? 0) === 0) {
      found.add(at);
      continue;
    }
    const task = Object.hasOwn(runData, place.previousNode) ? runData[place.previousNode]?.[place.previousNodeRun ?? 0] : undefined;
    const item = task?.data?.['main']?.[place.previousNodeOutput ?? 0]?.[at];
    if (task === undefined || item === undefined) continue;
    for (const link of links(item)) {
      const pair: PairedItem = typeof link === 'number' ? { item: link } : link;
      const source = pair.sourceOverwrite ?? task.source[pair.input ?? 0];
      if (source !== null && source !== undefined) queue.push([source, pair.item]);
    }
  }
  return [...found].sort((a, b) => a - b);
}
