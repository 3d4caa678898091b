// MCP Client Tool: the tools of a server of the Model Context Protocol, for an agent.
import {
  defineNode,
  toolName,
  type DetachedContext,
  type ExecuteContext,
  type JsonSchema,
  type SuppliedTool,
  type Supply,
} from '../../sdk/index.ts';
import type { PropertyOption } from '../../workflow/node-type.ts';
import { clientOf, endpointOf } from '../_shared/ai/mcp/connection.ts';
import { outputOf } from '../_shared/ai/mcp/content.ts';
import type { McpTool } from '../_shared/ai/mcp/messages.ts';
import { description } from './description.ts';

async function supply(ctx: ExecuteContext, itemIndex: number): Promise<Supply> {
  const client = clientOf(ctx, itemIndex);
  const close = (): Promise<void> => client.close();
  try {
    const names = new Set<string>();
    const tools = selected(ctx, await client.tools(), itemIndex).map((tool): SuppliedTool => {
      const name = uniqueName(tool.name, names);
      return {
        name,
        description: tool.description ?? tool.title ?? name,
        node: ctx.node.name,
        inputSchema: schemaOf(tool),
        call: async (args, { signal }) => outputOf(await client.callTool(tool.name, args, signal)),
      };
    });
    return { ai_tool: tools, close };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}

function selected(ctx: ExecuteContext, tools: readonly McpTool[], itemIndex: number): readonly McpTool[] {
  const include = ctx.param('include', itemIndex, 'all');
  if (include === 'all') return tools;
  const names = new Set(ctx.param<readonly string[]>(include === 'selected' ? 'includeTools' : 'excludeTools', itemIndex, []));
  return tools.filter(({ name }) => names.has(name) === (include === 'selected'));
}

/** Names of a server may have characters that models do not accept. */
function uniqueName(name: string, names: Set<string>): string {
  const valid = toolName(name);
  let unique = valid;
  for (let number = 2; names.has(unique); number++) unique = `${valid.slice(0, 60)}_${number}`;
  names.add(unique);
  return unique;
}

/** Models need the type of the arguments, and reject the name of the schema's draft. */
function schemaOf({ inputSchema = {} }: McpTool): JsonSchema {
  const { $schema: _draft, ...schema } = inputSchema;
  return { ...schema, type: 'object', properties: schema.properties ?? {} };
}

/** Lists the tools of the server. */
async function getTools(ctx: DetachedContext): Promise<readonly PropertyOption[]> {
  if (endpointOf(ctx, 0) === undefined) return [];
  const client = clientOf(ctx, 0);
  try {
    const tools = await client.tools();
    return tools.map(({ name, title, description: about }) => ({
      name: title ?? name,
      value: name,
      ...(about === undefined ? {} : { description: about }),
    }));
  } finally {
    await client.close().catch(() => undefined);
  }
}

export const mcpClientTool = defineNode({
  type: '@n8n/n8n-nodes-langchain.mcpClientTool',
  icon: 'icon.svg',
  defaultVersion: 1.4,
  versions: [{ description, supply, methods: { loadOptions: { getTools } } }],
});
