// Description of the Anthropic Chat Model. Its versions differ in their default models and in how thinking is chosen.
import type { NodeVersion } from '../../sdk/index.ts';
import type { DisplayRules, NodeProperty, PropertyOption } from '../../workflow/node-type.ts';
import { chatModelNode, modelLocator, modelOptions, numberOption } from '../_shared/ai/models/model-properties.ts';

const claude3 = {
  'claude-3-5-sonnet-20241022': 'Claude 3.5 Sonnet (20241022)',
  'claude-3-opus-20240229': 'Claude 3 Opus (20240229)',
  'claude-3-5-sonnet-20240620': 'Claude 3.5 Sonnet (20240620)',
  'claude-3-sonnet-20240229': 'Claude 3 Sonnet (20240229)',
  'claude-3-5-haiku-20241022': 'Claude 3.5 Haiku (20241022)',
  'claude-3-haiku-20240307': 'Claude 3 Haiku (20240307)',
};
const claude2 = {
  'claude-2': 'Claude 2',
  'claude-2.1': 'Claude 2.1',
  'claude-instant-1.2': 'Claude Instant 1.2',
  'claude-instant-1': 'Claude Instant 1',
};

const choices = (names: Readonly<Record<string, string>>): readonly PropertyOption[] =>
  Object.entries(names).map(([value, name]) => ({ name, value }));

const olderModel = (value: string, names: Readonly<Record<string, string>>, versions: unknown): NodeProperty => ({
  displayName: 'Model',
  name: 'model',
  type: 'options',
  default: value,
  description: 'The model that answers. Anthropic has retired the older ones.',
  options: choices(names),
  displayOptions: { show: { '@version': [versions] } },
});

const locatedModel = (value: string, cachedResultName: string, versions: unknown): NodeProperty =>
  modelLocator(value, {
    default: { mode: 'list', value, cachedResultName },
    displayOptions: { show: { '@version': [versions] } },
  });

const withoutThinking = { hide: { thinking: [true], thinkingMode: ['adaptive', 'manual'] } };
const since15 = { '@version': [{ _cnd: { gte: 1.5 } }] };
const until14 = { '@version': [{ _cnd: { lte: 1.4 } }] };

const thinkingBudget = (show: DisplayRules): NodeProperty => ({
  displayName: 'Thinking Budget (Tokens)',
  name: 'thinkingBudget',
  type: 'number',
  default: 1024,
  description: 'Tokens that the model may use for thinking, in addition to those of the answer',
  displayOptions: { show },
});

const effort = (model: object, values: readonly string[]): NodeProperty => ({
  displayName: 'Effort',
  name: 'effort',
  type: 'options',
  default: 'medium',
  description: 'How thoroughly the model thinks and answers',
  displayOptions: { show: { ...since15, thinkingMode: ['adaptive'], '/model.value': [{ _cnd: model }] } },
  options: values.map((value) => ({ name: value === 'xhigh' ? 'Extra High' : value[0]?.toUpperCase() + value.slice(1), value })),
});

const options: readonly NodeProperty[] = [
  numberOption('maxTokens', 4096, {}, { name: 'maxTokensToSample', description: 'Length of the longest answer in tokens' }),
  numberOption('temperature', 0.7, { maxValue: 1, minValue: 0, numberPrecision: 1 }, { displayOptions: withoutThinking }),
  numberOption('topK', -1, { maxValue: 1, minValue: -1, numberPrecision: 1 }, { displayOptions: withoutThinking }),
  numberOption('topP', 1, { maxValue: 1, minValue: 0, numberPrecision: 1 }, { displayOptions: withoutThinking }),
  {
    displayName: 'Enable Thinking',
    name: 'thinking',
    type: 'boolean',
    default: false,
    description: 'Whether the model thinks before it answers',
    displayOptions: { show: until14 },
  },
  thinkingBudget({ ...until14, thinking: [true] }),
  {
    displayName: 'Thinking Mode',
    name: 'thinkingMode',
    type: 'options',
    default: 'disabled',
    displayOptions: { show: since15 },
    options: [
      { name: 'Disabled', value: 'disabled', description: 'The model answers at once' },
      { name: 'Adaptive', value: 'adaptive', description: 'The model decides how long it thinks' },
      { name: 'Manual', value: 'manual', description: 'With a budget of tokens, for older models' },
    ],
  },
  effort({ includes: 'opus' }, ['low', 'medium', 'high', 'xhigh', 'max']),
  effort({ regex: '^(?!.*opus).*' }, ['low', 'medium', 'high']),
  thinkingBudget({ ...since15, thinkingMode: ['manual'] }),
  {
    displayName: 'Streaming',
    name: 'streaming',
    type: 'boolean',
    default: false,
    description: 'Whether the answer is requested in parts, so that long ones do not run into a timeout',
  },
  {
    displayName: 'Prompt Caching',
    name: 'promptCaching',
    type: 'options',
    default: 'disabled',
    description: 'Whether Anthropic stores the beginning of the prompt, which makes repeated requests cheaper',
    options: [
      { name: 'Disabled', value: 'disabled' },
      { name: '5 Minutes', value: '5m' },
      { name: '1 Hour', value: '1h' },
    ],
  },
];

export const description: NodeVersion['description'] = {
  ...chatModelNode('Anthropic Chat Model', ['claude', 'sonnet', 'opus', 'haiku']),
  description: 'Models of Anthropic',
  version: [1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6],
  credentials: [{ name: 'anthropicApi', required: true }],
  properties: [
    olderModel('claude-2', { ...claude3, ...claude2 }, 1),
    olderModel('claude-3-sonnet-20240229', { ...claude3, ...claude2 }, 1.1),
    olderModel('claude-3-5-sonnet-20240620', claude3, { _cnd: { lte: 1.2 } }),
    locatedModel('claude-sonnet-4-5-20250929', 'Claude Sonnet 4.5', 1.3),
    locatedModel('claude-sonnet-4-6', 'Claude Sonnet 4.6', 1.4),
    locatedModel('claude-sonnet-4-6', 'Claude Sonnet 4.6', 1.5),
    locatedModel('claude-sonnet-5', 'Claude Sonnet 5', { _cnd: { gte: 1.6 } }),
    modelOptions(options),
    {
      displayName: 'Storing costs more than sending once, reading from the cache a tenth. Short prompts are not stored.',
      name: 'promptCachingNotice',
      type: 'notice',
      default: '',
      displayOptions: { show: { '/options.promptCaching': ['5m', '1h'] } },
    },
  ],
};
