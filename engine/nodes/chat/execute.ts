// Sends the message. A node that waits is resumed by the reply, whose item is its output.
import { WAIT_FOREVER } from '../../contract/run-data.ts';
import { NodeError, streamPart, type ExecuteContext, type NodeOutput } from '../../sdk/index.ts';
import { withAttached } from '../_shared/ai/attached.ts';
import { passThrough } from '../_shared/pass-through.ts';
import { limitedWait } from '../_shared/waiting-time.ts';

export async function execute(ctx: ExecuteContext): Promise<NodeOutput> {
  const waits = ctx.version < 1.1 ? ctx.param('waitUserReply', 0, true) : ctx.param('operation', 0, 'send') === 'sendAndWait';
  const text = ctx.param('message', 0, '');
  const isApproval = ctx.param('responseType', 0, 'freeTextChat') === 'approval';
  const message = waits && isApproval ? withButtons(ctx, text) : text;
  if (ctx.param('options.autoSaveHighlightedData', 0, true) && text !== '')
    ctx.setExecutionData('chatMessage', text.slice(0, MAX_HIGHLIGHT));
  if (!isApproval) {
    await withAttached(ctx, async (attached) => (await attached.memory(0))?.append([{ role: 'assistant', text }]));
  }
  send(ctx, message);
  if (!waits) return passThrough(ctx);
  if (ctx.resumeUrl('webhook-waiting') === undefined) {
    throw new NodeError('This node waits for a reply, which requires a running server.', {
      code: 'PARAMETER_INVALID',
      parameter: 'operation',
      hint: 'Start Millrace as a server, or choose "Send Message".',
    });
  }
  askForReply(ctx, !(isApproval && ctx.param('blockUserInput', 0, false)));
  ctx.waitUntil(limitedWait(ctx, 'options.limitWaitTime') ?? WAIT_FOREVER);
  return passThrough(ctx);
}

/** Maximum characters of a highlighted value. */
const MAX_HIGHLIGHT = 512;

/** Sends the message: as a part if the response is streamed, otherwise as a response of its own. */
function send(ctx: ExecuteContext, message: string): void {
  if (!ctx.isStreaming) {
    ctx.respond({ status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: message });
    return;
  }
  ctx.respondChunk(streamPart(ctx, 'begin'));
  ctx.respondChunk(streamPart(ctx, 'item', message));
  ctx.respondChunk(streamPart(ctx, 'end'));
}

/** Ends a streamed response, so that the person can reply. `expectsMessage`: whether the next message is the reply. */
function askForReply(ctx: ExecuteContext, expectsMessage: boolean): void {
  if (!ctx.isStreaming) return;
  if (expectsMessage) ctx.respondChunk(streamPart(ctx, 'waiting', addressOf(ctx)));
  ctx.respond({ status: 200 });
}

/** Returns the signed address of the reply. The path of the node's webhook is its id. */
function addressOf(ctx: ExecuteContext): string | undefined {
  const url = ctx.resumeUrl('webhook-waiting');
  if (url === undefined) return undefined;
  const [path = '', query = ''] = url.split('?');
  return `${path}/${encodeURIComponent(ctx.node.id ?? '')}?${query}`;
}

/** Adds links that approve or decline, as chats show them. */
function withButtons(ctx: ExecuteContext, message: string): string {
  const address = addressOf(ctx);
  if (address === undefined) return message;
  const link = (label: string, approved: boolean): string => `[${label.replaceAll(/[[\]]/g, '')}](${address}&approved=${approved})`;
  const option = (name: string, fallback: string): string => ctx.param(`approvalOptions.values.${name}`, 0, fallback);
  const links = [link(option('approveLabel', 'Approve'), true)];
  if (option('approvalType', 'single') === 'double') links.push(link(option('disapproveLabel', 'Decline'), false));
  return `${message}\n\n${links.join(' · ')}`;
}
