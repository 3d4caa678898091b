// Community packages that open connections by themselves: refused at first, and run once they may.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { JsonObject } from '../../../../engine/contract/json.ts';
import type { RunInstance, Sketch } from '../instance.ts';
import type { RunCase } from '../run-cases.ts';

/** The parts of the SDK of MCP that are used. */
interface McpServer {
  registerTool(name: string, config: object, run: (input: { city: string }) => Promise<object>): void;
  connect(transport: object): Promise<void>;
}
interface Sdk {
  readonly McpServer: new (about: object) => McpServer;
  readonly StreamableHTTPServerTransport: new (options: object) => {
    handleRequest(request: object, response: object): Promise<void>;
  };
}

const name = 'n8n-nodes-mcp';
const transcripts = 'n8n-nodes-youtube-transcript-api';
const rejection = /may not open connections by itself/;

/** Starts a server of MCP with a tool, made with the SDK that the package brings. */
async function mcpServer(instance: RunInstance): Promise<{ readonly url: string; close(): void }> {
  const load = createRequire(join(instance.packagesFolder, name, 'package.json'));
  const { McpServer } = load('@modelcontextprotocol/sdk/server/mcp.js') as Sdk;
  const { StreamableHTTPServerTransport } = load('@modelcontextprotocol/sdk/server/streamableHttp.js') as Sdk;
  const { z } = load('zod') as { z: { string(): object } };
  const sessions = new Map<string, { handleRequest(request: object, response: object): Promise<void> }>();
  const server = createServer((request, response) => {
    if (request.headers.authorization !== 'Bearer key-1') return response.writeHead(401).end('No key');
    const session = sessions.get(String(request.headers['mcp-session-id']));
    if (session !== undefined) return void session.handleRequest(request, response);
    const mcp = new McpServer({ name: 'weather', version: '1.0.0' });
    mcp.registerTool('weather', { description: 'Tells the weather', inputSchema: { city: z.string() } }, async ({ city }) => {
      if (city === 'nowhere') throw new Error('There is no such city');
      return { content: [{ type: 'text', text: `rain in ${city}` }] };
    });
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id: string) => sessions.set(id, transport),
    });
    return void mcp.connect(transport).then(() => transport.handleRequest(request, response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, close };
}

interface LocalCase {
  readonly name: string;
  /** Type name, without the package. */
  readonly node: string;
  readonly parameters: object;
  /** `port`: of the service. */
  readonly credential: (port: number) => readonly [type: string, data: JsonObject];
  /** The service: text of a request, by method, path and body. */
  readonly response: (request: LocalRequest) => string;
  /** Methods and paths of the requests, in order. */
  readonly requests: readonly string[];
  readonly authorization: RegExp;
  readonly item: JsonObject;
}

interface LocalRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string;
  readonly body: string;
}

const localCases: readonly LocalCase[] = [
  {
    name: 'n8n-nodes-clickhouse',
    node: 'clickhouse',
    parameters: { operation: 'query', query: 'SELECT 1 AS one' },
    credential: (port) => [
      'clickhouse',
      { url: `http://127.0.0.1:${port}`, database: 'default', user: 'ann', password: 'secret-1', allowUnauthorizedCerts: false },
    ],
    response: ({ body }) => (/^SELECT 1 AS one\s+FORMAT JSONEachRow/.test(body) ? '{"one":1}\n' : 'Code: 62. Syntax error'),
    requests: ['POST /'],
    authorization: /^Basic YW5uOnNlY3JldC0x$/,
    item: { one: 1 },
  },
  {
    name: 'n8n-nodes-minio',
    node: 'minioNode',
    parameters: {
      resource: 'object',
      operation: 'removeObject',
      bucket: { __rl: true, mode: 'name', value: 'files' },
      key: 'a/b.txt',
    },
    credential: (port) => [
      'minioCredentialsApi',
      { endPoint: '127.0.0.1', port, accessKeyId: 'key-1', accessKeySecret: 'secret-1', useSSL: false },
    ],
    response: ({ query }) =>
      query.has('location')
        ? '<?xml version="1.0"?><LocationConstraint xmlns="http://s3.amazonaws.com/doc/2006-03-01/"></LocationConstraint>'
        : '',
    requests: ['GET /files', 'DELETE /files/a/b.txt'],
    authorization: /^AWS4-HMAC-SHA256 Credential=key-1\//,
    item: {},
  },
  {
    name: '@llamaindex/n8n-nodes-llamacloud',
    node: 'llamaParsePlatform',
    parameters: { operation: 'parse', inputType: 'fileUrl', sourceUrl: 'https://files.example/1.pdf', tier: 'fast', version: 'latest' },
    credential: (port) => ['llamaParseApi', { apiKey: 'key-1', baseURL: `http://127.0.0.1:${port}` }],
    response: ({ method }) => {
      const job = { id: 'job-1', project_id: 'project-1', status: method === 'POST' ? 'PENDING' : 'COMPLETED' };
      return JSON.stringify(method === 'POST' ? job : { job, text_full: 'Lamps for all' });
    },
    requests: ['POST /api/v2/parse', 'GET /api/v2/parse/job-1'],
    authorization: /^Bearer key-1$/,
    item: { text: 'Lamps for all' },
  },
];

