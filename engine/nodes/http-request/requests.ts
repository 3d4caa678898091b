// Runs the requests of all items in parallel or in batches. Failures are per item, and results are in the order of the items.
import type { ErrorData, Item } from '../../contract/run-data.ts';
import { errorData, NodeError, type ExecuteContext, type NodeOutput } from '../../sdk/index.ts';
import { errorField } from './status-error.ts';

/** Maximum number of concurrent requests without batching. */
const MAX_AT_ONCE = 20;

export interface Batching {
  /** Requests per batch; 0 counts as 1, a negative number as a single batch. */
  readonly size: number;
  /** Milliseconds between two batches. */
  readonly interval: number;
}

/** Runs one request per input item. */
export async function requestEach(
  ctx: ExecuteContext,
  batching: Batching | undefined,
  request: (index: number) => Promise<readonly Item[]>,
): Promise<NodeOutput> {
  const count = ctx.input().length;
  const results: (readonly Item[])[] = [];
  const one = async (index: number): Promise<void> => {
    ctx.signal.throwIfAborted();
    try {
      results[index] = await request(index);
    } catch (error) {
      if (!ctx.continueOnFail || ctx.signal.aborted) throw located(error, index);
      results[index] = [{ json: { error: errorField(error, ctx.node) }, error: itemError(error, index), pairedItem: { item: index } }];
    }
  };
  const size = batching === undefined || !(batching.size >= 0) ? count : Math.max(1, Math.trunc(batching.size));
  for (let from = 0; from < count; from += size) {
    if (from > 0 && batching !== undefined && batching.interval > 0) await ctx.sleep(batching.interval);
    await sideBySide(from, Math.min(from + size, count), one);
  }
  return [results.flat()];
}

/** Without request and response: many items may fail, each with its own body. */
function itemError(error: unknown, index: number): ErrorData {
  const data = errorData(error, index);
  const { exchange: _exchange, ...context } = data.context ?? {};
  return { ...data, context };
}

/** Sends requests in parallel. After the first failure it sends no more, and rejects once the requests in progress have ended. */
async function sideBySide(from: number, to: number, one: (index: number) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  let next = from;
  const worker = async (): Promise<void> => {
    while (next < to && failures.length === 0) await one(next++).catch((error: unknown) => void failures.push(error));
  };
  await Promise.all(Array.from({ length: Math.min(MAX_AT_ONCE, to - from) }, worker));
  if (failures.length > 0) throw failures[0];
}

function located(error: unknown, index: number): unknown {
  return error instanceof NodeError && error.itemIndex === undefined ? Object.assign(error, { itemIndex: index }) : error;
}
