// The models that OpenAI, or a service with its API, offers.
import type { DetachedContext, ListSearchResult } from '../../../../sdk/index.ts';
import { fieldOfEach, listedModels, requestList } from './model-list.ts';
import { OPEN_AI, openAiUrl } from './open-ai-url.ts';

/** Names of OpenAI's models that do not chat. */
const otherPurposes =
  /^(babbage|davinci|dall-e|gpt-image|omni-moderation|sora|text-embedding|text-moderation|tts|whisper)|(-audio|-image|-realtime|-transcribe|-tts)/;

export const isChatModel = (id: string): boolean => !otherPurposes.test(id);

/** Returns the models of OpenAI that are `suitable`; of other services all, since their names say nothing. */
export async function openAiModels(ctx: DetachedContext, suitable: (id: string) => boolean, filter?: string): Promise<ListSearchResult> {
  const baseUrl = await openAiUrl(ctx, 0);
  const list = (await requestList(ctx, { url: `${baseUrl}/models`, credential: 'openAiApi' })) as { readonly data?: unknown } | null;
  const names = fieldOfEach(list?.data, 'id');
  const isOpenAi = new URL(baseUrl).hostname === new URL(OPEN_AI).hostname;
  return listedModels(isOpenAi ? names.filter((name) => suitable(name)) : names, filter);
}
