// Creates the tables of a Postgres database and brings them up to date, while members of the version before may use them.
import { AppError } from '../../contract/errors.ts';
import { placeOf } from './place.ts';
import { hasExpired, LEASE } from './lease.ts';
import type { DatabasePool, Queries } from './pool.ts';
import { initialSchema } from './schema.ts';

export interface Migration {
  /** Starts with a number of four digits: that of the migration of SQLite with the same tables and columns. */
  readonly name: string;
  readonly sql: string;
}

/** Contains what all earlier migrations of SQLite create. */
const INITIAL = '0019-initial';

/**
 * The migrations after the initial one, in order. Each only adds: tables, columns that are nullable or have a default, indexes, functions. The
 * previous version keeps running on the result. A shipped migration never changes.
 */
export const migrations: readonly Migration[] = [
  {
    name: '0020-conversations',
    sql: `
create table conversation (workflow_id text not null references workflow (id) on delete cascade, session text not null,
  messages text not null, version integer default 1 not null, updated_at bigint not null, primary key (workflow_id, session));
create index conversation_by_change on conversation (updated_at);`,
  },
  {
    name: '0021-vectors',
    sql: `
create table vector_batch (id text not null primary key, workflow_id text not null references workflow (id) on delete cascade,
  owner text not null, name text not null, data bytea not null, created_at bigint not null);
create index vector_batch_by_store on vector_batch (owner, name);
create index vector_batch_by_workflow on vector_batch (workflow_id);`,
  },
  {
    name: '0022-model-use',
    sql: `
create table model_use (day text not null, workflow_id text not null, tokens bigint not null, milliseconds bigint not null,
  nanodollars bigint not null, primary key (day, workflow_id));`,
  },
];

/** Name of the last migration that this program knows. */
export const latestOf = (steps: readonly Migration[]): string => steps.at(-1)?.name ?? INITIAL;

/** Number of a lock that only this program takes. */
const LOCK = 4_818_220_261;
/** Milliseconds for which a migration waits for a table. Meanwhile the others wait for the migration. */
const TABLE_WITHIN = 5000;
/** Maximum number of applied migrations that a member does not know. */
const UNKNOWN = 1;

/**
 * Creates the tables of an empty database, and applies the migrations that it lacks, each in a transaction of its own. Throws STORE_FAILED if it has
 * several unknown ones, or if living members do not know the migration before the next one.
 */
export async function createTables(client: Queries, url: string, steps: readonly Migration[] = migrations): Promise<void> {
  const applied = await inTransaction(client, 'pg_advisory_xact_lock', async () => {
    if (!(await hasTable(client, 'migration'))) await createInitial(client);
    return assertKnown(client, url, steps);
  });
  if (isComplete(applied, steps)) return;
  for (const [index, step] of steps.entries()) {
    await inTransaction(client, 'pg_advisory_xact_lock', async () => {
      // Another member may have applied it meanwhile.
      if ((await assertKnown(client, url, steps)).has(step.name)) return;
      await assertNoneBehind(client, url, steps, index);
      await client.query(`set local lock_timeout = ${TABLE_WITHIN}`);
      await client.query(step.sql).catch((cause: unknown) => {
        throw notMigrated(url, step, cause);
      });
      await record(client, step.name);
    });
  }
}

/**
 * Calls `register` while no migration is applied, so that each migration sees all members that were there before. Throws STORE_FAILED if the database
 * has been updated too far.
 */
export async function registerBetween(
  pool: DatabasePool,
  url: string,
  steps: readonly Migration[],
  register: (client: Queries) => Promise<void>,
): Promise<void> {
  const client = await pool.connect();
  try {
    await inTransaction(client, 'pg_advisory_xact_lock_shared', async () => {
      await assertKnown(client, url, steps);
      await register(client);
    });
  } finally {
    client.release();
  }
}

/** How the migrations of the database compare with those that this program knows. */
export async function ageOf(client: Queries, steps: readonly Migration[] = migrations): Promise<'older' | 'same' | 'newer'> {
  if (!(await hasTable(client, 'migration'))) return 'older';
  const applied = await appliedIn(client);
  if (unknownOf(applied, steps).length > 0) return 'newer';
  return isComplete(applied, steps) ? 'same' : 'older';
}

