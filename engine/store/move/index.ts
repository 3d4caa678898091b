// Moves a whole database between a data folder and Postgres, and copies one of Postgres to a file.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { databaseFile } from '../database.ts';
import { AppError } from '../../contract/errors.ts';
import { move, type MoveOptions, type MoveReport } from './move.ts';
import { PostgresSource, PostgresTarget } from './postgres.ts';
import type { Source, Target } from './sides.ts';
import { SqliteSource, SqliteTarget } from './sqlite.ts';

export type { MoveOptions, MoveProgress, MoveReport } from './move.ts';

/**
 * Copies the database of a data folder, whose server lock the caller holds, to an empty Postgres database. Throws BAD_REQUEST, DATA_FOLDER_IN_USE,
 * STORE_FAILED, and the reason of `stop`.
 */
export async function moveToPostgres(dataDir: string, url: string, options?: MoveOptions): Promise<MoveReport> {
  const source = SqliteSource.open(databaseFile(dataDir));
  return moved(source, () => PostgresTarget.open(url, source.tables), options);
}

/** Copies a Postgres database to the file of a data folder, which has no data yet. Throws like `moveToPostgres`. */
export async function moveToSqlite(url: string, dataDir: string, options?: MoveOptions): Promise<MoveReport> {
  const source = await PostgresSource.open(url, true);
  return moved(source, () => SqliteTarget.open(databaseFile(dataDir), source.id), options);
}

/** Copies a Postgres database to a new file, in one snapshot, while servers use it. Throws STORE_FAILED. */
export async function copyPostgres(url: string, file: string): Promise<void> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const source = await PostgresSource.open(url, false);
  await moved(source, () => SqliteTarget.open(file, source.id));
}

async function moved(source: Source, openTarget: () => Promise<Target>, options?: MoveOptions): Promise<MoveReport> {
  let target: Target | undefined;
  try {
    target = await openTarget();
    return await move(source, target, options);
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
