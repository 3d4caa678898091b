// Reads stored executions with their data, and decides which of them can be retried.
import { AppError } from '../../contract/errors.ts';
import type { ExecutionStatus } from '../../contract/run-data.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import type { RunStep, StoredRunState } from '../../execution/index.ts';
import type { ExecutionRecord, Store } from '../../store/index.ts';
import { runDataOf, type Origin, type Payload } from './execution-packer.ts';

export interface StoredExecution {
  readonly record: ExecutionRecord;
  readonly payload?: Payload;
  /** The workflow as it ran; absent if it was not stored. */
  readonly workflow?: WorkflowFile;
}

/** Returns an execution's row with its data; undefined for an unknown id. */
export async function storedExecution(store: Store, executionId: string): Promise<StoredExecution | undefined> {
  const record = await store.executions.get(executionId);
  if (record === undefined) return undefined;
  const [packed, file] = await Promise.all([
    store.executions.payload(executionId),
    record.snapshot === undefined ? undefined : store.executions.snapshot(record.snapshot),
  ]);
  return {
    record,
    ...(packed === undefined ? {} : { payload: await withSteps(store, executionId, (await store.unpack(packed)) as Payload) }),
    ...(file === undefined ? {} : { workflow: (await store.unpack(file)) as WorkflowFile }),
  };
}

/** Returns the payload including the results that were stored step by step. */
async function withSteps(store: Store, executionId: string, { hasSteps, ...payload }: Payload): Promise<Payload> {
  if (hasSteps !== true) return payload;
  const steps: Pick<RunStep, 'tasks'>[] = [];
  for (const packed of await store.executions.progress.steps(executionId)) {
    steps.push((await store.unpack(packed)) as Pick<RunStep, 'tasks'>);
  }
  const lastNodeExecuted = payload.state?.lastNode;
  const last = lastNodeExecuted === undefined ? {} : { lastNodeExecuted };
  return { ...payload, resultData: { runData: runDataOf(steps), ...last } };
}

/** Returns the state from which a stored run can resume; undefined if it cannot. */
export function storedState(execution: StoredExecution | undefined): StoredRunState | undefined {
  const payload = execution?.payload;
  if (payload?.state === undefined || payload.resultData === undefined) return undefined;
  return { ...payload.state, runData: Object.entries(payload.resultData.runData) } as StoredRunState;
}

/** The origin of an execution as it was stored. */
export const originOf = ({ payload: { startedBy, called, isKept, executedNode, caller } = {} }: StoredExecution): Origin => ({
  ...(startedBy === undefined ? {} : { startedBy }),
  ...(called === undefined ? {} : { called }),
  ...(isKept === undefined ? {} : { isKept }),
  ...(executedNode === undefined ? {} : { executedNode }),
  ...(caller === undefined ? {} : { caller }),
});

const retryable: ReadonlySet<ExecutionStatus> = new Set(['error', 'crashed', 'canceled']);

/** Whether an execution can be retried with the workflow `file`: its last state or its start data must be stored. */
export function isRetryable({ record, payload }: StoredExecution, file: WorkflowFile | undefined): file is WorkflowFile {
  const hasData = payload?.state !== undefined || payload?.start !== undefined;
  return retryable.has(record.status) && file !== undefined && hasData;
}

/** The error for an execution that cannot be retried, with the reason. */
export function notRetryable(execution: StoredExecution): AppError {
  const { id } = execution.record;
  return new AppError('BAD_REQUEST', `The execution ${id} cannot be retried: ${whyNot(execution)}.`, { params: { id } });
}

function whyNot({ record, workflow }: StoredExecution): string {
  if (record.status === 'success') return 'it succeeded';
  if (record.status === 'waiting') return 'it is waiting';
  if (!retryable.has(record.status)) return 'it is still running';
  return workflow === undefined ? 'the workflow that it ran was not saved' : 'its start data was not saved, so run the workflow again';
}