export async function hasTable(client: Queries, name: string): Promise<boolean> {
  const { rows } = await client.query<{ known: string | null }>('select to_regclass($1)::text as known', [name]);
  return rows[0]?.known !== null;
}

async function inTransaction<T>(
  client: Queries,
  lock: 'pg_advisory_xact_lock' | 'pg_advisory_xact_lock_shared',
  work: () => Promise<T>,
): Promise<T> {
  try {
    await client.query('begin');
    await client.query(`select ${lock}($1)`, [LOCK]);
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function createInitial(client: Queries): Promise<void> {
  if (await hasTable(client, 'workflow_entity'))
    throw new Error('it has the tables of an n8n. Use a database of its own, or another schema');
  await client.query('create table migration (name text not null primary key, applied_at bigint not null)');
  await client.query(initialSchema);
  await record(client, INITIAL);
}

const record = (client: Queries, name: string): Promise<unknown> =>
  client.query('insert into migration values ($1, $2)', [name, Date.now()]);

const isComplete = (applied: ReadonlySet<string>, steps: readonly Migration[]): boolean => steps.every(({ name }) => applied.has(name));

const unknownOf = (applied: ReadonlySet<string>, steps: readonly Migration[]): readonly string[] =>
  [...applied].filter((name) => name !== INITIAL && !steps.some((step) => step.name === name));

async function appliedIn(client: Queries): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>('select name from migration order by name');
  return new Set(rows.map(({ name }) => name));
}

/** Returns the names of the applied migrations. */
async function assertKnown(client: Queries, url: string, steps: readonly Migration[]): Promise<ReadonlySet<string>> {
  const applied = await appliedIn(client);
  const unknown = unknownOf(applied, steps);
  if (unknown.length > UNKNOWN) throw tooNew(url, latestOf(steps), unknown);
  return applied;
}

/** A member must know all migrations before this one. One that knows others is newer than this program. */
async function assertNoneBehind(client: Queries, url: string, steps: readonly Migration[], index: number): Promise<void> {
  const names = [INITIAL, ...steps.map(({ name }) => name)];
  const older = names.slice(0, index);
  if (older.length === 0) return;
  const { rows } = await client.query<{ place: string; migration: string }>(
    `select place, migration from member where migration = any($2::text[]) and not (${hasExpired}) order by place`,
    [LEASE, older],
  );
  if (rows.length > 0) throw hasOlder(url, names[index + 1] ?? '', names[index] ?? '', rows);
}

const tooNew = (url: string, known: string, unknown: readonly string[]): AppError =>
  new AppError(
    'STORE_FAILED',
    `The database at ${placeOf(url)} comes from a newer version of Millrace: it has the migrations ${unknown.join(', ')}, and this version knows those up to ${known}.`,
    { hint: 'Update this installation to the version of the other servers.' },
  );

const hasOlder = (
  url: string,
  next: string,
  needed: string,
  members: readonly { readonly place: string; readonly migration: string }[],
): AppError =>
  new AppError(
    'STORE_FAILED',
    `The database at ${placeOf(url)} cannot be updated to ${next} while older versions use it, which must know ${needed}: ${members.map(({ place, migration }) => `${place} (knows ${migration})`).join(', ')}.`,
    {
      hint: 'Update them to the version in between first, or stop them. The lease of a server that was killed expires after ten seconds.',
    },
  );

/** The code with which Postgres reports that a lock was not free in time. */
const LOCK_NOT_AVAILABLE = '55P03';

function notMigrated(url: string, { name }: Migration, cause: unknown): AppError {
  const isBusy = (cause as { readonly code?: unknown }).code === LOCK_NOT_AVAILABLE;
  return new AppError(
    'STORE_FAILED',
    `The database at ${placeOf(url)} could not be updated to ${name}: ${(cause as Error).message}. It has not changed.`,
    {
      cause,
      ...(isBusy ? { hint: 'Something uses the tables for long, such as a backup. Start the server again when it has ended.' } : {}),
    },
  );
}
