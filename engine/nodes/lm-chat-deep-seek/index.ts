// DeepSeek Chat Model.
import { defineNode, type DetachedContext, type ExecuteContext, type Supply } from '../../sdk/index.ts';
import { addressOf, chatSettings, retriesOf, signedAccess } from '../_shared/ai/models/chat-settings.ts';
import { listedIds } from '../_shared/ai/models/model-list.ts';
import { chatModelNode, chatOptions, jsonNotice, modelChoice, modelOptions } from '../_shared/ai/models/model-properties.ts';
import { OptionValues } from '../_shared/ai/models/option-values.ts';
import { withSettings } from '../_shared/ai/models/with-settings.ts';

const CREDENTIAL = 'deepSeekApi';
const DEFAULT_MODEL = 'deepseek-chat';
const TIMEOUT = 360_000;

const baseUrlOf = (ctx: DetachedContext, itemIndex: number): Promise<string> =>
  addressOf(ctx, itemIndex, CREDENTIAL, 'https://api.deepseek.com');

async function supply(ctx: ExecuteContext, itemIndex: number): Promise<Supply> {
  const { createDeepSeek } = await import('@ai-sdk/deepseek');
  const options = new OptionValues(ctx, itemIndex);
  const access = signedAccess(ctx, itemIndex, CREDENTIAL, options.number('timeout', 1) ?? TIMEOUT);
  const deepSeek = createDeepSeek({ ...access, baseURL: await baseUrlOf(ctx, itemIndex) });
  const model = withSettings(deepSeek.chat(ctx.param('model', itemIndex, DEFAULT_MODEL)), chatSettings(options));
  return { ai_languageModel: { model, maxRetries: retriesOf(options) } };
}

export const lmChatDeepSeek = defineNode({
  type: '@n8n/n8n-nodes-langchain.lmChatDeepSeek',
  icon: 'icon.svg',
  versions: [
    {
      description: {
        ...chatModelNode('DeepSeek Chat Model', ['reasoner', 'r1']),
        description: 'Models of DeepSeek',
        version: 1,
        credentials: [{ name: CREDENTIAL, required: true }],
        properties: [jsonNotice(), modelChoice(DEFAULT_MODEL), modelOptions(chatOptions(TIMEOUT))],
      },
      supply,
      methods: {
        loadOptions: {
          getModels: async (ctx) => listedIds(ctx, { url: `${await baseUrlOf(ctx, 0)}/models`, credential: CREDENTIAL }),
        },
      },
    },
  ],
});
