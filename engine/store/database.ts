// Opens the SQLite file: write-ahead log, incremental vacuum, migrations before the first read.
import type BetterSqlite from 'better-sqlite3';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Kysely, SqliteDialect } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { AppError } from '../contract/errors.ts';
import { isBusy } from './busy-retry.ts';
import { copyDatabase } from './copy-database.ts';
import type { Durability } from './durability.ts';
import { migrations } from './migrations/index.ts';
import { assertNotEmpty, assertNotMissing } from './lost-database.ts';
import { damaged, openFailure } from './open-failure.ts';
import type { Tables } from './schema.ts';

/** Loaded with require: to import a CommonJS module, Node scans its text for names, which takes 60 ms and permanently 10 MiB. */
const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof BetterSqlite;

/** Path of the database in a data folder. */
export const databaseFile = (dataDir: string): string => join(dataDir, 'db', 'millrace.sqlite');

export interface OpenDatabase {
  readonly queries: Kysely<Tables>;
  readonly connection: BetterSqlite.Database;
}

/**
 * Opens (or creates) the database at `file`; `:memory:` for a temporary database. `isChecked`: whether to check its integrity.
 * `migrationBackups`: number of copies to keep of the database as it was before migrations. Throws STORE_FAILED.
 */
export async function openDatabase(
  file: string,
  { durability, isChecked = false, migrationBackups = 0 }: { durability: Durability; isChecked?: boolean; migrationBackups?: number },
): Promise<OpenDatabase> {
  const connection = connect(file, durability);
  if (isChecked) check(connection, file);
  const queries = new Kysely<Tables>({ dialect: new SqliteDialect({ database: connection }) });
  try {
    await migrate(queries, file, migrationBackups);
    // From here on nothing waits on this thread for another program's lock: see write-group.ts and busy-retry.ts.
    connection.pragma('busy_timeout = 0');
  } catch (error) {
    connection.close();
    throw error;
  }
  return { queries, connection };
}

function connect(file: string, durability: Durability): BetterSqlite.Database {
  let connection: BetterSqlite.Database | undefined;
  assertNotMissing(file);
  try {
    // Runs contain confidential data: only the owner may read the folder.
    if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    connection = new Sqlite(file);
    assertNotEmpty(connection, file);
    // Must precede the first table: it cannot be enabled later without rewriting the file.
    connection.pragma('auto_vacuum = INCREMENTAL');
    connection.pragma('journal_mode = WAL');
    connection.pragma(`synchronous = ${durability}`);
    connection.pragma('foreign_keys = ON');
    connection.pragma('busy_timeout = 5000');
    // The log shrinks after a large write, once it is checkpointed.
    connection.pragma(`journal_size_limit = ${16 * 1024 * 1024}`);
    return connection;
  } catch (cause) {
    connection?.close();
    throw openFailure(file, cause);
  }
}

/** Maximum size in bytes of a file that is checked: reading takes about 1.5 ms per MiB if it is in the system's cache. */
const CHECKED = 1024 ** 3;

/** Throws STORE_FAILED if the database is damaged. */
function check(connection: BetterSqlite.Database, file: string): void {
  const size = (connection.pragma('page_count', { simple: true }) as number) * (connection.pragma('page_size', { simple: true }) as number);
  if (size > CHECKED) return;
  let finding: string;
  try {
    finding = connection.pragma('quick_check(1)', { simple: true }) as string;
  } catch (cause) {
    connection.close();
    throw openFailure(file, cause);
  }
  if (finding === 'ok') return;
  connection.close();
  throw damaged(file, finding.replaceAll(/\s+/g, ' '));
}

/** Maximum number of retries while another process runs the migrations. */
const TRIES = 20;
const PAUSE = 50;

async function migrate(queries: Kysely<Tables>, file: string, backups: number): Promise<void> {
  const provider = { getMigrations: async (): Promise<Record<string, Migration>> => ({ ...migrations }) };
  const migrator = new Migrator({ db: queries, provider });
  let isBackedUp = backups === 0;
  const attempted = async (): Promise<unknown> => {
    try {
      if (!isBackedUp) await backUpBefore(migrator, file, backups);
      isBackedUp = true;
      return (await migrator.migrateToLatest()).error;
    } catch (error) {
      return error;
    }
  };
  for (let attempt = 1; ; attempt++) {
    const error = await attempted();
    if (error === undefined) return;
    if (error instanceof AppError) throw error;
    if (error instanceof Sqlite.SqliteError && error.code !== 'SQLITE_ERROR' && !isBusy(error)) throw openFailure(file, error);
    // A conflict may be caused by another process that has already run the migrations.
    if (attempt >= TRIES || !(error instanceof Sqlite.SqliteError)) throw notMigrated(file, error);
    await setTimeout(PAUSE);
  }
}

/** Copies a database that has migrations ahead to the folder `before-updates`, and removes older copies. */
async function backUpBefore(migrator: Migrator, file: string, saved: number): Promise<void> {
  const migrations = await migrator.getMigrations();
  const isOutdated =
    migrations.some(({ executedAt }) => executedAt !== undefined) && migrations.some(({ executedAt }) => executedAt === undefined);
  if (!isOutdated) return;
  const folder = join(dirname(file), 'before-updates');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    removeUnfinished(folder);
    const name = `${new Date().toISOString().replaceAll(':', '-')}.sqlite`;
    await copyDatabase(file, join(folder, `${name}.part`));
    renameSync(join(folder, `${name}.part`), join(folder, name));
    const copies = readdirSync(folder).filter((entry) => entry.endsWith('.sqlite'));
    for (const old of copies.toSorted().slice(0, -saved)) rmSync(join(folder, old));
  } catch (cause) {
    throw new AppError('STORE_FAILED', `The database ${file} could not be backed up before its update: ${(cause as Error).message}`, {
      params: { file },
      hint: 'Free some space, or set MILLRACE_MIGRATION_BACKUPS to 0 to update without a backup.',
      cause,
    });
  }
}

/** Milliseconds after which an unfinished copy was left by a program that was killed. */
const LEFT_AFTER = 86_400_000;

function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder).filter((entry) => entry.endsWith('.part'))) {
    const path = join(folder, name);
    if (Date.now() - statSync(path).mtimeMs > LEFT_AFTER) rmSync(path, { force: true });
  }
}

const notMigrated = (file: string, cause: unknown): AppError =>
  new AppError(
    'STORE_FAILED',
    `The database ${file} could not be brought up to date: ${cause instanceof Error ? cause.message : String(cause)}. It may come from a newer version of Millrace.`,
    { params: { file }, cause },
  );
