// Sends the events of sessions to one other server: in batches, one large batch at a time, and never more than fits into the limits. What does not
// fit is reported as a gap, after which the editor fetches the data again.
import type { PushEvent } from '../contract/push.ts';
import { eventText } from './event-text.ts';

/** A number if its receipt is to be confirmed, otherwise 0; and for each session its key, whether events before these are lost, and JSON texts of events. */
export type RelayedBatch = readonly [number: number, sessions: readonly RelayedSession[]];
type RelayedSession = readonly [key: string, isGap: boolean, texts: readonly string[]];

export interface RelayOutletPorts {
  readonly send: (batch: RelayedBatch) => Promise<void>;
  /** Milliseconds for which events are collected. */
  readonly batch: number;
  /** Milliseconds to wait for a receipt, and until the next attempt after a failure. */
  readonly patience: number;
  /** Maximum size of the events of one session that wait, in bytes. */
  readonly sessionBytes: number;
}

/** Maximum size of the events of all sessions that wait, in bytes; and size from which a batch gets no further events. */
const MOST_BYTES = 32 * 1024 * 1024;
const BATCH_BYTES = 2 * 1024 * 1024;
/** Number of characters from which the receipt of a batch is awaited, since it waits in the database until it is read. */
const LARGE = 5000;

interface Waiting {
  isGap: boolean;
  events: { readonly event: PushEvent; readonly size: number }[];
  size: number;
}

export class RelayOutlet {
  readonly #ports: RelayOutletPorts;
  /** By key, the longest waiting first. */
  readonly #waiting = new Map<string, Waiting>();
  #size = 0;
  #number = 0;
  #timer: NodeJS.Timeout | undefined;
  #isSending = false;
  #isClosed = false;
  /** Resolves the wait for the receipt of the batch with this number. */
  #receipt: { readonly number: number; readonly resolve: (isReceived: boolean) => void } | undefined;

  constructor(ports: RelayOutletPorts) {
    this.#ports = ports;
  }

  add(key: string, event: PushEvent, size: number): void {
    const waiting = this.#of(key);
    if (waiting.size + size > this.#ports.sessionBytes || this.#size + size > MOST_BYTES) return this.lose(key);
    waiting.events.push({ event, size });
    waiting.size += size;
    this.#size += size;
    this.#plan();
  }

  /** Drops the events of a session that wait, and reports a gap instead. */
  lose(key: string): void {
    const waiting = this.#of(key);
    this.#size -= waiting.size;
    this.#waiting.set(key, { isGap: true, events: [], size: 0 });
    this.#plan();
  }

  /** Called when the other server has received a batch. */
  received(number: number): void {
    if (this.#receipt?.number === number) this.#receipt.resolve(true);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#receipt?.resolve(false);
    this.#waiting.clear();
  }

  #of(key: string): Waiting {
    const waiting = this.#waiting.get(key) ?? { isGap: false, events: [], size: 0 };
    this.#waiting.set(key, waiting);
    return waiting;
  }

  #plan(pause = this.#ports.batch): void {
    if (this.#isClosed || this.#isSending || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#isSending = true;
      this.#sendBatch()
        .catch(() => false)
        .then((isSent) => {
          this.#isSending = false;
          if (this.#waiting.size > 0) this.#plan(isSent ? undefined : this.#ports.patience);
        })
        .catch(() => undefined);
    }, pause);
    this.#timer.unref();
  }

  /** Returns whether it was sent; if not, its sessions get a gap with the next one. */
  async #sendBatch(): Promise<boolean> {
    const sessions = this.#take();
    const length = sessions.reduce((sum, [, , texts]) => sum + texts.reduce((all, text) => all + text.length, 0), 0);
    const isLarge = length > LARGE;
    const number = isLarge ? ++this.#number : 0;
    const receipt = isLarge ? this.#receiptOf(number) : undefined;
    const isSent = await this.#ports.send([number, sessions]).then(
      () => true,
      () => false,
    );
    const isReceived = isSent && (receipt === undefined || (await receipt));
    if (!isReceived && !this.#isClosed) for (const [key] of sessions) this.#of(key).isGap = true;
    return isReceived;
  }

  #receiptOf(number: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), this.#ports.patience).unref();
      const done = (isReceived: boolean): void => {
        clearTimeout(timer);
        this.#receipt = undefined;
        resolve(isReceived);
      };
      this.#receipt = { number, resolve: done };
    });
  }

  /** Removes what the next batch contains. */
  #take(): RelayedSession[] {
    const sessions: RelayedSession[] = [];
    let size = 0;
    for (const [key, waiting] of this.#waiting) {
      const texts: string[] = [];
      let isGap = waiting.isGap;
      while (waiting.events.length > 0 && size < BATCH_BYTES) {
        const next = waiting.events.shift();
        const text = next === undefined ? undefined : eventText(next.event);
        size += next?.size ?? 0;
        waiting.size -= next?.size ?? 0;
        this.#size -= next?.size ?? 0;
        if (text === undefined) [isGap, texts.length] = [true, 0];
        else texts.push(text);
      }
      waiting.isGap = false;
      sessions.push([key, isGap, texts]);
      if (waiting.events.length > 0) break;
      this.#waiting.delete(key);
    }
    return sessions;
  }
}
