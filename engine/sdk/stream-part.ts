// Parts of a streamed response, as clients of n8n's webhooks read them: one line of JSON per part.
import type { ExecuteContext } from './execute-context.ts';

/** Returns one line of the stream: its kind, and the node that sends it. */
export function streamPart(
  ctx: ExecuteContext,
  type: 'begin' | 'item' | 'end' | 'error' | 'waiting',
  content?: string,
  itemIndex = 0,
): string {
  const metadata = { nodeId: ctx.node.id, nodeName: ctx.node.name, itemIndex, runIndex: ctx.runIndex, timestamp: ctx.now() };
  return `${JSON.stringify({ type, ...(content === undefined ? undefined : { content }), metadata })}\n`;
}
