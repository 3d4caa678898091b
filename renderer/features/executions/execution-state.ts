// Displayed state, available actions and duration of an execution.
import type { ExecutionSummary } from '../../../engine/contract/rest/executions.ts';

export type ExecutionState = 'queued' | 'waiting' | 'running' | 'success' | 'successRetry' | 'error' | 'canceled' | 'unknown';

/** Waits until this date or later count as unlimited: only a call ends them. */
const INDEFINITE = Date.UTC(3000, 0, 1);

/** What the displayed state depends on. */
export type ExecutionOutcome = Pick<ExecutionSummary, 'finished' | 'status' | 'startedAt'> & {
  readonly waitTill?: string | null;
  /** Null if unknown. */
  readonly stoppedAt?: string | null;
  readonly retryOf?: string | null;
  readonly retrySuccessId?: string | null;
};

export function stateOf({ finished, status, waitTill, stoppedAt, retryOf, retrySuccessId }: ExecutionOutcome): ExecutionState {
  if (!finished && waitTill != null) return 'waiting';
  if (status === 'crashed') return retrySuccessId == null ? 'error' : 'successRetry';
  if (stoppedAt === null || status === 'unknown') return 'unknown';
  if (stoppedAt === undefined) return status === 'new' ? 'queued' : 'running';
  if (finished) return retryOf == null ? 'success' : 'successRetry';
  if (retrySuccessId != null) return 'successRetry';
  return status === 'canceled' ? 'canceled' : 'error';
}

export const isWaitIndefinite = (waitTill: string): boolean => Date.parse(waitTill) >= INDEFINITE;

/** Whether a retry is offered: for failed executions that are not retries themselves. */
export const canRetry = (execution: ExecutionOutcome): boolean =>
  !execution.finished && hasEnded(execution) && execution.retryOf == null && execution.waitTill == null;

const hasEnded = ({ status, stoppedAt }: ExecutionOutcome): boolean => stoppedAt != null || status === 'crashed';

export function canStop(execution: ExecutionOutcome): boolean {
  const state = stateOf(execution);
  return state === 'running' || state === 'waiting' || state === 'queued';
}

/** A running execution cannot be deleted. */
export const canDelete = (execution: ExecutionOutcome): boolean => stateOf(execution) !== 'running';

export type Duration =
  | { readonly unit: 'milliseconds'; readonly text: string }
  | { readonly unit: 'seconds'; readonly text: string }
  | { readonly unit: 'clock'; readonly text: string };

/** Formats milliseconds: `212` ms, `4.1` s, from a minute on `1:05`. */
export function durationOf(milliseconds: number): Duration {
  const time = Math.max(0, milliseconds);
  if (time < 1000) return { unit: 'milliseconds', text: String(Math.round(time)) };
  if (time < 60_000) return { unit: 'seconds', text: String(Math.floor(time / 100) / 10) };
  const seconds = Math.floor(time / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, '0');
  return { unit: 'clock', text: hours === 0 ? `${minutes}:${rest}` : `${hours}:${String(minutes).padStart(2, '0')}:${rest}` };
}

/** Returns the duration in milliseconds, up to `now` while it runs; undefined while it waits, or if its end is unknown. */
export function timeTaken(execution: ExecutionOutcome, now: number): number | undefined {
  const state = stateOf(execution);
  if (state === 'waiting' || state === 'queued' || state === 'unknown') return undefined;
  if (execution.stoppedAt === null) return undefined;
  const end = execution.stoppedAt === undefined ? now : Date.parse(execution.stoppedAt);
  return end - Date.parse(execution.startedAt);
}
