// Basic LLM Chain: asks a language model once per item.
import type { JsonObject } from '../../contract/json.ts';
import type { Item } from '../../contract/run-data.ts';
import { defineNode, type ExecuteContext, type NodeOutput } from '../../sdk/index.ts';
import { promptOf } from '../_shared/ai/agent/run-agent.ts';
import { withAttached, type Attached } from '../_shared/ai/attached.ts';
import { batchingSince, mapInBatches } from '../_shared/ai/batches.ts';
import { generate } from '../_shared/ai/generate.ts';
import { isJsonObject } from '../_shared/ai/parsing/check-schema.ts';
import { withFallback } from '../_shared/ai/persistent-model.ts';
import { description } from './description.ts';
import { messagesOf } from './messages.ts';

const execute = (ctx: ExecuteContext): Promise<NodeOutput> =>
  withAttached(ctx, (attached) =>
    mapInBatches(ctx, (item, itemIndex) => answer(ctx, attached, item, itemIndex), batchingSince(ctx, 1.7, 'batching')),
  );

/** A list of the parser becomes one item per entry. */
async function answer(ctx: ExecuteContext, attached: Attached, item: Item, itemIndex: number): Promise<JsonObject | readonly JsonObject[]> {
  const models = (await attached.models(itemIndex)).map(({ model }) => model);
  const parser = await attached.parser(itemIndex);
  const { text } = await generate({
    model: withFallback(ctx, models),
    instructions: parser?.instructions,
    messages: await messagesOf(ctx, item, itemIndex, promptFor(ctx, item, itemIndex)),
    signal: ctx.signal,
  });
  if (parser === undefined) return { text: text.trim() };
  const value = await parser.parse(text, ctx.signal);
  if (parser.schema !== undefined || !Array.isArray(value)) return { output: value };
  return value.map((entry): JsonObject => (isJsonObject(entry) ? entry : { text: entry }));
}

/** Version 1.4 had no parameter for the text of its source. */
function promptFor(ctx: ExecuteContext, item: Item, itemIndex: number): string {
  if (ctx.version < 1.4) return promptOf(ctx, itemIndex, 'prompt');
  const chatInput = item.json['chatInput'];
  const readsField = ctx.version === 1.4 && ctx.param('promptType', itemIndex, 'auto') !== 'define';
  return readsField && typeof chatInput === 'string' && chatInput !== '' ? chatInput : promptOf(ctx, itemIndex);
}

export const chainLlm = defineNode({
  type: '@n8n/n8n-nodes-langchain.chainLlm',
  icon: 'icon.svg',
  versions: [{ description, execute }],
});
