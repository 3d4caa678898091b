// Options of messages to a model by OpenAI's Responses API, and the tools that OpenAI runs.
import type { DisplayRules, NodeProperty } from '../../../workflow/node-type.ts';
import {
  choiceField,
  jsonField,
  longText,
  notice,
  numberField,
  optionsField,
  textField,
  toggleField,
} from '../../_shared/ai/services/service-properties.ts';

const levels = [
  ['low', 'Low'],
  ['medium', 'Medium'],
  ['high', 'High'],
] as const;

export const builtInTools: NodeProperty = {
  displayName: 'Built-in Tools',
  name: 'builtInTools',
  type: 'collection',
  placeholder: 'Add Built-in Tool',
  description: 'Tools that OpenAI itself runs',
  default: {},
  options: [
    {
      displayName: 'Web Search',
      name: 'webSearch',
      type: 'collection',
      default: { searchContextSize: 'medium' },
      options: [
        choiceField('Search Context Size', 'searchContextSize', 'medium', levels),
        textField('Allowed Domains', 'allowedDomains', { placeholder: 'e.g. example.com, example.org' }),
        textField('Country', 'country', { placeholder: 'e.g. DE' }),
        textField('City', 'city'),
        textField('Region', 'region'),
      ],
    },
    {
      displayName: 'File Search',
      name: 'fileSearch',
      type: 'collection',
      default: { vectorStoreIds: '[]' },
      options: [
        jsonField('Vector Store IDs', 'vectorStoreIds', '[]', { required: true, description: 'A list of ids' }),
        jsonField('Filters', 'filters', '{}'),
        numberField('Max Results', 'maxResults', 1, { minValue: 1, maxValue: 50 }),
      ],
    },
    toggleField('Code Interpreter', 'codeInterpreter', true, 'Whether the model may run code at OpenAI'),
  ],
};

/** Returns a group of options that can be added once. */
const group = (
  displayName: string,
  name: string,
  inner: string,
  value: NodeProperty['default'],
  values: readonly NodeProperty[],
  description: string,
): NodeProperty => ({
  displayName,
  name,
  type: 'fixedCollection',
  default: value,
  description,
  options: [{ displayName, name: inner, values }],
});

const forSchema = { displayOptions: { show: { type: ['json_schema'] } as DisplayRules } };

const included = [
  ['code_interpreter_call.outputs', 'Code Interpreter Call Outputs'],
  ['computer_call_output.output.image_url', 'Computer Call Output Image URL'],
  ['file_search_call.results', 'File Search Call Results'],
  ['message.input_image.image_url', 'Message Input Image URL'],
  ['message.output_text.logprobs', 'Message Output Text Logprobs'],
  ['reasoning.encrypted_content', 'Reasoning Encrypted Content'],
  ['web_search_call.action.sources', 'Web Search Call Sources'],
] as const;

const textFormat = group(
  'Output Format',
  'textFormat',
  'textOptions',
  { textOptions: [{ type: 'text' }] },
  [
    choiceField('Type', 'type', '', [
      ['text', 'Text'],
      ['json_schema', 'JSON Schema (recommended)', 'The answer matches the schema'],
      ['json_object', 'JSON Object', 'The answer is valid JSON'],
    ]),
    choiceField('Verbosity', 'verbosity', 'medium', levels),
    textField('Name', 'name', { default: 'my_schema', ...forSchema }),
    notice('requiredNotice', 'In strict mode, every property must be listed in "required".', {
      displayOptions: { show: { strict: [true] } },
    }),
    jsonField('Schema', 'schema', '', forSchema),
    textField('Description', 'description', forSchema),
    toggleField('Strict', 'strict', false, 'Whether the answer matches the schema exactly', forSchema),
  ],
  'Format of the answer. The output contains JSON as data.',
);

const promptConfig = group(
  'Prompt',
  'promptConfig',
  'promptOptions',
  { promptOptions: [{ promptId: '' }] },
  [textField('Prompt ID', 'promptId'), textField('Version', 'version'), jsonField('Variables', 'variables', '{}')],
  'A prompt that is stored at OpenAI',
);

const reasoning = group(
  'Reasoning',
  'reasoning',
  'reasoningOptions',
  { reasoningOptions: [{ effort: 'medium', summary: 'none' }] },
  [
    choiceField('Effort', 'effort', 'medium', levels),
    choiceField('Summary', 'summary', 'auto', [
      ['none', 'None'],
      ['auto', 'Auto'],
      ['concise', 'Concise'],
      ['detailed', 'Detailed'],
    ]),
  ],
  'How long models that think do so, and whether the response summarizes it',
);

const background = group(
  'Background Mode',
  'backgroundMode',
  'values',
  { values: [{ backgroundMode: true }] },
  [
    toggleField('Background Mode', 'enabled', false, 'Whether OpenAI answers in the background, and the node asks until it has finished'),
    numberField(
      'Timeout',
      'timeout',
      300,
      { minValue: 0, maxValue: 3600 },
      { description: 'Seconds until it must have finished. 0 for no limit.' },
    ),
  ],
  'For answers that take many minutes',
);

export const responseOptions: NodeProperty = optionsField([
  textField('Conversation ID', 'conversationId', { description: 'A conversation that OpenAI stores' }),
  {
    displayName: 'Include Additional Data',
    name: 'include',
    type: 'multiOptions',
    default: [],
    options: included.map(([value, name]) => ({ name, value })),
  },
  longText('Instructions', 'instructions', { description: 'Rules for the model' }),
  numberField(
    'Maximum Number of Tokens',
    'maxTokens',
    16,
    { maxValue: 32_768 },
    { description: 'Length of the longest answer, with thoughts' },
  ),
  numberField(
    'Max Tools Iterations',
    'maxToolsIterations',
    15,
    {},
    { description: 'How often connected tools may be called. 0 for no limit.' },
  ),
  numberField('Max Built-in Tool Calls', 'maxToolCalls', 15, {}, { description: 'How often tools that OpenAI runs may be called' }),
  jsonField('Metadata', 'metadata', '{}', { description: 'Up to 16 names with texts' }),
  toggleField('Parallel Tool Calls', 'parallelToolCalls', false, 'Whether the model may call several tools at once'),
  textField('Previous Response ID', 'previousResponseId', { description: 'Response that the messages continue' }),
  promptConfig,
  textField('Prompt Cache Key', 'promptCacheKey', { description: 'Requests with the same key share a cache of prompts' }),
  reasoning,
  textField('Safety Identifier', 'safetyIdentifier', { description: 'Identifies the user, so that OpenAI notices misuse' }),
  choiceField('Service Tier', 'serviceTier', 'auto', [
    ['auto', 'Auto'],
    ['flex', 'Flex'],
    ['default', 'Default'],
    ['priority', 'Priority'],
  ]),
  toggleField('Store', 'store', true, 'Whether OpenAI stores the response'),
  textFormat,
  numberField('Top Logprobs', 'topLogprobs', 0, { minValue: 0, maxValue: 20 }),
  numberField('Output Randomness (Temperature)', 'temperature', 1, { minValue: 0, maxValue: 2, numberPrecision: 1 }),
  numberField('Output Randomness (Top P)', 'topP', 1, { maxValue: 1, minValue: 0, numberPrecision: 1 }),
  toggleField('Truncation', 'truncation', false, 'Whether messages that are too many for the model are left out'),
  background,
]);
