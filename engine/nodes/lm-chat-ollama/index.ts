// Ollama Chat Model: models that run on this computer, or on another with Ollama.
import { defineNode } from '../../sdk/index.ts';
import { ollamaModels } from '../_shared/ai/models/ollama/ollama-lists.ts';
import { description } from './description.ts';
import { supply } from './supply.ts';

export const lmChatOllama = defineNode({
  type: '@n8n/n8n-nodes-langchain.lmChatOllama',
  icon: 'icon.svg',
  versions: [{ description, supply, methods: { loadOptions: { getModels: ollamaModels } } }],
});
