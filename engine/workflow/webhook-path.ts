// The path under which a node's webhook is reached.
import type { WorkflowNode } from '../contract/workflow.ts';

/**
 * The path behind the webhook prefix, without a slash before it. A webhook that resumes a run has its path to itself; a full path
 * stands alone; all others begin with the node's webhook id or, in files that have none, with workflow and node name.
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
