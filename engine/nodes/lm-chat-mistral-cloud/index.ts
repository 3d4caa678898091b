// Mistral Cloud Chat Model.
import { defineNode, type DetachedContext, type ExecuteContext, type Supply } from '../../sdk/index.ts';
import { chatSettings, retriesOf, signedAccess } from '../_shared/ai/models/chat-settings.ts';
import { listedIds } from '../_shared/ai/models/model-list.ts';
import { chatModelNode, modelChoice, modelOptions, numberOption } from '../_shared/ai/models/model-properties.ts';
import { defined, OptionValues } from '../_shared/ai/models/option-values.ts';
import { withSettings } from '../_shared/ai/models/with-settings.ts';

const CREDENTIAL = 'mistralCloudApi';
const DEFAULT_MODEL = 'mistral-small';

async function supply(ctx: ExecuteContext, itemIndex: number): Promise<Supply> {
  const { createMistral } = await import('@ai-sdk/mistral');
  const options = new OptionValues(ctx, itemIndex);
  const mistral = createMistral(signedAccess(ctx, itemIndex, CREDENTIAL));
  const settings = { ...chatSettings(options), providerOptions: { mistral: defined({ safePrompt: options.flag('safeMode') }) } };
  const model = withSettings(mistral.chat(ctx.param('model', itemIndex, DEFAULT_MODEL)), settings);
  return { ai_languageModel: { model, maxRetries: retriesOf(options) } };
}

const getModels = (ctx: DetachedContext): ReturnType<typeof listedIds> =>
  listedIds(
    ctx,
    { url: 'https://api.mistral.ai/v1/models', credential: CREDENTIAL },
    (_id, { capabilities }) => (capabilities as { readonly completion_chat?: boolean } | undefined)?.completion_chat !== false,
  );

export const lmChatMistralCloud = defineNode({
  type: '@n8n/n8n-nodes-langchain.lmChatMistralCloud',
  icon: 'icon.svg',
  versions: [
    {
      description: {
        ...chatModelNode('Mistral Cloud Chat Model', ['magistral', 'ministral', 'codestral']),
        description: 'Models of Mistral',
        version: 1,
        credentials: [{ name: CREDENTIAL, required: true }],
        properties: [
          modelChoice(DEFAULT_MODEL),
          modelOptions([
            numberOption('maxTokens', -1, { maxValue: 32_768 }),
            numberOption('temperature', 0.7, { maxValue: 1, minValue: 0, numberPrecision: 1 }),
            numberOption('maxRetries', 2),
            numberOption('topP', 1, { maxValue: 1, minValue: 0, numberPrecision: 1 }),
            {
              displayName: 'Safe Mode',
              name: 'safeMode',
              type: 'boolean',
              default: false,
              description: 'Whether the service adds a prompt that asks for safe answers',
            },
          ]),
        ],
      },
      supply,
      methods: { loadOptions: { getModels } },
    },
  ],
});
