// Items that are worked on at the same time, in batches with a pause between them.
import type { Item } from '../../../contract/run-data.ts';
import { failedItem, failureAt, pairedWith, type ExecuteContext, type NodeOutput } from '../../../sdk/index.ts';
import { CallsBlocked } from './tool-calls.ts';

export interface Batching {
  /** Path of the collection with the sizes of the batches and the pause. Default: `options.batching`. */
  readonly path?: string;
  /** Items per batch if the user has not set a number. Default: 1. */
  readonly size?: number;
}

/** Batches of the nodes that had none in their first versions, from the version `since` on. */
export const batchingSince = (ctx: ExecuteContext, since: number, path?: string): Batching => ({
  ...(path === undefined ? {} : { path }),
  size: ctx.version >= since ? 5 : 1,
});

/**
 * Returns the result for each item; for a failing item, the error item if the node continues on failure. Otherwise, it stops the node after the
 * other items of its batch, as does an item whose calls wait (CallsBlocked).
 */
async function resultsInBatches<R>(
  ctx: ExecuteContext,
  work: (item: Item, index: number) => Promise<R>,
  { path = 'options.batching', size: usualSize = 1 }: Batching,
): Promise<readonly ({ readonly result: R } | { readonly failed: Item })[]> {
  const items = ctx.input();
  const size = Math.max(1, Math.floor(Number(ctx.param(`${path}.batchSize`, 0, usualSize))) || 1);
  const pause = Math.max(0, Number(ctx.param(`${path}.delayBetweenBatches`, 0, 0)) || 0);
  const outcomes: ({ result: R } | { failed: Item })[] = [];
  for (let from = 0; from < items.length; from += size) {
    if (from > 0 && pause > 0) await ctx.sleep(pause);
    ctx.signal.throwIfAborted();
    const batch = items.slice(from, from + size).map(async (item, at) => {
      const index = from + at;
      try {
        return { result: await work(item, index) };
      } catch (error) {
        if (error instanceof CallsBlocked) throw error;
        if (ctx.signal.aborted || !ctx.continueOnFail) throw failureAt(index, error);
        return { failed: failedItem(error, index) };
      }
    });
    const results = await Promise.allSettled(batch);
    // The other items of the batch have ended, too. A failure ends the node, even if other items wait.
    const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    if (reasons.length > 0) throw reasons.find((reason) => !(reason instanceof CallsBlocked)) ?? reasons[0];
    for (const result of results) if (result.status === 'fulfilled') outcomes.push(result.value);
  }
  return outcomes;
}

/** Maps each item to the json of an output item, or of several. */
export async function mapInBatches(
  ctx: ExecuteContext,
  transform: (item: Item, index: number) => Promise<Item['json'] | readonly Item['json'][]>,
  batching: Batching = {},
): Promise<NodeOutput> {
  const outcomes = await resultsInBatches(ctx, transform, batching);
  const output = outcomes.flatMap((outcome, index) =>
    'failed' in outcome ? [outcome.failed] : [outcome.result].flat().map((json): Item => ({ json, pairedItem: pairedWith(index) })),
  );
  return [output];
}

/** Sends each item to outputs, by their indexes. Error items go to the first output. */
export async function routeInBatches(
  ctx: ExecuteContext,
  outputs: number,
  route: (item: Item, index: number) => Promise<readonly { readonly output: number; readonly item: Item }[]>,
  batching: Batching = {},
): Promise<NodeOutput> {
  const outcomes = await resultsInBatches(ctx, route, batching);
  const lists: Item[][] = Array.from({ length: outputs }, () => []);
  for (const [index, outcome] of outcomes.entries()) {
    if ('failed' in outcome) lists[0]?.push(outcome.failed);
    else for (const { output, item } of outcome.result) lists[output]?.push({ ...item, pairedItem: pairedWith(index) });
  }
  return lists;
}
