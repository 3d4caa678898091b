// Embedders of services: texts are sent in batches, and failed requests are repeated.
import type { EmbeddingModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider';
import {
  countedCall,
  NodeError,
  type Embedder,
  type EmbeddingUse,
  type ExecuteContext,
  type ModelName,
  type NodeVersion,
} from '../../../../sdk/index.ts';
import type { NodeProperty } from '../../../../workflow/node-type.ts';
import { repeated } from '../persistent-model.ts';

const MAX_RETRIES = 2;

export interface EmbeddingService {
  /** Maximum number of texts per request. */
  readonly limit: number;
  readonly model: ModelName;
  readonly send: (texts: string[], signal: AbortSignal, use: EmbeddingUse) => PromiseLike<EmbeddingResult>;
}

export interface EmbeddingResult {
  /** One per text. */
  readonly vectors: readonly (readonly number[])[];
  /** Number of tokens, if the service tells. */
  readonly tokens?: number | undefined;
}

/** Returns the service of a provider. `optionsFor`: its options for stored texts and for questions. */
export async function embeddingService(
  model: EmbeddingModelV4,
  optionsFor: (use: EmbeddingUse) => SharedV4ProviderOptions = () => ({}),
): Promise<EmbeddingService> {
  return {
    limit: (await model.maxEmbeddingsPerCall) ?? Infinity,
    model: { provider: model.provider, model: model.modelId },
    send: async (values, abortSignal, use) => {
      const { embeddings, usage } = await model.doEmbed({ values, abortSignal, providerOptions: optionsFor(use) });
      return { vectors: embeddings, tokens: usage?.tokens };
    },
  };
}

interface EmbedderSettings {
  /** Maximum number of texts per request, up to that of the service. */
  readonly batchSize?: number | undefined;
  /** Whether line breaks become spaces. */
  readonly stripsNewLines?: boolean;
}

export function embedderOf(ctx: ExecuteContext, { limit, model, send }: EmbeddingService, settings: EmbedderSettings = {}): Embedder {
  const { batchSize = Infinity, stripsNewLines = false } = settings;
  const size = Math.max(1, Math.min(batchSize, limit));
  return {
    embed: async (texts, signal, use = 'document', calls) => {
      const vectors: (readonly number[])[] = [];
      for (let from = 0; from < texts.length; from += size) {
        signal.throwIfAborted();
        const batch = texts.slice(from, from + size).map((text) => (stripsNewLines ? text.replaceAll('\n', ' ') : text));
        const { vectors: batchVectors } = await countedCall(
          calls,
          model,
          () => repeated(ctx, MAX_RETRIES, () => send(batch, signal, use)),
          ({ tokens }) => (tokens === undefined ? undefined : { input: tokens, output: 0 }),
        );
        if (batchVectors.length !== batch.length) {
          throw new NodeError(`The service returned ${batchVectors.length} vectors for ${batch.length} texts.`, {
            code: 'NODE_REQUEST_FAILED',
          });
        }
        for (const vector of batchVectors) vectors.push(vector);
      }
      return vectors;
    },
  };
}

type Base = Pick<NodeVersion['description'], 'displayName' | 'group' | 'defaults' | 'codex' | 'inputs' | 'outputs' | 'outputNames'>;

/** Returns what all nodes with embeddings have in common. */
export const embeddingNode = (displayName: string, alias: readonly string[] = []): Base => ({
  displayName,
  group: ['transform'],
  defaults: { name: displayName },
  codex: { categories: ['AI'], subcategories: { AI: ['Embeddings'] }, alias: [...alias, 'vector', 'similarity'] },
  inputs: [],
  outputs: ['ai_embedding'],
  outputNames: ['Embeddings'],
});

/** Says that the vectors of different models cannot be compared. */
export const sameModelNotice: NodeProperty = {
  displayName: 'Search with the same model with which the documents were stored: vectors of different models cannot be compared.',
  name: 'notice',
  type: 'notice',
  default: '',
};

export const batchOptions: readonly NodeProperty[] = [
  {
    displayName: 'Batch Size',
    name: 'batchSize',
    type: 'number',
    default: 512,
    typeOptions: { maxValue: 2048 },
    description: 'Texts per request, up to the maximum of the service',
  },
  {
    displayName: 'Strip New Lines',
    name: 'stripNewLines',
    type: 'boolean',
    default: true,
    description: 'Whether line breaks become spaces before a text is sent',
  },
];
