// Address of the service: the node's own in the first version, otherwise that of the credential.
import type { DetachedContext, ExecuteContext } from '../../sdk/index.ts';

const OPEN_AI = 'https://api.openai.com/v1';

/** Returns the base URL without a trailing slash. */
export async function baseUrlOf(ctx: DetachedContext | ExecuteContext, itemIndex: number): Promise<string> {
  const { url } = await ctx.credentials('openAiApi', itemIndex);
  const own = ctx.param('options.baseURL', itemIndex, '');
  return (own || (typeof url === 'string' && url !== '' ? url : OPEN_AI)).replace(/\/+$/, '');
}
