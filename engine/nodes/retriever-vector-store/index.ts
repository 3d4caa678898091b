// Vector Store Retriever: finds documents for a chain in a vector store.
import { defineNode, type ExecuteContext, type Supply } from '../../sdk/index.ts';
import { Attached } from '../_shared/ai/attached.ts';

async function supply(ctx: ExecuteContext, itemIndex: number): Promise<Supply> {
  const limit = Math.max(1, Math.floor(ctx.param('topK', itemIndex, 4)) || 1);
  const attached = new Attached(ctx);
  const store = await attached.vectorStore(itemIndex);
  return {
    ai_retriever: {
      retrieve: async (query, signal) => (await store.search(query, limit, undefined, signal)).map(({ document }) => document),
    },
    close: () => attached.close(),
  };
}

export const retrieverVectorStore = defineNode({
  type: '@n8n/n8n-nodes-langchain.retrieverVectorStore',
  icon: 'icon.svg',
  versions: [
    {
      description: {
        displayName: 'Vector Store Retriever',
        description: 'Finds the documents of a vector store that are closest to a question',
        version: 1,
        group: ['transform'],
        defaults: { name: 'Vector Store Retriever' },
        codex: { categories: ['AI'], subcategories: { AI: ['Retrievers'] }, alias: ['rag', 'search'] },
        inputs: [{ displayName: 'Vector Store', maxConnections: 1, type: 'ai_vectorStore', required: true }],
        outputs: ['ai_retriever'],
        outputNames: ['Retriever'],
        properties: [{ displayName: 'Limit', name: 'topK', type: 'number', default: 4, description: 'Maximum number of documents' }],
      },
      supply,
    },
  ],
});
