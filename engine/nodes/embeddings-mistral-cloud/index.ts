// Embeddings Mistral Cloud.
import { defineNode, type DetachedContext, type ExecuteContext, type Supply } from '../../sdk/index.ts';
import { signedAccess } from '../_shared/ai/models/chat-settings.ts';
import { batchOptions, embedderOf, embeddingNode, embeddingService, sameModelNotice } from '../_shared/ai/models/embedder.ts';
import { listedIds } from '../_shared/ai/models/model-list.ts';
import { modelChoice, modelOptions } from '../_shared/ai/models/model-properties.ts';
import { OptionValues } from '../_shared/ai/models/option-values.ts';

const CREDENTIAL = 'mistralCloudApi';
const DEFAULT_MODEL = 'mistral-embed';

async function supply(ctx: ExecuteContext, itemIndex: number): Promise<Supply> {
  const { createMistral } = await import('@ai-sdk/mistral');
  const options = new OptionValues(ctx, itemIndex);
  const mistral = createMistral(signedAccess(ctx, itemIndex, CREDENTIAL));
  const service = await embeddingService(mistral.embedding(ctx.param('model', itemIndex, DEFAULT_MODEL)));
  return {
    ai_embedding: embedderOf(ctx, service, {
      batchSize: options.number('batchSize', 1) ?? 512,
      stripsNewLines: options.flag('stripNewLines') ?? true,
    }),
  };
}

const getModels = (ctx: DetachedContext): ReturnType<typeof listedIds> =>
  listedIds(ctx, { url: 'https://api.mistral.ai/v1/models', credential: CREDENTIAL }, (id) => id.includes('embed'));

export const embeddingsMistralCloud = defineNode({
  type: '@n8n/n8n-nodes-langchain.embeddingsMistralCloud',
  icon: 'icon.svg',
  versions: [
    {
      description: {
        ...embeddingNode('Embeddings Mistral Cloud'),
        description: 'Vectors of Mistral',
        version: 1,
        credentials: [{ name: CREDENTIAL, required: true }],
        properties: [
          sameModelNotice,
          modelChoice(DEFAULT_MODEL, { description: 'The model that computes the vectors' }),
          modelOptions(batchOptions),
        ],
      },
      supply,
      methods: { loadOptions: { getModels } },
    },
  ],
});
