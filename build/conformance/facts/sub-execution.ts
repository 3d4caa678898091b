// Facts about errors that name an execution of another workflow. The product records called executions when it calls them.
import { isRecord } from '../../../engine/workflow/own-properties.ts';

interface SubExecutionMetadata {
  readonly subExecution: { readonly executionId: string; readonly workflowId: string };
  readonly subExecutionsCount: 1;
}

/** Returns the execution that an error, or the service's response in it, names; undefined if it is incomplete. */
export function subExecutionOf(error: unknown): SubExecutionMetadata | undefined {
  if (!isRecord(error)) return undefined;
  const source = isRecord(error['errorResponse']) ? error['errorResponse'] : error;
  const { executionId, workflowId } = source;
  return typeof executionId === 'string' && typeof workflowId === 'string'
    ? { subExecution: { executionId, workflowId }, subExecutionsCount: 1 }
    : undefined;
}
