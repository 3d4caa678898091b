// The response that a node gives before its run.
import type { WebhookResult } from '../sdk/index.ts';

/** Returns the response if it does not depend on the run. */
export function immediateReply({ reply, response }: WebhookResult, hasPages: boolean): WebhookResult['reply'] {
  if (reply !== undefined) return reply;
  if (response === undefined) return { status: 200 };
  return response.from === 'pages' && response.early === true && !hasPages ? response.end : undefined;
}
