// A trigger tried out by hand: items at once from those that go by the clock or poll, the first event of those that listen.
import type { ItemList } from '../contract/run-data.ts';
import type { StandingNode } from '../execution/index.ts';
import { NodeError } from '../sdk/index.ts';
import type { AlarmClock } from './alarm-clock.ts';
import { failureOf } from './failure.ts';
import { startTrigger } from './start-trigger.ts';

/**
 * Items for a run by hand. Undefined for a node that starts with one empty item. Throws NodeError, also when a poll finds nothing, and for a
 * trigger that has to be listened to.
 */
export async function manualItems(standing: StandingNode, now: number): Promise<readonly ItemList[] | undefined> {
  const { type, context, compiled } = standing;
  try {
    if (type.schedule !== undefined) return type.schedule.items(context, now);
    if (type.poll !== undefined) return withData(await type.poll(context));
  } catch (error) {
    throw failureOf(error, compiled.name);
  }
  if (type.trigger === undefined) return undefined;
  throw failureOf(new NodeError(`The node "${compiled.name}" waits for an event. Listen for one to try it out.`), compiled.name);
}

function withData(items: readonly ItemList[] | null): readonly ItemList[] {
  if (items?.some((list) => list !== null && list.length > 0) === true) return items;
  throw new NodeError('No data with the current filter could be found', {
    description: 'The node asked its service and found nothing that it would start the workflow with.',
    hint: 'Make something happen there that fits the settings of the node, then try again.',
  });
}

/** The items of the first event. Throws what makes the trigger fail, and the reason of the context's signal when that is aborted. */
export async function firstEvent(standing: StandingNode, alarms: AlarmClock): Promise<readonly ItemList[]> {
  const { type, context, compiled } = standing;
  const { signal } = context;
  if (type.trigger === undefined) {
    throw failureOf(new NodeError(`The node "${compiled.name}" listens for nothing: run it instead.`), compiled.name);
  }
  const { promise: event, resolve, reject } = Promise.withResolvers<readonly ItemList[]>();
  const onAbort = (): void => reject(signal.reason as Error);
  // The signal may end it while the trigger still starts, when nobody waits for the event yet.
  event.catch(() => undefined);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const listening = Object.assign(context, { emit: async (items: readonly ItemList[]) => resolve(items), fail: reject });
    const stop = await startTrigger(standing, listening, alarms);
    try {
      return await event;
    } finally {
      await stop();
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw failureOf(error, compiled.name);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
