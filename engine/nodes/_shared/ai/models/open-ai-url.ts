// Address of OpenAI's nodes: the node's own in its first versions, otherwise that of the credential.
import type { DetachedContext } from '../../../../sdk/index.ts';

export const OPEN_AI = 'https://api.openai.com/v1';

/** Returns the base URL without a trailing slash. */
export async function openAiUrl(ctx: DetachedContext, itemIndex: number): Promise<string> {
  const { url } = await ctx.credentials('openAiApi', itemIndex);
  const own = ctx.param('options.baseURL', itemIndex, '');
  return (own || (typeof url === 'string' && url !== '' ? url : OPEN_AI)).replace(/\/+$/, '');
}
