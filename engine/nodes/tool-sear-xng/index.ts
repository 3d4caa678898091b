// SearXNG: lets a model search with an instance of this metasearch engine. https://docs.searxng.org/dev/search_api.html
import type { JsonObject, JsonValue } from '../../contract/json.ts';
import { defineNode, NodeError, withQuery, type ExecuteContext, type Supply, type ToolOutput } from '../../sdk/index.ts';
import { searchSupply } from '../_shared/ai/tools/search-tool.ts';
import { toolResponse } from '../_shared/ai/tools/tool-response.ts';
import { description } from './description.ts';

const CREDENTIAL = 'searXngApi';
const ALLOW_JSON =
  'Add "json" to the list "formats" under "search" in the settings.yml of the instance, and check the URL of the credential.';

async function search(ctx: ExecuteContext, query: string, itemIndex: number, signal: AbortSignal): Promise<ToolOutput> {
  const { apiUrl } = await ctx.credentials(CREDENTIAL, itemIndex);
  const url = withQuery(`${String(apiUrl).trim().replace(/\/+$/, '')}/search`, [
    ['q', query],
    ['format', 'json'],
    ['pageno', String(ctx.param('options.pageNumber', itemIndex, 1))],
    ['language', ctx.param('options.language', itemIndex, 'en')],
    ['safesearch', String(ctx.param('options.safesearch', itemIndex, 0))],
  ]);
  const request = await ctx.signRequest(CREDENTIAL, { url, signal }, itemIndex, { mayLeaveUnsigned: true });
  const {
    results = [],
    answers = [],
    infoboxes = [],
  } = parsed(await toolResponse(ctx, request, { 403: ALLOW_JSON })) as Record<string, readonly JsonObject[]>;
  const pages = results.slice(0, Math.max(1, ctx.param('options.numResults', itemIndex, 10)));
  if (pages.length + answers.length + infoboxes.length === 0) return 'Nothing was found. Try other words.';
  return {
    ...(answers.length === 0 ? {} : { answers }),
    ...(infoboxes.length === 0 ? {} : { infoboxes: infoboxes.map(({ infobox, content }) => ({ title: infobox, content })) }),
    results: pages.map(({ title, url: link, content }) => ({ title, link, snippet: content })),
  } as JsonValue;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new NodeError('The SearXNG instance did not return JSON.', {
      code: 'NODE_REQUEST_FAILED',
      hint: ALLOW_JSON,
      cause,
    });
  }
}

const supply = (ctx: ExecuteContext, itemIndex: number): Supply =>
  searchSupply(ctx, {
    name: 'searxng-search',
    defaultName: 'SearXNG',
    description: 'Searches the web. Use it for current events and facts. The input is the search query.',
    search: (query, signal) => search(ctx, query, itemIndex, signal),
  });

export const toolSearXng = defineNode({
  type: '@n8n/n8n-nodes-langchain.toolSearXng',
  icon: 'icon.svg',
  versions: [{ description, supply }],
});
