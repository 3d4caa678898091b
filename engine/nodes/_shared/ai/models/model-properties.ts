// Parameters that several model nodes have.
import type { NodeProperty } from '../../../../workflow/node-type.ts';

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
