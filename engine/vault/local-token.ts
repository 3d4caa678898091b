// The token for REST calls from this computer, in a file of the data folder that only its user may read.
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../contract/errors.ts';

const PREFIX = 'millrace_local_';
const pattern = /^millrace_local_[\w-]{43}$/;

export class LocalTokenFile {
  readonly #file: string;
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = dataDir;
    this.#file = join(dataDir, 'local.token');
  }

  /** Returns the token; undefined if there is none. Other processes may replace it at any time. */
  read(): string | undefined {
    try {
      const token = readFileSync(this.#file, 'utf8').trim();
      return pattern.test(token) ? token : undefined;
    } catch {
      return undefined;
    }
  }

  /** Creates a new token, which replaces the old one. Throws STORE_FAILED. */
  renew(): string {
    const token = PREFIX + randomBytes(32).toString('base64url');
    const draft = `${this.#file}.${randomUUID()}`;
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      writeFileSync(draft, `${token}\n`, { flag: 'wx', mode: 0o600 });
      renameSync(draft, this.#file);
    } catch (error) {
      rmSync(draft, { force: true });
      throw new AppError('STORE_FAILED', `The file ${this.#file} cannot be written: ${(error as Error).message}.`, {
        params: { file: this.#file },
        hint: 'The data folder must be writable.',
        cause: error,
      });
    }
    return token;
  }

  /** Revokes the token. */
  remove(): void {
    rmSync(this.#file, { force: true });
  }
}
