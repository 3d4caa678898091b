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
  /** Called first if the numbers of the events do not begin with 1. */
  begins?(after: number): void;
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
  /** Number before that of the first event. */
  readonly start: number;
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

/** Passes events on to the sessions of the other servers that share the database. */
export interface Relay {
  /** Whether an editor is open at another server. */
  readonly hasSessions: boolean;
  send(address: string, event: PushEvent, size: number): void;
  broadcast(event: PushEvent, ownerId: string | null | undefined): void;
  /** Called when a production execution of this owner was queued, has started or has ended. */
  executionChanged(ownerId: string | null): void;
  sessionOpened(address: string): void;
  sessionForgotten(address: string): void;
}

/** Returns the key of a session. It contains the user id, so that another user cannot receive events by using the same session id. */
export const pushAddress = (userId: string, sessionId: string): string => JSON.stringify([userId, sessionId]);

export class PushHub {
  readonly #now: () => number;
  readonly #limits: PushLimits;
  /** Sessions by address. */
  readonly #sessions = new Map<string, Session>();
  #relay: Relay | undefined;
  #startOf: (lastSeen: number | undefined) => number = (lastSeen) => (lastSeen === undefined ? 0 : lastSeen + 1);

  constructor(now: () => number, limits: Partial<PushLimits> = {}) {
    this.#now = now;
    this.#limits = { ...defaultLimits, ...limits };
  }

  /**
   * Joins the hub to those of other servers. `startOf` returns the number before that of the first event of a session; numbers of different servers
   * must not overlap, since a session may reconnect to another server.
   */
  join(relay: Relay, startOf: () => number): void {
    this.#relay = relay;
    this.#startOf = startOf;
  }

  /** Whether a session has, or recently had, a listener, at this server or at another. */
  get hasListeners(): boolean {
    this.#forgetOld();
    return this.#sessions.size > 0 || this.#relay?.hasSessions === true;
  }

  /** Push addresses of the sessions that this server has. */
  addresses(): readonly string[] {
    this.#forgetOld();
    return [...this.#sessions.keys()];
  }

  /** Whether a session of this server is connected that receives the events of this user. */
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
    const isNumber = lastSeen !== undefined && lastSeen >= 0 && lastSeen < MOST_NUMBERS;
    const seen = isNumber ? lastSeen : undefined;
    const isExisting = session !== undefined;
    if (session === undefined) {
      const start = this.#startOf(seen);
      const { userId } = listener;
      session = { userId, listeners: new Set(), receivesAll: false, start, last: start, buffer: [], size: 0, lostAt: 0 };
      this.#sessions.set(address, session);
    }
    const received = session;
    received.listeners.add(listener);
    received.receivesAll = listener.receivesAll;
    if (!isExisting) this.#relay?.sessionOpened(address);
    if (seen !== undefined) catchUp(received, listener, seen, isExisting);
    else if (received.last > 0) listener.begins?.(received.last);
    return () => {
      if (received.listeners.delete(listener) && received.listeners.size === 0) received.lostAt = this.#now();
    };
  }

  /** Sends an event to one session, which may be at other servers; ignored if the session is unknown. */
  send(address: string, event: PushEvent): void {
    const size = roughSize(event);
    this.deliver(address, event, size);
    this.#relay?.send(address, event, size);
  }

  /** Sends an event to all sessions that may receive events of `ownerId`, or to all sessions if there is no owner. */
  broadcast(event: PushEvent, ownerId?: string | null): void {
    this.deliverToAll(event, ownerId === undefined ? undefined : new Set([ownerId]));
    if (!ofOneServer.has(event.type)) this.#relay?.broadcast(event, ownerId);
  }

  /** Sends an event of a production execution to the sessions of this server; those of others only learn that executions have changed. */
  executionChanged(event: PushEvent, ownerId: string | null): void {
    this.deliverToAll(event, new Set([ownerId]));
    this.#relay?.executionChanged(ownerId);
  }

  /** Sends an event to a session of this server. */
  deliver(address: string, event: PushEvent, size = roughSize(event)): void {
    this.#forgetOld();
    const session = this.#sessions.get(address);
    if (session !== undefined) this.#deliver(session, event, size);
  }

  /** Sends an event to the sessions of this server that may receive events of one of the owners, or to all. */
  deliverToAll(event: PushEvent, ownerIds?: ReadonlySet<string | null>): void {
    this.#forgetOld();
    const size = roughSize(event);
    for (const session of this.#sessions.values()) {
      if (ownerIds === undefined || ownerIds.has(session.userId) || session.receivesAll) this.#deliver(session, event, size);
    }
  }

  /** Tells a session of this server, or all, that events are lost. */
  lose(address?: string): void {
    const sessions = address === undefined ? [...this.#sessions.values()] : [this.#sessions.get(address) ?? []].flat();
    for (const session of sessions) {
      session.last += 1;
      session.buffer = [];
      session.size = 0;
      for (const listener of session.listeners) listener.missed(session.last);
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
      if (listeners.size > 0 || lostAt >= before) continue;
      this.#sessions.delete(address);
      this.#relay?.sessionForgotten(address);
    }
  }
}

/** What each server reports about itself, or to the person at its computer: the others report the same when it concerns them. */
const ofOneServer: ReadonlySet<PushEvent['type']> = new Set([
  'addressesChanged',
  'settingsChanged',
  'nodeTypesChanged',
  'reloadNodeType',
  'removeNodeType',
  'consentAsked',
  'consentAnswered',
]);

function catchUp(session: Session, listener: Listener, lastSeen: number, isExisting: boolean): void {
  if (!isExisting || lastSeen > session.last || lastSeen < session.start) {
    // The session was connected before a restart, or to another server: events sent in between are lost.
    listener.missed(session.last);
    return;
  }
  const numberedEvents = session.buffer.filter(({ number }) => number > lastSeen);
  const missed = session.last - lastSeen - numberedEvents.length;
  if (missed > 0) listener.missed(lastSeen + missed);
  for (const numbered of numberedEvents) listener.send(numbered);
}
