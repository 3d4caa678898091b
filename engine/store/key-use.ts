// Whether the database of a data folder was used with a key before: checked without opening the store, before a key is created.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type BetterSqlite from 'better-sqlite3';
import { openFailure } from './open-failure.ts';

const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof BetterSqlite;

/** Name of the setting that a server stores once it has a key. */
export const KEY_IN_USE = 'vault.inUse';

/** Throws STORE_FAILED. */
export function isKeyInUse(dataDir: string): boolean {
  const file = join(dataDir, 'db', 'millrace.sqlite');
  if (!existsSync(file)) return false;
  let connection: BetterSqlite.Database | undefined;
  try {
    connection = new Sqlite(file, { readonly: true });
    const tables = connection.prepare("select name from sqlite_master where name in ('credential', 'setting')").pluck().all();
    if (tables.length < 2) return false;
    const used = connection.prepare(
      'select exists (select 1 from credential where data is not null) or exists (select 1 from setting where key = ?)',
    );
    return used.pluck().get(KEY_IN_USE) === 1;
  } catch (error) {
    throw openFailure(file, error);
  } finally {
    connection?.close();
  }
}
