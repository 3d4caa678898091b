// Summarization Chain: shortens the texts of each item.
import type { JsonObject } from '../../contract/json.ts';
import type { Item } from '../../contract/run-data.ts';
import { defineNode, type ExecuteContext, type NodeOutput } from '../../sdk/index.ts';
import { withAttached, type Attached } from '../_shared/ai/attached.ts';
import { batchingSince, mapInBatches } from '../_shared/ai/batches.ts';
import { first, MAP_PROMPT, REFINE_PROMPT, second } from './description.ts';
import { summarize, type SummaryPrompts } from './summarize.ts';
import { textsOfItem } from './texts-of-item.ts';

const execute = (ctx: ExecuteContext): Promise<NodeOutput> =>
  withAttached(ctx, (attached) =>
    mapInBatches(ctx, (item, itemIndex) => summaryOf(ctx, attached, item, itemIndex), batchingSince(ctx, 2.1)),
  );

async function summaryOf(ctx: ExecuteContext, attached: Attached, item: Item, itemIndex: number): Promise<JsonObject> {
  const model = await attached.model(itemIndex);
  const parts = await textsOfItem(ctx, attached, item, itemIndex);
  const text = await summarize({ ...promptsOf(ctx, itemIndex), model, parts, signal: ctx.signal });
  return ctx.version >= 2.1 ? { output: { text } } : { response: { text } };
}

function promptsOf(ctx: ExecuteContext, itemIndex: number): SummaryPrompts {
  const path = ctx.version < 2 ? 'options' : 'options.summarizationMethodAndPrompts.values';
  const method =
    ctx.version < 2 ? ctx.param('type', itemIndex, 'map_reduce') : ctx.param(`${path}.summarizationMethod`, itemIndex, 'map_reduce');
  return {
    method,
    prompt: ctx.param(`${path}.${method === 'refine' ? 'refineQuestionPrompt' : 'prompt'}`, itemIndex, MAP_PROMPT),
    combinePrompt: ctx.param(`${path}.combineMapPrompt`, itemIndex, MAP_PROMPT),
    refinePrompt: ctx.param(`${path}.refinePrompt`, itemIndex, REFINE_PROMPT),
  };
}

export const chainSummarization = defineNode({
  type: '@n8n/n8n-nodes-langchain.chainSummarization',
  icon: 'icon.svg',
  defaultVersion: 2.1,
  versions: [
    { description: first, execute },
    { description: second, execute },
  ],
});
