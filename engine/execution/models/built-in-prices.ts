// Prices of well-known models, from the public price pages of their services. Models whose price is not certain are left out: they have no price.
import type { ModelPrice, ModelPriceTable } from '../../contract/rest/models.ts';

type Row = readonly [model: string, input?: number, cachedInput?: number, output?: number];

/** `undefined` for the cached input: the service has no price of its own for it. A row without prices keeps a model from that of a shorter prefix. */
const rows: Readonly<Record<string, readonly Row[]>> = {
  openai: [
    ['gpt-5', 1.25, 0.125, 10],
    ['gpt-5-mini', 0.25, 0.025, 2],
    ['gpt-5-nano', 0.05, 0.005, 0.4],
    ['gpt-5-pro', 15, undefined, 120],
    ['gpt-5.1', 1.25, 0.125, 10],
    ['gpt-4.1', 2, 0.5, 8],
    ['gpt-4.1-mini', 0.4, 0.1, 1.6],
    ['gpt-4.1-nano', 0.1, 0.025, 0.4],
    ['gpt-4o', 2.5, 1.25, 10],
    ['gpt-4o-2024-05-13', 5, undefined, 15],
    ['gpt-4o-mini', 0.15, 0.075, 0.6],
    ...['audio', 'realtime', 'search', 'transcribe'].map((kind): Row => [`gpt-4o-${kind}`]),
    ...['audio', 'realtime', 'search', 'transcribe', 'tts'].map((kind): Row => [`gpt-4o-mini-${kind}`]),
    ['gpt-4-turbo', 10, undefined, 30],
    ['gpt-3.5-turbo', 0.5, undefined, 1.5],
    ['gpt-3.5-turbo-instruct'],
    ['gpt-3.5-turbo-16k'],
    ['o1', 15, 7.5, 60],
    ['o1-pro', 150, undefined, 600],
    ['o1-mini'],
    ['o1-preview'],
    ['o3', 2, 0.5, 8],
    ['o3-mini', 1.1, 0.55, 4.4],
    ['o3-pro', 20, undefined, 80],
    ['o3-deep-research'],
    ['o4-mini', 1.1, 0.275, 4.4],
    ['o4-mini-deep-research'],
    ['text-embedding-3-small', 0.02],
    ['text-embedding-3-large', 0.13],
    ['text-embedding-ada-002', 0.1],
  ],
  anthropic: [
    ['claude-opus-4-5', 5, 0.5, 25],
    ['claude-opus-4-1', 15, 1.5, 75],
    ['claude-opus-4-0', 15, 1.5, 75],
    ['claude-opus-4-20250514', 15, 1.5, 75],
    ['claude-sonnet-4-5', 3, 0.3, 15],
    ['claude-sonnet-4-0', 3, 0.3, 15],
    ['claude-sonnet-4-20250514', 3, 0.3, 15],
    ['claude-haiku-4-5', 1, 0.1, 5],
    ['claude-3-7-sonnet', 3, 0.3, 15],
    ['claude-3-5-sonnet', 3, 0.3, 15],
    ['claude-3-5-haiku', 0.8, 0.08, 4],
    ['claude-3-opus', 15, 1.5, 75],
    ['claude-3-haiku', 0.25, 0.03, 1.25],
  ],
  google: [
    ['gemini-2.5-pro', 1.25, undefined, 10],
    ['gemini-2.5-pro-preview-tts'],
    ['gemini-2.5-flash', 0.3, undefined, 2.5],
    ['gemini-2.5-flash-lite', 0.1, undefined, 0.4],
    ...['image', 'native-audio', 'preview-tts', 'live'].map((kind): Row => [`gemini-2.5-flash-${kind}`]),
    ['gemini-2.0-flash', 0.1, 0.025, 0.4],
    ['gemini-2.0-flash-lite', 0.075, undefined, 0.3],
    ['gemini-2.0-flash-live'],
    ['gemini-2.0-flash-preview-image-generation'],
    ['gemini-embedding-001', 0.15],
  ],
  deepseek: [
    ['deepseek-chat', 0.28, 0.028, 0.42],
    ['deepseek-reasoner', 0.28, 0.028, 0.42],
  ],
  xai: [['grok-4-0709', 3, 0.75, 15], ['grok-3', 3, 0.75, 15], ['grok-3-mini', 0.3, 0.075, 0.5], ['grok-3-fast'], ['grok-3-mini-fast']],
  groq: [
    ['llama-3.3-70b-versatile', 0.59, undefined, 0.79],
    ['llama-3.1-8b-instant', 0.05, undefined, 0.08],
  ],
  mistral: [['mistral-embed', 0.1]],
  cohere: [
    ['command-a-03-2025', 2.5, undefined, 10],
    ['command-r-plus-08-2024', 2.5, undefined, 10],
    ['command-r-08-2024', 0.15, undefined, 0.6],
    ['embed-v4.0', 0.12],
    ['embed-english-v3.0', 0.1],
    ['embed-multilingual-v3.0', 0.1],
  ],
  // Its models run on computers of the user.
  ollama: [['', 0, 0, 0]],
};

export const builtInPrices: ModelPriceTable = {
  date: '2025-11-30',
  prices: Object.entries(rows).flatMap(([provider, models]) =>
    models.map(([model, input, cachedInput, output]): ModelPrice => ({
      provider,
      model,
      ...(input === undefined ? {} : { input }),
      ...(cachedInput === undefined ? {} : { cachedInput }),
      ...(output === undefined ? {} : { output }),
    })),
  ),
};
