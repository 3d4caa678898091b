// Execution Data: stores values that can be used to find an execution.
import { defineNode, mapItems, pairTo, type ExecuteContext, type NodeOutput } from '../../sdk/index.ts';
import { description } from './description.ts';
import { checkKey, savedValue } from './saved-value.ts';

function execute(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  let isHinted = false;
  return mapItems(ctx, (item, index) => {
    const entries = ctx.param<readonly { key?: unknown; value?: unknown }[]>('dataToSave.values', index, []);
    for (const entry of entries) {
      // Only manual runs fail for an invalid key, so that the author notices it.
      if (ctx.mode === 'manual') checkKey(entry.key);
      const saved = savedValue(entry.key, entry.value, ctx.version < 1.1);
      // A value without a key is not stored.
      if (saved === undefined) continue;
      ctx.setExecutionData(saved.key, saved.value);
      if (saved.isCut && !isHinted) {
        isHinted = true;
        ctx.hint({ message: 'Some keys or values were truncated: a key can have 50 characters, a value 512.', type: 'warning' });
      }
    }
    return pairTo(item, index);
  });
}

export const executionData = defineNode({
  type: 'n8n-nodes-base.executionData',
  icon: 'icon.svg',
  versions: [{ description, execute }],
});
