// The instance's own secret, in a file of the data folder that only its owner may read; made at the first start.
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../contract/errors.ts';

/** Characters of the shortest key that is accepted. */
const SHORTEST = 20;

/** Throws VAULT_LOCKED for a file that cannot be read, or holds no key: making another one would lock out what the former one sealed. */
export function keyOf(dataDir: string): string {
  const file = join(dataDir, 'master.key');
  try {
    const key = readFileSync(file, 'utf8').trim();
    if (key.length >= SHORTEST) return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return newKey(dataDir, file);
    throw locked(file, (error as Error).message, error);
  }
  throw locked(file, 'it holds no key');
}

function newKey(dataDir: string, file: string): string {
  const key = randomBytes(32).toString('base64url');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    // Another process may start on the same folder at the same time: the first one's key counts.
    writeFileSync(file, `${key}\n`, { flag: 'wx', mode: 0o600 });
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return keyOf(dataDir);
    throw locked(file, (error as Error).message, error);
  }
}

const locked = (file: string, reason: string, cause?: unknown): AppError =>
  new AppError('VAULT_LOCKED', `The key file ${file} cannot be used: ${reason}.`, {
    params: { file },
    hint: 'Make it readable, or set MILLRACE_ENCRYPTION_KEY.',
    cause,
  });
