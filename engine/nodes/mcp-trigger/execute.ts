// Runs the tool that a client calls, with the attached nodes.
import type { JsonObject } from '../../contract/json.ts';
import { errorData, errorMessage, type ExecuteContext, type NodeOutput, type ToolOutput } from '../../sdk/index.ts';
import { withAttached } from '../_shared/ai/attached.ts';
import type { McpContent, McpResult, RpcResponse } from '../_shared/ai/mcp/messages.ts';
import { ownerOf, replyWith } from './reply.ts';
import { sessions } from './sessions.ts';

const INVALID_PARAMS = -32_602;

export async function execute(ctx: ExecuteContext): Promise<NodeOutput> {
  const [item] = ctx.input();
  const { id, params, sessionId } = item?.json ?? {};
  if (id === undefined) return [ctx.input()];
  const { name, arguments: args } = (params ?? {}) as { readonly name?: unknown; readonly arguments?: JsonObject };
  const response = { id: id as string | number, ...(await responseTo(ctx, String(name), args ?? {})) };
  if (typeof sessionId === 'string') sessions.send(ownerOf(ctx), sessionId, { jsonrpc: '2.0', ...response });
  else ctx.respond(replyWith(response));
  return [[{ json: { tool: name, arguments: args ?? {}, ...response } }]];
}

type Outcome = Pick<RpcResponse, 'result' | 'error'>;

function responseTo(ctx: ExecuteContext, name: string, args: JsonObject): Promise<Outcome> {
  return withAttached(ctx, async (attached): Promise<Outcome> => {
    const tool = (await attached.tools(0)).find((each) => each.name === name);
    if (tool === undefined) return { error: { code: INVALID_PARAMS, message: `Unknown tool: ${name}` } };
    return { result: await called(() => tool.call(args, { id: ctx.uuid(), signal: ctx.signal })) };
  });
}

/** An error of a tool is a result, from which the client's model can learn. */
async function called(call: () => Promise<ToolOutput>): Promise<McpResult> {
  try {
    return { content: contentOf(await call()) };
  } catch (error) {
    return { content: [{ type: 'text', text: errorMessage(errorData(error)) }], isError: true };
  }
}

function contentOf(output: ToolOutput): readonly McpContent[] {
  if (typeof output === 'string') return [{ type: 'text', text: output }];
  const parts =
    typeof output === 'object' && output !== null && 'content' in output ? (output as { readonly content: unknown }).content : undefined;
  if (!Array.isArray(parts) || !parts.every(isPart)) return [{ type: 'text', text: JSON.stringify(output) }];
  return parts.map((part) => {
    if (part.type === 'text') return { type: 'text', text: part.text };
    const { data } = part.data;
    const base64 = typeof data === 'string' ? data : Buffer.from(data).toString('base64');
    const kind = part.mediaType.startsWith('image/') ? 'image' : part.mediaType.startsWith('audio/') ? 'audio' : undefined;
    if (kind !== undefined) return { type: kind, data: base64, mimeType: part.mediaType };
    return { type: 'resource', resource: { uri: 'file:///result', mimeType: part.mediaType, blob: base64 } };
  });
}

type Part =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'file'; readonly mediaType: string; readonly data: { readonly type: 'data'; readonly data: string | Uint8Array } };

const isPart = (part: unknown): part is Part => {
  const { type, data } = part as { readonly type?: unknown; readonly data?: { readonly type?: unknown } };
  return type === 'text' || (type === 'file' && data?.type === 'data');
};
