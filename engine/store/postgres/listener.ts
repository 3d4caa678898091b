// A connection that listens to channels of a Postgres database, and connects again whenever it is lost.
import type { Client } from 'pg';
import { guarded } from '../../workflow/values/guarded.ts';

/** Milliseconds until the next attempt to connect. */
const RETRIED_AFTER = 1000;

interface Subscriber {
  readonly received: (payload: string) => void;
  /** Called whenever the connection begins to listen, since notifications may have been missed before. */
  readonly connected: () => void;
}

export class Listener {
  readonly #connect: () => Promise<Client>;
  readonly #subscribers = new Map<string, Subscriber>();
  #client: Promise<Client> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(connect: () => Promise<Client>) {
    this.#connect = connect;
  }

  /** Listens to a channel, which has one subscriber. Resolves once the first attempt is over: if it failed, there will be others. */
  async listen(channel: string, subscriber: Subscriber): Promise<void> {
    this.#subscribers.set(channel, subscriber);
    const client = await this.#client?.catch(() => undefined);
    if (client === undefined) await this.#open();
    else await begin(client, channel, subscriber).catch(() => client.end());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    const client = await this.#client?.catch(() => undefined);
    await client?.end().catch(() => undefined);
  }

  async #open(): Promise<void> {
    this.#client ??= this.#connected();
    await this.#client.catch(() => this.#again());
  }

  async #connected(): Promise<Client> {
    const client = await this.#connect();
    client.on(
      'notification',
      guarded(
        () => void client.end().catch(() => undefined),
        ({ channel, payload = '' }) => this.#subscribers.get(channel)?.received(payload),
      ),
    );
    client.on('end', () => this.#again());
    if (this.#isClosed) await client.end();
    else for (const [channel, subscriber] of this.#subscribers) await begin(client, channel, subscriber);
    return client;
  }

  #again(): void {
    this.#client = undefined;
    if (this.#isClosed || this.#retry !== undefined) return;
    const open = (): void => {
      this.#retry = undefined;
      this.#open().catch(() => undefined);
    };
    this.#retry = setTimeout(open, RETRIED_AFTER).unref();
  }
}

async function begin(client: Client, channel: string, { connected }: Subscriber): Promise<void> {
  await client.query(`listen ${client.escapeIdentifier(channel)}`);
  connected();
}
