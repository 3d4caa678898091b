// What the nodes of Google Gemini share: the address of the credential, and the list of models.
import type { DetachedContext } from '../../../../sdk/index.ts';
import type { PropertyOption } from '../../../../workflow/node-type.ts';
import { addressOf } from './chat-settings.ts';
import { listedModels, requestList } from './model-list.ts';

export const GEMINI_CREDENTIAL = 'googlePalmApi';

export const geminiUrl = async (ctx: DetachedContext, itemIndex: number): Promise<string> =>
  `${await addressOf(ctx, itemIndex, GEMINI_CREDENTIAL, 'https://generativelanguage.googleapis.com', 'host')}/v1beta`;

interface ListedModel {
  readonly name?: unknown;
  readonly supportedGenerationMethods?: readonly string[];
}

/** Returns the models with one of the methods, such as `generateContent`. */
export async function geminiModels(ctx: DetachedContext, ...methods: readonly string[]): Promise<readonly PropertyOption[]> {
  const url = `${await geminiUrl(ctx, 0)}/models?pageSize=1000`;
  const list = (await requestList(ctx, { url, credential: GEMINI_CREDENTIAL })) as { readonly models?: readonly ListedModel[] } | null;
  const names = (list?.models ?? []).flatMap(({ name, supportedGenerationMethods: supported }) =>
    typeof name === 'string' && supported?.some((method) => methods.includes(method)) !== false ? [name] : [],
  );
  return listedModels(names).results;
}
