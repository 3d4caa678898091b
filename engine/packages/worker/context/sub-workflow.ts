// executeWorkflow: calls of other workflows by package code.
import type { JsonObject } from '../../../contract/json.ts';
import type { Item } from '../../../contract/run-data.ts';
import type { SubWorkflowResult } from '../../../sdk/index.ts';
import type { PackageCall } from '../call.ts';

/** A saved workflow by its id, or the workflow itself. */
export interface CalledWorkflow {
  readonly id?: string;
  readonly code?: JsonObject;
}

export interface WaitOption {
  readonly doNotWaitToFinish?: boolean;
}

/** Resolves with the items of the called workflow's last node, or once it has started. Rejects with its failure. */
export async function runWorkflow(
  call: PackageCall,
  { id, code }: CalledWorkflow,
  items: readonly Item[],
  wait: boolean,
): Promise<{ readonly executionId: string; readonly data: readonly (readonly Item[])[] }> {
  const result = (await call.request('runWorkflow', {
    items,
    wait,
    ...(id === undefined ? {} : { workflowId: id }),
    ...(code === undefined ? {} : { workflow: code }),
  })) as SubWorkflowResult;
  return { executionId: result.executionId, data: [call.files.opened(result.items)] };
}
