// What package code learns of other nodes: never their credentials.
import type { WorkflowNode } from '../../contract/workflow.ts';
import { NodeError, type DetachedContext } from '../../sdk/index.ts';
import { isCalledTrigger } from '../../workflow/planning/start-node.ts';

/** Returns what package code may know of a node of its workflow. */
export const plainNode = ({ name, type, typeVersion, disabled = false, parameters }: WorkflowNode): object => ({
  name,
  type,
  typeVersion,
  disabled,
  parameters,
});

/**
 * Returns the first trigger of a type in the workflow that the user has chosen in the node's parameter `workflowId`; undefined if it has none. Nodes of
 * other types keep their parameters to themselves. Throws NodeError, WORKFLOW_NOT_FOUND or WORKFLOW_NOT_CALLABLE.
 */
export async function calledTrigger(node: DetachedContext, type: string): Promise<object | undefined> {
  if (!isCalledTrigger({ type })) throw new NodeError(`The node type "${type}" is not a trigger that other workflows can call.`);
  const id = node.param('workflowId', 0);
  if (typeof id !== 'string' || id === '') throw new NodeError('No workflow is chosen in the node.');
  const trigger = await node.nodeOfWorkflow(id, type);
  return trigger === undefined ? undefined : plainNode(trigger);
}
