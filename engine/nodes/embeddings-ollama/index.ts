// Embeddings Ollama: vectors of models that run on this computer, or on another with Ollama.
import { defineNode, type ExecuteContext, type Supply } from '../../sdk/index.ts';
import { embedderOf, embeddingNode, sameModelNotice, type EmbeddingService } from '../_shared/ai/models/embedder.ts';
import { ollamaModels } from '../_shared/ai/models/ollama/ollama-lists.ts';
import { modelNotice, ollamaModel, ollamaNode } from '../_shared/ai/models/ollama/ollama-properties.ts';
import { callOllama, ollamaService } from '../_shared/ai/models/ollama/ollama-service.ts';

/** Texts per request. Larger ones would only delay the end of a stopped run. */
const LIMIT = 64;

interface EmbedResponse {
  readonly embeddings?: readonly (readonly number[])[];
  readonly prompt_eval_count?: number;
}

async function supply(ctx: ExecuteContext, itemIndex: number): Promise<Supply> {
  const service = await ollamaService(ctx, itemIndex);
  const model = ctx.param('model', itemIndex, 'llama3.2');
  const send: EmbeddingService['send'] = async (input, signal) => {
    const response = await callOllama({ ctx, itemIndex, service, path: '/api/embed', body: { model, input }, signal });
    const { embeddings = [], prompt_eval_count: tokens } = (await response.json()) as EmbedResponse;
    return { vectors: embeddings, tokens };
  };
  return { ai_embedding: embedderOf(ctx, { limit: LIMIT, model: { provider: 'ollama', model }, send }) };
}

export const embeddingsOllama = defineNode({
  type: '@n8n/n8n-nodes-langchain.embeddingsOllama',
  icon: 'icon.svg',
  versions: [
    {
      description: {
        ...embeddingNode('Embeddings Ollama', ['local', 'nomic']),
        ...ollamaNode,
        description: 'Vectors of models that run on this computer, or on another with Ollama. Needs no account.',
        properties: [modelNotice, sameModelNotice, ollamaModel('The model that computes the vectors, such as nomic-embed-text')],
      },
      supply,
      methods: { loadOptions: { getModels: ollamaModels } },
    },
  ],
});
