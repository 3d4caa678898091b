// Google Gemini Chat Model.
import type { JsonObject } from '../../contract/json.ts';
import { defineNode, type DetachedContext, type ExecuteContext, type Supply } from '../../sdk/index.ts';
import { retriesOf, signedAccess } from '../_shared/ai/models/chat-settings.ts';
import { geminiModels, geminiUrl, GEMINI_CREDENTIAL } from '../_shared/ai/models/gemini.ts';
import { defined, OptionValues } from '../_shared/ai/models/option-values.ts';
import { withSettings, type ModelSettings } from '../_shared/ai/models/with-settings.ts';
import { description, NO_CATEGORY } from './description.ts';

async function supply(ctx: ExecuteContext, itemIndex: number): Promise<Supply> {
  const { createGoogle } = await import('@ai-sdk/google');
  const options = new OptionValues(ctx, itemIndex);
  const google = createGoogle({ ...signedAccess(ctx, itemIndex, GEMINI_CREDENTIAL), baseURL: await geminiUrl(ctx, itemIndex) });
  const safetySettings = safetyOf(ctx, itemIndex);
  const settings: ModelSettings = {
    ...defined({
      maxOutputTokens: options.number('maxOutputTokens', 1),
      temperature: options.number('temperature'),
      topK: options.number('topK', 0),
      topP: options.number('topP'),
    }),
    ...(safetySettings.length === 0 ? {} : { providerOptions: { google: { safetySettings } } }),
  };
  const model = withSettings(google(ctx.param('modelName', itemIndex, '')), settings);
  return { ai_languageModel: { model, maxRetries: retriesOf(options) } };
}

const safetyOf = (ctx: ExecuteContext, itemIndex: number): { readonly category: string; readonly threshold: string }[] =>
  [ctx.param<JsonObject | readonly JsonObject[]>('options.safetySettings.values', itemIndex, [])]
    .flat()
    .filter((entry): entry is JsonObject => entry['category'] !== undefined && entry['category'] !== NO_CATEGORY)
    .map(({ category, threshold }) => ({ category: String(category), threshold: String(threshold ?? 'HARM_BLOCK_THRESHOLD_UNSPECIFIED') }));

const getModels = (ctx: DetachedContext): ReturnType<typeof geminiModels> => geminiModels(ctx, 'generateContent');

export const lmChatGoogleGemini = defineNode({
  type: '@n8n/n8n-nodes-langchain.lmChatGoogleGemini',
  icon: 'icon.svg',
  versions: [{ description, supply, methods: { loadOptions: { getModels } } }],
});
