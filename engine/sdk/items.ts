// The item loop every node shares: paired items and continue-on-fail in one place, so that every node reads alike.
import { setImmediate } from 'node:timers/promises';
import type { JsonObject } from '../contract/json.ts';
import type { ErrorData, Item, PairedItem } from '../contract/run-data.ts';
import type { NodeOutput } from './define-node.ts';
import type { ExecuteContext } from './execute-context.ts';
import { inWords, NodeError } from './node-error.ts';
import { inSlices, SLICE } from './slices.ts';

/** Result for one input item: one item, several, or none. */
export type ItemResult = Item | readonly Item[] | null | undefined;

const MAX_SHARED_PAIRS = 1 << 17;
const sharedPairs: PairedItem[] = [];

/** Lineage to one item of input 0. Shared between items, since runs of many items hold very many of them. */
export function pairedWith(index: number): PairedItem {
  if (index >= MAX_SHARED_PAIRS) return { item: index };
  while (sharedPairs.length <= index) sharedPairs.push(Object.freeze({ item: sharedPairs.length }));
  return sharedPairs[index] as PairedItem;
}

/** Items that stand for input item `index`: each without lineage gets `pairedItem`. */
function addResult(output: Item[], result: ItemResult, index: number): void {
  if (result === null || result === undefined) return;
  if (isItemList(result)) {
    for (const item of result) output.push(item.pairedItem === undefined ? withPair(item, index) : item);
  } else {
    output.push(result.pairedItem === undefined ? withPair(result, index) : result);
  }
}

function isItemList(result: Item | readonly Item[]): result is readonly Item[] {
  return Array.isArray(result);
}

function withPair(item: Item, index: number): Item {
  return item.binary === undefined && item.error === undefined
    ? { json: item.json, pairedItem: pairedWith(index) }
    : { ...item, pairedItem: pairedWith(index) };
}

/** The item a failed item becomes when the node goes on: its json holds the message under `error`. */
export function failedItem(error: unknown, index: number): Item {
  const data = errorData(inWords(error), index);
  return { json: { error: data.message }, pairedItem: { item: index }, error: data };
}

/** Any thrown value as plain data, without stack or secrets. */
export function errorData(error: unknown, itemIndex?: number): ErrorData {
  const name = error instanceof Error ? error.name : 'Error';
  const message = error instanceof Error ? error.message : String(error);
  const node = error instanceof NodeError ? error : undefined;
  const index = node?.itemIndex ?? itemIndex;
  return {
    name,
    message,
    ...(node === undefined ? {} : { code: node.code }),
    ...(node?.description === undefined ? {} : { description: node.description }),
    ...(node?.httpCode === undefined ? {} : { httpCode: node.httpCode }),
    ...(index === undefined ? {} : { context: { ...node?.context, itemIndex: index } }),
  };
}

function failure(thrown: unknown, index: number): NodeError {
  const error = inWords(thrown);
  if (error instanceof NodeError) return error.itemIndex === undefined ? Object.assign(error, { itemIndex: index }) : error;
  const message = error instanceof Error ? error.message : String(error);
  return new NodeError(message, { itemIndex: index, cause: error });
}

/**
 * Calls `visit` for each item of an input in order, in slices: short work is done at once (no promise), long work lets the
 * process breathe every 20 ms and stops when the execution is stopped.
 */
export function eachItem(ctx: ExecuteContext, visit: (item: Item, index: number) => void, input = 0): void | Promise<void> {
  const items = ctx.input(input);
  return inSlices(items.length, ctx.signal, (index) => visit(items[index] as Item, index));
}

/**
 * Turns each item of an input into its results on output 0. A failing item stops the node, or becomes an error item when the
 * node is set to go on. For work that needs no waiting: nodes that wait for the outside use `mapItemsAsync`. Returns a promise only
 * when the work is long.
 */
export function mapItems(
  ctx: ExecuteContext,
  transform: (item: Item, index: number) => ItemResult,
  input = 0,
): NodeOutput | Promise<NodeOutput> {
  const output: Item[] = [];
  const done = eachItem(
    ctx,
    (item, index) => {
      try {
        addResult(output, transform(item, index), index);
      } catch (error) {
        if (!ctx.continueOnFail) throw failure(error, index);
        output.push(failedItem(error, index));
      }
    },
    input,
  );
  return done === undefined ? [output] : done.then(() => [output]);
}

/** As mapItems, one item after the other, for work that waits for the outside. Stops between items when the execution is stopped. */
export async function mapItemsAsync(
  ctx: ExecuteContext,
  transform: (item: Item, index: number) => Promise<ItemResult> | ItemResult,
  input = 0,
): Promise<NodeOutput> {
  const output: Item[] = [];
  const items = ctx.input(input);
  let deadline = performance.now() + SLICE;
  for (let index = 0; index < items.length; index++) {
    ctx.signal.throwIfAborted();
    const item = items[index] as Item;
    try {
      addResult(output, await transform(item, index), index);
    } catch (error) {
      if (ctx.signal.aborted || !ctx.continueOnFail) throw failure(error, index);
      output.push(failedItem(error, index));
    }
    // Work that never awaits I/O does not yield to other work.
    if (performance.now() > deadline) {
      await setImmediate();
      deadline = performance.now() + SLICE;
    }
  }
  return [output];
}

/**
 * Sorts each item of input 0 onto one of several outputs, unchanged but for its lineage. `route` answers an output index, several, or null for none.
 * A failing item goes to output 0 as an error item when the node is set to go on.
 */
export function routeItems(
  ctx: ExecuteContext,
  outputs: number,
  route: (item: Item, index: number) => number | readonly number[] | null,
): NodeOutput | Promise<NodeOutput> {
  const lists: Item[][] = Array.from({ length: outputs }, () => []);
  const done = eachItem(ctx, (item, index) => {
    try {
      const target = route(item, index);
      if (target === null) return;
      const paired = pairTo(item, index);
      if (typeof target === 'number') lists[target]?.push(paired);
      else for (const output of target) lists[output]?.push(paired);
    } catch (error) {
      if (!ctx.continueOnFail) throw failure(error, index);
      lists[0]?.push(failedItem(error, index));
    }
  });
  return done === undefined ? lists : done.then(() => lists);
}

/** The same item handed on by this node: json and binary shared, lineage pointing at input item `index`. */
export function pairTo(item: Item, index: number, input?: number): Item {
  const pairedItem = input === undefined || input === 0 ? pairedWith(index) : { item: index, input };
  return item.binary === undefined ? { json: item.json, pairedItem } : { json: item.json, binary: item.binary, pairedItem };
}

/** Plain objects as items, all stemming from input item `index` when given. */
export function toItems(jsons: readonly JsonObject[], index?: number): Item[] {
  return jsons.map((json) => (index === undefined ? { json } : { json, pairedItem: { item: index } }));
}
