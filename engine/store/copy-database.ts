// Copies the database to a file while other processes write to it.
import type BetterSqlite from 'better-sqlite3';
import { chmodSync } from 'node:fs';
import { createRequire } from 'node:module';
import { assertNotEmpty, assertNotMissing } from './lost-database.ts';
import { openFailure } from './open-failure.ts';

const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof BetterSqlite;

/** Number of pages of 4 KiB that are copied before other work of this thread continues. */
const PAGES_AT_ONCE = 1000;

/**
 * Copies the state of a database at the time of the call. The copy is a single file, without a log beside it. Throws STORE_FAILED.
 *
 * A read transaction keeps the same snapshot for the whole copy. Without it, SQLite would start again whenever another process
 * commits, and might never end beside a busy server.
 */
export async function copyDatabase(original: string, copy: string): Promise<void> {
  let source: BetterSqlite.Database | undefined;
  assertNotMissing(original);
  try {
    source = new Sqlite(original, { fileMustExist: true });
    assertNotEmpty(source, original);
    source.exec('begin');
    source.prepare('select count(*) from sqlite_master').get();
    await source.backup(copy, { progress: () => PAGES_AT_ONCE });
    source.exec('commit');
  } catch (cause) {
    throw openFailure(original, cause);
  } finally {
    source?.close();
  }
  if (process.platform !== 'win32') chmodSync(copy, 0o600);
  const target = new Sqlite(copy);
  target.pragma('journal_mode = delete');
  target.close();
}
