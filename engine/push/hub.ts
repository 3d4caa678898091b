// Addresses events to editor sessions, numbers them, and buffers the latest ones for sessions that reconnect.
import type { PushEvent } from '../contract/push.ts';
import { roughSize } from './event-size.ts';

export interface NumberedEvent {
  readonly number: number;
  readonly event: PushEvent;
  /** Approximate size in bytes. */
  readonly size: number;
}

export interface Listener {
  readonly userId: string;
  /** Whether the listener receives the events of all workflows, or only of its user's workflows. */
  readonly receivesAll: boolean;
  send(numbered: NumberedEvent): void;
  /** Called if events up to this number are lost, so that the listener must fetch the data again. */
  missed(last: number): void;
  /** Called when the stream ends. */
  end(): void;
}

interface Session {
  readonly userId: string;
  /** There are several listeners if an editor is opened twice with the same session. */
  readonly listeners: Set<Listener>;
  /** Whether the session receives the events of all workflows. Kept while it has no listener, so that no event is lost. */
  receivesAll: boolean;
  last: number;
  buffer: NumberedEvent[];
  /** Approximate size of the buffered events in bytes. */
  size: number;
  /** Time at which the last listener disconnected, in milliseconds since the epoch. */
  lostAt: number;
}

export interface PushLimits {
  /** Maximum number of buffered events. `bytes` limits their size, and `time` how long they are kept, in milliseconds. */
  readonly events: number;
  readonly bytes: number;
  readonly time: number;
}

const defaultLimits: PushLimits = { events: 500, bytes: 8 * 1024 * 1024, time: 60_000 };

/** Highest number that can have been assigned to an event. */
const MOST_NUMBERS = 2 ** 48;

/** Returns the key of a session. It contains the user id, so that another user cannot receive events by using the same session id. */
export const pushAddress = (userId: string, sessionId: string): string => JSON.stringify([userId, sessionId]);

export class PushHub {
  readonly #now: () => number;
  readonly #limits: PushLimits;
  /** Sessions by address. */
  readonly #sessions = new Map<string, Session>();

  constructor(now: () => number, limits: Partial<PushLimits> = {}) {
    this.#now = now;
    this.#limits = { ...defaultLimits, ...limits };
  }

  /** Whether a session has, or recently had, a listener. */
  get hasListeners(): boolean {
    this.#forgetOld();
    return this.#sessions.size > 0;
  }

  /** Whether a session is connected that receives the events of this user. */
  isConnected(userId: string): boolean {
    return [...this.#sessions.values()].some(
      ({ userId: own, receivesAll, listeners }) => listeners.size > 0 && (own === userId || receivesAll),
    );
  }

  /**
   * Adds a listener to a session of its user; events after `lastSeen` are sent first. Returns a function that removes it. Numbers increase by
   * one. If missed events are no longer available, for example after a restart, the listener is notified immediately.
   */
  listen(sessionId: string, listener: Listener, lastSeen?: number): () => void {
    this.#forgetOld();
    const address = pushAddress(listener.userId, sessionId);
    let session = this.#sessions.get(address);
    const isExisting = session !== undefined;
    if (session === undefined) {
      session = { userId: listener.userId, listeners: new Set(), receivesAll: false, last: 0, buffer: [], size: 0, lostAt: 0 };
      this.#sessions.set(address, session);
    }
    const received = session;
    received.listeners.add(listener);
    received.receivesAll = listener.receivesAll;
    if (lastSeen !== undefined && lastSeen >= 0 && lastSeen < MOST_NUMBERS) catchUp(received, listener, lastSeen, isExisting);
    return () => {
      if (received.listeners.delete(listener) && received.listeners.size === 0) received.lostAt = this.#now();
    };
  }

  /** Sends an event to one session; ignored if the session is unknown. */
  send(address: string, event: PushEvent): void {
    this.#forgetOld();
    const session = this.#sessions.get(address);
    if (session !== undefined) this.#deliver(session, event, roughSize(event));
  }

  /** Sends an event to all sessions that may receive events of `ownerId`, or to all sessions if there is no owner. */
  broadcast(event: PushEvent, ownerId?: string | null): void {
    this.#forgetOld();
    const size = roughSize(event);
    for (const session of this.#sessions.values()) {
      if (ownerId === undefined || session.userId === ownerId || session.receivesAll) this.#deliver(session, event, size);
    }
  }

  #deliver(session: Session, event: PushEvent, size: number): void {
    const { events, bytes } = this.#limits;
    const numbered = { number: ++session.last, event, size };
    session.buffer.push(numbered);
    session.size += size;
    while (session.buffer.length > events || session.size > bytes) session.size -= session.buffer.shift()?.size ?? session.size;
    for (const listener of session.listeners) listener.send(numbered);
  }

  /** Disconnects all listeners. */
  close(): void {
    for (const { listeners } of this.#sessions.values()) for (const listener of listeners) listener.end();
  }

  #forgetOld(): void {
    const before = this.#now() - this.#limits.time;
    for (const [address, { listeners, lostAt }] of this.#sessions) {
      if (listeners.size === 0 && lostAt < before) this.#sessions.delete(address);
    }
  }
}

function catchUp(session: Session, listener: Listener, lastSeen: number, isExisting: boolean): void {
  if (!isExisting || lastSeen > session.last) {
    // The session was connected before a restart. Numbering continues after a gap of one, because events sent in between are lost.
    session.last = lastSeen + 1;
    session.buffer = [];
    session.size = 0;
    for (const each of session.listeners) each.missed(session.last);
    return;
  }
  const numberedEvents = session.buffer.filter(({ number }) => number > lastSeen);
  const missed = session.last - lastSeen - numberedEvents.length;
  if (missed > 0) listener.missed(lastSeen + missed);
  for (const numbered of numberedEvents) listener.send(numbered);
}
