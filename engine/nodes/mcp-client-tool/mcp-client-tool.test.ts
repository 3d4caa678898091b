// The tools of an MCP server for agents, over both transports.
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { createHttpClient } from '../../execution/http/client.ts';
import { Executor } from '../../execution/index.ts';
import { createCredentialTypes } from '../../registry/index.ts';
import { fakePorts } from '../../testing/fake-ports.ts';
import { callTool, type ToolCase, type ToolOutcome } from '../../testing/models/call-tool.ts';
import { mcpServer, type McpStub, type McpStubOptions, type StubTool } from '../../testing/models/mcp-server.ts';

let server: McpStub;
afterEach(() => server.close());

const text = (value: string, more: JsonObject = {}): JsonObject => ({ content: [{ type: 'text', text: value }], ...more });
const city = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  $schema: 'http://json-schema.org/draft-07/schema#',
};
const weather: StubTool = {
  name: 'weather',
  description: 'The weather',
  inputSchema: city,
  call: (args) => text(`Sunny in ${String(args['city'])}`),
};

/** The parameters of each version for both transports. */
const forms = [
  [1, 'sse', { sseEndpoint: '/sse' }],
  [1.1, 'sse', { endpointUrl: '/sse' }],
  [1.1, 'HTTP', { endpointUrl: '/mcp', serverTransport: 'httpStreamable' }],
  [1.2, 'HTTP', { endpointUrl: '/mcp' }],
  [1.3, 'sse', { endpointUrl: '/sse', serverTransport: 'sse' }],
  [1.4, 'HTTP', { endpointUrl: '/mcp' }],
] as const;

async function call(options: Partial<McpStubOptions>, parameters: JsonObject, more: Partial<ToolCase> = {}): Promise<ToolOutcome> {
  server = await mcpServer({ tools: [weather], ...options });
  const addresses = Object.fromEntries(
    (['endpointUrl', 'sseEndpoint'] as const).flatMap((name) =>
      parameters[name] === undefined ? [] : [[name, server.address + String(parameters[name])]],
    ),
  );
  return callTool({ type: 'mcpClientTool', node: 'Server', parameters: { ...parameters, ...addresses }, args: { city: 'Rome' }, ...more });
}

const streamable = { endpointUrl: '/mcp' };
const older = { endpointUrl: '/sse', serverTransport: 'sse' };

