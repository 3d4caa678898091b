// Start data that is too large for the database, in separate files: written before the row that refers to them is committed, removed after the
// run.
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, opendir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../contract/errors.ts';
import { reasonOf } from './health.ts';
import { syncFolder, type Durability } from './durability.ts';

/** Names contain ids, which may come from outside. */
const namePattern = /^[\w-]+\.[\w-]+$/;

export interface StartData {
  /** In bytes. */
  readonly size: number;
  readonly parts: AsyncIterable<Uint8Array>;
}

export class StartFiles {
  readonly #folder: string;
  readonly #durability: Durability;
  #isMade = false;

  constructor(folder: string, durability: Durability) {
    this.#folder = folder;
    this.#durability = durability;
  }

  /** Writes the packed start data of an execution; returns the file's name once it is flushed to the disk. Throws STORE_FAILED. */
  async write(executionId: string, instance: string, data: Uint8Array): Promise<string> {
    const name = `${executionId}.${instance}`;
    const path = join(this.#folder, name);
    try {
      if (!namePattern.test(name)) throw new Error(`"${name}" cannot be the name of a file`);
      if (!this.#isMade) await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      this.#isMade = true;
      const file = await open(path, 'w', 0o600);
      try {
        await file.writeFile(data);
        if (this.#durability === 'full') await file.sync();
      } finally {
        await file.close();
      }
      if (this.#durability === 'full') await syncFolder(this.#folder);
      return name;
    } catch (cause) {
      await rm(path, { force: true }).catch(() => undefined);
      throw new AppError('STORE_FAILED', `The start data of an execution could not be written: ${reasonOf(cause)}.`, { cause });
    }
  }

  /** Returns the packed data; undefined if the file no longer exists. */
  async read(name: string): Promise<Uint8Array | undefined> {
    try {
      return await readFile(join(this.#folder, name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Returns the size and the parts of the packed data; undefined if the file does not exist. */
  async stream(name: string, partSize: number): Promise<StartData | undefined> {
    const path = join(this.#folder, name);
    if (!namePattern.test(name) || !existsSync(path)) return undefined;
    return { size: (await stat(path)).size, parts: createReadStream(path, { highWaterMark: partSize }) as AsyncIterable<Uint8Array> };
  }

  async remove(name: string): Promise<void> {
    if (namePattern.test(name)) await rm(join(this.#folder, name), { force: true });
  }

  /** Yields the names of all files and the instances that wrote them. */
  async *all(): AsyncGenerator<{ readonly name: string; readonly instance: string }> {
    try {
      for await (const { name } of await opendir(this.#folder)) {
        if (namePattern.test(name)) yield { name, instance: name.slice(name.lastIndexOf('.') + 1) };
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}
