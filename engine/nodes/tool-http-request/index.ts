// HTTP Request Tool: a request that a model fills in.
import type { JsonObject } from '../../contract/json.ts';
import { defineNode, NodeError, toolName, type ExecuteContext, type Supply, type ToolOutput, type ToolUse } from '../../sdk/index.ts';
import { toolResponse } from '../_shared/ai/tools/tool-response.ts';
import { credentialTypeOf, signed } from '../_shared/authentication.ts';
import { description } from './description.ts';
import { choosesServer } from './placeholders.ts';
import { requestPlan, requestWith } from './request.ts';
import { optimized } from './response.ts';

function supply(ctx: ExecuteContext, itemIndex: number): Supply {
  const plan = requestPlan(ctx, itemIndex);
  const credentialType = credentialTypeOf(ctx);
  if (credentialType !== undefined && choosesServer(plan.url)) {
    throw new NodeError('The model would choose the server that receives the credential.', {
      code: 'PARAMETER_INVALID',
      parameter: 'url',
      itemIndex,
      hint: 'Write the domain in the URL, as in https://{team}.example.com/{path}, or send the request without authentication.',
    });
  }
  const tool = {
    name: toolName(ctx.node.name),
    description: ctx.param('toolDescription', itemIndex, ''),
    node: ctx.node.name,
    inputSchema: plan.placeholders.schema(),
    call: async (args: JsonObject, { signal }: ToolUse): Promise<ToolOutput> => {
      const request = await signed(ctx, credentialType, { ...requestWith(plan, args), signal }, itemIndex);
      return optimized(ctx, await toolResponse(ctx, request), itemIndex);
    },
  };
  return { ai_tool: [tool] };
}

export const toolHttpRequest = defineNode({
  type: '@n8n/n8n-nodes-langchain.toolHttpRequest',
  icon: 'icon.svg',
  versions: [{ description, supply }],
});
