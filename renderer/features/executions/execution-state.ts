// What an execution is to the eye, what may be done with it, and how long it took.
import type { ExecutionSummary } from '../../../engine/contract/rest/executions.ts';

export type ExecutionState = 'queued' | 'waiting' | 'running' | 'success' | 'successRetry' | 'error' | 'canceled' | 'unknown';

/** A wait that ends only when something calls: the latest date that means one. */
const INDEFINITE = Date.UTC(3000, 0, 1);

type Summary = Pick<ExecutionSummary, 'finished' | 'status' | 'startedAt'> & {
  readonly waitTill?: string | null;
  /** Null where nobody knows. */
  readonly stoppedAt?: string | null;
  readonly retryOf?: string | null;
  readonly retrySuccessId?: string | null;
};

export function stateOf({ finished, status, waitTill, stoppedAt, retryOf, retrySuccessId }: Summary): ExecutionState {
  if (!finished && waitTill != null) return 'waiting';
  if (stoppedAt === null || status === 'unknown') return 'unknown';
  if (stoppedAt === undefined) return status === 'new' ? 'queued' : 'running';
  if (finished) return retryOf == null ? 'success' : 'successRetry';
  if (retrySuccessId != null) return 'successRetry';
  return status === 'canceled' ? 'canceled' : 'error';
}

export const isWaitIndefinite = (waitTill: string): boolean => Date.parse(waitTill) >= INDEFINITE;

/** Offered for what has failed and is no retry itself. */
export const canRetry = (execution: Summary): boolean =>
  !execution.finished && execution.stoppedAt != null && execution.retryOf == null && execution.waitTill == null;

export function canStop(execution: Summary): boolean {
  const state = stateOf(execution);
  return state === 'running' || state === 'waiting' || state === 'queued';
}

/** What runs still cannot be deleted. */
export const canDelete = (execution: Summary): boolean => stateOf(execution) !== 'running';

export type Duration =
  | { readonly unit: 'milliseconds'; readonly text: string }
  | { readonly unit: 'seconds'; readonly text: string }
  | { readonly unit: 'clock'; readonly text: string };

/** Milliseconds as people read them: `212` ms, `4.1` s, from a minute on `1:05`. */
export function durationOf(milliseconds: number): Duration {
  const time = Math.max(0, milliseconds);
  if (time < 1000) return { unit: 'milliseconds', text: String(Math.round(time)) };
  if (time < 60_000) return { unit: 'seconds', text: String(Math.floor(time / 100) / 10) };
  const seconds = Math.floor(time / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, '0');
  return { unit: 'clock', text: hours === 0 ? `${minutes}:${rest}` : `${hours}:${String(minutes).padStart(2, '0')}:${rest}` };
}

/** Milliseconds it took, or has run up to `now`; undefined while it waits, and where nobody knows. */
export function timeTaken(execution: Summary, now: number): number | undefined {
  const state = stateOf(execution);
  if (state === 'waiting' || state === 'queued' || state === 'unknown') return undefined;
  const end = execution.stoppedAt == null ? now : Date.parse(execution.stoppedAt);
  return end - Date.parse(execution.startedAt);
}
