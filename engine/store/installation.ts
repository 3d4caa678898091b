// The identity of an installation: its id, and the secret that signs the addresses of waiting executions. Both stay the same when keys change.
import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type BetterSqlite from 'better-sqlite3';
import { databaseFile } from './database.ts';
import type { SettingRepository } from './repositories/settings.ts';

const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof BetterSqlite;

export interface Installation {
  /** 64 hexadecimal digits. */
  readonly id: string;
  /** Signs the addresses of waiting executions. It may be stored beside them, since anyone who can read the database sees the executions anyway. */
  readonly addressSecret: string;
}

const SETTING = 'installation';

/** `oldKey`: master key of a data folder from before identities were stored; they were derived from it. */
function fresh(oldKey: string | undefined): Installation {
  if (oldKey === undefined) return { id: randomBytes(32).toString('hex'), addressSecret: randomBytes(32).toString('base64url') };
  return {
    id: createHash('sha256').update(`${oldKey}:instance`).digest('hex'),
    addressSecret: Buffer.from(hkdfSync('sha256', oldKey, 'millrace', 'resume-urls', 32)).toString('base64url'),
  };
}

/** Whether a server has ever used the database. */
export const hasInstallation = async (settings: SettingRepository): Promise<boolean> => (await settings.get(SETTING)) !== undefined;

export const installationOf = (settings: SettingRepository, oldKey: string | undefined): Promise<Installation> =>
  settings.initial(SETTING, fresh(oldKey));

/** Returns the identity without opening the store. The identity of a folder without a database is valid only in this process. */
export function installationIn(dataDir: string, oldKey: () => string | undefined): Installation {
  const file = databaseFile(dataDir);
  if (!existsSync(file)) return fresh(undefined);
  const connection = new Sqlite(file, { timeout: 5000 });
  try {
    const read = connection.prepare('select value from setting where key = ?').pluck();
    const write = connection.prepare('insert into setting (key, value) values (?, ?) on conflict do nothing');
    if (read.get(SETTING) === undefined) write.run(SETTING, JSON.stringify(fresh(oldKey())));
    return JSON.parse(read.get(SETTING) as string) as Installation;
  } finally {
    connection.close();
  }
}

/** Reads a stored setting without opening the store. Returns undefined if it is missing or the database cannot be read; opening the store reports the reason. */
export function storedSetting(dataDir: string, key: string): unknown {
  const file = databaseFile(dataDir);
  if (!existsSync(file)) return undefined;
  let connection: BetterSqlite.Database | undefined;
  try {
    connection = new Sqlite(file, { timeout: 5000, fileMustExist: true });
    const value = connection.prepare('select value from setting where key = ?').pluck().get(key);
    return value === undefined ? undefined : (JSON.parse(value as string) as unknown);
  } catch {
    return undefined;
  } finally {
    connection?.close();
  }
}
