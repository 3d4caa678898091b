// Nodes read long JSON of responses and files in slices: never a long text at once, and values and errors are those of short JSON.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Item } from '../../contract/run-data.ts';
import { createHttpClient } from '../../execution/http/client.ts';
import { runNode, type NodeCase, type NodeOutcome } from '../../testing/run-node.ts';
import { stubServer, type StubServer } from '../../testing/stub-server.ts';

const http = createHttpClient();
const rows = Array.from({ length: 40_000 }, (_, id) => ({ id, name: `Name ${id} of a row`, list: [1, null, 'é'] }));
const text = `{"rows":${JSON.stringify(rows)},"exact":9007199254740993}`;
const expected = { rows, exact: 9007199254740992 };
/** Maximum length of a text that is parsed at once. */
const LONG = 256 * 1024;

let server: StubServer;
beforeAll(async () => {
  server = await stubServer((request, response) => {
    const body = request.url === '/broken' ? `${text.slice(0, -1)},]` : request.url === '/marked' ? `\ufeff${text}` : text;
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
});
afterAll(() => server.close());

const file = (content: string): Item => ({
  json: {},
  binary: { data: { data: Buffer.from(content).toString('base64'), mimeType: 'application/json', fileName: 'a.json' } },
});
const request = (version: number, path: string, parameters: object = {}): NodeCase => ({
  type: 'n8n-nodes-base.httpRequest',
  version,
  parameters: { url: `${server.address}${path}`, ...parameters },
});
const extract = (content: string): NodeCase => ({
  type: 'n8n-nodes-base.extractFromFile',
  parameters: { operation: 'fromJson', options: {} },
  items: [file(content)],
});
const convert = (content: string): NodeCase => ({ type: 'n8n-nodes-base.moveBinaryData', parameters: {}, items: [file(content)] });
const graphql = (): NodeCase => ({
  type: 'n8n-nodes-base.graphql',
  parameters: { endpoint: server.address, requestMethod: 'POST', query: 'query { rows }' },
});

/** Runs a node; returns the length of the longest text that was parsed at once, too. */
async function watched(testCase: NodeCase): Promise<{ readonly outcome: NodeOutcome; readonly longest: number }> {
  const parse = vi.spyOn(JSON, 'parse');
  try {
    const outcome = await runNode({ ...testCase, ports: { http } });
    return { outcome, longest: Math.max(...parse.mock.calls.map(([slice]) => slice.length)) };
  } finally {
    parse.mockRestore();
  }
}

it.each<[what: string, testCase: () => NodeCase, read: (json: Readonly<Record<string, unknown>>) => unknown]>([
  ['HTTP Request', () => request(4.2, '/'), (json) => json],
  ['HTTP Request with a byte order mark', () => request(4.2, '/marked'), (json) => json],
  ['HTTP Request 1 as a string', () => request(1, '/', { responseFormat: 'string' }), (json) => json['data']],
  ['GraphQL', graphql, (json) => json],
  ['Extract from File', () => extract(text), (json) => json['data']],
  ['Extract from File with a byte order mark', () => extract(`\ufeff${text}`), (json) => json['data']],
  ['Convert to/from Binary Data', () => convert(text), (json) => json],
])('%s', async (_what, testCase, read) => {
  const { outcome, longest } = await watched(testCase());
  expect(outcome.error).toBeUndefined();
  expect(JSON.stringify(read(outcome.json[0] ?? {}))).toBe(JSON.stringify(expected));
  expect(longest).toBeLessThan(LONG);
});

it.each<[what: string, testCase: () => NodeCase, message: string]>([
  ['HTTP Request', () => request(4.2, '/broken'), 'Response body is not valid JSON'],
  ['Extract from File', () => extract(`${text.slice(0, -1)},]`), 'The file "data" does not contain JSON'],
])('%s refuses what is not JSON', async (_what, testCase, message) => {
  expect((await watched(testCase())).outcome.error?.message).toContain(message);
});
