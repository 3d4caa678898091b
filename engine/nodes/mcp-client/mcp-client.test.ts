// Calls of a tool for each item: arguments, results, files, and what the editor lists.
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { createHttpClient } from '../../execution/http/client.ts';
import { Executor } from '../../execution/index.ts';
import { createCredentialTypes } from '../../registry/index.ts';
import type { DetachedContext, NodeMethods } from '../../sdk/index.ts';
import { fakePorts } from '../../testing/fake-ports.ts';
import { mcpServer, type McpStub, type StubTool } from '../../testing/models/mcp-server.ts';
import { runNode, type NodeCase, type NodeOutcome } from '../../testing/run-node.ts';

let server: McpStub;
afterEach(() => server.close());

const type = '@n8n/n8n-nodes-langchain.mcpClient';
const schema = {
  type: 'object',
  properties: {
    city: { type: 'string', title: 'City' },
    days: { type: ['integer', 'null'] },
    unit: { type: 'string', enum: ['C', 'F'] },
    more: { type: 'object' },
    tags: { type: 'array' },
    exact: { type: 'boolean' },
  },
  required: ['city'],
};
const echo: StubTool = {
  name: 'echo',
  title: 'Echo',
  inputSchema: schema,
  call: (args) => ({ content: [{ type: 'text', text: JSON.stringify(args) }] }),
};

async function call(tool: Partial<StubTool>, parameters: JsonObject, more: Partial<NodeCase> = {}): Promise<NodeOutcome> {
  server = await mcpServer({ tools: [{ ...echo, ...tool }] });
  return runNode({
    type,
    items: [{ n: 1 }, { n: 2 }],
    parameters: { endpointUrl: `${server.address}/mcp`, tool: { __rl: true, mode: 'id', value: 'echo' }, ...parameters },
    ports: { http: createHttpClient({ environment: {} }) },
    ...more,
  });
}

const byJson = { inputMode: 'json', jsonInput: '={{ { n: $json.n } }}' };

describe('the MCP Client', () => {
  it.each([1, 1.1])('calls the tool for each item in version %d, with one session', async (version) => {
    const { json } = await call({}, byJson, { version });
    expect(json).toEqual([{ content: [{ type: 'text', text: { n: 1 } }] }, { content: [{ type: 'text', text: { n: 2 } }] }]);
    expect(server.methods).toEqual(['initialize', 'notifications/initialized', 'tools/call', 'tools/call', 'DELETE']);
  });

  it('passes the parameters that are filled in', async () => {
    const value = { city: '={{ "No " + $json.n }}', days: 2, unit: null, exact: false };
    const { json } = await call({}, { parameters: { mappingMode: 'defineBelow', value } });
    expect(json[1]).toEqual({ content: [{ type: 'text', text: { city: 'No 2', days: 2, exact: false } }] });
  });

  const content = [
    { type: 'text', text: 'A map' },
    { type: 'image', data: 'aW1n', mimeType: 'image/png' },
    { type: 'resource', resource: { uri: 'file:///b', blob: 'cGRm', mimeType: 'application/pdf' } },
  ];
  const files = (): JsonObject => ({ content, structuredContent: { ok: true } });

  it('turns images and files into files of the item', async () => {
    const [item] = (await call({ call: files }, byJson, { items: [{ n: 1 }] })).outputs[0] ?? [];
    expect(item?.json).toEqual({ content: [{ type: 'text', text: 'A map' }], structuredContent: { ok: true } });
    expect(item?.binary).toMatchObject({
      data_0: { mimeType: 'image/png', fileName: 'data_0' },
      data_1: { mimeType: 'application/pdf', fileName: 'data_1' },
    });
  });

  it('leaves them as they are if the option is off', async () => {
    const [item] =
      (await call({ call: files }, { ...byJson, options: { convertToBinary: false } }, { items: [{ n: 1 }] })).outputs[0] ?? [];
    expect(item?.json['content']).toEqual(content);
    expect(item?.binary).toBeUndefined();
  });

  it('fails, or continues, if the tool reports an error', async () => {
    const failing = { call: ({ n }: JsonObject) => ({ isError: n === 1, content: [{ type: 'text', text: 'Try again' }] }) };
    expect((await call(failing, byJson)).error).toMatchObject({ message: 'Try again' });
    await server.close();
    const { json } = await call(failing, byJson, { node: { onError: 'continueRegularOutput' } });
    expect(json).toEqual([{ error: 'Try again' }, { content: [{ type: 'text', text: 'Try again' }] }]);
  });

  it.each([
    ['no tool', { tool: { __rl: true, mode: 'list', value: '' } }, 'No tool is selected.'],
    ['JSON that is no object', { inputMode: 'json', jsonInput: '[1]' }, 'is not a JSON object'],
    ['an address that is no URL', { endpointUrl: 'mcp.example.com' }, '"mcp.example.com" is not the address of an MCP server.'],
  ])('fails with %s', async (_, parameters, message) => {
    expect((await call({}, parameters)).error?.message).toContain(message);
  });

  async function methods(): Promise<readonly [NodeMethods | undefined, DetachedContext]> {
    server = await mcpServer({ tools: [echo, { ...echo, name: 'other', title: 'Other' }] });
    const parameters = { endpointUrl: `${server.address}/mcp`, tool: { __rl: true, mode: 'id', value: 'echo' } };
    const node = { name: 'Node', type, typeVersion: 1, position: [0, 0] as [number, number], parameters };
    const ports = fakePorts({ http: createHttpClient({ environment: {} }), credentialTypes: createCredentialTypes() });
    const detached = await new Executor(ports).detachedNode({ nodes: [node], connections: {} }, 'Node', {
      mode: 'internal',
      signal: new AbortController().signal,
    });
    return [detached.type.methods, detached.context];
  }

  it('lists the tools, and finds them', async () => {
    const [own, context] = await methods();
    const search = own?.listSearch?.['getTools'];
    expect(await search?.(context)).toEqual({
      results: [
        { name: 'Echo', value: 'echo' },
        { name: 'Other', value: 'other' },
      ],
    });
    expect(await search?.(context, 'OTH')).toEqual({ results: [{ name: 'Other', value: 'other' }] });
  });

  it('lists the parameters of the tool', async () => {
    const [own, context] = await methods();
    const { fields = [] } = (await own?.resourceMapping?.['getToolParameters']?.(context)) ?? {};
    expect(fields.map(({ id, displayName, type: kind, required }) => [id, displayName, kind, required])).toEqual([
      ['city', 'City', 'string', true],
      ['days', 'days', 'number', false],
      ['unit', 'unit', 'options', false],
      ['more', 'more', 'object', false],
      ['tags', 'tags', 'array', false],
      ['exact', 'exact', 'boolean', false],
    ]);
  });
});
