// Passes events on to the sessions of the other servers that share a database. Servers announce their sessions to each other, so that events of a
// session go only where it is: a manual run sends many events, some of them large, while sessions connect rarely.
import { createHash } from 'node:crypto';
import type { JsonValue } from '../contract/json.ts';
import type { PushEvent } from '../contract/push.ts';
import { parseExactly } from '../contract/exact-numbers.ts';
import { eventText } from './event-text.ts';
import type { PushHub, Relay } from './hub.ts';
import { RelayOutlet, type RelayedBatch } from './relay-outlet.ts';

/** The part of a team that a relay uses. */
export interface RelayTeam {
  readonly id: string;
  readonly servers: readonly string[];
  readonly messages: {
    send(topic: string, body: JsonValue, to?: string): Promise<void>;
    on(topic: string, listener: (body: JsonValue, from: string) => void): () => void;
    onGap(listener: () => void): () => void;
  };
  onChange(listener: () => void): () => void;
}

export interface RelayLimits {
  /** Milliseconds for which events of sessions and broadcasts are collected. */
  readonly batch: number;
  /** Milliseconds between two messages that executions have changed, for up to ten servers with open editors; more of them send more rarely. */
  readonly changes: number;
  /** Milliseconds after an event during which servers that announce its session may have missed it. */
  readonly recent: number;
  /** Milliseconds to wait until a server has received a large message. */
  readonly patience: number;
  /** Maximum size of the events of a session that wait to be sent to a server, in bytes. */
  readonly sessionBytes: number;
}

const defaultLimits: RelayLimits = { batch: 30, changes: 1000, recent: 10_000, patience: 5000, sessionBytes: 8 * 1024 * 1024 };

/** Number of servers up to which the hints that executions have changed are not slowed down. */
const FEW = 10;
/** Maximum number of sessions whose latest event is remembered, and of broadcasts that wait. */
const MANY = 1000;

const topics = {
  sessions: 'push.sessions',
  events: 'push.events',
  received: 'push.received',
  all: 'push.all',
  executions: 'push.executions',
};

/** What a server announces: all its sessions, or those that have changed. `asks`: whether the others are to announce all of theirs. */
interface Announcement {
  readonly all?: string[];
  readonly asks?: boolean;
  readonly opened?: string[];
  readonly forgotten?: string[];
}

/** An event to all, with the user to whose sessions it goes: null for nobody's own, absent for everybody. */
interface Broadcast {
  readonly text: string;
  readonly owner?: string | null;
}

export class PushRelay implements Relay {
  readonly #hub: PushHub;
  readonly #team: RelayTeam;
  readonly #limits: RelayLimits;
  /** Addresses of the sessions of this server, by their keys. */
  readonly #own = new Map<string, string>();
  /** Keys of the sessions of other servers, by server. */
  readonly #sessions = new Map<string, Set<string>>();
  readonly #outlets = new Map<string, RelayOutlet>();
  /** Times of the latest events of sessions, oldest first. */
  readonly #recent = new Map<string, number>();
  #announced: Map<string, boolean> | undefined;
  #broadcasts: Broadcast[] = [];
  #areBroadcastsLost = false;
  /** Owners of executions that have changed: at this server, and at others. */
  #changed = new Set<string | null>();
  #changedElsewhere = new Set<string | null>();
  readonly #timers = new Map<'broadcasts' | 'changed' | 'changedElsewhere', NodeJS.Timeout>();
  readonly #ends: readonly (() => void)[];
  #isClosed = false;

