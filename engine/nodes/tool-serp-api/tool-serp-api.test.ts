// SerpAPI as a tool: the signed request, and the results that a model receives.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { callTool, type ToolOutcome } from '../../testing/models/call-tool.ts';
import { redirectedHttp } from '../../testing/models/run-root-node.ts';
import { stubServer } from '../../testing/stub-server.ts';

async function search(body: unknown, options: JsonObject = {}, status = 200): Promise<ToolOutcome & { readonly url: URL }> {
  const server = await stubServer((_, response) => response.writeHead(status).end(JSON.stringify(body)));
  try {
    const outcome = await callTool({
      type: 'toolSerpApi',
      node: 'SerpAPI',
      parameters: { options },
      args: { input: 'coffee & tea' },
      credentials: { serpApi: { apiKey: 'serp-secret' } },
      ports: { http: redirectedHttp('https://serpapi.com', server.address) },
    });
    return { ...outcome, url: new URL(server.received[0]?.url ?? '', 'http://x') };
  } finally {
    await server.close();
  }
}

describe('SerpAPI', () => {
  it('searches with the options and the key of the credential', async () => {
    const { tools, url } = await search({}, { gl: 'de', device: 'mobile', no_cache: true, google_domain: 'google.de', hl: 'de' });
    expect(tools).toMatchObject([{ name: 'search' }]);
    expect(url.pathname).toBe('/search.json');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      engine: 'google',
      q: 'coffee & tea',
      gl: 'de',
      device: 'mobile',
      no_cache: 'true',
      google_domain: 'google.de',
      hl: 'de',
      api_key: 'serp-secret',
    });
  });

  it('returns the answer and the fields of the results that matter', async () => {
    const results = [{ position: 1, title: 'Tea', link: 'https://tea.example', snippet: 'Leaves', favicon: 'x' }];
    const { reply } = await search({ search_metadata: {}, answer_box: { answer: 'Both' }, organic_results: results });
    const pages = [{ title: 'Tea', link: 'https://tea.example', snippet: 'Leaves' }];
    expect(JSON.parse(reply)).toEqual({ answer_box: { answer: 'Both' }, results: pages });
  });

  it.each([
    ['that nothing was found', { error: "Google hasn't returned any results for this query." }, 200, 'Nothing was found'],
    ['what the service reports', { error: 'Your account has run out of searches.' }, 200, 'run out of searches'],
    ['a refusal, without the key', { error: 'Invalid API key: serp-secret' }, 401, 'Invalid API key: [hidden]'],
  ])('tells the model %s', async (_, body, status, message) => {
    expect((await search(body, {}, status)).reply).toContain(message);
  });
});
