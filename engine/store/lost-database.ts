// Detects a lost database: it is missing or empty although its key exists. A new database would belong to the first visitor.
import type BetterSqlite from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { AppError } from '../contract/errors.ts';
import { storeFailure } from './open-failure.ts';

/** Throws STORE_FAILED if a data folder has a key, but not the file of its database. */
export function assertNotMissing(file: string): void {
  const keyFile = keyBeside(file);
  if (keyFile !== undefined && !existsSync(file)) throw lost(file, keyFile, 'missing');
}

/** Throws STORE_FAILED if a data folder has a key, and its database has no tables. */
export function assertNotEmpty(connection: BetterSqlite.Database, file: string): void {
  const keyFile = keyBeside(file);
  if (keyFile === undefined) return;
  const tables = connection.prepare('select count(*) from sqlite_master').pluck().get() as number;
  if (tables === 0) throw lost(file, keyFile, 'empty');
}

/**
 * Returns the path of the master key in the data folder, or of the note that the key is elsewhere. The key is created after the database, so a key
 * without a database shows that the database was lost.
 */
function keyBeside(file: string): string | undefined {
  if (file === ':memory:') return undefined;
  const dataDir = dirname(dirname(file));
  return ['master.key', 'master.key.next', 'master.key.elsewhere'].map((name) => join(dataDir, name)).find((path) => existsSync(path));
}

const lost = (file: string, keyFile: string, what: 'missing' | 'empty'): AppError =>
  storeFailure(
    file,
    `The database ${file} is ${what}, but the data folder has a ${keyFile.endsWith('.elsewhere') ? 'note on the key' : 'key'} of earlier data (${basename(keyFile)}). Put the database back, or restore a backup to an empty folder. To begin anew without the earlier data, move ${keyFile} away. Nothing was changed.`,
  );
