// Triggers of the package that callers talk to: a chat with a memory, and servers of the Model Context Protocol with a real client.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { EndedRun, RunInstance, Sketch } from '../instance.ts';
import { chatModel, manual, withAttached } from './attached.ts';
import type { LangchainCase } from './chains.ts';

interface ToolResult {
  readonly content: readonly { readonly text: string }[];
}
interface McpClient {
  connect(transport: object): Promise<void>;
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  callTool(call: object): Promise<ToolResult>;
  close(): Promise<void>;
}

/** Connects a client of the SDK that the package brings. */
async function clientOf(instance: RunInstance, kind: 'sse' | 'streamableHttp', address: string): Promise<McpClient> {
  const load = createRequire(
    join(instance.packagesFolder, '@n8n__n8n-nodes-langchain/node_modules/@modelcontextprotocol/sdk/package.json'),
  );
  const { Client } = load('@modelcontextprotocol/sdk/client/index.js') as { Client: new (about: object) => McpClient };
  const transports = load(`@modelcontextprotocol/sdk/client/${kind}.js`) as Readonly<Record<string, new (url: URL) => object>>;
  const Transport = transports[kind === 'sse' ? 'SSEClientTransport' : 'StreamableHTTPClientTransport'];
  assert.ok(Transport);
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new Transport(new URL(address)));
  return client;
}

