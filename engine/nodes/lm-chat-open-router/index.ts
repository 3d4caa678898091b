// OpenRouter Chat Model: models of many providers.
import { defineNode, type DetachedContext, type ExecuteContext, type Supply } from '../../sdk/index.ts';
import { addressOf, chatSettings, retriesOf, signedAccess } from '../_shared/ai/models/chat-settings.ts';
import { listedIds } from '../_shared/ai/models/model-list.ts';
import { defined, OptionValues } from '../_shared/ai/models/option-values.ts';
import { withSettings, type ModelSettings } from '../_shared/ai/models/with-settings.ts';
import { DEFAULT_MODEL, description, TIMEOUT } from './description.ts';

const CREDENTIAL = 'openRouterApi';

const baseUrlOf = (ctx: DetachedContext, itemIndex: number): Promise<string> =>
  addressOf(ctx, itemIndex, CREDENTIAL, 'https://openrouter.ai/api/v1');

async function supply(ctx: ExecuteContext, itemIndex: number): Promise<Supply> {
  const { createOpenRouter } = await import('@openrouter/ai-sdk-provider');
  const options = new OptionValues(ctx, itemIndex);
  const access = signedAccess(ctx, itemIndex, CREDENTIAL, options.number('timeout', 1) ?? TIMEOUT);
  const router = createOpenRouter({ ...access, baseURL: await baseUrlOf(ctx, itemIndex), compatibility: 'strict' });
  const provider = routing(options);
  const settings: ModelSettings = {
    ...chatSettings(options),
    ...(Object.keys(provider).length === 0 ? {} : { providerOptions: { openrouter: { provider } } }),
  };
  const model = withSettings(router.chat(ctx.param('model', itemIndex, DEFAULT_MODEL)), settings);
  return { ai_languageModel: { model, maxRetries: retriesOf(options) } };
}

const routing = (options: OptionValues): NonNullable<ModelSettings['providerOptions']>[string] =>
  defined({
    order: options.texts('providerRouting.order'),
    allow_fallbacks: options.flag('providerRouting.allowFallbacks'),
    require_parameters: options.flag('providerRouting.requireParameters'),
    data_collection: options.text('providerRouting.dataCollection'),
    zdr: options.flag('providerRouting.zdr'),
    only: options.texts('providerRouting.only'),
    ignore: options.texts('providerRouting.ignore'),
    sort: options.text('providerRouting.sort'),
  });

export const lmChatOpenRouter = defineNode({
  type: '@n8n/n8n-nodes-langchain.lmChatOpenRouter',
  icon: 'icon.svg',
  versions: [
    {
      description,
      supply,
      methods: {
        loadOptions: {
          getModels: async (ctx) => listedIds(ctx, { url: `${await baseUrlOf(ctx, 0)}/models`, credential: CREDENTIAL }),
        },
      },
    },
  ],
});
