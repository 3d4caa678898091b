// The instance's own secret, in a file of the data folder that only its owner may read; created at the first start.
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../contract/errors.ts';

/** Minimum number of characters of a key. */
const SHORTEST = 20;

/**
 * Returns the key of a data folder. `isInUse`: whether the folder's database was used with a key before; a missing file is then not replaced. Throws
 * VAULT_LOCKED for a file that is missing then, cannot be read, or contains no key: another key could not open what was sealed before.
 */
export function keyOf(dataDir: string, isInUse: () => boolean): string {
  const file = join(dataDir, 'master.key');
  try {
    const key = readFileSync(file, 'utf8').trim();
    if (key.length >= SHORTEST) return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      if (isInUse()) throw missing(file);
      return newKey(dataDir, file);
    }
    throw locked(file, (error as Error).message, error);
  }
  throw locked(file, 'it holds no key');
}

function newKey(dataDir: string, file: string): string {
  const key = randomBytes(32).toString('base64url');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    // Another process may start on the same folder at the same time: the first key written is used.
    writeFileSync(file, `${key}\n`, { flag: 'wx', mode: 0o600 });
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return keyOf(dataDir, () => true);
    throw locked(file, (error as Error).message, error);
  }
}

const locked = (file: string, reason: string, cause?: unknown): AppError =>
  new AppError('VAULT_LOCKED', `The key file ${file} cannot be used: ${reason}.`, {
    params: { file },
    hint: 'Make it readable, or set MILLRACE_ENCRYPTION_KEY.',
    cause,
  });

const missing = (file: string): AppError =>
  new AppError('VAULT_LOCKED', `The key file ${file} is missing, and the credentials of this data folder cannot be opened without it.`, {
    params: { file },
    hint: 'Put it back from a backup, or set MILLRACE_ENCRYPTION_KEY to its content. To start again without the credentials, move the folder db away and import your workflows again.',
  });
