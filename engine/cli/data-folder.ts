// The data folder of a command, and its database. Commands may run while a server uses the same folder.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AppError } from '../contract/errors.ts';
import { defaultDataDir } from '../data-dir.ts';
import { ownSettings } from '../settings/own-environment.ts';
import type { Store } from '../store/index.ts';
import { text } from './text.ts';

/** The option that selects the data folder. */
export const dataDirOption = { 'data-dir': { type: 'string' } } as const;

/** Returns an absolute path: the option, MILLRACE_DATA_DIR, or the platform's default folder, in this order. */
export const dataDirOf = (given: string | undefined): string => (given === undefined ? defaultDataDir() : resolve(given));

/** Returns the option that makes another command use the same folder, with a leading blank; empty if it uses the folder without it. */
export const sameFolder = (dataDir: string): string => (dataDir === defaultDataDir() ? '' : ` --data-dir "${dataDir}"`);

/** Like `dataDirOf`, for commands that need an existing database: a mistyped path must not create one. Throws NOT_FOUND. */
export function existingDataDir(given: string | undefined): string {
  const dataDir = dataDirOf(given);
  if (existsSync(join(dataDir, 'db'))) return dataDir;
  throw new AppError('NOT_FOUND', text('noDatabase', { dataDir }), { params: { dataDir } });
}

/** Opens the database of a folder, calls `work`, and closes it. Throws BAD_REQUEST for invalid settings, STORE_FAILED. */
export async function withStore<T>(dataDir: string, work: (store: Store) => Promise<T>): Promise<T> {
  // Loaded on demand, since many commands need no database.
  const { Store } = await import('../store/index.ts');
  const { migrationBackups } = ownSettings();
  const store = await Store.open(dataDir, { migrationBackups });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Runs `work` while holding the server lock of the folder, since a running server would not notice what it changes. */
export async function alone(dataDir: string, work: () => Promise<void>): Promise<void> {
  const { lockServer } = await import('../store/index.ts');
  const lock = lockServer(dataDir, new Date());
  try {
    await work();
  } finally {
    if (lock.wasStopped) lock.markStopped();
    lock.release();
  }
}
