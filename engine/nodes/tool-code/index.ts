// Code Tool: JavaScript that a model calls, with a text or an object.
import type { JsonObject, JsonValue } from '../../contract/json.ts';
import { defineNode, NodeError, type ExecuteContext, type Supply, type ToolOutput } from '../../sdk/index.ts';
import { inputSchemaOf, QUERY_SCHEMA } from '../_shared/ai/tools/input-schema.ts';
import { toolNameOf } from '../_shared/ai/tools/tool-properties.ts';
import { description } from './description.ts';

function supply(ctx: ExecuteContext, itemIndex: number): Supply {
  const language = ctx.param('language', itemIndex, 'javaScript');
  if (language !== 'javaScript') {
    throw new NodeError('Python code is not supported yet.', {
      code: 'PARAMETER_INVALID',
      parameter: 'language',
      hint: 'Write the code in JavaScript, or call a Python program with the Execute Command Tool.',
    });
  }
  const schema = inputSchemaOf(ctx, itemIndex, ctx.version >= 1.3);
  const source = ctx.param('jsCode', itemIndex, '');
  const tool = {
    name: toolNameOf(ctx, itemIndex, 1.2),
    description: ctx.param('description', itemIndex, ''),
    node: ctx.node.name,
    inputSchema: schema ?? QUERY_SCHEMA,
    call: (args: JsonObject) => run(ctx, source, schema === undefined ? { query: args['query'] } : { query: args }, itemIndex),
  };
  return { ai_tool: [tool] };
}

async function run(ctx: ExecuteContext, source: string, names: JsonObject, itemIndex: number): Promise<ToolOutput> {
  const { value } = await ctx.code.run({ source, mode: 'all', dialect: 'code', items: ctx.input(), itemIndex, names });
  if (value === undefined || value === null) {
    throw new NodeError('The code of the tool returned nothing.', { parameter: 'jsCode', hint: 'Return a text at the end of the code.' });
  }
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : (value as JsonValue);
}

export const toolCode = defineNode({
  type: '@n8n/n8n-nodes-langchain.toolCode',
  icon: 'icon.svg',
  versions: [{ description, supply, usesSandbox: true }],
});
