// xAI Grok Chat Model. It uses chat completions, where all options of this node exist; the responses that xAI also offers have fewer.
import { defineNode, type DetachedContext, type ExecuteContext, type Supply } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';
import { addressOf, chatSettings, retriesOf, signedAccess } from '../_shared/ai/models/chat-settings.ts';
import { listedIds } from '../_shared/ai/models/model-list.ts';
import { chatModelNode, chatOptions, jsonNotice, modelChoice, modelOptions } from '../_shared/ai/models/model-properties.ts';
import { defined, OptionValues } from '../_shared/ai/models/option-values.ts';
import { withSettings } from '../_shared/ai/models/with-settings.ts';

const CREDENTIAL = 'xAiApi';
const DEFAULT_MODEL = 'grok-2-vision-1212';
const TIMEOUT = 360_000;

const baseUrlOf = (ctx: DetachedContext, itemIndex: number): Promise<string> =>
  addressOf(ctx, itemIndex, CREDENTIAL, 'https://api.x.ai/v1');

async function supply(ctx: ExecuteContext, itemIndex: number): Promise<Supply> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const options = new OptionValues(ctx, itemIndex);
  const access = signedAccess(ctx, itemIndex, CREDENTIAL, options.number('timeout', 1) ?? TIMEOUT);
  const baseURL = await baseUrlOf(ctx, itemIndex);
  const xai = createOpenAICompatible({ ...access, name: 'xai', baseURL, includeUsage: true, supportsStructuredOutputs: true });
  const own = defined({
    reasoningEffort: options.text('reasoning'),
    service_tier: options.flag('priority') === true ? 'priority' : undefined,
  });
  const settings = { ...chatSettings(options), providerOptions: { xai: own } };
  const model = withSettings(xai.chatModel(ctx.param('model', itemIndex, DEFAULT_MODEL)), settings);
  return { ai_languageModel: { model, maxRetries: retriesOf(options) } };
}

const ownOptions: readonly NodeProperty[] = [
  {
    displayName: 'Priority',
    name: 'priority',
    type: 'boolean',
    default: false,
    description: 'Whether the request is served before others, at a higher price',
  },
  {
    displayName: 'Reasoning',
    name: 'reasoning',
    type: 'options',
    default: 'low',
    description: 'How long the model thinks before it answers. Models that cannot think refuse it.',
    options: [
      { name: 'None', value: 'none' },
      { name: 'Low', value: 'low' },
      { name: 'Medium', value: 'medium' },
      { name: 'High', value: 'high' },
    ],
  },
];

export const lmChatXAiGrok = defineNode({
  type: '@n8n/n8n-nodes-langchain.lmChatXAiGrok',
  icon: 'icon.svg',
  versions: [
    {
      description: {
        ...chatModelNode('xAI Grok Chat Model', ['grok', 'xai']),
        description: 'Models of xAI',
        version: 1,
        credentials: [{ name: CREDENTIAL, required: true }],
        properties: [jsonNotice(), modelChoice(DEFAULT_MODEL), modelOptions([...chatOptions(TIMEOUT), ...ownOptions])],
      },
      supply,
      methods: {
        loadOptions: {
          getModels: async (ctx) =>
            listedIds(ctx, { url: `${await baseUrlOf(ctx, 0)}/models`, credential: CREDENTIAL }, (id) => !/image|imagine|video/.test(id)),
        },
      },
    },
  ],
});
