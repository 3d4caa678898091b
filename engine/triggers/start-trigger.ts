// Starts a long-lived trigger within a time limit, and stops it if it starts too late.
import { NodeError, type StopTrigger, type TriggerContext } from '../sdk/index.ts';
import type { StandingNode } from '../execution/index.ts';
import type { Alarm, AlarmClock } from './alarm-clock.ts';

/** Maximum milliseconds until a trigger is listening. */
const START_LIMIT = 60_000;

/**
 * Starts the trigger and returns the function that stops it. Throws the trigger's error, the reason of an aborted signal, or NodeError on
 * timeout; a trigger that starts listening later is stopped immediately.
 */
export async function startTrigger({ type }: StandingNode, context: TriggerContext, alarms: AlarmClock): Promise<StopTrigger> {
  const { signal } = context;
  const { promise: givenUp, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason as Error);
  const alarm: Alarm = {
    time: alarms.now() + START_LIMIT,
    ring: () => reject(new NodeError(`The trigger did not start within ${START_LIMIT / 1000} seconds.`, { code: 'NODE_OPERATION_FAILED' })),
    timeAfterChange: (now) => now + START_LIMIT,
  };
  signal.throwIfAborted();
  signal.addEventListener('abort', onAbort, { once: true });
  alarms.set(alarm);
  const starting = (async () => (await type.trigger?.(context)) ?? (() => undefined))();
  try {
    return await Promise.race([starting, givenUp]);
  } catch (error) {
    void starting.then((stop) => stop()).catch(() => undefined);
    throw error;
  } finally {
    alarms.delete(alarm);
    signal.removeEventListener('abort', onAbort);
  }
}
