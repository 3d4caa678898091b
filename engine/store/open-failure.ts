// Error messages for databases that cannot be opened: the file, the cause, and how to repair it.
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError } from '../contract/errors.ts';

/** Free bytes below which a disk counts as full; opening the database needs some space. */
const LEAST = 256 * 1024;

const writeFailures = new Set(['ENOSPC', 'EFBIG', 'SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_SHMSIZE', 'SQLITE_IOERR_FSYNC']);

/** Returns STORE_FAILED for a database, or a file beside it, that could not be opened at the start. */
export function openFailure(file: string, cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  const { code, message } = cause as { code?: unknown; message: string };
  if (isFull(dirname(file)) || writeFailures.has(String(code))) {
    return storeFailure(
      file,
      `The database ${file} cannot be opened: the disk is full or not writable. Free some space, then start again.`,
      cause,
    );
  }
  if (isDamage(cause)) return damaged(file, message, cause);
  const advice =
    code === 'SQLITE_NOTADB' ? 'Move the file away, or choose another data folder.' : 'Check that the folder exists and may be written.';
  return storeFailure(file, `The database ${file} cannot be opened: ${message}. ${advice}`, cause);
}

/** Whether SQLite reported damaged contents. */
export const isDamage = (error: unknown): boolean => String((error as { code?: unknown } | null)?.code).startsWith('SQLITE_CORRUPT');

/** Returns STORE_FAILED for a database with damaged contents. */
export function damaged(file: string, finding: string, cause?: unknown): AppError {
  const recovery = `sqlite3 "${file}" .recover | sqlite3 recovered.sqlite`;
  return storeFailure(
    file,
    `The database ${file} is damaged (${finding}). Restore a backup, or recover the readable data: ${recovery}. Nothing was changed.`,
    cause,
  );
}

/** Returns STORE_FAILED for a database file. */
export const storeFailure = (file: string, message: string, cause?: unknown): AppError =>
  new AppError('STORE_FAILED', message, { params: { file }, ...(cause === undefined ? {} : { cause }) });

function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < LEAST;
  } catch {
    return false;
  }
}
