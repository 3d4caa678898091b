// The MCP Server Trigger on a real server: both transports with the product's own client, authentication, errors, and the executions.
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import type { TaskData } from '../../contract/run-data.ts';
import type { WorkflowFile, WorkflowNode } from '../../contract/workflow.ts';
import { createHttpClient } from '../../execution/http/client.ts';
import { createSandbox } from '../../sandbox/index.ts';
import { asNobody, buildWorkflow } from '../../testing/build-workflow.ts';
import { webhookServer, type WebhookServer } from '../../testing/webhook-server.ts';
import { McpClient } from '../_shared/ai/mcp/client.ts';
import { SseTransport } from '../_shared/ai/mcp/sse.ts';
import { StreamableHttp } from '../_shared/ai/mcp/streamable-http.ts';
import type { Sender } from '../_shared/ai/mcp/transport.ts';

const http = createHttpClient({ environment: {} });
const sandbox = createSandbox();
afterAll(async () => {
  await Promise.all([http.close(), sandbox.stop()]);
});

let server: WebhookServer;
const clients: McpClient[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  await server.stop();
});

const lc = '@n8n/n8n-nodes-langchain.';
const shout = { type: `${lc}toolCode`, typeVersion: 1.3, parameters: { description: 'Shouts', jsCode: 'return query.toUpperCase()' } };
const failing = { type: `${lc}toolCode`, typeVersion: 1.3, parameters: { jsCode: 'throw new Error("No stock")' } };
/** A core node as a tool. */
const hash = {
  type: 'n8n-nodes-base.cryptoTool',
  typeVersion: 1,
  parameters: { toolDescription: 'Hashes', type: 'MD5', value: "={{ $fromAI('text', 'What to hash') }}" },
};

function workflow(
  version: number,
  parameters: JsonObject = {},
  tools: Readonly<Record<string, Partial<WorkflowNode> & { readonly type: string }>> = { shout, failing, hash },
): WorkflowFile {
  const trigger = { type: `${lc}mcpTrigger`, typeVersion: version, webhookId: 'id', parameters: { path: 'tools', ...parameters } };
  const connections = Object.fromEntries(
    Object.keys(tools).map((name) => [name, { ai_tool: [[{ node: 'MCP', type: 'ai_tool', index: 0 }]] }]),
  );
  return buildWorkflow({ MCP: trigger, ...tools }, [], { id: 'w1', connections });
}

async function serve(file: WorkflowFile, credentials: Readonly<Record<string, JsonObject>> = {}): Promise<void> {
  server = await webhookServer([file], { credentials, ports: { sandbox } });
}

function connect(kind: 'sse' | 'HTTP', path: string, headers: Readonly<Record<string, string>> = {}): McpClient {
  const sender: Sender = {
    url: `${server.address}/mcp/${path}`,
    send: async (request) => ({ response: await http.request({ ...request, headers: { ...request.headers, ...headers } }), secrets: [] }),
  };
  const client = new McpClient(kind === 'sse' ? new SseTransport(sender) : new StreamableHttp(sender), {
    timeout: 20_000,
    signal: new AbortController().signal,
  });
  clients.push(client);
  return client;
}

async function runs(node: string): Promise<readonly (TaskData | undefined)[]> {
  const executions = [...server.executions.values()];
  await Promise.all(executions.map(({ done }) => done));
  return executions.flatMap(({ result }) => result?.resultData.runData[node] ?? []);
}

/** Sends a message to the server as any client. */
const post = (message: unknown, init: { readonly headers?: Readonly<Record<string, string>> } = {}, path = 'tools'): Promise<Response> =>
  fetch(`${server.address}/mcp/${path}`, {
    method: 'POST',
    body: JSON.stringify(message),
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...init.headers },
  });

const message = (method: string, params: JsonObject = {}): JsonObject => ({ jsonrpc: '2.0', id: 7, method, params });

