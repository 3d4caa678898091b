// The time limit of a run.
import { AppError } from '../contract/errors.ts';
import type { WorkflowSettings } from '../contract/workflow.ts';
import type { CancellationScope } from './cancellation.ts';

/** Maximum delay of a timer, in milliseconds; longer limits count as none. */
const MAX_TIMER = 2 ** 31 - 1;

/**
 * Stops the run on timeout: the workflow's executionTimeout (seconds; -1 for none), otherwise the instance's (milliseconds; 0 for none).
 * Returns a function that cancels the limit.
 */
export function limitTime(scope: CancellationScope, settings: WorkflowSettings, instanceLimit: number): () => void {
  const own = settings.executionTimeout;
  const limit = typeof own === 'number' && own > 0 ? own * 1000 : own === -1 ? 0 : instanceLimit;
  if (limit <= 0 || limit > MAX_TIMER) return () => undefined;
  const message = `The execution was stopped because it ran longer than ${limit / 1000} s, the time set for this workflow.`;
  const timer = setTimeout(() => scope.cancel(new AppError('EXECUTION_TIMEOUT', message)), limit);
  return () => clearTimeout(timer);
}
