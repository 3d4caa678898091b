// The item loop that all nodes share: paired items and continue-on-fail.
import { setImmediate } from 'node:timers/promises';
import { AppError, errorCodeOf } from '../contract/errors.ts';
import { errorSentence } from '../contract/error-sentence.ts';
import type { JsonObject } from '../contract/json.ts';
import type { ErrorData, Item, PairedItem } from '../contract/run-data.ts';
import { ExpressionError } from '../expression/index.ts';
import type { NodeOutput } from './define-node.ts';
import type { ExecuteContext } from './execute-context.ts';
import { explainOverflow, NodeError } from './node-error.ts';
import { inSlices, resumed, SLICE } from './slices.ts';

/** Result for one input item: one item, several, or none. */
export type ItemResult = Item | readonly Item[] | null | undefined;

const MAX_SHARED_PAIRS = 1 << 17;
const sharedPairs: PairedItem[] = [];

/** Paired item that refers to an item of input 0. Shared between items, because runs with many items contain many of them. */
export function pairedWith(index: number): PairedItem {
  if (index >= MAX_SHARED_PAIRS) return { item: index };
  while (sharedPairs.length <= index) sharedPairs.push(Object.freeze({ item: sharedPairs.length }));
  return sharedPairs[index] as PairedItem;
}

/** Adds the results for input item `index`; items without `pairedItem` get one. */
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

/**
 * Returns the item that replaces a failed item if the node continues on failure: its json contains the message under `error`, of an invalid
 * expression with its parameter and place.
 */
export function failedItem(error: unknown, index: number): Item {
  const data = errorData(explainOverflow(error), index);
  return { json: { error: errorMessage(data) }, pairedItem: { item: index }, error: data };
}

/** Returns the message of an error for the data of an item. It does not depend on how the editor counts items. */
export const errorMessage = (error: ErrorData): string => (error.code === 'EXPRESSION_SYNTAX' ? errorSentence(error) : error.message);

/** Converts any thrown value to plain data, without stack and secrets. */
export function errorData(error: unknown, itemIndex?: number): ErrorData {
  const name = error instanceof Error ? error.name : 'Error';
  const message = error instanceof Error ? error.message : String(error);
  const node = error instanceof NodeError || error instanceof ExpressionError ? error : undefined;
  const { itemIndex: ownIndex, httpCode } = error instanceof NodeError ? error : {};
  const code = errorCodeOf(error);
  const index = ownIndex ?? itemIndex;
  return {
    name,
    message,
    ...(code === undefined ? {} : { code }),
    ...(node?.description === undefined ? {} : { description: node.description }),
    ...(httpCode === undefined ? {} : { httpCode }),
    ...(index === undefined ? {} : { context: { ...node?.context, itemIndex: index } }),
  };
}

/** Returns the error of a node for what was thrown at an item. An error of an expression keeps its parameter and place. */
export function failureAt(index: number, thrown: unknown): NodeError {
  const error = explainOverflow(thrown);
  if (error instanceof NodeError) return error.itemIndex === undefined ? Object.assign(error, { itemIndex: index }) : error;
  const message = error instanceof Error ? error.message : String(error);
  const hint = error instanceof AppError ? error.hint : undefined;
  const { description, context } = error instanceof ExpressionError ? error : {};
  return new NodeError(message, {
    code: errorCodeOf(error),
    itemIndex: index,
    cause: error,
    ...(hint === undefined ? {} : { hint }),
    ...(description === undefined ? {} : { description }),
    ...(context === undefined ? {} : { context }),
  });
}

/**
 * Calls `visit` for each item of an input in order. Short work is synchronous (no promise); long work yields to the event loop every 20 ms and
 * stops when the execution is stopped.
 */
export function eachItem(ctx: ExecuteContext, visit: (item: Item, index: number) => void, input = 0): void | Promise<void> {
  const items = ctx.input(input);
  return inSlices(items.length, ctx.signal, (index) => visit(items[index] as Item, index));
}

/**
 * Maps each item of an input to its results on output 0. A failing item stops the node, or becomes an error item if the node continues on
 * failure. Returns a promise only if the work is long. Nodes that await I/O use `mapItemsAsync`.
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
        if (!ctx.continueOnFail) throw failureAt(index, error);
        output.push(failedItem(error, index));
      }
    },
    input,
  );
  return done === undefined ? [output] : done.then(() => [output]);
}

/** Like `mapItems`, for work that awaits I/O: one item after another. Stops between items when the execution is stopped. */
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
    // Processing the previous item may have awaited a promise.
    if (index > 0) resumed(ctx.signal);
    const item = items[index] as Item;
    try {
      addResult(output, await transform(item, index), index);
    } catch (error) {
      if (ctx.signal.aborted || !ctx.continueOnFail) throw failureAt(index, error);
      output.push(failedItem(error, index));
    }
    // Work that never awaits I/O would not yield to other work.
    if (performance.now() > deadline) {
      await setImmediate();
      deadline = performance.now() + SLICE;
    }
  }
  return [output];
}

/**
 * Routes each item of input 0 to the outputs, unchanged except for `pairedItem`. `route` returns an output index, several, or null for none. A
 * failing item goes to output 0 as an error item if the node continues on failure.
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
      if (!ctx.continueOnFail) throw failureAt(index, error);
      lists[0]?.push(failedItem(error, index));
    }
  });
  return done === undefined ? lists : done.then(() => lists);
}

/** Returns a copy of an item whose `pairedItem` refers to input item `index`; json and binary data are shared. */
export function pairTo(item: Item, index: number, input?: number): Item {
  const pairedItem = input === undefined || input === 0 ? pairedWith(index) : { item: index, input };
  return item.binary === undefined ? { json: item.json, pairedItem } : { json: item.json, binary: item.binary, pairedItem };
}

/** Returns the items of an input for code that may return them again: each is paired with itself, wherever the code puts it. */
export function pairedWithThemselves(items: readonly Item[], input = 0): readonly Item[] {
  return items.map((item, index) => ({ ...item, pairedItem: input === 0 ? pairedWith(index) : { item: index, input } }));
}

/** Converts plain objects to items, paired with input item `index` if it is given. */
export function toItems(jsons: readonly JsonObject[], index?: number): Item[] {
  return jsons.map((json) => (index === undefined ? { json } : { json, pairedItem: { item: index } }));
}
