// The turns of a loop over items: what goes through next, what has come back, and what expressions can read of it.
import type { JsonObject } from '../../contract/json.ts';
import type { Item, PairedItem, TaskSource } from '../../contract/run-data.ts';
import { pairTo } from '../../sdk/index.ts';

/**
 * The loop's state, kept in the node's context and readable there (`$('Loop').context.noItemsLeft`). The items stay one list with a
 * position in it: a turn costs as much as its batch, however many items are left.
 */
export interface LoopState extends JsonObject {
  /** Number of this turn, from 0. */
  currentRunIndex: number;
  /** Number of iterations. */
  maxRunIndex: number;
  /** This turn handed out the last items (or none). */
  noItemsLeft: boolean;
  /** All that came back was handed on. */
  done: boolean;
  items: readonly Item[];
  /** Source of the items, so that lineage leads there from every iteration. */
  source: TaskSource | null;
  /** Number of items passed on so far. */
  position: number;
  /** Items that came back, in order. */
  processed: Item[];
}

/** Output of one iteration: a batch for the loop, or all collected items at the end. */
export type Turn = { readonly batch: readonly Item[] } | { readonly processed: readonly Item[] };

/** A loop that has not handed out anything. */
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

/** Takes in what came back from the loop's last turn. */
export function takeBack(loop: LoopState, items: readonly Item[], source: TaskSource | null): void {
  for (let index = 0; index < items.length; index++) loop.processed.push(paired(items[index] as Item, index, source));
}

/** The next turn; changes the state. */
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

/** The items of a later turn did not arrive with it: their lineage names the node that they did come from. */
function paired(item: Item, index: number, source: TaskSource | null): Item {
  if (source === null) return pairTo(item, index);
  const pairedItem: PairedItem = { item: index, input: 0, sourceOverwrite: source };
  return item.binary === undefined ? { json: item.json, pairedItem } : { json: item.json, binary: item.binary, pairedItem };
}
