// Ends the wait for a database that has stopped responding, such as on a frozen computer. While it responds, a statement may take as long as it needs.
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';

/** Milliseconds without a response after which the database is called on another connection, and after which it counts as away then. */
export interface Silence {
  readonly calledAfter: number;
  readonly awayAfter: number;
}

const SILENCE: Silence = { calledAfter: 5000, awayAfter: 5000 };

export class ResponseLimit {
  readonly #connection: pg.ClientConfig;
  readonly #silence: Silence;
  /** The call in progress, shared by all that wait. */
  #call: Promise<boolean> | undefined;

  constructor(connection: pg.ClientConfig, silence = SILENCE) {
    this.#connection = connection;
    this.#silence = silence;
  }

  /** Resolves with the response. Throws NoResponse if the database does not respond on other connections either; the connection is then of no use. */
  async within<T>(response: Promise<T>): Promise<T> {
    const { promise: silent, reject } = Promise.withResolvers<never>();
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const look = async (): Promise<void> => {
      if (await this.#responds()) {
        if (!isOver) wait();
        return;
      }
      // If this process was busy meanwhile, the response may have arrived.
      await setImmediate();
      reject(new NoResponse());
    };
    const wait = (): void => {
      timer = setTimeout(() => void look(), this.#silence.calledAfter);
    };
    wait();
    try {
      return await Promise.race([response, silent]);
    } finally {
      isOver = true;
      clearTimeout(timer);
    }
  }

  #responds(): Promise<boolean> {
    this.#call ??= this.#connects().finally(() => (this.#call = undefined));
    return this.#call;
  }

  async #connects(): Promise<boolean> {
    const client = new pg.Client({ ...this.#connection, connectionTimeoutMillis: this.#silence.awayAfter });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return true;
    } catch (error) {
      // A rejection is a response.
      return error instanceof pg.DatabaseError;
    } finally {
      client.end().catch(() => undefined);
    }
  }
}

export class NoResponse extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('the database does not respond');
  }
}
