// Which executions may be tried again, and what to say of the others.
import { AppError } from '../../contract/errors.ts';
import type { ExecutionStatus } from '../../contract/run-data.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import type { KeptExecution } from './keeper.ts';

const retryable: ReadonlySet<ExecutionStatus> = new Set(['error', 'crashed', 'canceled']);

/** `file`: the workflow to try it with. */
export function isRetryable({ record }: KeptExecution, file: WorkflowFile | undefined): file is WorkflowFile {
  return retryable.has(record.status) && file !== undefined;
}

export function notRetried(kept: KeptExecution): AppError {
  const { id } = kept.record;
  return new AppError('BAD_REQUEST', `The execution ${id} cannot be tried again: ${whyNot(kept)}.`, { params: { id } });
}

function whyNot({ record, workflow }: KeptExecution): string {
  if (record.status === 'success') return 'it went well';
  if (record.status === 'waiting') return 'it waits';
  if (!retryable.has(record.status)) return 'it still runs';
  return workflow === undefined ? 'the workflow as it ran was not kept' : 'its data was not kept';
}
