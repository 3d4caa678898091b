// Embeddings Cohere. The newer models compute vectors of questions otherwise than those of documents.
import { defineNode, type ExecuteContext, type Supply } from '../../sdk/index.ts';
import { COHERE_CREDENTIAL, cohereUrl } from '../_shared/ai/models/cohere.ts';
import { signedAccess } from '../_shared/ai/models/chat-settings.ts';
import { embedderOf, embeddingNode, embeddingService, sameModelNotice } from '../_shared/ai/models/embedder.ts';

const models = {
  'embed-english-light-v2.0': 'Embed English Light v2.0 (1024 Dimensions)',
  'embed-english-light-v3.0': 'Embed English Light v3.0 (384 Dimensions)',
  'embed-english-v2.0': 'Embed English v2.0 (4096 Dimensions)',
  'embed-english-v3.0': 'Embed English v3.0 (1024 Dimensions)',
  'embed-multilingual-light-v3.0': 'Embed Multilingual Light v3.0 (384 Dimensions)',
  'embed-multilingual-v2.0': 'Embed Multilingual v2.0 (768 Dimensions)',
  'embed-multilingual-v3.0': 'Embed Multilingual v3.0 (1024 Dimensions)',
};
const DEFAULT_MODEL = 'embed-english-v2.0';

async function supply(ctx: ExecuteContext, itemIndex: number): Promise<Supply> {
  const { createCohere } = await import('@ai-sdk/cohere');
  const cohere = createCohere({ ...signedAccess(ctx, itemIndex, COHERE_CREDENTIAL), baseURL: await cohereUrl(ctx, itemIndex) });
  const service = await embeddingService(cohere.embedding(ctx.param('modelName', itemIndex, DEFAULT_MODEL)), (use) => ({
    cohere: { inputType: use === 'query' ? 'search_query' : 'search_document' },
  }));
  return { ai_embedding: embedderOf(ctx, service) };
}

export const embeddingsCohere = defineNode({
  type: '@n8n/n8n-nodes-langchain.embeddingsCohere',
  icon: 'icon.svg',
  versions: [
    {
      description: {
        ...embeddingNode('Embeddings Cohere'),
        description: 'Vectors of Cohere',
        version: 1,
        credentials: [{ name: COHERE_CREDENTIAL, required: true }],
        properties: [
          sameModelNotice,
          {
            displayName: 'Model',
            name: 'modelName',
            type: 'options',
            default: DEFAULT_MODEL,
            description: 'The model that computes the vectors',
            options: Object.entries(models).map(([value, name]) => ({ name, value })),
          },
        ],
      },
      supply,
    },
  ],
});
