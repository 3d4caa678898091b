// Wikipedia as a tool: the request, and the articles that a model receives.
import { expect, it } from 'vitest';
import { callTool, type ToolOutcome } from '../../testing/models/call-tool.ts';
import { redirectedHttp } from '../../testing/models/run-root-node.ts';
import { stubServer, type ReceivedRequest } from '../../testing/stub-server.ts';

async function search(input: string, body: unknown): Promise<ToolOutcome & { readonly request: ReceivedRequest | undefined }> {
  const server = await stubServer((_, response) => response.end(JSON.stringify(body)));
  try {
    const ports = { http: redirectedHttp('https://en.wikipedia.org', server.address) };
    return { ...(await callTool({ type: 'toolWikipedia', node: 'Wikipedia', args: { input }, ports })), request: server.received[0] };
  } finally {
    await server.close();
  }
}

const page = (index: number, title: string, extract: string): object => ({
  index,
  title,
  extract,
  fullurl: `https://en.wikipedia.org/wiki/${title}`,
});

it('returns the articles in the order of the search', async () => {
  const { tools, reply, request } = await search('moon', {
    query: { pages: [page(2, 'Moons', 'Some.'), page(1, 'Moon', 'The Moon is …')] },
  });
  expect(tools).toMatchObject([{ name: 'wikipedia-api' }]);
  expect(reply).toBe(
    'Page: Moon\nURL: https://en.wikipedia.org/wiki/Moon\nSummary: The Moon is …\n\nPage: Moons\nURL: https://en.wikipedia.org/wiki/Moons\nSummary: Some.',
  );
  expect(new URL(request?.url ?? '', 'http://x').searchParams.get('gsrsearch')).toBe('moon');
  expect(request?.headers['user-agent']).toBe('Millrace');
});

it('returns 4,000 characters at most', async () => {
  const { reply } = await search('moon', { query: { pages: [page(1, 'Moon', 'x'.repeat(9000))] } });
  expect(reply).toHaveLength(4000);
});

it('tells the model that nothing was found', async () => {
  expect((await search('xyzzy', { batchcomplete: true })).reply).toBe('No article was found. Try other words.');
  expect((await search(' ', {})).reply).toBe('Error: There is nothing to search for.');
});