/** Starts a service on this computer, and collects its requests. */
async function localService(
  caseResponse: LocalCase['response'],
): Promise<{ readonly port: number; readonly requests: LocalRequest[]; close(): void }> {
  const requests: LocalRequest[] = [];
  const server = createServer((incoming, response) => {
    void text(incoming).then((body) => {
      const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://127.0.0.1');
      const { method = '', headers } = incoming;
      const request = { method, path: pathname, query: searchParams, authorization: headers.authorization ?? '', body };
      requests.push(request);
      const content = caseResponse(request);
      response.writeHead(200, { 'content-type': content.startsWith('<') ? 'application/xml' : 'application/json' }).end(content);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const localRuns = localCases.map((each): RunCase & { readonly name: string } => ({
  name: each.name,
  make: each.name,
  nodes: each.node,
  checks: `its connection is refused without consent; then ${each.requests.join(', ')} with its credential, and the answer comes out`,
  run: async (instance) => {
    const service = await localService(each.response);
    try {
      const credentials = await instance.credential(...each.credential(service.port));
      const node: Sketch = { type: `${each.name}.${each.node}`, parameters: each.parameters, credentials };
      assert.equal((await instance.run({ Node: node })).status, 'error');
      assert.equal(service.requests.length, 0);
      await instance.allowNetwork(each.name);
      const run = await instance.run({ Node: node });
      assert.equal(run.error, undefined);
      assert.partialDeepStrictEqual(run.json('Node'), [each.item]);
      assert.deepEqual(
        service.requests.map(({ method, path }) => `${method} ${path}`),
        each.requests,
      );
      for (const { authorization } of service.requests) assert.match(authorization, each.authorization);
    } finally {
      service.close();
    }
  },
}));

export const ownConnections: readonly (RunCase & { readonly name: string })[] = [
  ...localRuns,
  {
    name: transcripts,
    make: transcripts,
    nodes: 'youtubeTranscriptApi',
    checks:
      'its connection is refused without consent, with the reason; with consent it connects to youtube.com by itself, which nothing here plays, so its result is not compared',
    run: async (instance) => {
      const parameters = { youtubeURL: 'https://www.youtube.com/watch?v=aaaaaaaaaaa', language: 'en' };
      const run = await instance.run({ Node: { type: `${transcripts}.youtubeTranscriptApi`, parameters } });
      assert.match(`${run.error ?? ''}${JSON.stringify(run.json('Node'))}`, rejection);
    },
  },
  {
    name,
    make: name,
    nodes: 'mcpClient',
    checks:
      'its connection is refused without consent; then the tools of a real MCP server are listed and called, with the header of the credential; the failure of a tool is told',
    run: async (instance) => {
      const server = await mcpServer(instance);
      try {
        const credentials = await instance.credential('mcpClientHttpApi', {
          httpStreamUrl: server.url,
          httpTimeout: 5000,
          headers: 'Authorization=Bearer key-1',
        });
        const node = (parameters: object): Sketch => ({
          type: `${name}.mcpClient`,
          credentials,
          parameters: { connectionType: 'http', ...parameters },
        });
        const call = (city: string): Sketch =>
          node({ operation: 'executeTool', toolName: 'weather', toolParameters: JSON.stringify({ city }) });
        assert.match((await instance.run({ Node: node({ operation: 'listTools' }) })).error ?? '', rejection);
        await instance.allowNetwork(name);
        const listed = await instance.run({ Node: node({ operation: 'listTools' }) });
        assert.equal(listed.error, undefined);
        assert.match(JSON.stringify(listed.json('Node')), /"name":"weather","description":"Tells the weather"/);
        const called = await instance.run({ Node: call('Oslo') });
        assert.equal(called.error, undefined);
        assert.match(JSON.stringify(called.json('Node')), /rain in Oslo/);
        const failed = await instance.run({ Node: call('nowhere') });
        assert.match(`${failed.error ?? ''}${JSON.stringify(failed.json('Node'))}`, /There is no such city/);
      } finally {
        server.close();
      }
    },
  },
];
