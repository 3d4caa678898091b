// Function Item: runs code for each item, whose json is named `item`; the result is the item's new json.
import type { Item } from '../../contract/run-data.ts';
import { failedItem, NodeError, type ExecuteContext, type NodeOutput } from '../../sdk/index.ts';
import { itemFromEach } from '../_shared/code-items.ts';

export async function execute(ctx: ExecuteContext): Promise<NodeOutput> {
  const source = ctx.param<string>('functionCode', 0, '');
  const items = ctx.input();
  const { value, errors } = await ctx.code.run({ source, mode: 'each', dialect: 'functionItem', items });
  const output: Item[] = [];
  (value as readonly unknown[]).forEach((json, index) => {
    try {
      const error = errors?.get(index);
      if (error !== undefined) throw error;
      if (json === undefined || json === null) {
        throw new NodeError('No data got returned. Always an object has to be returned!', { itemIndex: index });
      }
      const made = itemFromEach({ json }, index);
      const binary = items[index]?.binary;
      output.push({ json: made?.json ?? {}, ...(binary === undefined ? {} : { binary }), pairedItem: { item: index } });
    } catch (error) {
      if (!ctx.continueOnFail) throw error;
      output.push(failedItem(error, index));
    }
  });
  return [output];
}
