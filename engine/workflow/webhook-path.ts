// The path under which a node's webhook is reached.
import type { WorkflowNode } from '../contract/workflow.ts';

/**
 * The path after the webhook prefix, without a leading slash. A webhook that resumes a run and a full path are used alone;
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
