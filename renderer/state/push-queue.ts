// Queue of events, which batches them per frame. Events that arrive too early wait, and so do all later events of the same execution.
import type { PushEvent } from '../../engine/contract/push.ts';

/** Milliseconds between two checks of an early event. */
const RETRY = 25;
const RETRIES = 5;

export interface PushQueuePorts {
  /** Whether the state is ready for an event; otherwise the event waits. */
  readonly isReady: (event: PushEvent) => boolean;
  /** Receives all events of one frame. */
  readonly deliver: (events: readonly PushEvent[]) => void;
  /** Calls back in the next frame. */
  readonly onFrame: (callback: () => void) => void;
  readonly after: (milliseconds: number, callback: () => void) => void;
}

export interface PushQueue {
  push(event: PushEvent): void;
  /** Drops all waiting events. */
  clear(): void;
}

const executionOf = (event: PushEvent): string | undefined => ('executionId' in event ? event.executionId : undefined);

export function createPushQueue({ isReady, deliver, onFrame, after }: PushQueuePorts): PushQueue {
  let frame: PushEvent[] = [];
  let early: PushEvent[] = [];
  let retriesLeft = 0;
  /** Incremented when the queue is cleared, so that callbacks scheduled before then do nothing. */
  let era = 0;

  const hand = (event: PushEvent): void => {
    frame.push(event);
    if (frame.length > 1) return;
    const planned = era;
    onFrame(() => {
      if (planned !== era) return;
      const events = frame;
      frame = [];
      deliver(events);
    });
  };
  const follows = (event: PushEvent, waiting: readonly PushEvent[]): boolean => {
    const execution = executionOf(event);
    return execution !== undefined && waiting.some((other) => executionOf(other) === execution);
  };
  const look = (): void => {
    const still: PushEvent[] = [];
    for (const event of early) {
      if (retriesLeft > 0 && (follows(event, still) || !isReady(event))) still.push(event);
      else hand(event);
    }
    early = still;
    if (early.length > 0) wait();
  };
  const wait = (): void => {
    retriesLeft -= 1;
    const planned = era;
    after(RETRY, () => (planned === era ? look() : undefined));
  };
  return {
    push: (event) => {
      if (!follows(event, early) && isReady(event)) return hand(event);
      early.push(event);
      if (early.length > 1) return;
      retriesLeft = RETRIES;
      wait();
    },
    clear: () => {
      era += 1;
      frame = [];
      early = [];
    },
  };
}
