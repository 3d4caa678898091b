// Notices of other processes that use a Postgres database: triggers send one with each transaction that changes more than the course of executions.
import type { Client } from 'pg';
import { guarded } from '../../workflow/values/guarded.ts';

/** The channel of the triggers. A notice consists of the id of the connection's opener. */
const CHANNEL = 'millrace_changes';
/** Milliseconds until the next attempt to connect. */
const RETRIED_AFTER = 1000;

export class Notices {
  readonly #connect: () => Promise<Client>;
  readonly #own: string;
  #count = 0;
  #client: Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #hasStarted = false;
  #isClosed = false;

  /** `own`: notices of this process, which do not count. */
  constructor(connect: () => Promise<Client>, own: string) {
    this.#connect = connect;
    this.#own = own;
  }

  /** Number of notices so far, which are listened for from the first call on. A new connection counts as one, since notices may have been missed. */
  count(): number {
    if (!this.#hasStarted) {
      this.#hasStarted = true;
      this.#listen().catch(() => this.#again());
    }
    return this.#count;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#client?.end().catch(() => undefined);
  }

  async #listen(): Promise<void> {
    const client = await this.#connect();
    this.#client = client;
    client.on(
      'notification',
      guarded(
        () => this.#again(),
        ({ payload }) => {
          if (payload !== this.#own) this.#count += 1;
        },
      ),
    );
    client.on('end', () => this.#again());
    if (this.#isClosed) return client.end();
    await client.query(`listen ${CHANNEL}`);
    this.#count += 1;
  }

  #again(): void {
    if (this.#isClosed || this.#retry !== undefined) return;
    const listen = (): void => {
      this.#retry = undefined;
      this.#listen().catch(() => this.#again());
    };
    this.#retry = setTimeout(listen, RETRIED_AFTER).unref();
  }
}
