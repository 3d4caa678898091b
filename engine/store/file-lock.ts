// A lock that the operating system releases when its process ends for any reason: an exclusive transaction on an empty SQLite file.
import { createRequire } from 'node:module';
import type BetterSqlite from 'better-sqlite3';
import { AppError } from '../contract/errors.ts';
import { isBusy } from './busy-retry.ts';

const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof BetterSqlite;

export interface FileLock {
  release(): void;
}

/** Keeps held locks referenced, since a garbage-collected connection releases its lock. */
const held = new Set<BetterSqlite.Database>();

/**
 * Acquires the lock of a file, which is created unless `mustExist`. Returns undefined if it is held (also by this process), or if the file does
 * not exist. Do not open the file in other ways: the system drops a process's locks when any of its handles is closed. Throws STORE_FAILED.
 */
export function lockFile(file: string, { mustExist = false } = {}): FileLock | undefined {
  let connection: BetterSqlite.Database | undefined;
  try {
    connection = new Sqlite(file, { timeout: 0, fileMustExist: mustExist });
    // In the default mode SQLite would create a journal next to the file.
    connection.pragma('journal_mode = memory');
    connection.exec('begin exclusive');
  } catch (error) {
    connection?.close();
    if (isBusy(error) || (mustExist && connection === undefined)) return undefined;
    throw new AppError('STORE_FAILED', `The lock file ${file} cannot be used: ${(error as Error).message}.`, {
      params: { file },
      hint: 'The data folder must be writable, on a file system with locks.',
      cause: error,
    });
  }
  const locked = connection;
  held.add(locked);
  return {
    release: () => {
      held.delete(locked);
      locked.close();
    },
  };
}
