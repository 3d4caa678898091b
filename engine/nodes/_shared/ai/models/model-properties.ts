// What the descriptions of several model nodes have in common.
import type { NodeVersion } from '../../../../sdk/index.ts';
import type { NodeProperty } from '../../../../workflow/node-type.ts';

type Description = NodeVersion['description'];

/** Returns what all nodes with a chat model have in common. */
export const chatModelNode = (
  displayName: string,
  alias: readonly string[],
): Pick<Description, 'displayName' | 'group' | 'defaults' | 'codex' | 'inputs' | 'outputs' | 'outputNames'> => ({
  displayName,
  group: ['transform'],
  defaults: { name: displayName },
  codex: {
    categories: ['AI'],
    subcategories: { AI: ['Language Models', 'Root Nodes'], 'Language Models': ['Chat Models (Recommended)'] },
    alias: [...alias, 'llm'],
  },
  inputs: [],
  outputs: ['ai_languageModel'],
  outputNames: ['Model'],
});

/** Returns a model that is chosen from the service's list, or entered by its id. */
export const modelLocator = (value: string, more: Partial<NodeProperty> = {}): NodeProperty => ({
  displayName: 'Model',
  name: 'model',
  type: 'resourceLocator',
  default: { mode: 'list', value },
  required: true,
  description: 'The model that answers',
  modes: [
    {
      displayName: 'From List',
      name: 'list',
      type: 'list',
      placeholder: 'Select a model',
      typeOptions: { searchListMethod: 'searchModels', searchable: true },
    },
    { displayName: 'ID', name: 'id', type: 'string', placeholder: value },
  ],
  ...more,
});

const numbers = {
  frequencyPenalty: ['Frequency Penalty', 'Lower the probability of words the more often they were used'],
  maxTokens: ['Maximum Number of Tokens', 'Length of the longest answer in tokens. -1 for the limit of the model.'],
  presencePenalty: ['Presence Penalty', 'Lower the probability of words that were used at all'],
  temperature: ['Sampling Temperature', 'Higher values make answers more varied, lower ones more predictable'],
  topP: ['Top P', 'Considers only the words that together have this probability. Change this or the temperature, not both.'],
  topK: ['Top K', 'Considers only this many words at each place'],
  timeout: ['Timeout', 'Milliseconds until the answer must have begun'],
  maxRetries: ['Max Retries', 'How often a failed request is repeated'],
} as const;

/** Returns an option with a number. */
export const numberOption = (
  name: keyof typeof numbers,
  value: number,
  typeOptions: NonNullable<NodeProperty['typeOptions']> = {},
  more: Partial<NodeProperty> = {},
): NodeProperty => {
  const [displayName, description] = numbers[name];
  return { displayName, name, type: 'number', default: value, description, typeOptions, ...more };
};

/** The collection of a node's options. */
export const modelOptions = (options: readonly NodeProperty[], description = 'Additional options of the model'): NodeProperty => ({
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  placeholder: 'Add Option',
  description,
  default: {},
  options,
});

/** Returns a model that is chosen from the service's list. */
export const modelChoice = (value: string, more: Partial<NodeProperty> = {}): NodeProperty => ({
  displayName: 'Model',
  name: 'model',
  type: 'options',
  default: value,
  description: 'The model that answers',
  typeOptions: { loadOptionsMethod: 'getModels' },
  ...more,
});

/** Returns a notice that is shown while the format at a path is JSON. */
export const jsonNotice = (path = '/options.responseFormat'): NodeProperty => ({
  displayName: 'With JSON as the format, the prompt must contain the word "JSON".',
  name: 'notice',
  type: 'notice',
  default: '',
  displayOptions: { show: { [path]: ['json_object'] } },
});

/** Returns the option for answers in JSON. */
export const responseFormat = (more: Partial<NodeProperty> = {}): NodeProperty => ({
  displayName: 'Response Format',
  name: 'responseFormat',
  type: 'options',
  default: 'text',
  options: [
    { name: 'Text', value: 'text', description: 'Plain text' },
    { name: 'JSON', value: 'json_object', description: 'The answer is valid JSON' },
  ],
  ...more,
});

/** Returns the options of services whose API has the form of OpenAI's. `timeout`: default in milliseconds; `maxTokens`: the highest limit. */
export const chatOptions = (timeout: number, maxTokens = 32_768): readonly NodeProperty[] => [
  numberOption('frequencyPenalty', 0, { maxValue: 2, minValue: -2, numberPrecision: 1 }),
  numberOption('maxTokens', -1, { maxValue: maxTokens }),
  responseFormat(),
  numberOption('presencePenalty', 0, { maxValue: 2, minValue: -2, numberPrecision: 1 }),
  numberOption('temperature', 0.7, { maxValue: 2, minValue: 0, numberPrecision: 1 }),
  numberOption('timeout', timeout),
  numberOption('maxRetries', 2),
  numberOption('topP', 1, { maxValue: 1, minValue: 0, numberPrecision: 1 }),
];
