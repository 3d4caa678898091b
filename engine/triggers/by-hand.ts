// Manual runs of a trigger: scheduled and polling nodes return items immediately, other triggers those of their first event.
import type { ItemList } from '../contract/run-data.ts';
import type { DetachedNode } from '../execution/index.ts';
import { NodeError } from '../sdk/index.ts';
import type { AlarmClock } from './alarm-clock.ts';
import { triggerError } from './failure.ts';
import { startTrigger } from './listening-node.ts';

/**
 * Returns the items for a manual run; undefined for a node that starts with one empty item. Throws NodeError, also if a poll finds nothing, and
 * for a trigger that listens for events.
 */
export async function manualItems(detachedNode: DetachedNode, now: number): Promise<readonly ItemList[] | undefined> {
  const { type, context, compiled } = detachedNode;
  try {
    if (type.schedule !== undefined) return type.schedule.items(context, now);
    if (type.poll !== undefined) return withData(await type.poll(context));
  } catch (error) {
    throw triggerError(error, compiled.name);
  }
  if (type.trigger === undefined) return undefined;
  throw triggerError(new NodeError(`The node "${compiled.name}" waits for an event. Listen for a test event to run it.`), compiled.name);
}

function withData(items: readonly ItemList[] | null): readonly ItemList[] {
  if (items?.some((list) => list !== null && list.length > 0) === true) return items;
  throw new NodeError('No data with the current filter could be found', {
    description: 'The node queried its service and found nothing to start the workflow with.',
    hint: 'Create data in the service that matches the settings of the node, then try again.',
  });
}

/** Returns the items of the first event. Throws the trigger's failure, and the reason of the context's signal if it is aborted. */
export async function firstEvent(detachedNode: DetachedNode, alarms: AlarmClock): Promise<readonly ItemList[]> {
  const { type, context, compiled } = detachedNode;
  const { signal } = context;
  if (type.trigger === undefined) {
    throw triggerError(new NodeError(`The node "${compiled.name}" does not listen for events. Run it instead.`), compiled.name);
  }
  const { promise: event, resolve, reject } = Promise.withResolvers<readonly ItemList[]>();
  const onAbort = (): void => reject(signal.reason as Error);
  // The signal may be aborted while the trigger is starting, before anything awaits the event.
  event.catch(() => undefined);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const listening = detachedNode.contextWith({
      emit: async (items: readonly ItemList[]) => resolve(items),
      fail: reject,
      saveFailure: reject,
    });
    const stop = await startTrigger(detachedNode, listening, alarms);
    try {
      return await event;
    } finally {
      await stop();
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw triggerError(error, compiled.name);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
