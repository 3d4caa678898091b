// Question and Answer Chain: answers a question per item from documents that a retriever finds.
import type { JsonObject } from '../../contract/json.ts';
import type { Item } from '../../contract/run-data.ts';
import { defineNode, NodeError, type ExecuteContext, type NodeOutput } from '../../sdk/index.ts';
import { promptOf } from '../_shared/ai/agent/run-agent.ts';
import { answerFrom, CONTEXT_PROMPT } from '../_shared/ai/answer-from-documents.ts';
import { withAttached, type Attached } from '../_shared/ai/attached.ts';
import { batchingSince, mapInBatches } from '../_shared/ai/batches.ts';
import { description } from './description.ts';

const execute = (ctx: ExecuteContext): Promise<NodeOutput> =>
  withAttached(ctx, (attached) => mapInBatches(ctx, (item, itemIndex) => answer(ctx, attached, item, itemIndex), batchingSince(ctx, 1.6)));

async function answer(ctx: ExecuteContext, attached: Attached, item: Item, itemIndex: number): Promise<JsonObject> {
  const question = questionOf(ctx, item, itemIndex);
  const instructions = ctx.param('options.systemPromptTemplate', itemIndex, CONTEXT_PROMPT);
  if (!instructions.includes('{context}')) {
    throw new NodeError('The system prompt does not contain "{context}".', {
      code: 'PARAMETER_INVALID',
      parameter: 'options.systemPromptTemplate',
      itemIndex,
      hint: 'Add {context} where the prompt should have the documents that were found.',
    });
  }
  const retriever = await attached.retriever(itemIndex);
  const { model } = await attached.model(itemIndex);
  const documents = await retriever.retrieve(question, ctx.signal);
  const text = await answerFrom(documents, { model, question, instructions, signal: ctx.signal });
  return { response: ctx.version >= 1.5 ? text : { text } };
}

/** Versions below 1.3 have a parameter of their own, and 1.3 has none for the text of a Chat Trigger. */
function questionOf(ctx: ExecuteContext, item: Item, itemIndex: number): string {
  if (ctx.version < 1.3) return promptOf(ctx, itemIndex, 'query');
  const chatInput = item.json['chatInput'];
  const readsField = ctx.version === 1.3 && ctx.param('promptType', itemIndex, 'auto') !== 'define';
  return readsField && typeof chatInput === 'string' && chatInput !== '' ? chatInput : promptOf(ctx, itemIndex);
}

export const chainRetrievalQa = defineNode({
  type: '@n8n/n8n-nodes-langchain.chainRetrievalQa',
  icon: 'icon.svg',
  versions: [{ description, execute }],
});