describe('the MCP Client Tool', () => {
  it.each(forms)('lists and calls tools in version %d over %s', async (version, transport, parameters) => {
    const { tools, reply, run } = await call({}, parameters, { version });
    expect(tools).toEqual([
      {
        name: 'weather',
        description: 'The weather',
        parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      },
    ]);
    expect(reply).toBe('Sunny in Rome');
    expect(run?.data).toEqual({ ai_tool: [[{ json: { response: 'Sunny in Rome' } }]] });
    const messages = ['initialize', 'notifications/initialized', 'tools/list', 'tools/call'];
    expect(server.methods).toEqual(transport === 'HTTP' ? [...messages, 'DELETE'] : ['GET', ...messages]);
  });

  it('reads responses that are streams, and sends session and version', async () => {
    const { reply } = await call({ streams: true }, streamable);
    expect(reply).toBe('Sunny in Rome');
    expect(server.received.at(-2)?.headers).toMatchObject({ 'mcp-session-id': 'session-1', 'mcp-protocol-version': '2025-06-18' });
  });

  it('reads all pages', async () => {
    const names = ['one', 'two', 'three', 'four', 'five'];
    const { tools } = await call({ tools: names.map((name) => ({ ...weather, name })), pageSize: 2 }, streamable);
    expect(tools.map(({ name }) => name)).toEqual(names);
  });

  it.each([
    ['all', {}, ['a', 'b', 'c']],
    ['selected', { include: 'selected', includeTools: ['b'] }, ['b']],
    ['all but some', { include: 'except', excludeTools: ['b'] }, ['a', 'c']],
  ])('offers %s tools', async (_, parameters, expected) => {
    const { tools } = await call({ tools: ['a', 'b', 'c'].map((name) => ({ ...weather, name })) }, { ...streamable, ...parameters });
    expect(tools.map(({ name }) => name)).toEqual(expected);
  });

  it('makes names valid and unique, and calls tools by their own', async () => {
    const tools = ['files.read', 'files/read'].map((name): StubTool => ({ ...weather, name, call: () => text(name) }));
    const outcome = await call({ tools }, streamable, { tool: 'files_read_2' });
    expect(outcome.tools.map(({ name }) => name)).toEqual(['files_read', 'files_read_2']);
    expect(outcome.reply).toBe('files/read');
  });

  it.each([
    [
      'several texts',
      {
        content: [
          { type: 'text', text: 'One' },
          { type: 'text', text: 'Two' },
        ],
      },
      'One\nTwo',
    ],
    ['a text of a resource', { content: [{ type: 'resource', resource: { uri: 'file:///a', text: 'Inside' } }] }, 'Inside'],
    ['a link', { content: [{ type: 'resource_link', uri: 'file:///a', name: 'Notes' }] }, 'Notes: file:///a'],
    ['structured data without a text', { content: [], structuredContent: { degrees: 20 } }, '{"degrees":20}'],
  ])('passes on %s', async (_, result, expected) => {
    expect((await call({ tools: [{ ...weather, call: () => result }] }, streamable)).reply).toBe(expected);
  });

  it('passes on images and files', async () => {
    const content = [
      { type: 'text', text: 'A map' },
      { type: 'image', data: 'aW1n', mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'file:///b', blob: 'cGRm', mimeType: 'application/pdf' } },
    ];
    const { run } = await call({ tools: [{ ...weather, call: () => ({ content }) }] }, streamable);
    expect(run?.data).toEqual({ ai_tool: [[{ json: { response: ['A map', '[image/png]', '[application/pdf]'] } }]] });
  });

  const broken = (): never => {
    throw new Error('Out of order');
  };

  it.each([
    ['of the tool', () => text('No such city', { isError: true }), 'No such city'],
    ['of the protocol', broken, 'The MCP server reports: Out of order'],
  ])('tells the model an error %s', async (_, act, message) => {
    const { reply, run } = await call({ tools: [{ ...weather, call: act }] }, streamable);
    expect(reply).toContain(message);
    expect(run?.executionStatus).toBe('error');
  });

  it.each([
    ['bearerAuth', { httpBearerAuth: { token: 'mcp-secret' } }, ['authorization', 'Bearer mcp-secret']],
    ['headerAuth', { httpHeaderAuth: { name: 'X-Key', value: 'mcp-secret' } }, ['x-key', 'mcp-secret']],
    [
      'multipleHeadersAuth',
      {
        httpMultipleHeadersAuth: {
          headers: {
            values: [
              { name: 'X-One', value: '1' },
              { name: 'X-Two', value: 'mcp-secret' },
            ],
          },
        },
      },
      ['x-two', 'mcp-secret'],
    ],
    [
      'mcpOAuth2Api',
      { mcpOAuth2Api: { clientId: 'id', oauthTokenData: { access_token: 'mcp-secret', token_type: 'Bearer' } } },
      ['authorization', 'Bearer mcp-secret'],
    ],
  ])('signs every request by %s, over both transports', async (authentication, credentials, key) => {
    for (const parameters of [streamable, older]) {
      const { reply } = await call({ key: key as [string, string] }, { ...parameters, authentication }, { credentials });
      expect(reply).toBe('Sunny in Rome');
      await server.close();
    }
    const wrong = { ...streamable, authentication };
    const { error } = await call({ key: [key[0] as string, 'other'] }, wrong, { credentials });
    expect(error).toContain('refused the request with status 401');
    expect(error).not.toContain('mcp-secret');
  });

  it.each([
    ['HTTP', streamable],
    ['sse', older],
  ])('starts a new session over %s if the server has ended it, and does not call a tool twice', async (transport, parameters) => {
    let calls = 0;
    const tools = [{ ...weather, call: () => (calls++ === 0 ? text('Once') : text('Twice')) }];
    const { reply } = await call({ tools, endsSessionBefore: { method: 'tools/call', count: 1 } }, parameters);
    // In a stream, the server may have run the tool before it closed the stream.
    if (transport === 'HTTP') expect(reply).toBe('Once');
    else expect(reply).toContain('The MCP server has closed the stream before it responded.');
    expect(calls).toBe(transport === 'HTTP' ? 1 : 0);
  });

  it('lists tools again if the stream ends', async () => {
    const { reply } = await call({ endsSessionBefore: { method: 'tools/list', count: 1 } }, older);
    expect(reply).toBe('Sunny in Rome');
    expect(server.methods.filter((method) => method === 'initialize')).toHaveLength(2);
  });

  it('does not repeat a call whose response is missing', async () => {
    const { reply } = await call({ tools: [{ ...weather, call: () => undefined }] }, streamable);
    expect(reply).toContain('The MCP server has closed the stream before it responded.');
    expect(server.methods.filter((method) => method === 'tools/call')).toHaveLength(1);
  });

  it.each([
    ['HTTP', streamable],
    ['sse', older],
  ])('ends a call over %s after the timeout', async (_, parameters) => {
    const options = { timeout: 300 };
    const { reply } = await call({ ignores: ['tools/call'] }, { ...parameters, options });
    expect(reply).toContain('The MCP server did not respond within 300 ms.');
  });

  it('sends no message to another server', async () => {
    const { error } = await call({ endpoint: 'http://127.0.0.1:1/messages' }, older);
    expect(error).toContain('wants its messages at another server, http://127.0.0.1:1.');
  });

  it.each([
    ['an address with nothing behind it', { endpointUrl: '/nothing' }, 'refused the request with status 404: Not here'],
    ['no address', {}, 'The address of the MCP server is empty.'],
  ])('ends the run with an error for %s', async (_, parameters, message) => {
    const { error } = await call({}, parameters);
    expect(error).toContain(message);
    expect(error).toContain('"Server"');
  });

  it('lists the tools of the server in the editor', async () => {
    server = await mcpServer({ tools: [weather, { name: 'b', title: 'Second' }] });
    const type = '@n8n/n8n-nodes-langchain.mcpClientTool';
    const parameters = { endpointUrl: `${server.address}/mcp` };
    const node = { name: 'Node', type, typeVersion: 1.2, position: [0, 0] as [number, number], parameters };
    const ports = fakePorts({ http: createHttpClient({ environment: {} }), credentialTypes: createCredentialTypes() });
    const { context, type: nodeType } = await new Executor(ports).detachedNode({ nodes: [node], connections: {} }, 'Node', {
      mode: 'internal',
      signal: new AbortController().signal,
    });
    expect(await nodeType.methods?.loadOptions?.['getTools']?.(context)).toEqual([
      { name: 'weather', value: 'weather', description: 'The weather' },
      { name: 'Second', value: 'b' },
    ]);
    expect(server.methods.at(-1)).toBe('DELETE');
  });
});