  constructor(hub: PushHub, team: RelayTeam, limits: Partial<RelayLimits> = {}) {
    this.#hub = hub;
    this.#team = team;
    this.#limits = { ...defaultLimits, ...limits };
    const { messages } = team;
    this.#ends = [
      messages.on(topics.sessions, (body, from) => this.#heard(body as Announcement, from)),
      messages.on(topics.events, (body, from) => this.#received(body as unknown as RelayedBatch, from)),
      messages.on(topics.received, (body, from) => this.#outlets.get(from)?.received(Number(body))),
      messages.on(topics.all, (body) => this.#receivedByAll(body as unknown as Broadcast[] | null)),
      messages.on(topics.executions, (body) => this.#changesElsewhere(body as (string | null)[])),
      messages.onGap(() => {
        this.#announceAll(true);
        hub.lose();
      }),
      team.onChange(() => this.#forgetEnded()),
    ];
    for (const address of hub.addresses()) this.#own.set(keyOf(address), address);
    this.#announceAll(true);
  }

  get hasSessions(): boolean {
    return this.#sessions.size > 0;
  }

  send(address: string, event: PushEvent, size: number): void {
    const key = keyOf(address);
    this.#recent.delete(key);
    this.#recent.set(key, performance.now());
    const [oldest] = this.#recent.keys();
    if (this.#recent.size > MANY && oldest !== undefined) this.#recent.delete(oldest);
    for (const [server, keys] of this.#sessions) if (keys.has(key)) this.#outlet(server).add(key, event, size);
  }

  broadcast(event: PushEvent, ownerId: string | null | undefined): void {
    const text = this.#team.servers.length > 1 || this.hasSessions ? eventText(event) : undefined;
    if (text === undefined) return;
    if (this.#broadcasts.length < MANY) this.#broadcasts.push({ text, ...(ownerId === undefined ? {} : { owner: ownerId }) });
    else this.#areBroadcastsLost = true;
    this.#later('broadcasts', this.#limits.batch, () => this.#sendBroadcasts());
  }

  executionChanged(ownerId: string | null): void {
    if (!this.hasSessions) return;
    this.#changed.add(ownerId);
    const pause = this.#limits.changes * Math.max(1, this.#sessions.size / FEW);
    this.#later('changed', pause, () => {
      const owners = [...this.#changed];
      this.#changed = new Set();
      for (const server of this.#sessions.keys()) this.#send(topics.executions, owners, server);
    });
  }

  sessionOpened(address: string): void {
    this.#own.set(keyOf(address), address);
    this.#announce(keyOf(address), true);
  }

  sessionForgotten(address: string): void {
    this.#own.delete(keyOf(address));
    this.#announce(keyOf(address), false);
  }

  close(): void {
    this.#isClosed = true;
    for (const end of this.#ends) end();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    for (const outlet of this.#outlets.values()) outlet.close();
  }

  #outlet(server: string): RelayOutlet {
    const { batch, patience, sessionBytes } = this.#limits;
    const existing = this.#outlets.get(server);
    if (existing !== undefined) return existing;
    const send = (body: RelayedBatch): Promise<void> => this.#team.messages.send(topics.events, body as unknown as JsonValue, server);
    const outlet = new RelayOutlet({ send, batch, patience, sessionBytes });
    this.#outlets.set(server, outlet);
    return outlet;
  }

  /** Sends announcements of one tick together, and before the events of later ones. */
  #announce(key: string, isOpen: boolean): void {
    if (this.#announced !== undefined) return void this.#announced.set(key, isOpen);
    const announced = new Map([[key, isOpen]]);
    this.#announced = announced;
    setImmediate(() => {
      this.#announced = undefined;
      const keys = (areOpen: boolean): string[] => [...announced].flatMap(([each, isEachOpen]) => (isEachOpen === areOpen ? [each] : []));
      this.#send(topics.sessions, { opened: keys(true), forgotten: keys(false) });
    });
  }

  #announceAll(asks: boolean, to?: string): void {
    this.#send(topics.sessions, { all: [...this.#own.keys()], asks }, to);
  }

  #heard({ all, asks = false, opened = [], forgotten = [] }: Announcement, from: string): void {
    const before = this.#sessions.get(from) ?? new Set<string>();
    const now = new Set(all ?? before);
    for (const key of opened) now.add(key);
    for (const key of forgotten) now.delete(key);
    if (now.size === 0) this.#sessions.delete(from);
    else this.#sessions.set(from, now);
    if (asks) this.#announceAll(false, from);
    // Events may have been sent before this server learned where their session is.
    const since = performance.now() - this.#limits.recent;
    for (const key of now)
      if (!before.has(key) && (this.#recent.get(key) ?? Number.NEGATIVE_INFINITY) >= since) this.#outlet(from).lose(key);
  }

  #forgetEnded(): void {
    const { servers } = this.#team;
    for (const server of this.#sessions.keys()) if (!servers.includes(server)) this.#sessions.delete(server);
    for (const [server, outlet] of this.#outlets) {
      if (servers.includes(server)) continue;
      outlet.close();
      this.#outlets.delete(server);
    }
  }

  #received([number, sessions]: RelayedBatch, from: string): void {
    for (const [key, isGap, texts] of sessions) {
      const address = this.#own.get(key);
      if (address === undefined) continue;
      if (isGap) this.#hub.lose(address);
      for (const text of texts) this.#hub.deliver(address, parseExactly(text) as PushEvent);
    }
    if (number > 0) this.#send(topics.received, number, from);
  }

  #sendBroadcasts(): void {
    const broadcasts = this.#areBroadcastsLost ? null : this.#broadcasts;
    this.#broadcasts = [];
    this.#areBroadcastsLost = false;
    this.#team.messages.send(topics.all, broadcasts as unknown as JsonValue).catch(() => {
      // Sent again, as a gap, once the database responds.
      this.#areBroadcastsLost = true;
      this.#later('broadcasts', this.#limits.patience, () => this.#sendBroadcasts());
    });
  }

  /** `broadcasts`: null if some are lost. */
  #receivedByAll(broadcasts: readonly Broadcast[] | null): void {
    if (broadcasts === null) return this.#hub.lose();
    for (const { text, owner } of broadcasts) {
      this.#hub.deliverToAll(parseExactly(text) as PushEvent, owner === undefined ? undefined : new Set([owner]));
    }
  }

  #changesElsewhere(ownerIds: readonly (string | null)[]): void {
    for (const ownerId of ownerIds) this.#changedElsewhere.add(ownerId);
    this.#later('changedElsewhere', this.#limits.changes, () => {
      this.#hub.deliverToAll({ type: 'executionsChanged' }, this.#changedElsewhere);
      this.#changedElsewhere = new Set();
    });
  }

  /** For messages that may be lost: the next announcement, or a gap, makes up for them. */
  #send(topic: string, body: object | number, to?: string): void {
    this.#team.messages.send(topic, body as unknown as JsonValue, to).catch(() => undefined);
  }

  /** Calls back once after the pause, for all calls until then. */
  #later(name: 'broadcasts' | 'changed' | 'changedElsewhere', pause: number, callback: () => void): void {
    if (this.#isClosed || this.#timers.has(name)) return;
    const timer = setTimeout(() => {
      this.#timers.delete(name);
      callback();
    }, pause);
    this.#timers.set(name, timer.unref());
  }
}

/** Identifies a session in messages: short, and without the session's secret id. */
const keyOf = (address: string): string => createHash('sha256').update(address).digest('base64url').slice(0, 16);
