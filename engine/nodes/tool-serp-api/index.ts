// SerpAPI: lets a model search with Google. https://serpapi.com/search-api
import type { JsonObject, JsonValue } from '../../contract/json.ts';
import { defineNode, NodeError, withQuery, type ExecuteContext, type Supply, type ToolOutput } from '../../sdk/index.ts';
import { searchSupply } from '../_shared/ai/tools/search-tool.ts';
import { toolResponse } from '../_shared/ai/tools/tool-response.ts';
import { description } from './description.ts';

const options = ['gl', 'device', 'no_cache', 'google_domain', 'hl'] as const;

/** Sections of the response that answer directly, and the fields of each result that a model needs. */
const sections = ['answer_box', 'sports_results', 'knowledge_graph'] as const;
const resultFields = ['title', 'link', 'snippet', 'date', 'source'] as const;

async function search(ctx: ExecuteContext, query: string, itemIndex: number, signal: AbortSignal): Promise<ToolOutput> {
  const chosen = ctx.param<JsonObject>('options', itemIndex, {});
  const parameters = options.flatMap((name) => (chosen[name] === undefined ? [] : [[name, String(chosen[name])] as const]));
  const url = withQuery('https://serpapi.com/search.json', [['engine', 'google'], ['q', query], ...parameters]);
  const response = JSON.parse(await toolResponse(ctx, await ctx.signRequest('serpApi', { url, signal }, itemIndex))) as JsonObject;
  const { error, organic_results: results = [] } = response;
  if (typeof error === 'string') {
    // The service reports an empty list as an error.
    if (/hasn't returned any results/i.test(error)) return 'Nothing was found. Try other words.';
    throw new NodeError(`SerpAPI reports: ${error}`, { code: 'NODE_REQUEST_FAILED' });
  }
  const direct = sections.filter((name) => response[name] !== undefined).map((name) => [name, response[name]] as const);
  const pages = (results as readonly JsonObject[]).map((result) =>
    Object.fromEntries(resultFields.flatMap((name) => (result[name] === undefined ? [] : [[name, result[name]]]))),
  );
  return { ...Object.fromEntries(direct), results: pages } as JsonValue;
}

const supply = (ctx: ExecuteContext, itemIndex: number): Supply =>
  searchSupply(ctx, {
    name: 'search',
    defaultName: 'SerpAPI',
    description: 'Searches the web with Google. Use it for current events and facts. The input is the search query.',
    search: (query, signal) => search(ctx, query, itemIndex, signal),
  });

export const toolSerpApi = defineNode({
  type: '@n8n/n8n-nodes-langchain.toolSerpApi',
  icon: 'icon.svg',
  versions: [{ description, supply }],
});
