// Embeddings OpenAI: vectors of OpenAI, and of every service or local server with its API.
import { defineNode } from '../../sdk/index.ts';
import { batchOptions, embeddingNode, sameModelNotice } from '../_shared/ai/models/embedder.ts';
import { modelChoice, modelOptions, numberOption } from '../_shared/ai/models/model-properties.ts';
import { getModels, supply } from './supply.ts';

const dimensions = [256, 512, 1024, 1536, 3072];

export const embeddingsOpenAi = defineNode({
  type: '@n8n/n8n-nodes-langchain.embeddingsOpenAi',
  icon: 'icon.svg',
  versions: [
    {
      description: {
        ...embeddingNode('Embeddings OpenAI', ['lm studio', 'vllm', 'llama.cpp']),
        description: 'Vectors of OpenAI, and of every service or local server with the same API',
        version: [1, 1.1, 1.2],
        credentials: [{ name: 'openAiApi', required: true }],
        properties: [
          sameModelNotice,
          modelChoice('text-embedding-ada-002', { displayOptions: { show: { '@version': [1] } } }),
          modelChoice('text-embedding-3-small', { displayOptions: { hide: { '@version': [1] } } }),
          modelOptions([
            {
              displayName: 'Dimensions',
              name: 'dimensions',
              type: 'options',
              default: 1536,
              description: 'Length of the vectors. Models before text-embedding-3 have a fixed one.',
              options: dimensions.map((value) => ({ name: String(value), value })),
            },
            {
              displayName: 'Base URL',
              name: 'baseURL',
              type: 'string',
              default: 'https://api.openai.com/v1',
              description: 'Address of another service with the same API',
              displayOptions: { hide: { '@version': [{ _cnd: { gte: 1.2 } }] } },
            },
            ...batchOptions,
            numberOption('timeout', -1, {}, { description: 'Milliseconds until the answer must have begun. -1 for no limit.' }),
            {
              displayName: 'Encoding Format',
              name: 'encodingFormat',
              type: 'options',
              default: 'float',
              description: 'How the service sends the vectors. The result is the same; some services know only one of them.',
              options: [
                { name: 'Float', value: 'float', description: 'As numbers' },
                { name: 'Base64', value: 'base64', description: 'Shorter' },
              ],
            },
          ]),
        ],
      },
      supply,
      methods: { loadOptions: { getModels } },
    },
  ],
});
