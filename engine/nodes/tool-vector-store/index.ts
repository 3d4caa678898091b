// Vector Store Question Answer Tool: answers a model's question from the documents of a vector store, with a model of its own.
import { defineNode, NodeError, type ExecuteContext, type NodeVersion, type Supply } from '../../sdk/index.ts';
import { Attached } from '../_shared/ai/attached.ts';
import { answerFrom } from '../_shared/ai/answer-from-documents.ts';
import { searchSupply } from '../_shared/ai/tools/search-tool.ts';
import { connectionNotice, descriptionProperty, nameProperty, toolNameOf } from '../_shared/ai/tools/tool-properties.ts';

const description: NodeVersion['description'] = {
  displayName: 'Vector Store Question Answer Tool',
  description: 'Answers questions of an agent from the documents of a vector store',
  version: [1, 1.1],
  group: ['transform'],
  defaults: { name: 'Answer questions with a vector store' },
  codex: { categories: ['AI'], subcategories: { AI: ['Tools'], Tools: ['Other Tools'] }, alias: ['rag', 'search', 'knowledge base'] },
  inputs: [
    { displayName: 'Vector Store', maxConnections: 1, type: 'ai_vectorStore', required: true },
    { displayName: 'Model', maxConnections: 1, type: 'ai_languageModel', required: true },
  ],
  outputs: ['ai_tool'],
  outputNames: ['Tool'],
  properties: [
    connectionNotice,
    nameProperty({ displayOptions: { show: { '@version': [1] } } }),
    {
      ...descriptionProperty,
      displayName: 'Description of Data',
      placeholder: 'e.g. The handbook of the company',
      description: 'Tells the model which data the store has',
    },
    {
      displayName: 'Limit',
      name: 'topK',
      type: 'number',
      default: 4,
      description: 'Maximum number of documents that an answer is based on',
    },
  ],
};

async function supply(ctx: ExecuteContext, itemIndex: number): Promise<Supply> {
  const data = ctx.param('description', itemIndex, '').trim();
  const name = toolNameOf(ctx, itemIndex, 1.1);
  if (data === '') {
    throw new NodeError('The data of the vector store is not described.', {
      code: 'PARAMETER_INVALID',
      parameter: 'description',
      itemIndex,
      hint: 'Describe it under "Description of Data", so that the model knows when to ask.',
    });
  }
  const limit = Math.max(1, Math.floor(ctx.param('topK', itemIndex, 4)) || 1);
  const attached = new Attached(ctx);
  const store = await attached.vectorStore(itemIndex);
  const { model } = await attached.model(itemIndex);
  const search = async (question: string, signal: AbortSignal): Promise<string> => {
    const results = await store.search(question, limit, undefined, signal);
    return answerFrom(
      results.map(({ document }) => document),
      { model, question, signal },
    );
  };
  const purpose = `Answers questions about ${name.replaceAll('_', ' ')}. Use it whenever you need information about this: ${data} The input is a complete question.`;
  return { ...searchSupply(ctx, { name, defaultName: ctx.node.name, description: purpose, search }), close: () => attached.close() };
}

export const toolVectorStore = defineNode({
  type: '@n8n/n8n-nodes-langchain.toolVectorStore',
  icon: 'icon.svg',
  versions: [{ description, supply }],
});
