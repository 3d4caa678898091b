// Handles a message to the server: lists of tools are answered at once, a call of a tool starts a run.
import type { JsonObject } from '../../contract/json.ts';
import {
  errorData,
  errorMessage,
  NodeError,
  type DetachedContext,
  type WebhookContext,
  type WebhookReply,
  type WebhookResult,
} from '../../sdk/index.ts';
import { withAttached } from '../_shared/ai/attached.ts';
import { PROTOCOL_VERSION, protocolVersions, type RpcRequest, type RpcResponse } from '../_shared/ai/mcp/messages.ts';
import { checkCaller } from '../_shared/webhook/auth.ts';
import { ownerOf, replyWith } from './reply.ts';
import { sessions } from './sessions.ts';

const ACCEPTED: WebhookReply = { status: 202, body: 'Accepted' };

/** Codes of JSON-RPC. */
const INVALID_REQUEST = -32_600;
const UNKNOWN_METHOD = -32_601;

/** Whether clients are to sign in to this instance with OAuth. Millrace does not support that: their requests are refused. */
export const isOAuth = (ctx: Pick<DetachedContext, 'param'>): boolean => ctx.param('authentication', undefined, 'none') === 'n8nOAuth2';

export async function receive(ctx: WebhookContext): Promise<WebhookResult> {
  const { method, headers, url, query } = ctx.request;
  // A page in a browser must not call a server on the user's computer.
  if (headers['origin'] !== undefined && headers['origin'] !== new URL(url).origin) {
    return { reply: { status: 403, body: 'Pages of other origins may not call this server.' } };
  }
  if (isOAuth(ctx))
    return { reply: { status: 403, body: 'This server has no sign-in by OAuth2. Its owner must choose another authentication.' } };
  const checked = await checkCaller(ctx, ctx.param('authentication', undefined, 'none'));
  if ('rejected' in checked) return { reply: checked.rejected };
  if (method === 'DELETE') return { reply: { status: 200 } };
  if (method === 'GET') return { reply: stream(ctx) };
  const session = typeof query['sessionId'] === 'string' ? query['sessionId'] : undefined;
  if (session !== undefined && !sessions.has(ownerOf(ctx), session)) return { reply: { status: 404, body: 'The session does not exist.' } };
  if (session === undefined && ctx.version < 2) return { reply: { status: 400, body: 'The parameter sessionId is missing.' } };
  return handle(ctx, await messageOf(ctx), session);
}

/** Opens the stream of the older transport. Clients of the newer one may ask for a stream, too, which the server need not have. */
function stream(ctx: WebhookContext): NonNullable<WebhookResult['reply']> {
  const { headers, url } = ctx.request;
  if (ctx.version >= 2 && (headers['mcp-protocol-version'] !== undefined || headers['mcp-session-id'] !== undefined)) {
    return { status: 405, headers: { allow: 'POST' }, body: 'This server sends no messages of its own.' };
  }
  const path = new URL(url).pathname;
  const address = ctx.version < 2 ? path.replace(/\/sse\/?$/, '/messages') : path;
  const body = sessions.open(ownerOf(ctx), ctx.signal, (session) => `${address}?sessionId=${session}`);
  if (body === undefined) return { status: 503, body: 'Too many clients are connected.' };
  return { status: 200, headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform' }, body };
}

/** Returns the message in the body; undefined if there is none. */
async function messageOf(ctx: WebhookContext): Promise<Partial<RpcRequest> | undefined> {
  const { kind, value } = await ctx.request.body({ skipsFiles: true });
  return kind === 'json' && typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}

async function handle(ctx: WebhookContext, message: Partial<RpcRequest> | undefined, session: string | undefined): Promise<WebhookResult> {
  if (message?.jsonrpc !== '2.0') {
    return { reply: replyWith({ id: null, error: { code: INVALID_REQUEST, message: 'The body is not a message of JSON-RPC 2.0.' } }, 400) };
  }
  const { id, method, params = {} } = message;
  // Notifications and responses need no response.
  if (id === undefined || method === undefined) return { reply: ACCEPTED };
  if (method === 'tools/call') {
    const json: JsonObject = { jsonrpc: '2.0', id, method, params, ...(session === undefined ? {} : { sessionId: session }) };
    return { input: [{ json }], ...(session === undefined ? { response: { from: 'respondNode' } } : { reply: ACCEPTED }) };
  }
  let response: Omit<RpcResponse, 'jsonrpc'>;
  try {
    response = { id, ...(await answerTo(ctx, method, params)) };
  } catch (error) {
    return { failure: new NodeError(`The tools cannot be listed. ${errorMessage(errorData(error))}`, { cause: error }) };
  }
  if (session === undefined) return { reply: replyWith(response) };
  sessions.send(ownerOf(ctx), session, { jsonrpc: '2.0', ...response });
  return { reply: ACCEPTED };
}

async function answerTo(ctx: WebhookContext, method: string, params: JsonObject): Promise<Pick<RpcResponse, 'result' | 'error'>> {
  switch (method) {
    case 'initialize': {
      const instructions = ctx.param('instructions', undefined, '');
      const requested = params['protocolVersion'];
      const isKnown = typeof requested === 'string' && protocolVersions.includes(requested);
      const result = {
        protocolVersion: isKnown ? requested : PROTOCOL_VERSION,
        capabilities: { tools: {} },
        serverInfo: { name: ctx.node.name, version: '1.0.0' },
        ...(instructions === '' ? {} : { instructions }),
      };
      return { result };
    }
    case 'ping':
      return { result: {} };
    case 'tools/list': {
      const tools = await withAttached(ctx, (attached) => attached.tools(0));
      return { result: { tools: tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })) } };
    }
    default:
      return { error: { code: UNKNOWN_METHOD, message: `This server has no method "${method}".` } };
  }
}
