// Time in runs: the system clock, execution timeouts, and the time zone of a workflow.
import { AppError } from '../contract/errors.ts';
import type { WorkflowSettings } from '../contract/workflow.ts';
import type { CancellationScope } from './cancellation.ts';
import type { Clock } from './ports.ts';
import { IANAZone } from 'luxon';

/** Maximum delay of a timer, in milliseconds. */
const MAX_TIMER = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (milliseconds, signal) => {
    signal.throwIfAborted();
    for (let remaining = milliseconds; remaining > 0; remaining -= MAX_TIMER) await nap(Math.min(remaining, MAX_TIMER), signal);
  },
};

function nap(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}

/**
 * Stops the run on timeout: the workflow's executionTimeout (seconds; -1 for none), otherwise the instance's (milliseconds; 0 for none). A
 * timeout longer than the maximum delay of a timer is ignored. Returns a function that clears the timeout.
 */
export function limitTime(scope: CancellationScope, settings: WorkflowSettings, instanceLimit: number): () => void {
  const own = settings.executionTimeout;
  const limit = typeof own === 'number' && own > 0 ? own * 1000 : own === -1 ? 0 : instanceLimit;
  if (limit <= 0 || limit > MAX_TIMER) return () => undefined;
  const message = `The execution was stopped because it ran longer than ${limit / 1000} s, the time set for this workflow.`;
  const timer = setTimeout(() => scope.cancel(new AppError('EXECUTION_TIMEOUT', message)), limit);
  return () => clearTimeout(timer);
}

/** Zones that are known to exist: the check is slow, and few zones are used. */
const checkedZones = new Set<string>();

/** Returns the workflow's time zone; undefined if it uses the instance's. Throws WORKFLOW_INVALID if the zone does not exist. */
export function zoneOf(zone: unknown): string | undefined {
  if (typeof zone !== 'string' || zone === '' || zone === 'DEFAULT') return undefined;
  if (checkedZones.has(zone)) return zone;
  if (IANAZone.isValidZone(zone)) {
    checkedZones.add(zone);
    return zone;
  }
  throw new AppError('WORKFLOW_INVALID', `The workflow's time zone "${zone}" is unknown. Choose one in the workflow's settings.`, {
    params: { zone },
  });
}
