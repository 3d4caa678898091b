// Responses of the server, and the owner of its sessions.
import type { DetachedContext, WebhookReply } from '../../sdk/index.ts';
import type { RpcResponse } from '../_shared/ai/mcp/messages.ts';

export const replyWith = (response: Omit<RpcResponse, 'jsonrpc'>, status = 200): WebhookReply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ jsonrpc: '2.0', ...response }),
});

/** Sessions belong to a node of a workflow. */
export const ownerOf = ({ workflow, node }: Pick<DetachedContext, 'workflow' | 'node'>): string => JSON.stringify([workflow.id, node.name]);
