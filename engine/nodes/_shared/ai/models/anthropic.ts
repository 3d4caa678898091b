// What the nodes of Anthropic share: the address of the credential, and the list of models.
import type { DetachedContext, ListSearchResult } from '../../../../sdk/index.ts';
import { addressOf } from './chat-settings.ts';
import { listedIds, listedModels } from './model-list.ts';

export const ANTHROPIC_CREDENTIAL = 'anthropicApi';

/** Returns the base URL, with the version of the API. */
export async function anthropicUrl(ctx: DetachedContext, itemIndex: number): Promise<string> {
  const address = await addressOf(ctx, itemIndex, ANTHROPIC_CREDENTIAL, 'https://api.anthropic.com');
  return address.endsWith('/v1') ? address : `${address}/v1`;
}

export async function anthropicModels(ctx: DetachedContext, filter?: string): Promise<ListSearchResult> {
  const models = await listedIds(ctx, { url: `${await anthropicUrl(ctx, 0)}/models?limit=1000`, credential: ANTHROPIC_CREDENTIAL });
  return listedModels(
    models.map(({ name }) => name),
    filter,
  );
}
