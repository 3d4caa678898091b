// The workflow that a node calls, and what the node may read of it without a call.
import { AppError } from '../contract/errors.ts';
import type { WorkflowFile, WorkflowNode } from '../contract/workflow.ts';
import type { SubWorkflowCall } from '../sdk/index.ts';
import { completeParameters } from '../workflow/parameters/parameters.ts';
import type { ExecutionPorts } from './ports.ts';
import type { AdmittedWorkflow, Principal } from './principal.ts';

/**
 * Returns the first node of a type in a saved workflow, with complete parameters; undefined if it has none. `caller`: the run that could call it.
 * Throws WORKFLOW_NOT_FOUND or WORKFLOW_NOT_CALLABLE.
 */
export async function nodeOfWorkflow(
  ports: ExecutionPorts,
  workflowId: string,
  type: string,
  { principal, node }: { readonly principal: Principal; readonly node: string },
): Promise<WorkflowNode | undefined> {
  const called = await calledWorkflow(ports, { workflowId, items: [] }, node, principal);
  ports.assertCallable?.(called, principal);
  const match = called.file.nodes.find((each) => each.type === type && each.disabled !== true);
  if (match === undefined) return undefined;
  await ports.nodes.load([type]);
  const description = ports.nodes.node(match.type, match.typeVersion)?.description;
  return description === undefined ? match : { ...match, parameters: completeParameters(match.parameters, match, description) };
}

/**
 * Returns the workflow that a node calls. An inline workflow has the identity of its caller, `principal`, whatever id its file contains. Throws
 * WORKFLOW_NOT_FOUND.
 */
export async function calledWorkflow(
  ports: ExecutionPorts,
  { workflow: inline, workflowId = '' }: SubWorkflowCall,
  node: string,
  principal: Principal,
): Promise<AdmittedWorkflow> {
  if (inline !== undefined) return { file: withIdOf(inline, principal), principal };
  const stored = await ports.workflow?.(workflowId);
  if (stored !== undefined) return stored;
  throw new AppError('WORKFLOW_NOT_FOUND', `The workflow "${workflowId}" that the node "${node}" calls does not exist.`, {
    params: { id: workflowId },
  });
}

function withIdOf({ id: _claimed, ...file }: WorkflowFile, { workflowId }: Principal): WorkflowFile {
  return workflowId === undefined ? file : { ...file, id: workflowId };
}
