// Starts a long-lived trigger within a time limit, and leaves nothing behind that nobody would end.
import { NodeError, type StopTrigger, type TriggerContext } from '../sdk/index.ts';
import type { StandingNode } from '../execution/index.ts';
import type { Alarm, AlarmClock } from './alarm-clock.ts';

/** Milliseconds that a trigger may take until it listens. */
const START_LIMIT = 60_000;

/**
 * The trigger's way to be ended. Throws what the trigger throws, the reason of its signal when that is aborted, and NodeError when it takes
 * too long; a trigger that gets to listen after that is ended at once.
 */
export async function startTrigger({ type }: StandingNode, context: TriggerContext, alarms: AlarmClock): Promise<StopTrigger> {
  const { signal } = context;
  const { promise: givenUp, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason as Error);
  const alarm: Alarm = {
    time: alarms.now() + START_LIMIT,
    ring: () =>
      reject(new NodeError(`The trigger did not begin to listen within ${START_LIMIT / 1000} seconds.`, { code: 'NODE_OPERATION_FAILED' })),
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
