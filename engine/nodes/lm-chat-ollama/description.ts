// Description of the Ollama Chat Model. Its credential is optional: without one, the Ollama of this computer answers.
import type { NodeVersion } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';
import { chatModelNode, modelOptions, numberOption } from '../_shared/ai/models/model-properties.ts';
import { modelNotice, ollamaModel, ollamaNode } from '../_shared/ai/models/ollama/ollama-properties.ts';

const number = (displayName: string, name: string, value: number, description: string): NodeProperty => ({
  displayName,
  name,
  type: 'number',
  default: value,
  description,
});

const toggle = (displayName: string, name: string, value: boolean, description: string): NodeProperty => ({
  displayName,
  name,
  type: 'boolean',
  default: value,
  description,
});

const options: readonly NodeProperty[] = [
  toggle('Think', 'think', true, 'Whether a model that can think does so before it answers. Other models refuse it.'),
  numberOption('temperature', 0.7, { maxValue: 1, minValue: 0, numberPrecision: 1 }),
  numberOption('topK', -1, { maxValue: 100, minValue: -1, numberPrecision: 1 }),
  numberOption('topP', 1, { maxValue: 1, minValue: 0, numberPrecision: 1 }),
  numberOption('frequencyPenalty', 0, { minValue: 0 }),
  {
    displayName: 'Keep Alive',
    name: 'keepAlive',
    type: 'string',
    default: '5m',
    description: 'How long the model stays loaded afterwards, such as 10m or 24h. 0 unloads it at once, -1 never.',
  },
  toggle(
    'Low VRAM Mode',
    'lowVram',
    false,
    'Whether less memory of the graphics card is used, which is slower. Newer versions of Ollama ignore it.',
  ),
  number('Main GPU', 'mainGpu', 0, 'The graphics card with most of the work, if there are several'),
  number('Batch Size', 'numBatch', 512, 'Tokens of the prompt that are read at once'),
  number('Context Length', 'numCtx', 2048, 'Tokens that prompt and answer may have together. More tokens need more memory.'),
  number('Number of GPU Layers', 'numGpu', -1, 'Layers that the graphics card computes. -1 for as many as fit.'),
  number('Max Tokens to Generate', 'numPredict', -1, 'Length of the longest answer in tokens. -1 for no limit.'),
  number('Number of CPU Threads', 'numThread', 0, 'Threads that compute. 0 for as many as Ollama finds best.'),
  toggle('Penalize Newlines', 'penalizeNewline', true, 'Whether penalties count line breaks. Newer versions of Ollama ignore it.'),
  numberOption('presencePenalty', 0),
  number('Repetition Penalty', 'repeatPenalty', 1, 'Values above 1 make repetitions rarer'),
  toggle(
    'Use Memory Locking',
    'useMLock',
    false,
    'Whether the model is held in memory, so that it is never swapped out. Newer versions of Ollama ignore it.',
  ),
  toggle('Use Memory Mapping', 'useMMap', true, 'Whether the file of the model is mapped instead of read as a whole'),
  toggle('Load Vocabulary Only', 'vocabOnly', false, 'Whether only the vocabulary is loaded. Newer versions of Ollama ignore it.'),
  {
    displayName: 'Output Format',
    name: 'format',
    type: 'options',
    default: 'default',
    description: 'Format of the answer',
    options: [
      { name: 'Default', value: 'default', description: 'As the model writes it' },
      { name: 'JSON', value: 'json', description: 'The answer is valid JSON. Tell the model so in the prompt, too.' },
    ],
  },
];

export const description: NodeVersion['description'] = {
  ...ollamaNode,
  ...chatModelNode('Ollama Chat Model', ['local', 'llama', 'gemma', 'qwen']),
  description: 'Models that run on this computer, or on another with Ollama. Needs no account.',
  properties: [modelNotice, ollamaModel('The model that answers'), modelOptions(options)],
};
