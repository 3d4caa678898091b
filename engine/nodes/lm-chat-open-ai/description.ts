// Description of the OpenAI Chat Model. Since version 1.3, it can use the Responses API.
import type { NodeVersion } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';
import {
  chatModelNode,
  jsonNotice,
  modelChoice,
  modelLocator,
  modelOptions,
  numberOption,
  responseFormat,
} from '../_shared/ai/models/model-properties.ts';

const DEFAULT_MODEL = 'gpt-5-mini';
const responses = { show: { '@version': [{ _cnd: { gte: 1.3 } }], '/responsesApiEnabled': [true] } };
const textType = (...types: readonly string[]): NodeProperty['displayOptions'] => ({ show: { type: types } });
const levels = [
  { name: 'Low', value: 'low' },
  { name: 'Medium', value: 'medium' },
  { name: 'High', value: 'high' },
];

const textFormat: NodeProperty = {
  displayName: 'Response Format',
  name: 'textFormat',
  type: 'fixedCollection',
  placeholder: 'Set Response Format',
  default: { textOptions: [{ type: 'text' }] },
  displayOptions: responses,
  options: [
    {
      displayName: 'Text',
      name: 'textOptions',
      values: [
        {
          displayName: 'Type',
          name: 'type',
          type: 'options',
          default: 'text',
          options: [
            { name: 'Text', value: 'text' },
            { name: 'JSON Schema', value: 'json_schema', description: 'The answer matches the schema' },
            { name: 'JSON Object', value: 'json_object', description: 'The answer is valid JSON' },
          ],
        },
        { displayName: 'Verbosity', name: 'verbosity', type: 'options', default: 'medium', options: levels },
        { displayName: 'Name', name: 'name', type: 'string', default: 'my_schema', displayOptions: textType('json_schema') },
        {
          displayName: 'In strict mode, every property must be listed in "required".',
          name: 'requiredNotice',
          type: 'notice',
          default: '',
          displayOptions: { show: { strict: [true] } },
        },
        { displayName: 'Schema', name: 'schema', type: 'json', default: '', displayOptions: textType('json_schema') },
        { displayName: 'Description', name: 'description', type: 'string', default: '', displayOptions: textType('json_schema') },
        { displayName: 'Strict', name: 'strict', type: 'boolean', default: false, displayOptions: textType('json_schema') },
      ],
    },
  ],
};

const builtInTools: NodeProperty = {
  displayName: 'Built-in Tools',
  name: 'builtInTools',
  type: 'collection',
  placeholder: 'Add Built-in Tool',
  description: 'Tools that the service itself runs',
  default: {},
  displayOptions: { show: { '@version': [{ _cnd: { gte: 1.3 } }], '/responsesApiEnabled': [true] } },
  options: [
    {
      displayName: 'Web Search',
      name: 'webSearch',
      type: 'collection',
      default: { searchContextSize: 'medium' },
      options: [
        { displayName: 'Search Context Size', name: 'searchContextSize', type: 'options', default: 'medium', options: levels },
        {
          displayName: 'Allowed Domains',
          name: 'allowedDomains',
          type: 'string',
          default: '',
          placeholder: 'e.g. example.com, example.org',
        },
        { displayName: 'Country', name: 'country', type: 'string', default: '', placeholder: 'e.g. DE' },
        { displayName: 'City', name: 'city', type: 'string', default: '' },
        { displayName: 'Region', name: 'region', type: 'string', default: '' },
      ],
    },
    {
      displayName: 'File Search',
      name: 'fileSearch',
      type: 'collection',
      default: { vectorStoreIds: '[]' },
      options: [
        { displayName: 'Vector Store IDs', name: 'vectorStoreIds', type: 'json', default: '[]', required: true },
        { displayName: 'Filters', name: 'filters', type: 'json', default: '{}' },
        { displayName: 'Max Results', name: 'maxResults', type: 'number', default: 1, typeOptions: { minValue: 1, maxValue: 50 } },
      ],
    },
    { displayName: 'Code Interpreter', name: 'codeInterpreter', type: 'boolean', default: true },
  ],
};

const responsesOption = (displayName: string, name: string, description: string): NodeProperty => ({
  displayName,
  name,
  type: 'string',
  default: '',
  description,
  displayOptions: responses,
});

