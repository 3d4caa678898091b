// Opens a Postgres database: connections, and migrations before the first read.
import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { AppError } from '../../contract/errors.ts';
import { postgres } from '../dialect.ts';
import { guarded } from '../../workflow/values/guarded.ts';
import type { Tables } from '../schema.ts';
import type { OpenedDatabase } from '../sql-database.ts';
import { Member } from './members.ts';
import { Listener } from './listener.ts';
import { Notices } from './notices.ts';
import { initialSchema } from './schema.ts';
import { notOpened, placeOf } from './connect.ts';
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

/** Opens a database, and creates its tables if it has none. `isServer`: no move may use it meanwhile. Throws STORE_FAILED. */
export async function openPostgres(url: string, isServer = false): Promise<OpenedDatabase> {
  const opener = randomUUID();
  const connection: pg.ClientConfig = {
    connectionString: url,
    types,
    connectionTimeoutMillis: PATIENCE,
    idle_in_transaction_session_timeout: PATIENCE,
  };
  const newPool = (max: number): pg.Pool => {
    const pool = new pg.Pool({ ...connection, max });
    // A connection that ends while nobody uses it is replaced at the next query.
    pool.on('error', () => undefined);
    // One that ends between two queries of its user fails at the next query.
    pool.on(
      'connect',
      guarded(
        () => undefined,
        (client) => client.on('error', () => undefined),
      ),
    );
    return pool;
  };
  const connect = async (options: pg.ClientConfig = {}): Promise<pg.Client> => {
    const client = new pg.Client({ ...connection, ...options });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const pool = newPool(READERS);
  const files = newPool(FILES);
  let lock: ServerLock | undefined;
  try {
    if (isServer) lock = await lockAsServer(url);
    await migrate(pool, url);
  } catch (cause) {
    await lock?.release();
    await pool.end();
    throw notOpened(url, cause);
  }
  const writes = new PostgresWrites(async () => {
    const client = await connect({ pipeline: true });
    await client.query("select set_config('millrace.opener', $1, false)", [opener]);
    return client;
  });
  const listener = new Listener(connect);
  const notices = new Notices(listener, opener);
  return {
    dialect: postgres,
    queries: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    writes,
    storedFiles: new StoredFiles(files),
    reads: { rows: async ({ sql, parameters }) => (await pool.query(sql, [...parameters])).rows as readonly unknown[] },
    openInstance: async (options) => {
      const member = await Member.register(newPool(1), options, listener);
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

/** Number of a lock that only this program takes. */
const MIGRATION = 4_818_220_261;

async function migrate(pool: pg.Pool, url: string): Promise<void> {
  const client = await pool.connect();
  try {
    await createTables(client);
    if (await hasTable(client, 'unfinished_move')) throw unfinishedMove(url);
  } finally {
    client.release();
  }
}

/** Creates the tables of a database that has none. */
export async function createTables(client: pg.ClientBase): Promise<void> {
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION]);
    if (!(await hasTable(client, 'migration'))) {
      if (await hasTable(client, 'workflow_entity'))
        throw new Error('it has the tables of an n8n. Use a database of its own, or another schema');
      await client.query('create table migration (name text not null primary key, applied_at bigint not null)');
      await client.query(initialSchema);
      await client.query("insert into migration values ('0019-initial', $1)", [Date.now()]);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

export async function hasTable(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ known: string | null }>('select to_regclass($1)::text as known', [name]);
  return rows[0]?.known !== null;
}

/** Name of a table that a database has while a move to it is unfinished. */
export const unfinishedMove = (url: string): AppError =>
  new AppError('STORE_FAILED', `The data in the database at ${placeOf(url)} is incomplete, because its move is not finished.`, {
    hint: 'Call millrace move again: it continues.',
  });
