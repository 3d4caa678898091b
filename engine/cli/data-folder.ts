// The data folder a command works on, and its database. Each command may be used while a server runs on the same folder.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AppError } from '../contract/errors.ts';
import { defaultDataDir } from '../data-dir.ts';
import type { Store } from '../store/index.ts';
import { text } from './text.ts';

/** The option that every command with a database takes. */
export const dataDirOption = { 'data-dir': { type: 'string' } } as const;

/** Absolute path: what was given, else MILLRACE_DATA_DIR, else the platform's folder. */
export const dataDirOf = (given: string | undefined): string => (given === undefined ? defaultDataDir() : resolve(given));

/** As dataDirOf, for what makes no sense without a database: a mistyped folder must not become a new one. Throws NOT_FOUND. */
export function existingDataDir(given: string | undefined): string {
  const dataDir = dataDirOf(given);
  if (existsSync(join(dataDir, 'db'))) return dataDir;
  throw new AppError('NOT_FOUND', text('noDatabase', { dataDir }), { params: { dataDir } });
}

/** Opens the database of a folder for as long as the work takes. Throws STORE_FAILED. */
export async function withStore<T>(dataDir: string, work: (store: Store) => Promise<T>): Promise<T> {
  // Loaded here: commands that need no database do not wait for it.
  const { Store } = await import('../store/index.ts');
  const store = await Store.open(dataDir);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
