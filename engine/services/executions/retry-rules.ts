// Which executions may be tried again, and what to say of the others.
import { AppError } from '../../contract/errors.ts';
import type { ExecutionStatus } from '../../contract/run-data.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import type { KeptExecution } from './keeper.ts';

const retryable: ReadonlySet<ExecutionStatus> = new Set(['error', 'crashed', 'canceled']);

/** Whether an execution can be retried with the workflow `file`: either its last state or its start data must be stored. */
export function isRetryable({ record, payload }: KeptExecution, file: WorkflowFile | undefined): file is WorkflowFile {
  const hasData = payload?.state !== undefined || payload?.start !== undefined;
  return retryable.has(record.status) && file !== undefined && hasData;
}

export function notRetried(kept: KeptExecution): AppError {
  const { id } = kept.record;
  return new AppError('BAD_REQUEST', `The execution ${id} cannot be retried: ${whyNot(kept)}.`, { params: { id } });
}

function whyNot({ record, workflow }: KeptExecution): string {
  if (record.status === 'success') return 'it succeeded';
  if (record.status === 'waiting') return 'it is waiting';
  if (!retryable.has(record.status)) return 'it is still running';
  return workflow === undefined ? 'the workflow that it ran was not saved' : 'its start data was not saved, so run the workflow again';
}
