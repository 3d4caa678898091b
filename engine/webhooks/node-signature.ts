// Signatures by which a node recognizes what it has given out itself, such as a token of its page.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookContext } from '../sdk/index.ts';

/** Returns the functions for one node of a workflow. What they sign differs from the signatures of resumed executions and of other nodes. */
export function nodeSignature(secret: string, workflowId: string, node: string): Pick<WebhookContext, 'sign' | 'isSigned'> {
  const sign = (text: string): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['node', workflowId, node, text]))
      .digest('base64url');
  return {
    sign,
    isSigned: (text, signature) => {
      const [expected, actual] = [Buffer.from(sign(text)), Buffer.from(signature)];
      return actual.byteLength === expected.byteLength && timingSafeEqual(actual, expected);
    },
  };
}