describe('the MCP Server Trigger', () => {
  it.each([
    [1, 'sse', 'tools/sse'],
    [1.1, 'sse', 'tools/sse'],
    [2, 'sse', 'tools'],
    [2, 'HTTP', 'tools'],
    [2.1, 'HTTP', 'tools'],
  ] as const)('offers and runs the attached tools in version %d over %s', async (version, kind, path) => {
    await serve(workflow(version));
    const client = connect(kind, path);
    const tools = await client.tools();
    expect(Object.fromEntries(tools.map(({ name, description }) => [name, description]))).toEqual({
      failing: '',
      hash: 'Hashes',
      shout: 'Shouts',
    });
    expect(tools.find(({ name }) => name === 'hash')?.inputSchema).toMatchObject({ properties: { text: { description: 'What to hash' } } });
    expect(server.executions.size).toBe(0);
    expect(await client.callTool('shout', { query: 'hello' })).toEqual({ content: [{ type: 'text', text: 'HELLO' }] });
    const hashed = await client.callTool('hash', { text: 'abc' });
    expect(JSON.stringify(hashed)).toContain('900150983cd24fb0d6963f7d28e17f72');
    expect(server.executions.size).toBe(2);
  });

  it('records each call as an execution, with the run of the tool', async () => {
    await serve(workflow(2));
    await connect('HTTP', 'tools').callTool('shout', { query: 'hello' });
    const [own] = await runs('MCP');
    expect(own).toMatchObject({ executionStatus: 'success', metadata: { subRun: [{ node: 'shout', runIndex: 0 }] } });
    expect(own?.data?.['main']?.[0]?.[0]?.json).toMatchObject({ tool: 'shout', arguments: { query: 'hello' } });
    const [tool] = await runs('shout');
    expect(tool).toMatchObject({ inputOverride: { ai_tool: [[{ json: { query: 'hello' } }]] }, source: [{ previousNode: 'MCP' }] });
  });

  it('returns an error of a tool as its result', async () => {
    await serve(workflow(2));
    const result = await connect('HTTP', 'tools').callTool('failing', { query: '' });
    expect(result).toEqual({ content: [{ type: 'text', text: 'No stock [line 1]' }], isError: true });
    expect((await runs('failing'))[0]?.executionStatus).toBe('error');
  });

  it('knows the protocol', async () => {
    await serve(workflow(2, { instructions: 'Shout first' }));
    const initialize = await (await post(message('initialize', { protocolVersion: '2025-03-26' }))).json();
    expect(initialize).toMatchObject({
      id: 7,
      result: { protocolVersion: '2025-03-26', capabilities: { tools: {} }, instructions: 'Shout first' },
    });
    const newer = await (await post(message('initialize', { protocolVersion: '2099-01-01' }))).json();
    expect(newer).toMatchObject({ result: { protocolVersion: '2025-06-18' } });
    expect(await (await post(message('ping'))).json()).toEqual({ jsonrpc: '2.0', id: 7, result: {} });
    expect(await (await post(message('resources/list'))).json()).toMatchObject({ error: { code: -32_601 } });
    expect(await (await post(message('tools/call', { name: 'none' }))).json()).toMatchObject({
      error: { code: -32_602, message: 'Unknown tool: none' },
    });
    expect((await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202);
    expect((await post({ method: 'ping', id: 1 })).status).toBe(400);
    expect((await post([message('ping')])).status).toBe(400);
    const headers = { 'mcp-protocol-version': '2025-06-18', accept: 'text/event-stream' };
    expect((await fetch(`${server.address}/mcp/tools`, { headers })).status).toBe(405);
    expect((await fetch(`${server.address}/mcp/tools`, { method: 'DELETE' })).status).toBe(200);
  });

  it('has one session per stream', async () => {
    await serve(workflow(1));
    expect((await post(message('ping'), {}, 'tools/messages')).status).toBe(400);
    expect((await post(message('ping'), {}, 'tools/messages?sessionId=other')).status).toBe(404);
    const [one, other] = [connect('sse', 'tools/sse'), connect('sse', 'tools/sse')];
    const results = await Promise.all([one.callTool('shout', { query: 'one' }), other.callTool('shout', { query: 'two' })]);
    expect(results.map(({ content }) => content)).toEqual([[{ type: 'text', text: 'ONE' }], [{ type: 'text', text: 'TWO' }]]);
  });

  it.each([
    ['bearerAuth', { httpBearerAuth: { token: 'right' } }, { authorization: 'Bearer right' }, { authorization: 'Bearer wrong' }],
    ['headerAuth', { httpHeaderAuth: { name: 'X-Key', value: 'right' } }, { 'x-key': 'right' }, { 'x-key': 'wrong' }],
  ])('checks clients by %s', async (authentication, credentials, right, wrong) => {
    const references = Object.fromEntries(Object.keys(credentials).map((type) => [type, { id: '1', name: type }]));
    const file = workflow(2, { authentication });
    const [trigger, ...rest] = file.nodes;
    await serve({ ...file, nodes: [{ ...(trigger as WorkflowNode), credentials: references }, ...rest] }, credentials);
    expect(await connect('HTTP', 'tools', right).tools()).toHaveLength(3);
    await expect(connect('HTTP', 'tools', wrong).tools()).rejects.toThrow('status 403');
    expect([401, 403]).toContain((await post(message('tools/call', { name: 'shout' }))).status);
    expect((await fetch(`${server.address}/mcp/tools`, { headers: wrong })).status).toBe(403);
    expect(server.executions.size).toBe(0);
  });

  it.each(['n8nOAuth2', "={{ 'n8nOAuth2' }}"])(
    'cannot be published with %s, and refuses clients that would sign in to the instance',
    async (authentication) => {
      const file = workflow(2, { authentication });
      await serve(file);
      for (const method of ['initialize', 'tools/list', 'tools/call']) {
        const response = await post(message(method, { name: 'shout' }), { headers: { authorization: 'Bearer x' } });
        expect(response.status).toBe(403);
        expect(await response.text()).toContain('no sign-in by OAuth2');
      }
      expect((await fetch(`${server.address}/mcp/tools`)).status).toBe(403);
      expect(server.executions.size).toBe(0);
      await expect(server.webhooks.assertCallersCanPass(asNobody(file))).rejects.toMatchObject({
        node: 'MCP',
        message: expect.stringContaining('cannot sign in to this instance by OAuth2'),
      });
      await expect(server.webhooks.assertCallersCanPass(asNobody(workflow(2)))).resolves.toBeUndefined();
    },
  );

  it('refuses pages of other origins', async () => {
    await serve(workflow(2));
    expect((await post(message('tools/list'), { headers: { origin: 'https://evil.example' } })).status).toBe(403);
    expect((await post(message('tools/list'), { headers: { origin: server.address } })).status).toBe(200);
  });

  it('saves a failed execution if the tools cannot be listed', async () => {
    await serve(workflow(2, {}, { bad: { ...shout, parameters: { language: 'python' } } }));
    const response = await post(message('tools/list'));
    expect(response.status).toBe(500);
    expect((await runs('MCP'))[0]?.error?.message).toContain('The tools cannot be listed. Error in the attached node "bad": Python code');
  });
});
