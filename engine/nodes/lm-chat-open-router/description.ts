// Description of the OpenRouter Chat Model.
import type { NodeVersion } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';
import { chatModelNode, chatOptions, jsonNotice, modelChoice, modelOptions } from '../_shared/ai/models/model-properties.ts';

export const DEFAULT_MODEL = 'openai/gpt-4.1-mini';
export const TIMEOUT = 360_000;

const names = (displayName: string, name: string, description: string): NodeProperty => ({
  displayName,
  name,
  type: 'string',
  default: '',
  placeholder: 'e.g. anthropic, together',
  description: `${description}, separated by commas`,
});

const toggle = (displayName: string, name: string, value: boolean, description: string): NodeProperty => ({
  displayName,
  name,
  type: 'boolean',
  default: value,
  description,
});

const providerRouting: NodeProperty = {
  displayName: 'Provider Routing',
  name: 'providerRouting',
  type: 'collection',
  placeholder: 'Add Rule',
  default: {},
  description: 'Which providers of the model OpenRouter may choose',
  options: [
    names('Order', 'order', 'Providers to try first'),
    toggle('Allow Fallbacks', 'allowFallbacks', true, 'Whether other providers answer if these do not'),
    toggle('Require Parameters', 'requireParameters', false, 'Whether only providers are used that know all options of the request'),
    {
      displayName: 'Data Collection',
      name: 'dataCollection',
      type: 'options',
      default: 'allow',
      description: 'Whether providers may be used that store what they are sent',
      options: [
        { name: 'Allow', value: 'allow' },
        { name: 'Deny', value: 'deny' },
      ],
    },
    toggle('Zero Data Retention', 'zdr', false, 'Whether only providers are used that retain nothing'),
    names('Only', 'only', 'The only providers that may be used'),
    names('Ignore', 'ignore', 'Providers that are not used'),
    {
      displayName: 'Sort',
      name: 'sort',
      type: 'options',
      default: 'price',
      description: 'What matters most in the choice of the provider',
      options: [
        { name: 'Price', value: 'price' },
        { name: 'Throughput', value: 'throughput' },
        { name: 'Latency', value: 'latency' },
      ],
    },
  ],
};

export const description: NodeVersion['description'] = {
  ...chatModelNode('OpenRouter Chat Model', ['router', 'claude', 'gpt', 'gemini', 'llama']),
  description: 'Models of many providers, with one account at OpenRouter',
  version: 1,
  credentials: [{ name: 'openRouterApi', required: true }],
  properties: [jsonNotice(), modelChoice(DEFAULT_MODEL), modelOptions([...chatOptions(TIMEOUT), providerRouting])],
};
