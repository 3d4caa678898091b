// Embeddings Google Gemini.
import { defineNode, type ExecuteContext, type Supply } from '../../sdk/index.ts';
import { signedAccess } from '../_shared/ai/models/chat-settings.ts';
import { embedderOf, embeddingNode, embeddingService, sameModelNotice } from '../_shared/ai/models/embedder.ts';
import { GEMINI_CREDENTIAL, geminiModels, geminiUrl } from '../_shared/ai/models/gemini.ts';
import { modelChoice } from '../_shared/ai/models/model-properties.ts';

const DEFAULT_MODEL = 'models/gemini-embedding-001';

async function supply(ctx: ExecuteContext, itemIndex: number): Promise<Supply> {
  const { createGoogle } = await import('@ai-sdk/google');
  const google = createGoogle({ ...signedAccess(ctx, itemIndex, GEMINI_CREDENTIAL), baseURL: await geminiUrl(ctx, itemIndex) });
  const model = ctx.param('modelName', itemIndex, DEFAULT_MODEL).replace(/^models\//, '');
  return { ai_embedding: embedderOf(ctx, await embeddingService(google.embedding(model))) };
}

export const embeddingsGoogleGemini = defineNode({
  type: '@n8n/n8n-nodes-langchain.embeddingsGoogleGemini',
  icon: 'icon.svg',
  versions: [
    {
      description: {
        ...embeddingNode('Embeddings Google Gemini', ['google']),
        description: 'Vectors of Google Gemini',
        version: 1,
        credentials: [{ name: GEMINI_CREDENTIAL, required: true }],
        properties: [
          sameModelNotice,
          modelChoice(DEFAULT_MODEL, { name: 'modelName', description: 'The model that computes the vectors' }),
        ],
      },
      supply,
      methods: { loadOptions: { getModels: (ctx) => geminiModels(ctx, 'embedContent') } },
    },
  ],
});