/** A workflow as tool. */
async function weather(instance: RunInstance): Promise<Sketch> {
  const assignments = [{ id: '1', name: 'report', value: '=rain in {{ $json.city }}', type: 'string' }];
  const { id } = await instance.post<{ id: string }>('/rest/workflows', {
    name: 'Weather',
    nodes: [
      { id: '1', name: 'Called', type: 'n8n-nodes-base.executeWorkflowTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
      {
        id: '2',
        name: 'Say',
        type: 'n8n-nodes-base.set',
        typeVersion: 3.4,
        position: [200, 0],
        parameters: { assignments: { assignments } },
      },
    ],
    connections: { Called: { main: [[{ node: 'Say', type: 'main', index: 0 }]] } },
  });
  const field = {
    id: 'city',
    displayName: 'city',
    required: false,
    defaultMatch: false,
    display: true,
    type: 'string',
    canBeUsedToMatch: true,
  };
  return {
    type: 'toolWorkflow',
    typeVersion: 2.2,
    parameters: {
      description: 'Tells the weather',
      source: 'database',
      workflowId: { __rl: true, mode: 'id', value: id },
      workflowInputs: { mappingMode: 'defineBelow', value: { city: "={{ $fromAI('city', 'A city', 'string') }}" }, schema: [field] },
    },
  };
}

export const servers: readonly LangchainCase[] = [
  {
    make: 'Chat with a memory',
    nodes: 'chatTrigger, agent, memoryBufferWindow',
    checks: 'the page of the chat is served, each message is answered, and the memory has the earlier ones of its session',
    run: async (instance, service) => {
      service.play(({ messages = [] }) => `${messages.filter(({ role }) => role === 'user').length} questions`);
      const trigger = {
        type: '@n8n/n8n-nodes-langchain.chatTrigger',
        typeVersion: 1.1,
        webhookId: 'test-chat',
        parameters: { public: true, options: {} },
      };
      const file = withAttached(
        { type: 'agent', typeVersion: 2, parameters: { options: {} } },
        {
          Model: { ...(await chatModel(instance, service)), by: 'ai_languageModel' },
          Memory: { type: 'memoryBufferWindow', typeVersion: 1.3, by: 'ai_memory' },
        },
        trigger,
      );
      const active = await instance.activateFile(file);
      const address = `${instance.url}webhook/test-chat/chat`;
      const page = await fetch(address);
      assert.deepEqual([page.status, page.headers.get('content-type')], [200, 'text/html; charset=utf-8']);
      const ask = async (sessionId: string): Promise<unknown> => {
        const body = JSON.stringify({ action: 'sendMessage', sessionId, chatInput: 'Hello' });
        return (await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).json();
      };
      assert.deepEqual(
        [await ask('ada'), await ask('ada'), await ask('bob')],
        ['1 questions', '2 questions', '1 questions'].map((output) => ({ output })),
      );
      await active.deactivate();
    },
  },
  ...(
    [
      [1, 'sse', '/sse'],
      [2, 'streamableHttp', ''],
    ] as const
  ).map(([typeVersion, kind, end]): LangchainCase => ({
    make: `MCP server, ${kind === 'sse' ? 'over server-sent events' : 'over streamable HTTP'}`,
    nodes: 'mcpTrigger, toolCalculator, toolWorkflow',
    checks: 'a client lists the tools and calls them, a workflow among them',
    run: async (instance) => {
      const root = {
        type: 'mcpTrigger',
        typeVersion,
        webhookId: `mcp-${typeVersion}`,
        parameters: { path: `mcp-${typeVersion}` },
      };
      const tools = { Calculator: { type: 'toolCalculator', by: 'ai_tool' }, weather: { ...(await weather(instance)), by: 'ai_tool' } };
      const active = await instance.activateFile(withAttached(root, tools));
      const client = await clientOf(instance, kind, `${instance.url}mcp/mcp-${typeVersion}${end}`);
      const listed = await client.listTools();
      assert.deepEqual(listed.tools.map(({ name }) => name).toSorted(), ['Calculator', 'weather']);
      const toolReply = async (name: string, args: object): Promise<string> =>
        (await client.callTool({ name, arguments: args })).content[0]?.text ?? '';
      assert.match(await toolReply('Calculator', { input: '6*7' }), /42/);
      assert.match(await toolReply('weather', { city: 'Oslo' }), /rain in Oslo/);
      await client.close();
      await active.deactivate();
    },
  })),
  {
    make: 'MCP client, with a token',
    nodes: 'agent, mcpClientTool, mcpTrigger',
    checks: 'without the token, the server refuses; with it, an agent is offered the tools of the server and calls one',
    run: async (instance, service) => {
      const token = await instance.credential('httpBearerAuth', { token: 'key-1' });
      const root = {
        type: 'mcpTrigger',
        typeVersion: 2,
        webhookId: 'mcp-token',
        parameters: { path: 'mcp-token', authentication: 'bearerAuth' },
        credentials: token,
      };
      const active = await instance.activateFile(withAttached(root, { Calculator: { type: 'toolCalculator', by: 'ai_tool' } }));
      service.play(({ messages = [], tools = [] }) => {
        const returned = messages.find(({ role }) => role === 'tool');
        if (returned !== undefined) return `It said ${JSON.stringify(returned.content)}`;
        return { tool: tools[0]?.function.name ?? '', args: { input: '6*7' } };
      });
      const ask = async (sign: object): Promise<EndedRun> => {
        const parameters = { endpointUrl: `${instance.url}mcp/mcp-token`, serverTransport: 'httpStreamable', include: 'all' };
        const attached = {
          Model: { ...(await chatModel(instance, service)), by: 'ai_languageModel' },
          Tool: {
            type: 'mcpClientTool',
            typeVersion: 1.2,
            by: 'ai_tool',
            ...sign,
            parameters: { ...parameters, ...authenticationOf(sign) },
          },
        };
        const agent = { type: 'agent', typeVersion: 3.1, parameters: { promptType: 'define', text: 'How much is 6*7?', options: {} } };
        return instance.runFile(withAttached(agent, attached, manual));
      };
      assert.equal((await ask({})).status, 'error');
      const run = await ask({ credentials: token });
      assert.equal(run.error, undefined);
      assert.match(String(run.json('Root')[0]?.['output']), /42/);
      await active.deactivate();
    },
  },
];

const authenticationOf = (sign: object): object => ('credentials' in sign ? { authentication: 'bearerAuth' } : { authentication: 'none' });
