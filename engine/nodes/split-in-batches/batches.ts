// The iterations of a loop over items: the next batch, the collected results, and the values that expressions can read.
import type { JsonObject } from '../../contract/json.ts';
import type { Item, PairedItem, TaskSource } from '../../contract/run-data.ts';
import { pairTo } from '../../sdk/index.ts';

/**
 * The loop's state, stored in the node's context and readable there (`$('Loop').context.noItemsLeft`). The items stay a single list with a
 * position in it, so that an iteration costs as much as its batch, however many items remain.
 */
export interface LoopState extends JsonObject {
  /** Index of this iteration, from 0. */
  currentRunIndex: number;
  /** Number of iterations. */
  maxRunIndex: number;
  /** Whether this iteration returned the last items (or none). */
  noItemsLeft: boolean;
  /** Whether all collected items have been returned. */
  done: boolean;
  items: readonly Item[];
  /** Source of the items. The paired items of every iteration refer to it. */
  source: TaskSource | null;
  /** Number of items passed on so far. */
  position: number;
  /** Items collected from the loop, in order. */
  processed: Item[];
}

/** Output of one iteration: a batch for the loop, or all collected items at the end. */
export type Turn = { readonly batch: readonly Item[] } | { readonly processed: readonly Item[] };

/** Creates the state of a loop before its first iteration. */
export function newLoop(items: readonly Item[], source: TaskSource | null, batchSize: number): LoopState {
  return {
    currentRunIndex: -1,
    maxRunIndex: Math.ceil(items.length / batchSize),
    noItemsLeft: false,
    done: false,
    items,
    source,
    position: 0,
    processed: [],
  };
}

/** Collects the results of the loop's last iteration. */
export function takeBack(loop: LoopState, items: readonly Item[], source: TaskSource | null): void {
  for (let index = 0; index < items.length; index++) loop.processed.push(paired(items[index] as Item, index, source));
}

/** Returns the next iteration's output, and changes the state. */
export function nextTurn(loop: LoopState, batchSize: number): Turn {
  const from = loop.position;
  const to = Math.min(from + batchSize, loop.items.length);
  loop.currentRunIndex++;
  loop.position = to;
  loop.noItemsLeft = to === loop.items.length;
  if (from < to) return { batch: loop.items.slice(from, to).map((item, offset) => paired(item, from + offset, loop.source)) };
  loop.done = true;
  return { processed: loop.processed.slice() };
}

/** Items of a later iteration did not arrive with it, so their paired items refer to the node they came from. */
function paired(item: Item, index: number, source: TaskSource | null): Item {
  if (source === null) return pairTo(item, index);
  const pairedItem: PairedItem = { item: index, input: 0, sourceOverwrite: source };
  return item.binary === undefined ? { json: item.json, pairedItem } : { json: item.json, binary: item.binary, pairedItem };
}
