// Connections that are shared by reads, files of items or the work of a member. Statements throw STORE_FAILED while the database is away, also if it
// does not respond.
import type { PostgresPool } from 'kysely';
import pg from 'pg';
import { guarded } from '../../workflow/values/guarded.ts';
import { databaseAway, isAway } from './away.ts';
import type { ResponseLimit } from './response-limit.ts';

/** What runs statements: a pool, or one connection. */
export interface Queries {
  query<R extends pg.QueryResultRow>(query: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult<R>>;
}

export interface DatabasePoolOptions {
  readonly connection: pg.ClientConfig;
  readonly max: number;
  readonly limit: ResponseLimit;
  /** Called when a connection was lost or could not be opened. */
  readonly onAway: (error: unknown) => void;
}

export class DatabasePool implements Queries {
  readonly #pool: pg.Pool;
  readonly #options: DatabasePoolOptions;

  constructor(options: DatabasePoolOptions) {
    this.#options = options;
    this.#pool = new pg.Pool({ ...options.connection, max: options.max });
    // A connection that ends while it is idle is replaced at the next query. If it ends between two queries of its user, the next one fails.
    this.#pool.on('error', () => undefined);
    this.#pool.on(
      'connect',
      guarded(
        () => undefined,
        (client) => client.on('error', () => undefined),
      ),
    );
  }

  /** This pool for Kysely, whose type includes cursors, which no query uses. */
  get forKysely(): PostgresPool {
    return this as unknown as PostgresPool;
  }

  async query<R extends pg.QueryResultRow>(query: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult<R>> {
    const client = await this.connect();
    try {
      return await client.query<R>(query, values);
    } finally {
      client.release();
    }
  }

  /** Returns a connection for several statements, which must be released. */
  async connect(): Promise<PooledConnection> {
    const { limit } = this.#options;
    const client = await this.#pool.connect().catch((error: unknown) => this.#failed(error));
    let isLost = false;
    return {
      query: async <R extends pg.QueryResultRow>(query: string | pg.QueryConfig, values?: unknown[]) => {
        try {
          return await limit.within(client.query<R>(query, values));
        } catch (error) {
          isLost ||= isAway(error);
          return this.#failed(error);
        }
      },
      // A connection with a statement that has no response is closed at once.
      release: () => client.release(isLost),
    };
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  #failed(error: unknown): never {
    if (!isAway(error)) throw error;
    this.#options.onAway(error);
    throw databaseAway(error);
  }
}

export interface PooledConnection extends Queries {
  release(): void;
}
