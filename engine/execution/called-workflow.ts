// The workflow that a node calls, and what the node may read of it without a call.
import { AppError } from '../contract/errors.ts';
import type { WorkflowFile, WorkflowNode } from '../contract/workflow.ts';
import type { SubWorkflowCall } from '../sdk/index.ts';
import { completeParameters } from '../workflow/parameters/parameters.ts';
import type { ExecutionPorts } from './ports.ts';

/**
 * Returns the first node of a type in a saved workflow, with complete parameters; undefined if it has none. `caller`: the workflow that could call it.
 * Throws WORKFLOW_NOT_FOUND or WORKFLOW_NOT_CALLABLE.
 */
export async function nodeOfWorkflow(
  ports: ExecutionPorts,
  workflowId: string,
  type: string,
  { workflow: caller, node }: { readonly workflow: WorkflowFile; readonly node: string },
): Promise<WorkflowNode | undefined> {
  const called = await calledWorkflow(ports, { workflowId, items: [] }, node);
  await ports.assertCallable?.(called, caller);
  const found = called.nodes.find((each) => each.type === type && each.disabled !== true);
  if (found === undefined) return undefined;
  await ports.nodes.load([type]);
  const description = ports.nodes.node(found.type, found.typeVersion)?.description;
  return description === undefined ? found : { ...found, parameters: completeParameters(found.parameters, found, description) };
}

/** Returns the workflow that a node calls. Throws WORKFLOW_NOT_FOUND. */
export async function calledWorkflow(
  ports: ExecutionPorts,
  { workflow, workflowId = '' }: SubWorkflowCall,
  node: string,
): Promise<WorkflowFile> {
  const file = workflow ?? (await ports.workflow?.(workflowId));
  if (file !== undefined) return file;
  throw new AppError('WORKFLOW_NOT_FOUND', `The workflow "${workflowId}" that the node "${node}" calls does not exist.`, {
    params: { id: workflowId },
  });
}
