// Function: runs code once with all items, which are named `items`.
import { failedItem, type ExecuteContext, type NodeOutput } from '../../sdk/index.ts';
import { itemsFromAll } from '../_shared/code-items.ts';

export async function execute(ctx: ExecuteContext): Promise<NodeOutput> {
  const source = ctx.param<string>('functionCode', 0, '');
  try {
    const { value } = await ctx.code.run({ source, mode: 'all', dialect: 'function', items: ctx.input() });
    return [await itemsFromAll(ctx, value)];
  } catch (error) {
    if (!ctx.continueOnFail || ctx.signal.aborted) throw error;
    return [[{ ...failedItem(error, 0), pairedItem: undefined }]];
  }
}
