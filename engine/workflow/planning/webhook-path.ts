// Computes the path of a node's webhook.
import type { WorkflowNode } from '../../contract/workflow.ts';

/**
 * Returns the path after the webhook prefix, without a leading slash. A full path, and the path of a webhook that resumes a run, are used alone;
 * others begin with the node's webhook id or, if the node has none, with the workflow's id and the node's name.
 */
export function webhookPath(
  workflowId: string,
  node: Pick<WorkflowNode, 'name' | 'webhookId'>,
  path: string,
  isFullPath = false,
  isResume = false,
): string {
  if (isResume) return path;
  if (node.webhookId === undefined) return `${workflowId}/${encodeURIComponent(node.name.toLowerCase())}/${path}`;
  if (isFullPath) return path === '' ? node.webhookId : path;
  return `${node.webhookId}/${path}`;
}
