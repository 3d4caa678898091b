// The master key in a file of the data folder that only its owner may read. A new key is staged in a second file until it is in use.
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { AppError } from '../contract/errors.ts';
import { locked } from './vault-cipher.ts';

/** Minimum number of characters of a key. */
const SHORTEST = 20;

const NOTE = 'The key of the credentials in this data folder is in a keychain or in MILLRACE_ENCRYPTION_KEY.\n';

export class KeyFile {
  readonly path: string;
  readonly #next: string;
  readonly #elsewhere: string;

  constructor(dataDir: string) {
    this.path = join(dataDir, 'master.key');
    this.#next = `${this.path}.next`;
    this.#elsewhere = `${this.path}.elsewhere`;
  }

  /** Returns undefined if there is no file. Throws VAULT_LOCKED for a file that cannot be read or contains no key. */
  read(): string | undefined {
    return read(this.path);
  }

  /** Returns the staged key. */
  next(): string | undefined {
    return read(this.#next);
  }

  /** Stages a key until `promote` is called. Throws VAULT_LOCKED. */
  stage(key: string): void {
    rmSync(this.#next, { force: true });
    write(this.#next, key);
  }

  /** Replaces the key file with the staged key. If the file is still needed, the caller must move it away first. */
  promote(): void {
    renameSync(this.#next, this.path);
    flushFolder(this.path);
  }

  /** Removes the staged key. */
  discardNext(): void {
    rmSync(this.#next, { force: true });
  }

  /** Renames the file, so that a key which decrypts nothing here is preserved. */
  moveAway(suffix: string): void {
    try {
      renameSync(this.path, `${this.path}.${suffix}`);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw notUsable(this.path, error);
    }
  }

  remove(): void {
    rmSync(this.path, { force: true });
  }

  /** Leaves a note in the folder if its key is elsewhere: like the key, it shows that a missing database was lost. Throws the errors of node:fs. */
  noteElsewhere(): void {
    if (existsSync(this.path)) rmSync(this.#elsewhere, { force: true });
    else if (!existsSync(this.#elsewhere)) writeFileSync(this.#elsewhere, NOTE, { mode: 0o600 });
  }
}

function read(file: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw notUsable(file, error);
  }
  if (text.length >= SHORTEST) return text;
  throw locked(`the key file ${basename(file)} contains no key`, 'Restore the file from a backup, or use the recovery key.');
}

function write(file: string, key: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, `${key}\n`, { flag: 'wx', mode: 0o600, flush: true });
    flushFolder(file);
  } catch (error) {
    throw notUsable(file, error);
  }
}

/** Without flushing, a power cut could undo the renaming. Windows cannot flush folders. */
function flushFolder(file: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

const notUsable = (file: string, error: unknown): AppError =>
  locked(
    `the key file ${basename(file)} cannot be used (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`,
    'Make it readable, or set MILLRACE_ENCRYPTION_KEY.',
    error,
  );
