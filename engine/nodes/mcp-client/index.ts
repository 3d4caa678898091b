// MCP Client: calls one tool of a server of the Model Context Protocol for each item.
import type { JsonObject } from '../../contract/json.ts';
import type { BinaryEntry, Item } from '../../contract/run-data.ts';
import {
  defineNode,
  mapItemsAsync,
  NodeError,
  pairedWith,
  type DetachedContext,
  type ExecuteContext,
  type JsonSchema,
  type ListSearchResult,
  type MappingField,
  type MappingFields,
  type NodeOutput,
} from '../../sdk/index.ts';
import type { McpClient } from '../_shared/ai/mcp/client.ts';
import { clientOf, endpointOf } from '../_shared/ai/mcp/connection.ts';
import { throwIfFailed } from '../_shared/ai/mcp/content.ts';
import type { McpContent, McpResult, McpTool } from '../_shared/ai/mcp/messages.ts';
import { description } from './description.ts';

async function execute(ctx: ExecuteContext): Promise<NodeOutput> {
  const clients = new Map<string, McpClient>();
  try {
    return await mapItemsAsync(ctx, async (_, index) => {
      const client = clientFor(ctx, clients, index);
      const tool = ctx.param('tool', index, '');
      if (tool === '') throw new NodeError('No tool is selected.', { code: 'PARAMETER_INVALID', parameter: 'tool', itemIndex: index });
      const result = await client.callTool(tool, argumentsOf(ctx, index), ctx.signal);
      throwIfFailed(result);
      return itemOf(ctx, result, index);
    });
  } finally {
    await Promise.allSettled([...clients.values()].map((client) => client.close()));
  }
}

/** Items with the same address share a connection. */
function clientFor(ctx: ExecuteContext, clients: Map<string, McpClient>, index: number): McpClient {
  const key = endpointOf(ctx, index) ?? '';
  const client = clients.get(key) ?? clientOf(ctx, index);
  clients.set(key, client);
  return client;
}

function argumentsOf(ctx: ExecuteContext, index: number): JsonObject {
  if (ctx.param('inputMode', index, 'manual') !== 'json') {
    const values = ctx.param<JsonObject | null>('parameters.value', index, null) ?? {};
    return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== ''));
  }
  const input = ctx.param('jsonInput', index);
  const value: unknown = typeof input === 'string' ? parsedOr(input, undefined) : input;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  throw new NodeError('The text under "JSON" is not a JSON object.', {
    code: 'PARAMETER_INVALID',
    parameter: 'jsonInput',
    itemIndex: index,
  });
}

function parsedOr(text: string, fallback: unknown): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return fallback;
  }
}

/** Images and sounds become files; texts that are JSON become data. */
async function itemOf(ctx: ExecuteContext, { content = [], structuredContent }: McpResult, index: number): Promise<Item> {
  const converts = ctx.param('options.convertToBinary', index, true) === true;
  const parts: unknown[] = [];
  const binary: Record<string, BinaryEntry> = {};
  for (const part of content) {
    const file = converts ? fileIn(part) : undefined;
    if (file === undefined) parts.push(part.type === 'text' ? { ...part, text: parsedOr(part.text, part.text) } : part);
    else {
      const name = `data_${Object.keys(binary).length}`;
      binary[name] = await ctx.binary.write(Buffer.from(file.data, 'base64'), { fileName: name, mimeType: file.mimeType });
    }
  }
  const json = { ...(parts.length === 0 ? {} : { content: parts }), ...(structuredContent === undefined ? {} : { structuredContent }) };
  return { json, ...(Object.keys(binary).length === 0 ? {} : { binary }), pairedItem: pairedWith(index) };
}

function fileIn(part: McpContent): { readonly data: string; readonly mimeType: string } | undefined {
  if (part.type === 'image' || part.type === 'audio') return part;
  if (part.type !== 'resource' || part.resource.blob === undefined) return undefined;
  return { data: part.resource.blob, mimeType: part.resource.mimeType ?? 'application/octet-stream' };
}

async function toolsOf(ctx: DetachedContext): Promise<readonly McpTool[]> {
  if (endpointOf(ctx, 0) === undefined) return [];
  const client = clientOf(ctx, 0);
  try {
    return await client.tools();
  } finally {
    await client.close().catch(() => undefined);
  }
}

async function getTools(ctx: DetachedContext, filter = ''): Promise<ListSearchResult> {
  const tools = (await toolsOf(ctx)).filter(({ name, title = '' }) => `${name} ${title}`.toLowerCase().includes(filter.toLowerCase()));
  return { results: tools.map(({ name, title }) => ({ name: title ?? name, value: name })) };
}

async function getToolParameters(ctx: DetachedContext): Promise<MappingFields> {
  const selected = ctx.param('tool', 0, '');
  const tool = selected === '' ? undefined : (await toolsOf(ctx)).find(({ name }) => name === selected);
  const { properties = {}, required = [] } = tool?.inputSchema ?? {};
  const fields = Object.entries(properties).map(([name, schema]) => fieldOf(name, schema as JsonSchema, required.includes(name)));
  return { fields, ...(fields.length === 0 ? { emptyFieldsNotice: 'The tool has no parameters.' } : {}) };
}

function fieldOf(name: string, schema: JsonSchema, required: boolean): MappingField {
  const type = [schema.type].flat().find((each) => each !== 'null');
  const options = (schema.enum ?? []).filter((value) => typeof value === 'string');
  const types: Readonly<Record<string, string>> = {
    integer: 'number',
    number: 'number',
    boolean: 'boolean',
    array: 'array',
    object: 'object',
  };
  return {
    id: name,
    displayName: schema.title ?? name,
    type: options.length > 0 ? 'options' : (types[type ?? ''] ?? 'string'),
    required,
    display: true,
    defaultMatch: false,
    canBeUsedToMatch: false,
    ...(options.length === 0 ? {} : { options: options.map((value) => ({ name: value, value })) }),
  };
}

export const mcpClient = defineNode({
  type: '@n8n/n8n-nodes-langchain.mcpClient',
  icon: 'icon.svg',
  defaultVersion: 1.1,
  versions: [
    {
      description,
      execute,
      methods: { listSearch: { getTools }, resourceMapping: { getToolParameters } },
    },
  ],
});
