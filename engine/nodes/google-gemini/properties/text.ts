// Parameters of the resource Text.
import type { NodeProperty } from '../../../workflow/node-type.ts';
import {
  forOperation,
  jsonField,
  longText,
  numberField,
  operationField,
  optionsField,
  roleField,
  severalValues,
  simplifyField,
  textField,
  toggleField,
  visibleWhen,
} from '../../_shared/ai/services/service-properties.ts';
import { geminiModel } from './analysis.ts';
import { below, since } from './media.ts';

const builtInTools: NodeProperty = {
  displayName: 'Built-in Tools',
  name: 'builtInTools',
  type: 'collection',
  placeholder: 'Add Built-in Tool',
  description: 'Tools that Google itself runs',
  default: {},
  options: [
    toggleField('Google Search', 'googleSearch', true, 'Whether the model may search the web'),
    {
      displayName: 'Google Maps',
      name: 'googleMaps',
      type: 'collection',
      default: { latitude: '', longitude: '' },
      options: [
        numberField('Latitude', 'latitude', '', { numberPrecision: 6 }),
        numberField('Longitude', 'longitude', '', { numberPrecision: 6 }),
      ],
    },
    toggleField('URL Context', 'urlContext', true, 'Whether the model may read the pages at addresses in the prompt'),
    {
      displayName: 'File Search',
      name: 'fileSearch',
      type: 'collection',
      default: { fileSearchStoreNames: '[]' },
      options: [
        jsonField('File Search Store Names', 'fileSearchStoreNames', '[]', { required: true, description: 'A list of names' }),
        textField('Metadata Filter', 'metadataFilter', { placeholder: 'e.g. author="Robert Graves"' }),
      ],
    },
    toggleField('Code Execution', 'codeExecution', true, 'Whether the model may run code at Google'),
  ],
};

const whole = { minValue: 1, numberPrecision: 0 };
const penalty = { minValue: -2, maxValue: 2, numberPrecision: 1 };

export const textProperties: readonly NodeProperty[] = [
  operationField('text', 'message', [['message', 'Message a Model', 'Sends messages to a model']]),
  ...forOperation('text', 'message', [
    visibleWhen(geminiModel(), below(1.2)),
    visibleWhen(geminiModel('modelSearch', { default: { mode: 'list', value: 'models/gemini-3-flash-preview' } }), since(1.2)),
    severalValues('Messages', 'messages', [{ content: '' }], [longText('Prompt', 'content'), roleField('user', 'user', 'model')], {
      placeholder: 'Add Message',
    }),
    simplifyField(),
    toggleField('Output Content as JSON', 'jsonOutput', false, 'Whether the model answers with JSON'),
    visibleWhen(builtInTools, since(1.1)),
    optionsField([
      visibleWhen(
        toggleField('Include Merged Response', 'includeMergedResponse', false, 'Whether the output has all texts as one, too'),
        since(1.1),
      ),
      textField('System Message', 'systemMessage', { description: 'Rules for the model' }),
      visibleWhen(toggleField('Code Execution', 'codeExecution', false, 'Whether the model may run code at Google'), {
        '@version': [{ _cnd: { eq: 1 } }],
      }),
      numberField('Frequency Penalty', 'frequencyPenalty', 0, penalty),
      numberField('Maximum Number of Tokens', 'maxOutputTokens', 16, whole, { description: 'Length of the longest answer, with thoughts' }),
      numberField('Number of Completions', 'candidateCount', 1, { ...whole, maxValue: 8 }),
      numberField('Presence Penalty', 'presencePenalty', 0, penalty),
      numberField('Output Randomness (Temperature)', 'temperature', 1, { minValue: 0, maxValue: 2, numberPrecision: 1 }),
      numberField('Output Randomness (Top P)', 'topP', 1, { minValue: 0, maxValue: 1, numberPrecision: 1 }),
      numberField('Output Randomness (Top K)', 'topK', 1, whole),
      numberField(
        'Thinking Budget',
        'thinkingBudget',
        -1,
        { minValue: -1, numberPrecision: 0 },
        { description: 'Tokens for thoughts. 0 for none, -1 for as many as the model finds right.' },
      ),
      numberField(
        'Max Tools Iterations',
        'maxToolsIterations',
        15,
        { minValue: 0, numberPrecision: 0 },
        { description: 'How often connected tools may be called. 0 for no limit.' },
      ),
    ]),
  ]),
];
