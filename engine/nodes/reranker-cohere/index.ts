// Reranker Cohere: sorts documents by how well they answer a question.
import { countedCall, defineNode, type ExecuteContext, type Reranker, type Supply } from '../../sdk/index.ts';
import { COHERE_CREDENTIAL, cohereUrl } from '../_shared/ai/models/cohere.ts';
import { signedAccess } from '../_shared/ai/models/chat-settings.ts';
import { repeated } from '../_shared/ai/persistent-model.ts';

const models = {
  'rerank-v3.5': 'Rerank v3.5',
  'rerank-english-v3.0': 'Rerank English v3.0',
  'rerank-multilingual-v3.0': 'Rerank Multilingual v3.0',
};
const DEFAULT_MODEL = 'rerank-v3.5';
const DEFAULT_COUNT = 3;
const MAX_RETRIES = 2;

async function supply(ctx: ExecuteContext, itemIndex: number): Promise<Supply> {
  const { createCohere } = await import('@ai-sdk/cohere');
  const cohere = createCohere({ ...signedAccess(ctx, itemIndex, COHERE_CREDENTIAL), baseURL: await cohereUrl(ctx, itemIndex) });
  const model = cohere.reranking(ctx.param('modelName', itemIndex, DEFAULT_MODEL));
  const topN = Math.max(1, Math.floor(ctx.param('topN', itemIndex, DEFAULT_COUNT)) || DEFAULT_COUNT);
  const name = { provider: model.provider, model: model.modelId };
  const rerank: Reranker['rerank'] = async (query, documents, abortSignal, calls) => {
    if (documents.length === 0) return [];
    const values = documents.map(({ pageContent }) => pageContent);
    const request = { documents: { type: 'text' as const, values }, query, topN: Math.min(topN, values.length), abortSignal };
    const { ranking } = await countedCall(
      calls,
      name,
      () => repeated(ctx, MAX_RETRIES, () => model.doRerank(request)),
      () => undefined,
    );
    return ranking.flatMap(({ index, relevanceScore }) => {
      const document = documents[index];
      return document === undefined ? [] : [{ ...document, metadata: { ...document.metadata, relevanceScore } }];
    });
  };
  return { ai_reranker: { rerank } };
}

export const rerankerCohere = defineNode({
  type: '@n8n/n8n-nodes-langchain.rerankerCohere',
  icon: 'icon.svg',
  versions: [
    {
      description: {
        displayName: 'Reranker Cohere',
        description: 'Sorts documents by how well they answer the question',
        version: 1,
        group: ['transform'],
        defaults: { name: 'Reranker Cohere' },
        codex: { categories: ['AI'], subcategories: { AI: ['Rerankers'] }, alias: ['rank', 'relevance'] },
        inputs: [],
        outputs: ['ai_reranker'],
        outputNames: ['Reranker'],
        credentials: [{ name: COHERE_CREDENTIAL, required: true }],
        properties: [
          {
            displayName: 'Model',
            name: 'modelName',
            type: 'options',
            default: DEFAULT_MODEL,
            description: 'The model that compares documents with the question',
            options: Object.entries(models).map(([value, name]) => ({ name, value })),
          },
          {
            displayName: 'Top N',
            name: 'topN',
            type: 'number',
            default: DEFAULT_COUNT,
            description: 'How many documents are returned, the most relevant first',
          },
        ],
      },
      supply,
    },
  ],
});
