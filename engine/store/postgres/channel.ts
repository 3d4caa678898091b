// Messages between the servers of a team: small ones by NOTIFY, large ones by a row to which a notification refers. They are sent outside of the
// transactions of the store, because Postgres commits transactions with notifications one at a time.
import { parseExactly, stringifyExactly } from '../../contract/exact-numbers.ts';
import type { JsonValue } from '../../contract/json.ts';
import type { Messages } from '../team.ts';
import { storeFailed } from './writes.ts';
import type { Listener } from './listener.ts';
import type { Queries } from './pool.ts';

/** Postgres accepts notifications of less than 8,000 bytes. */
const MOST_BYTES = 7900;
/** Milliseconds for which a message in a row can be read. */
const READABLE_FOR = 60_000;
const channelOf = (id: string): string => `millrace_${id}`;

/** A message as JSON. `body`: its JSON text, or the id of its row. Numbers keep Postgres from leaving out equal ones. */
type Notification = readonly [from: string, number: number, topic: string, body: string | number];

interface Unsent {
  readonly topic: string;
  /** JSON text. */
  readonly body: string;
  readonly to: string | undefined;
  readonly sent: PromiseWithResolvers<void>;
}

export class Channel implements Messages {
  readonly #id: string;
  readonly #pool: Queries;
  readonly #failed: (topic: string, error: unknown) => void;
  readonly #listeners = new Map<string, Set<(body: JsonValue, from: string) => void>>();
  readonly #gapListeners = new Set<() => void>();
  /** The channel of all servers of this schema, since a database may have several. */
  #all = '';
  #number = 0;
  #unsent: Unsent[] = [];
  #isSending = false;
  /** Settles once all messages received so far have been passed on. */
  #receiving: Promise<void> = Promise.resolve();

  /** `failed` is called when a message could not be read, or its listener has thrown. */
  constructor(id: string, pool: Queries, failed: (topic: string, error: unknown) => void) {
    this.#id = id;
    this.#pool = pool;
    this.#failed = failed;
  }

  /** Must be called before `send`. */
  async listen(listener: Listener): Promise<void> {
    const { rows } = await this.#pool.query<{ name: string }>("select 'millrace_team_' || hashtext(current_schema()) as name");
    this.#all = rows[0]?.name ?? '';
    let isFirst = true;
    const connected = (): void => {
      if (!isFirst) for (const report of this.#gapListeners) report();
      isFirst = false;
    };
    await listener.listen(this.#all, { received: (payload) => this.#received(payload, readRow), connected: () => undefined });
    await listener.listen(channelOf(this.#id), { received: (payload) => this.#received(payload, takeRow), connected });
  }

  /** Messages of one tick, and those that are added while others are sent, are sent together. */
  send(topic: string, body: JsonValue, to?: string): Promise<void> {
    const sent = Promise.withResolvers<void>();
    this.#unsent.push({ topic, body: stringifyExactly(body) ?? 'null', to, sent });
    if (!this.#isSending) this.#sendAll().catch(() => undefined);
    return sent.promise;
  }

  on(topic: string, listener: (body: JsonValue, from: string) => void): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  onGap(listener: () => void): () => void {
    this.#gapListeners.add(listener);
    return () => void this.#gapListeners.delete(listener);
  }

  /** Deletes messages that were not read, such as those to servers that have ended. */
  async removeOld(): Promise<void> {
    await this.#pool.query('delete from message where sent_at < (extract(epoch from clock_timestamp()) * 1000)::bigint - $1::bigint', [
      READABLE_FOR,
    ]);
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true;
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#unsent.length > 0) {
      const messages = this.#unsent;
      this.#unsent = [];
      try {
        await this.#sendTogether(messages);
        for (const { sent } of messages) sent.resolve();
      } catch (error) {
        for (const { sent } of messages) sent.reject(storeFailed(error));
      }
    }
    this.#isSending = false;
  }

  async #sendTogether(messages: readonly Unsent[]): Promise<void> {
    const channels: string[] = [];
    const payloads: string[] = [];
    for (const { topic, body, to } of messages) {
      const small = this.#notification(topic, body);
      channels.push(to === undefined ? this.#all : channelOf(to));
      payloads.push(Buffer.byteLength(small) <= MOST_BYTES ? small : this.#notification(topic, await this.#inserted(body)));
    }
    await this.#pool.query('select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as message (channel, payload)', [
      channels,
      payloads,
    ]);
  }

  #notification(topic: string, body: string | number): string {
    return JSON.stringify([this.#id, ++this.#number, topic, body] satisfies Notification);
  }

  async #inserted(body: string): Promise<number> {
    const { rows } = await this.#pool.query<{ id: number }>(
      'insert into message (body, sent_at) values ($1, (extract(epoch from clock_timestamp()) * 1000)::bigint) returning id',
      [body],
    );
    return rows[0]?.id ?? 0;
  }

  /** `read`: statement that reads the row of a large message. */
  #received(payload: string, read: string): void {
    const [from, , topic, body] = JSON.parse(payload) as Notification;
    const listeners = this.#listeners.get(topic);
    if (from === this.#id || listeners === undefined) return;
    this.#receiving = this.#receiving
      .then(async () => {
        const text = typeof body === 'string' ? body : await this.#read(body, read);
        // It is gone if this server was away for a minute.
        if (text !== undefined) for (const listener of listeners) listener(parseExactly(text) as JsonValue, from);
      })
      .catch((error: unknown) => this.#failed(topic, error));
  }

  async #read(id: number, read: string): Promise<string | undefined> {
    const { rows } = await this.#pool.query<{ body: string }>(read, [id]);
    return rows[0]?.body;
  }
}

/** A message to all has several readers, so its row is deleted later; that of a message to one is deleted when it is read. */
const readRow = 'select body from message where id = $1';
const takeRow = 'delete from message where id = $1 returning body';
