// Addresses events to the sessions of editors, numbers them, and keeps the latest for a session that comes back.
import type { PushEvent } from '../contract/push.ts';
import { roughSize } from './event-size.ts';

export interface NumberedEvent {
  readonly number: number;
  readonly event: PushEvent;
  /** Bytes, roughly. */
  readonly size: number;
}

export interface Listener {
  readonly userId: string;
  /** Hears of all workflows, not only of its own. */
  readonly hearsAll: boolean;
  send(numbered: NumberedEvent): void;
  /** Events up to this number are lost: what they told has to be asked for. */
  missed(last: number): void;
  /** Nothing will come any more. */
  end(): void;
}

interface Session {
  readonly userId: string;
  /** An editor that is opened twice under one session is told twice. */
  readonly listeners: Set<Listener>;
  /** Whether the session receives all events of its user. Kept while it has no listener, so that no event is lost. */
  hearsAll: boolean;
  last: number;
  buffer: NumberedEvent[];
  /** Bytes, roughly, that the buffer keeps alive. */
  size: number;
  /** When it lost its last listener, in milliseconds since the epoch. */
  lostAt: number;
}

export interface PushLimits {
  /** Events kept for a session that comes back, the bytes they may hold, and for how long (milliseconds). */
  readonly events: number;
  readonly bytes: number;
  readonly time: number;
}

const defaultLimits: PushLimits = { events: 500, bytes: 8 * 1024 * 1024, time: 60_000 };

/** Numbers beyond this were never given. */
const MOST_NUMBERS = 2 ** 48;

/** Key of a session. It includes the user, so that another user cannot receive its events by using the same name. */
export const pushAddress = (userId: string, sessionId: string): string => JSON.stringify([userId, sessionId]);

export class PushHub {
  readonly #now: () => number;
  readonly #limits: PushLimits;
  /** By address. */
  readonly #sessions = new Map<string, Session>();

  constructor(now: () => number, limits: Partial<PushLimits> = {}) {
    this.#now = now;
    this.#limits = { ...defaultLimits, ...limits };
  }

  /** True when anybody listens, or did a moment ago. */
  get isHeard(): boolean {
    this.#forgetOld();
    return this.#sessions.size > 0;
  }

  /**
   * Begins to send to a session of the listener's user; what came after `lastSeen` is sent first. Returns a function that ends it. Numbers go up by one; a
   * listener is told at once of what it has missed and cannot have any more, such as after a restart.
   */
  listen(sessionId: string, listener: Listener, lastSeen?: number): () => void {
    this.#forgetOld();
    const address = pushAddress(listener.userId, sessionId);
    let session = this.#sessions.get(address);
    const isKnown = session !== undefined;
    if (session === undefined) {
      session = { userId: listener.userId, listeners: new Set(), hearsAll: false, last: 0, buffer: [], size: 0, lostAt: 0 };
      this.#sessions.set(address, session);
    }
    const heard = session;
    heard.listeners.add(listener);
    heard.hearsAll = listener.hearsAll;
    if (lastSeen !== undefined && lastSeen >= 0 && lastSeen < MOST_NUMBERS) catchUp(heard, listener, lastSeen, isKnown);
    return () => {
      if (heard.listeners.delete(listener) && heard.listeners.size === 0) heard.lostAt = this.#now();
    };
  }

  /** To one session; nothing when it is unknown. */
  send(address: string, event: PushEvent): void {
    this.#forgetOld();
    const session = this.#sessions.get(address);
    if (session !== undefined) this.#deliver(session, event, roughSize(event));
  }

  /** To everybody who may hear of what belongs to `ownerId`; to all without one. */
  broadcast(event: PushEvent, ownerId?: string | null): void {
    this.#forgetOld();
    const size = roughSize(event);
    for (const session of this.#sessions.values()) {
      if (ownerId === undefined || session.userId === ownerId || session.hearsAll) this.#deliver(session, event, size);
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

  /** Ends all listening. */
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

function catchUp(session: Session, listener: Listener, lastSeen: number, isKnown: boolean): void {
  if (!isKnown || lastSeen > session.last) {
    // It listened before a restart: numbers go on where it stands, one apart, since what was meant for it meanwhile is gone.
    session.last = lastSeen + 1;
    session.buffer = [];
    session.size = 0;
    for (const each of session.listeners) each.missed(session.last);
    return;
  }
  const kept = session.buffer.filter(({ number }) => number > lastSeen);
  const missed = session.last - lastSeen - kept.length;
  if (missed > 0) listener.missed(lastSeen + missed);
  for (const numbered of kept) listener.send(numbered);
}
