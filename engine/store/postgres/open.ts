// Opens a Postgres database: connections, and migrations before the first read.
import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { AppError } from '../../contract/errors.ts';
import { postgres } from '../dialect.ts';
import type { Tables } from '../schema.ts';
import type { OpenedDatabase } from '../sql-database.ts';
import { Member } from './members.ts';
import { Listener } from './listener.ts';
import { createTables, hasTable, latestOf, migrations, registerBetween } from './migrations.ts';
import { Notices } from './notices.ts';
import { notOpened } from './connect.ts';
import { placeOf } from './place.ts';
import { DatabasePool, type Queries } from './pool.ts';
import { ResponseLimit, type Silence } from './response-limit.ts';
import { lockAsServer, type ServerLock } from './server-lock.ts';
import { StoredFiles } from './stored-files.ts';
import { PostgresWrites } from './writes.ts';

/** Whole numbers of 64 bits and exact decimals (sums) are returned as numbers, as those of SQLite. */
const numeric = new Set([20, 1700]);
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    numeric.has(oid) ? Number : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/** Connections for reading. */
const READERS = 8;
/** Connections for files of items. They connect when they are first used. */
const FILES = 4;
/** Milliseconds after which an attempt to connect, and a transaction whose process does not respond, end. */
const PATIENCE = 10_000;

export interface OpenOptions {
  /** Whether no move may use the database meanwhile. Default: no. */
  readonly isServer?: boolean | undefined;
  readonly steps?: typeof migrations;
  readonly silence?: Silence;
}

/** Opens a database, and brings its tables up to date. Throws STORE_FAILED. */
export async function openPostgres(url: string, options: OpenOptions = {}): Promise<OpenedDatabase> {
  const { isServer = false, steps = migrations, silence } = options;
  const opener = randomUUID();
  const connection: pg.ClientConfig = {
    connectionString: url,
    types,
    connectionTimeoutMillis: PATIENCE,
    idle_in_transaction_session_timeout: PATIENCE,
  };
  const connect = async (special: pg.ClientConfig = {}): Promise<pg.Client> => {
    const client = new pg.Client({ ...connection, ...special });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  let lock: ServerLock | undefined;
  try {
    if (isServer) lock = await lockAsServer(url);
    await migrate(connect, url, steps);
  } catch (cause) {
    await lock?.release();
    throw notOpened(url, cause);
  }
  const limit = new ResponseLimit(connection, silence);
  const writes = new PostgresWrites(async () => {
    const client = await connect({ pipeline: true });
    try {
      await limit.within(client.query("select set_config('millrace.opener', $1, false)", [opener]));
      return client;
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
  }, limit);
  const newPool = (max: number): DatabasePool => new DatabasePool({ connection, max, limit, onAway: () => writes.databaseFailed() });
  const pool = newPool(READERS);
  const files = newPool(FILES);
  const listener = new Listener(connect);
  const notices = new Notices(listener, opener);
  return {
    dialect: postgres,
    queries: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool.forKysely }) }),
    writes,
    storedFiles: new StoredFiles(files),
    reads: { rows: async ({ sql, parameters }) => (await pool.query(sql, [...parameters])).rows as readonly unknown[] },
    openInstance: async (instance) => {
      const schema = {
        migration: latestOf(steps),
        between: (own: DatabasePool, register: (client: Queries) => Promise<void>) => registerBetween(own, url, steps, register),
      };
      const member = await Member.register(newPool(1), instance, listener, schema);
      writes.writeAs(member.id);
      return member;
    },
    usedBytes: async () => {
      const { rows } = await pool.query<{ bytes: number }>('select pg_database_size(current_database()) as bytes');
      return rows[0]?.bytes ?? 0;
    },
    changesElsewhere: () => notices.count(),
    watchChanges: (watcher) => notices.watch(watcher),
    // Postgres frees space itself.
    freeSpace: () => Promise.resolve(0),
    shrink: () => undefined,
    close: async () => {
      await listener.close();
      await files.end();
      await pool.end();
      await lock?.release();
    },
  };
}

async function migrate(connect: () => Promise<pg.Client>, url: string, steps: typeof migrations): Promise<void> {
  const client = await connect();
  try {
    await createTables(client, url, steps);
    if (await hasTable(client, 'unfinished_move')) throw unfinishedMove(url);
  } finally {
    await client.end();
  }
}

/** Name of a table that a database has while a move to it is unfinished. */
export const unfinishedMove = (url: string): AppError =>
  new AppError('STORE_FAILED', `The data in the database at ${placeOf(url)} is incomplete, because its move is not finished.`, {
    hint: 'Call millrace move again: it continues.',
  });
