// Creates the run data of a finished task.
import type { ErrorData, TaskData, TaskStatus } from '../contract/run-data.ts';
import type { MadeCalls, PendingTask } from './run-state.ts';
import type { TaskOutcome } from './task-runner.ts';

interface Ending {
  /** Milliseconds since the epoch. */
  readonly startTime: number;
  readonly now: number;
  readonly executionIndex: number;
  /** Whether the run was stopped. */
  readonly isStopped: boolean;
  readonly error: ErrorData | undefined;
}

/** Returns the record of a task. A task without outputs has failed. */
export function taskData(task: PendingTask, outcome: TaskOutcome, ending: Ending): TaskData {
  const { startTime, now, executionIndex, isStopped, error } = ending;
  const failure: TaskStatus = isStopped ? 'canceled' : 'error';
  return {
    startTime,
    // The system clock may have been set back in between.
    executionTime: Math.max(0, now - startTime),
    executionIndex,
    executionStatus: outcome.outputs === undefined ? failure : error === undefined ? 'success' : 'error',
    source: task.sources,
    ...(outcome.outputs === undefined ? undefined : { data: { main: outcome.outputs } }),
    ...(error === undefined ? undefined : { error }),
    ...(outcome.isPinned === true ? { isPinned: true as const } : undefined),
    ...(outcome.hints === undefined || outcome.hints.length === 0 ? undefined : { hints: outcome.hints }),
    ...callMetadata(outcome.calls),
  };
}

/** Returns metadata about the executions called by a node: the last one, and their number if there are several. */
function callMetadata(calls: MadeCalls = []): Pick<TaskData, 'metadata'> | undefined {
  const last = calls.findLast((call) => call !== null);
  if (last === undefined || last === null) return undefined;
  const subExecution = { executionId: last.executionId, workflowId: last.workflowId };
  return { metadata: calls.length === 1 ? { subExecution } : { subExecution, subExecutionsCount: calls.length } };
}
