// Items that are worked on at the same time, in batches with a pause between them.
import type { Item } from '../../../contract/run-data.ts';
import { failedItem, failureAt, pairedWith, type ExecuteContext, type NodeOutput } from '../../../sdk/index.ts';

/**
 * Maps each item to the json of an output item. The sizes of the batches and the pause are in the node's option `batching`. A failing item stops
 * the node, or becomes an error item if the node continues on failure.
 */
export async function mapInBatches(
  ctx: ExecuteContext,
  transform: (item: Item, index: number) => Promise<Item['json']>,
): Promise<NodeOutput> {
  const items = ctx.input();
  const size = Math.max(1, Math.floor(Number(ctx.param('options.batching.batchSize', 0, 1))) || 1);
  const pause = Math.max(0, Number(ctx.param('options.batching.delayBetweenBatches', 0, 0)) || 0);
  const output: Item[] = [];
  for (let from = 0; from < items.length; from += size) {
    if (from > 0 && pause > 0) await ctx.sleep(pause);
    ctx.signal.throwIfAborted();
    const batch = items.slice(from, from + size).map(async (item, at): Promise<Item> => {
      const index = from + at;
      try {
        return { json: await transform(item, index), pairedItem: pairedWith(index) };
      } catch (error) {
        if (ctx.signal.aborted || !ctx.continueOnFail) throw failureAt(index, error);
        return failedItem(error, index);
      }
    });
    const results = await Promise.allSettled(batch);
    // The other items of the batch have ended, too.
    for (const result of results) {
      if (result.status === 'rejected') throw result.reason;
      output.push(result.value);
    }
  }
  return [output];
}
