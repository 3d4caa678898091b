// Stores files of items in a folder. An unfinished file has a name with a suffix.
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { mkdir, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { FileSink } from './file-sink.ts';
import type { ByteRange, FileStorage, NewFile, NewFileOptions } from './storage.ts';

const PART = '.part';
/** Number of directory entries read at a time. */
const SLICE = 500;
const namePattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface DiskStorageOptions {
  /**
   * Flushes the folder's entries to the disk. If present, each file is flushed as well before it is complete, so that it survives a power cut.
   */
  readonly flushFolder?: (folder: string) => Promise<void>;
  /** Whether several servers may use the folder. */
  readonly isShared?: boolean;
}

/** Folder of the files in a data folder. */
export const binaryFolder = (dataDir: string): string => join(dataDir, 'binary');

export class DiskStorage implements FileStorage {
  readonly #folder: string;
  readonly #options: DiskStorageOptions;

  constructor(folder: string, options: DiskStorageOptions = {}) {
    this.#folder = folder;
    this.#options = options;
  }

  async create(name: string, { recorded, isDisposable }: NewFileOptions): Promise<NewFile> {
    const { flushFolder, isShared = false } = this.#options;
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const file = this.#path(name);
    const unfinished = `${file}${PART}`;
    return {
      sink: new FileSink(unfinished, { isFlushed: flushFolder !== undefined, isDisposable, ...(isShared ? { after: recorded } : {}) }),
      complete: async () => {
        await recorded;
        await rename(unfinished, file);
        await flushFolder?.(this.#folder);
      },
      discard: () => rm(unfinished, { force: true }),
    };
  }

  stream(name: string, range?: ByteRange): Readable {
    return createReadStream(this.#path(name), range);
  }

  read(name: string): Promise<Uint8Array> {
    return readFile(this.#path(name));
  }

  readNow(name: string, most: number): Uint8Array | undefined {
    const file = this.#path(name);
    return statSync(file).size > most ? undefined : readFileSync(file);
  }

  async size(name: string): Promise<number> {
    return (await stat(this.#path(name))).size;
  }

  async remove(names: readonly string[]): Promise<number> {
    let freed = 0;
    for (const name of names) {
      const file = this.#path(name);
      freed += (await stat(file).catch(() => undefined))?.size ?? 0;
      await rm(file, { force: true });
      await rm(`${file}${PART}`, { force: true });
    }
    return freed;
  }

  async *all(): AsyncIterable<readonly string[]> {
    let names: string[] = [];
    for await (const entry of this.#entries()) {
      const name = entry.endsWith(PART) ? entry.slice(0, -PART.length) : entry;
      if (namePattern.test(name)) names.push(name);
      if (names.length < SLICE) continue;
      yield names;
      names = [];
    }
    if (names.length > 0) yield names;
  }

  async changedAt(name: string): Promise<number | undefined> {
    const file = this.#path(name);
    const stats = await Promise.all([file, `${file}${PART}`].map((path) => stat(path).catch(() => undefined)));
    const times = stats.flatMap((one) => (one === undefined ? [] : [one.mtimeMs]));
    return times.length === 0 ? undefined : Math.max(...times);
  }

  async usedBytes(): Promise<number> {
    let sum = 0;
    for await (const name of this.#entries()) {
      const entry = await stat(join(this.#folder, name)).catch(() => undefined);
      if (entry?.isFile() === true && !name.endsWith(PART)) sum += entry.size;
    }
    return sum;
  }

  async *#entries(): AsyncGenerator<string> {
    try {
      for await (const { name } of await opendir(this.#folder)) yield name;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }
}
