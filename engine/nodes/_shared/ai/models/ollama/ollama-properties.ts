// What the descriptions of Ollama's nodes share.
import type { NodeVersion } from '../../../../../sdk/index.ts';
import type { NodeProperty } from '../../../../../workflow/node-type.ts';
import { modelChoice } from '../model-properties.ts';

export const ollamaNode: Pick<NodeVersion['description'], 'version' | 'group' | 'inputs' | 'credentials'> = {
  version: 1,
  group: ['transform'],
  inputs: [],
  credentials: [{ name: 'ollamaApi', required: false }],
};

export const modelNotice: NodeProperty = {
  displayName: 'Without a credential, the Ollama of this computer is used (http://localhost:11434).',
  name: 'notice',
  type: 'notice',
  default: '',
};

/** Returns the choice among the models that the Ollama has. */
export const ollamaModel = (description: string): NodeProperty =>
  modelChoice('llama3.2', { required: true, description: `${description}. "ollama pull NAME" downloads more.` });
