// Description of the Ollama node. Its options have the names of Ollama's API.
import type { NodeVersion } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';
import {
  analyzedFile,
  choiceField,
  forOperation,
  longText,
  modelField,
  numberField,
  operationField,
  optionsField,
  resourceField,
  roleField,
  severalValues,
  simplifyField,
  textField,
  toggleField,
} from '../_shared/ai/services/service-properties.ts';

const whole = (minValue: number): NonNullable<NodeProperty['typeOptions']> => ({ minValue, numberPrecision: 0 });
const described = (description: string): Partial<NodeProperty> => ({ description });

const options = optionsField([
  longText('System Message', 'system', described('Rules for the model')),
  numberField(
    'Temperature',
    'temperature',
    0.8,
    { minValue: 0, maxValue: 2, numberPrecision: 2 },
    described('Higher values make answers more varied'),
  ),
  toggleField('Thinking', 'think', true, 'Whether a model that can think does so before it answers. Other models refuse it.'),
  numberField(
    'Output Randomness (Top P)',
    'top_p',
    0.7,
    { minValue: 0, maxValue: 1, numberPrecision: 1 },
    described('Considers only the words that together have this probability'),
  ),
  numberField('Top K', 'top_k', 40, { minValue: 1 }, described('Considers only this many words at each place')),
  numberField('Max Tokens', 'num_predict', 1024, whole(1), described('Length of the longest answer')),
  numberField('Frequency Penalty', 'frequency_penalty', 0, { minValue: 0, numberPrecision: 2 }),
  numberField('Presence Penalty', 'presence_penalty', 0, { numberPrecision: 2 }),
  numberField(
    'Repetition Penalty',
    'repeat_penalty',
    1.1,
    { minValue: 0, numberPrecision: 2 },
    described('Values above 1 make repetitions rarer'),
  ),
  numberField('Context Length', 'num_ctx', 4096, whole(1), described('Tokens that prompt and answer may have together')),
  numberField('Repeat Last N', 'repeat_last_n', 64, whole(-1), described('Tokens in which repetitions are looked for. -1 for all.')),
  numberField(
    'Min P',
    'min_p',
    0,
    { minValue: 0, maxValue: 1, numberPrecision: 3 },
    described('Least probability of a word, compared with the likeliest'),
  ),
  numberField('Seed', 'seed', 0, whole(0), described('The same number gives the same answer to the same prompt')),
  textField('Stop Sequences', 'stop', described('Texts at which the answer ends. Separate several by commas.')),
  textField('Keep Alive', 'keep_alive', { default: '5m', ...described('How long the model stays loaded afterwards, such as 10m or 24h') }),
  toggleField('Low VRAM Mode', 'low_vram', false, 'Whether less memory of the graphics card is used. Newer versions of Ollama ignore it.'),
  numberField('Main GPU ID', 'main_gpu', 0, whole(0), described('The graphics card with most of the work, if there are several')),
  numberField('Context Batch Size', 'num_batch', 512, whole(1), described('Tokens of the prompt that are read at once')),
  numberField('Number of GPUs', 'num_gpu', -1, whole(-1), described('Layers that the graphics card computes. -1 for as many as fit.')),
  numberField('Number of CPU Threads', 'num_thread', 0, whole(0), described('0 for as many as Ollama finds best')),
  toggleField('Penalize Newlines', 'penalize_newline', true, 'Whether penalties count line breaks. Newer versions of Ollama ignore it.'),
  toggleField('Use Memory Locking', 'use_mlock', false, 'Whether the model is never swapped out. Newer versions of Ollama ignore it.'),
  toggleField('Use Memory Mapping', 'use_mmap', true, 'Whether the file of the model is mapped instead of read as a whole'),
  toggleField('Load Vocabulary Only', 'vocab_only', false, 'Whether only the vocabulary is loaded. Newer versions of Ollama ignore it.'),
  choiceField('Output Format', 'format', '', [
    ['', 'Default', 'As the model writes it'],
    ['json', 'JSON', 'The answer is valid JSON. Tell the model so in the prompt, too.'],
  ]),
]);

export const description: NodeVersion['description'] = {
  displayName: 'Ollama',
  description: 'Sends messages and images to models on this computer, or on another with Ollama',
  subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
  version: 1,
  group: ['transform'],
  defaults: { name: 'Ollama' },
  inputs: `={{ [
    "main",
    ...($parameter.resource === "text" && $parameter.operation === "message" ? [{ type: "ai_tool", displayName: "Tools" }] : [])
  ] }}`,
  outputs: ['main'],
  usableAsTool: true,
  credentials: [{ name: 'ollamaApi', required: true }],
  codex: {
    categories: ['AI'],
    subcategories: { AI: ['Agents', 'Miscellaneous', 'Root Nodes'] },
    alias: ['local', 'llama', 'gemma', 'qwen', 'image'],
  },
  properties: [
    resourceField([
      ['image', 'Image'],
      ['text', 'Text'],
    ]),
    operationField('image', 'analyze', [['analyze', 'Analyze Image', 'Answers a question about images']]),
    ...forOperation('image', 'analyze', [
      modelField(),
      ...analyzedFile({ what: 'Image', urls: 'imageUrls', isBinaryFirst: true }),
      options,
    ]),
    operationField('text', 'message', [['message', 'Message a Model', 'Sends messages to a model']]),
    ...forOperation('text', 'message', [
      modelField(),
      severalValues(
        'Messages',
        'messages',
        [{ content: '', role: 'user' }],
        [longText('Prompt', 'content'), roleField('user', 'user', 'assistant')],
        { placeholder: 'Add Message' },
      ),
      simplifyField(),
      options,
    ]),
  ],
};
