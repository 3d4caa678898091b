// Moves a whole database with its files of items between a data folder and Postgres, and copies one of Postgres to a file.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { binaryFolder, DiskStorage } from '../../binary/disk-storage.ts';
import type { FileStorage } from '../../binary/storage.ts';
import { databaseFile } from '../database.ts';
import { syncFolder } from '../durability.ts';
import type { Storages } from './files.ts';
import { AppError } from '../../contract/errors.ts';
import { move, type MoveReport } from './move.ts';
import type { MoveOptions } from './progress.ts';
import { PostgresSource, PostgresTarget } from './postgres.ts';
import type { Source, Target } from './sides.ts';
import { SqliteSource, SqliteTarget } from './sqlite.ts';

export type { MoveReport } from './move.ts';
export type { MoveProgress } from './progress.ts';

export interface TransferOptions extends MoveOptions {
  /** Whether the files of items are copied between the data folder and the database. Default: true. */
  readonly movesFiles?: boolean;
}

/**
 * Copies the database of a data folder, whose server lock the caller holds, to an empty Postgres database. Throws BAD_REQUEST, DATA_FOLDER_IN_USE,
 * STORE_FAILED, and the reason of `stop`.
 */
export async function moveToPostgres(dataDir: string, url: string, options?: TransferOptions): Promise<MoveReport> {
  const source = SqliteSource.open(databaseFile(dataDir));
  return moved(
    source,
    () => PostgresTarget.open(url, source.tables),
    options,
    ({ files: to }) => ({ from: diskOf(dataDir), to }),
  );
}

/** Copies a Postgres database to the file of a data folder, which has no data yet. Throws like `moveToPostgres`. */
export async function moveToSqlite(url: string, dataDir: string, options?: TransferOptions): Promise<MoveReport> {
  const source = await PostgresSource.open(url, true);
  return moved(
    source,
    () => SqliteTarget.open(databaseFile(dataDir), source.id),
    options,
    () => ({ from: source.files, to: diskOf(dataDir) }),
  );
}

const diskOf = (dataDir: string): FileStorage => new DiskStorage(binaryFolder(dataDir), { flushFolder: syncFolder });

/** Copies a Postgres database to a new file, in one snapshot, while servers use it. Throws STORE_FAILED. */
export async function copyPostgres(url: string, file: string): Promise<void> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const source = await PostgresSource.open(url, false);
  await moved(source, () => SqliteTarget.open(file, source.id));
}

async function moved<T extends Target>(
  source: Source,
  openTarget: () => Promise<T>,
  { movesFiles = true, ...options }: TransferOptions = {},
  storagesOf?: (target: T) => Storages,
): Promise<MoveReport> {
  let target: T | undefined;
  try {
    target = await openTarget();
    return await move(source, target, options, movesFiles ? storagesOf?.(target) : undefined);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('STORE_FAILED', `The data could not be copied: ${(error as Error).message}.`, {
      hint: 'Call the same command again: it continues.',
      cause: error,
    });
  } finally {
    await target?.close().catch(() => undefined);
    await source.close().catch(() => undefined);
  }
}
