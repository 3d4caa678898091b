// Wikipedia: lets a model look up articles. https://www.mediawiki.org/wiki/API:Main_page
import { defineNode, type ExecuteContext, type Supply } from '../../sdk/index.ts';
import { searchSupply } from '../_shared/ai/tools/search-tool.ts';
import { connectionNotice } from '../_shared/ai/tools/tool-properties.ts';
import { toolResponse } from '../_shared/ai/tools/tool-response.ts';

/** Maximum number of articles. */
const ARTICLES = 3;
/** Maximum characters of all articles. */
const MAX_LENGTH = 4000;

interface Article {
  readonly title: string;
  /** Rank in the results. */
  readonly index: number;
  readonly extract?: string;
  readonly fullurl?: string;
}

async function search(ctx: ExecuteContext, query: string, signal: AbortSignal): Promise<string> {
  const parameters = new URLSearchParams({
    action: 'query',
    format: 'json',
    formatversion: '2',
    generator: 'search',
    gsrsearch: query,
    gsrlimit: String(ARTICLES),
    prop: 'extracts|info',
    inprop: 'url',
    exintro: '1',
    explaintext: '1',
    exlimit: String(ARTICLES),
  });
  const request = { url: `https://en.wikipedia.org/w/api.php?${parameters.toString()}`, headers: { 'user-agent': 'Millrace' }, signal };
  const { query: found } = JSON.parse(await toolResponse(ctx, request)) as {
    readonly query?: { readonly pages?: readonly Article[] };
  };
  const articles = (found?.pages ?? []).toSorted((one, other) => one.index - other.index);
  if (articles.length === 0) return 'No article was found. Try other words.';
  const texts = articles.map(({ title, fullurl, extract = '' }) => `Page: ${title}\nURL: ${fullurl ?? ''}\nSummary: ${extract.trim()}`);
  return texts.join('\n\n').slice(0, MAX_LENGTH).toWellFormed();
}

const supply = (ctx: ExecuteContext): Supply =>
  searchSupply(ctx, {
    name: 'wikipedia-api',
    defaultName: 'Wikipedia',
    description: 'Looks up people, places, companies, events and other subjects in Wikipedia. The input is what to search for, in English.',
    search: (query, signal) => search(ctx, query, signal),
  });

export const toolWikipedia = defineNode({
  type: '@n8n/n8n-nodes-langchain.toolWikipedia',
  icon: 'icon.svg',
  versions: [
    {
      supply,
      description: {
        displayName: 'Wikipedia',
        description: 'Lets an agent look up articles in Wikipedia',
        version: 1,
        group: ['transform'],
        defaults: { name: 'Wikipedia' },
        inputs: [],
        outputs: ['ai_tool'],
        outputNames: ['Tool'],
        codex: { categories: ['AI'], subcategories: { AI: ['Tools'], Tools: ['Other Tools'] }, alias: ['encyclopedia', 'knowledge'] },
        properties: [connectionNotice],
      },
    },
  ],
});