const options: readonly NodeProperty[] = [
  {
    displayName: 'Base URL',
    name: 'baseURL',
    type: 'string',
    default: 'https://api.openai.com/v1',
    description: 'Address of another service with the same API',
    displayOptions: { hide: { '@version': [{ _cnd: { gte: 1.1 } }] } },
  },
  numberOption('frequencyPenalty', 0, { maxValue: 2, minValue: -2, numberPrecision: 1 }),
  numberOption('maxTokens', -1, { maxValue: 32_768 }),
  responseFormat({ displayOptions: { show: { '@version': [{ _cnd: { lt: 1.3 } }] } } }),
  responseFormat({ displayOptions: { show: { '@version': [{ _cnd: { gte: 1.3 } }], '/responsesApiEnabled': [false] } } }),
  textFormat,
  numberOption('presencePenalty', 0, { maxValue: 2, minValue: -2, numberPrecision: 1 }),
  numberOption('temperature', 0.7, { maxValue: 2, minValue: 0, numberPrecision: 1 }),
  {
    displayName: 'Reasoning Effort',
    name: 'reasoningEffort',
    type: 'options',
    default: 'medium',
    description: 'How long the model thinks before it answers',
    displayOptions: { show: { '/model': [{ _cnd: { regex: '(^o1([-\\d]+)?$)|(^o[3-9].*)|(^gpt-5.*)' } }] } },
    options: levels,
  },
  numberOption('timeout', 60_000),
  numberOption('maxRetries', 2),
  numberOption('topP', 1, { maxValue: 1, minValue: 0, numberPrecision: 1 }),
  {
    displayName: 'Extra Body',
    name: 'extraBody',
    type: 'json',
    default: '{}',
    description: 'Fields that are added to each request, for services that know others than OpenAI',
  },
  responsesOption('Conversation ID', 'conversationId', 'A conversation that the service stores'),
  responsesOption('Prompt Cache Key', 'promptCacheKey', 'Requests with the same key share a cache of prompts'),
  responsesOption('Safety Identifier', 'safetyIdentifier', 'Identifies the user, so that the service notices misuse'),
  {
    displayName: 'Service Tier',
    name: 'serviceTier',
    type: 'options',
    default: 'auto',
    displayOptions: responses,
    options: [
      { name: 'Auto', value: 'auto' },
      { name: 'Flex', value: 'flex' },
      { name: 'Default', value: 'default' },
      { name: 'Priority', value: 'priority' },
    ],
  },
  { displayName: 'Metadata', name: 'metadata', type: 'json', default: '{}', displayOptions: responses },
  {
    displayName: 'Top Logprobs',
    name: 'topLogprobs',
    type: 'number',
    default: 0,
    typeOptions: { minValue: 0, maxValue: 20 },
    displayOptions: responses,
  },
  {
    displayName: 'Prompt',
    name: 'promptConfig',
    type: 'fixedCollection',
    placeholder: 'Set Prompt',
    default: { promptOptions: [{ promptId: '' }] },
    description: 'A prompt that is stored at OpenAI',
    displayOptions: responses,
    options: [
      {
        displayName: 'Prompt',
        name: 'promptOptions',
        values: [
          { displayName: 'Prompt ID', name: 'promptId', type: 'string', default: '' },
          { displayName: 'Version', name: 'version', type: 'string', default: '' },
          { displayName: 'Variables', name: 'variables', type: 'json', default: '{}' },
        ],
      },
    ],
  },
];

export const description: NodeVersion['description'] = {
  ...chatModelNode('OpenAI Chat Model', ['gpt', 'lm studio', 'vllm', 'llama.cpp']),
  description: 'Models of OpenAI, and of every service or local server with the same API',
  version: [1, 1.1, 1.2, 1.3],
  credentials: [{ name: 'openAiApi', required: true }],
  properties: [
    jsonNotice(),
    jsonNotice('/options.textFormat.textOptions.type'),
    modelChoice(DEFAULT_MODEL, { displayOptions: { hide: { '@version': [{ _cnd: { gte: 1.2 } }] } } }),
    modelLocator(DEFAULT_MODEL, { displayOptions: { hide: { '@version': [{ _cnd: { lte: 1.1 } }] } } }),
    {
      displayName: 'Another address than that of OpenAI is used. Its models are entered by their id if it does not list them.',
      name: 'notice',
      type: 'notice',
      default: '',
      displayOptions: { show: { '/options.baseURL': [{ _cnd: { exists: true } }] } },
    },
    {
      displayName: 'Use Responses API',
      name: 'responsesApiEnabled',
      type: 'boolean',
      default: true,
      description: 'Whether the newer API is used, which has tools of its own. Turn it off for other services and local servers.',
      displayOptions: { show: { '@version': [{ _cnd: { gte: 1.3 } }] } },
    },
    builtInTools,
    modelOptions(options),
  ],
};
