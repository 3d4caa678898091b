// Loads a stored execution and shows it in the editor.
import type { ExecutionStatus, RunData } from '../../../../engine/contract/run-data.ts';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { openWorkflow } from '../../../../engine/workflow/file/import.ts';
import { withIds } from '../../../../engine/workflow/references/node-names.ts';
import { executionsApi } from '../../../api/executions.ts';
import { runActions, type RunState } from '../runs/run-slice.ts';
import type { EditorContext } from './context.ts';

export interface KeptExecution {
  readonly id: string;
  readonly status: ExecutionStatus;
  readonly mode?: string;
  readonly workflowId: string;
  readonly startedAt: string;
  readonly stoppedAt?: string | null;
  readonly lastNodeExecuted?: string;
  readonly parentExecution?: { readonly executionId: string };
  readonly data?: { readonly resultData?: { readonly runData?: RunData; readonly error?: NonNullable<RunState['outcome']>['error'] } };
  readonly workflowData: WorkflowFile | null;
}

/** Always refetched, since the execution may have continued. */
export async function keptExecution(
  { dispatch }: Pick<EditorContext, 'dispatch'>,
  id: string,
): Promise<{ readonly data?: KeptExecution; readonly error?: { readonly message?: string } }> {
  const options = { forceRefetch: true, subscribe: false };
  const { data, error } = await dispatch(executionsApi.endpoints.getExecution.initiate({ params: { id } }, options));
  // The contract declares the status as a plain string.
  return { data: data as KeptExecution | undefined, error };
}

export const isUnderWay = ({ status }: KeptExecution): boolean => status === 'new' || status === 'running';

export const outcomeOf = ({ status, data, lastNodeExecuted }: KeptExecution): NonNullable<RunState['outcome']> => ({
  status,
  error: data?.resultData?.error,
  lastNode: lastNodeExecuted,
});

/** Returns the executed workflow in the editor's form. */
export const workflowOf = ({ workflowData }: KeptExecution, newId: () => string): WorkflowFile =>
  withIds(openWorkflow(workflowData ?? { name: '', nodes: [], connections: {} }), newId);

export const executionShown = (execution: KeptExecution, workflow: WorkflowFile): ReturnType<typeof runActions.executionShown> =>
  runActions.executionShown({
    executionId: execution.id,
    callerId: execution.parentExecution?.executionId,
    mode: execution.mode,
    runData: execution.data?.resultData?.runData ?? {},
    outcome: outcomeOf(execution),
    workflow,
    startedAt: Date.parse(execution.startedAt),
    ...(typeof execution.stoppedAt === 'string' ? { stoppedAt: Date.parse(execution.stoppedAt) } : {}),
  });
