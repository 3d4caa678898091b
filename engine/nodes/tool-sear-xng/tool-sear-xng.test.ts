// SearXNG as a tool: the request, and the results that a model receives.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { callTool, type ToolOutcome } from '../../testing/models/call-tool.ts';
import { stubServer } from '../../testing/stub-server.ts';

async function search(body: string, options: JsonObject = {}, status = 200): Promise<ToolOutcome & { readonly url: string | undefined }> {
  const server = await stubServer((_, response) => response.writeHead(status).end(body));
  try {
    const credentials = { searXngApi: { apiUrl: `${server.address}/` } };
    const outcome = await callTool({ type: 'toolSearXng', node: 'SearXNG', parameters: { options }, args: { input: 'tea' }, credentials });
    return { ...outcome, url: server.received[0]?.url };
  } finally {
    await server.close();
  }
}

const result = (title: string): JsonObject => ({
  title,
  url: `https://${title}.example`,
  content: `About ${title}`,
  engine: 'x',
  score: 1,
});

describe('SearXNG', () => {
  it('searches with its options, and returns as many results as they say', async () => {
    const body = JSON.stringify({
      answers: [],
      infoboxes: [{ infobox: 'Tea', content: 'A drink', urls: [] }],
      results: [result('one'), result('two')],
    });
    const { tools, reply, url } = await search(body, { numResults: 1, pageNumber: 2, language: 'de', safesearch: 2 });
    expect(tools).toMatchObject([{ name: 'searxng-search' }]);
    expect(url).toBe('/search?q=tea&format=json&pageno=2&language=de&safesearch=2');
    expect(JSON.parse(reply)).toEqual({
      infoboxes: [{ title: 'Tea', content: 'A drink' }],
      results: [{ title: 'one', link: 'https://one.example', snippet: 'About one' }],
    });
  });

  it('has defaults for its options', async () => {
    expect((await search('{"results":[]}')).url).toBe('/search?q=tea&format=json&pageno=1&language=en&safesearch=0');
  });

  it('tells the model that nothing was found', async () => {
    expect((await search('{"results":[]}')).reply).toBe('Nothing was found. Try other words.');
  });

  it.each([
    ['refuses JSON', '<h1>403</h1>', 403],
    ['returns a page', '<html></html>', 200],
  ])('says how to allow JSON if the instance %s', async (_, body, status) => {
    const { run } = await search(body, {}, status);
    expect(run?.error).toMatchObject({ hint: expect.stringContaining('Add "json" to the list "formats"') });
  });
});
