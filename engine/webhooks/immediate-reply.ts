// The response that a node gives before its run.
import type { WebhookResult } from '../sdk/index.ts';

/** Returns the response if it does not depend on the run. */
export function immediateReply({ reply, response: answer }: WebhookResult, hasPages: boolean): WebhookResult['reply'] {
  if (reply !== undefined) return reply;
  if (answer === undefined) return { status: 200 };
  return answer.from === 'pages' && answer.early === true && !hasPages ? answer.end : undefined;
}
