// Opens the SQLite file: write-ahead log, incremental vacuum, migrations before the first read.
import type BetterSqlite from 'better-sqlite3';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Kysely, SqliteDialect } from 'kysely';
import type { Durability } from './durability.ts';
import { assertNotEmpty, assertNotMissing } from './lost-database.ts';
import { migrate } from './migrate.ts';
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
  try {
    await migrate(connection, file, migrationBackups);
    // From here on nothing waits on this thread for another program's lock: see write-group.ts and busy-retry.ts.
    connection.pragma('busy_timeout = 0');
    return { queries: new Kysely<Tables>({ dialect: new SqliteDialect({ database: connection }) }), connection };
  } catch (error) {
    connection.close();
    throw error;
  }
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
