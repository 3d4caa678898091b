// Storage of an installation that stored its files on its disk before: new files are stored elsewhere, and earlier ones are still read.
import { Readable } from 'node:stream';
import type { DiskStorage } from './disk-storage.ts';
import { isMissing, type ByteRange, type FileStorage, type NewFile, type NewFileOptions } from './storage.ts';

export class StorageWithEarlierFiles implements FileStorage {
  readonly #storage: FileStorage;
  readonly #earlier: DiskStorage;

  constructor(storage: FileStorage, earlier: DiskStorage) {
    this.#storage = storage;
    this.#earlier = earlier;
  }

  create(name: string, options: NewFileOptions): Promise<NewFile> {
    return this.#storage.create(name, options);
  }

  stream(name: string, range?: ByteRange): Readable {
    return Readable.from(this.#chunks(name, range), { objectMode: false });
  }

  /** Returns undefined for a file that is not on the disk. */
  readNow(name: string, most: number): Uint8Array | undefined {
    try {
      return this.#earlier.readNow(name, most);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async size(name: string): Promise<number> {
    try {
      return await this.#storage.size(name);
    } catch (error) {
      if (!isMissing(error)) throw error;
      return this.#earlier.size(name);
    }
  }

  async remove(names: readonly string[]): Promise<number> {
    await this.#earlier.remove(names);
    return this.#storage.remove(names);
  }

  /** Yields no earlier files: they may belong to a database that is used again. */
  async *all(): AsyncIterable<readonly string[]> {
    yield* this.#storage.all?.() ?? [];
  }

  async changedAt(name: string): Promise<number | undefined> {
    return this.#storage.changedAt?.(name);
  }

  /** Earlier files do not count. */
  usedBytes(): Promise<number> {
    return this.#storage.usedBytes();
  }

  async assertUsable(): Promise<void> {
    await this.#storage.assertUsable?.();
  }

  async *#chunks(name: string, range?: ByteRange): AsyncGenerator<Uint8Array> {
    let hasStarted = false;
    try {
      for await (const chunk of this.#storage.stream(name, range) as AsyncIterable<Uint8Array>) {
        hasStarted = true;
        yield chunk;
      }
    } catch (error) {
      if (hasStarted || !isMissing(error)) throw error;
      yield* this.#earlier.stream(name, range) as AsyncIterable<Uint8Array>;
    }
  }
}
