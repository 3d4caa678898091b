// Nodes cannot call the server that runs them at any of its addresses; only its webhooks can be called.
import { createServer, request as forward, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../contract/json.ts';
import { buildWorkflow, type NodeSketch } from '../testing/build-workflow.ts';
import { runningServer, type RunningServer } from '../testing/running-server.ts';
import { stubServer, type StubServer } from '../testing/stub-server.ts';

let server: RunningServer;
let port: number;
let redirector: StubServer;
let proxy: Server;

/** A workflow whose webhook responds with the output of its last node. */
const probe = (path: string, node: NodeSketch): object =>
  buildWorkflow(
    {
      Hook: { type: 'webhook', typeVersion: 2, parameters: { path, responseMode: 'lastNode', options: {} }, webhookId: path },
      Node: { onError: 'continueRegularOutput', ...node },
    },
    ['Hook -> Node'],
    { id: path, name: path },
  );
const url = '={{ $json.query.url }}';
const options = { response: { response: { neverError: true, responseFormat: 'text' } }, proxy: '={{ $json.query.proxy }}' };
const request = (more: JsonObject = {}): NodeSketch => ({
  type: 'httpRequest',
  typeVersion: 4.2,
  parameters: { url, method: '={{ $json.query.method ?? "GET" }}', options, ...more },
});
const code = 'return { json: { data: await this.helpers.httpRequest({ url: $input.first().json.query.url }) } };';
const probes = [
  probe('request', request()),
  probe('code', { type: 'code', typeVersion: 2, parameters: { jsCode: code } }),
  probe('feed', { type: 'rssFeedRead', typeVersion: 1.1, parameters: { url, options: {} } }),
  probe('graphql', { type: 'graphql', typeVersion: 1.1, parameters: { endpoint: url, requestMethod: 'GET', query: '{ a }' } }),
  probe('called', { type: 'set', typeVersion: 3.4, parameters: { mode: 'raw', jsonOutput: '{ "data": "called" }', options: {} } }),
];

beforeAll(async () => {
  // All routes are reachable from other computers, with the widest access.
  server = await runningServer({ over: 'socket', settings: { host: '::', localAccess: 'open' } });
  port = server.server.listensOn?.port ?? 0;
  redirector = await stubServer((got, response) => {
    response.writeHead(302, { location: new URL(got.url, 'http://x').searchParams.get('to') ?? '' }).end();
  });
  proxy = await forwardingProxy();
  for (const file of probes) {
    const { id } = await server.data<{ id: string }>({ url: '/rest/workflows', method: 'POST', body: file });
    await server.data({ url: `/rest/workflows/${id}`, method: 'PATCH', body: { active: true } });
  }
});
afterAll(async () => {
  proxy.close();
  await redirector.close();
  await server.close();
});

/** A proxy that sends no headers about the original client. */
async function forwardingProxy(): Promise<Server> {
  const server = createServer((got, response) => {
    const on = forward(got.url ?? '', { method: got.method, headers: got.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    on.on('error', () => response.destroy());
    got.pipe(on);
  });
  server.on('connect', (got, socket, head) => {
    const { hostname, port: to } = new URL(`http://${got.url}`);
    const on = connect(Number(to), hostname, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      on.write(head);
      on.pipe(socket).pipe(on);
    });
    on.on('error', () => socket.destroy());
    socket.on('error', () => on.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** Returns the output of the probe's node. */
async function outputOf(path: string, query: Readonly<Record<string, string>>): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/webhook/${path}?${new URLSearchParams(query).toString()}`);
  return response.text();
}

const rejected = /Nodes cannot call Millrace's editor or its REST calls/;
const hosts = [
  'localhost',
  'LOCALHOST',
  '127.0.0.1',
  '127.1.2.3',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0.0.0.0',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  ...Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal, scopeid }) => !internal && (scopeid ?? 0) === 0)
    .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address)),
];
const paths = [
  'api/../rest/workflows',
  'apirest/workflows',
  'rest/workflows',
  'rest/login',
  'rest/push?sessionId=a',
  '',
  'workflow/new',
  'assets/x.js',
  'healthz',
  'webhooks',
  '../rest/settings',
];

describe('a node', () => {
  it.each(hosts)('does not reach the API at %s', async (host) => {
    expect(await outputOf('request', { url: `http://${host}:${port}/rest/workflows` })).toMatch(rejected);
  });

  it.each(paths)('does not reach /%s', async (path) => {
    expect(await outputOf('request', { url: `http://localhost:${port}/${path}` })).toMatch(rejected);
  });

  it.each(['POST', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])('does not reach it by %s', async (method) => {
    expect(await outputOf('request', { url: `http://localhost:${port}/rest/workflows`, method })).toMatch(rejected);
  });

  it('does not reach it by a redirect', async () => {
    const to = `http://localhost:${port}/rest/workflows`;
    expect(await outputOf('request', { url: `${redirector.address}/?${new URLSearchParams({ to }).toString()}` })).toMatch(rejected);
  });

  it('does not reach it over a connection that was used for a webhook', async () => {
    for (const [path, gives] of [
      ['webhook/called', /called/],
      ['rest/workflows', rejected],
      ['webhook/called', /called/],
    ] as const) {
      expect(await outputOf('request', { url: `http://localhost:${port}/${path}` })).toMatch(gives);
    }
  });

  it('does not reach it through a proxy, whether this server or another process', async () => {
    const target = `http://localhost:${port}/rest/workflows`;
    const another = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    expect(await outputOf('request', { url: target, proxy: another })).toMatch(rejected);
    expect(await outputOf('request', { url: 'http://example.invalid/rest/workflows', proxy: `http://localhost:${port}` })).toMatch(
      rejected,
    );
    expect(await outputOf('request', { url: 'https://example.invalid/rest/workflows', proxy: `http://localhost:${port}` })).not.toMatch(
      /"data":/,
    );
    expect(await outputOf('request', { url: `http://localhost:${port}/webhook/called`, proxy: another })).toMatch(/called/);
    expect(await outputOf('request', { url: `${redirector.address}/?to=${encodeURIComponent(target)}`, proxy: another })).toMatch(rejected);
  });

  it.each(['code', 'feed', 'graphql'])('does not reach it by other nodes: %s', async (path) => {
    const response = await outputOf(path, { url: `http://localhost:${port}/rest/workflows` });
    // The RSS node reports all failures with the same message.
    expect(response).toMatch(path === 'feed' ? /It was not possible to connect/ : rejected);
  });

  it('reaches the public API, which asks for a key', async () => {
    const address = `http://localhost:${port}/api/v1/workflows`;
    expect(await outputOf('request', { url: address })).toMatch(/The call has no valid API key/);
    expect(await outputOf('request', { url: `http://localhost:${port}/api/v1/../../rest/workflows` })).toMatch(rejected);
  });

  it('gets an error that names the alternative', async () => {
    const error = await outputOf('request', { url: `http://localhost:${port}/rest/workflows` });
    expect(error).toMatch(/localhost:\d+ leads to them\. Use the Execute Workflow node/);
  });

  it.each(['webhook', 'webhook-waiting', 'webhook-test', 'form', 'form-waiting', 'form-test'])('reaches /%s', async (prefix) => {
    const response = await outputOf('request', { url: `http://localhost:${port}/${prefix}/none` });
    expect(response).not.toMatch(rejected);
    expect(response).toMatch(/none|form|execution/i);
  });

  it.each(hosts)('reaches webhooks at %s', async (host) => {
    expect(await outputOf('request', { url: `http://${host}:${port}/webhook/called` })).toMatch(/called/);
  });
});

it('the API still responds to other callers', async () => {
  expect((await server.send({ url: '/rest/workflows' })).status).toBe(200);
});
