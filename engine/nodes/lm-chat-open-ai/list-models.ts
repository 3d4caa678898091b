// The models that the service of the credential offers.
import type { DetachedContext, ListSearchResult } from '../../sdk/index.ts';
import type { PropertyOption } from '../../workflow/node-type.ts';
import { openAiUrl } from '../_shared/ai/models/open-ai-url.ts';
import { fieldOfEach, listedModels, requestList } from '../_shared/ai/models/model-list.ts';

/** Names of OpenAI's models that do not chat. Services with other models list all. */
const otherPurposes =
  /^(babbage|davinci|dall-e|gpt-image|omni-moderation|sora|text-embedding|text-moderation|tts|whisper)|(-audio|-image|-realtime|-transcribe|-tts)/;

export async function searchModels(ctx: DetachedContext, filter?: string): Promise<ListSearchResult> {
  const baseUrl = await openAiUrl(ctx, 0);
  const list = (await requestList(ctx, { url: `${baseUrl}/models`, credential: 'openAiApi' })) as { readonly data?: unknown } | null;
  const names = fieldOfEach(list?.data, 'id');
  const isOpenAi = new URL(baseUrl).hostname === 'api.openai.com';
  return listedModels(isOpenAi ? names.filter((name) => !otherPurposes.test(name)) : names, filter);
}

export async function getModels(ctx: DetachedContext): Promise<readonly PropertyOption[]> {
  return (await searchModels(ctx)).results;
}
