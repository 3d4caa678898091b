// Stores files of items in parts in a database, for servers that share no disk.
import { Readable, Writable } from 'node:stream';
import { callbackify } from 'node:util';
import { missing, type ByteRange, type FileStorage, type NewFile, type NewFileOptions } from './storage.ts';

/** Number of bytes of a part, except the last one. */
export const PART = 512 * 1024;
/** Number of names read at a time. */
const SLICE = 500;

/** A part of a file, and the position of its first byte. */
export interface FilePart {
  readonly position: number;
  readonly data: Uint8Array;
}

/** The tables of a database that files are stored in. A file without a size is not complete. */
export interface FileTables {
  /** Stores a whole file. */
  store(name: string, data: Uint8Array): Promise<void>;
  /** Starts a file that is stored in parts. */
  start(name: string): Promise<void>;
  /** Throws if the file was removed meanwhile. */
  append(name: string, part: FilePart): Promise<void>;
  /** Stores the last part, and makes the file visible to readers. Throws if the file was removed meanwhile. */
  complete(name: string, last: FilePart): Promise<void>;
  /** Returns the size of a complete file in bytes. */
  size(name: string): Promise<number | undefined>;
  /** Returns the part of a complete file that contains a position. */
  partAt(name: string, position: number): Promise<FilePart | undefined>;
  /** Returns the number of bytes of the complete files among them. */
  remove(names: readonly string[]): Promise<number>;
  /** Returns up to `limit` names in their order, complete or not, after a name. */
  names(after: string, limit: number): Promise<readonly string[]>;
  changedAt(name: string): Promise<number | undefined>;
  usedBytes(): Promise<number>;
}

export class DatabaseStorage implements FileStorage {
  readonly #open: () => Promise<FileTables>;

  /** `open`: returns the tables. It is called at each use. */
  constructor(open: () => Promise<FileTables>) {
    this.#open = open;
  }

  create(name: string, { recorded }: NewFileOptions): Promise<NewFile> {
    const sink = new PartSink(name, async () => {
      await recorded;
      return this.#open();
    });
    const discard = async (): Promise<void> => void (await (await this.#open()).remove([name]));
    // If that fails, the file is removed with the execution that has created it.
    return Promise.resolve({ sink, complete: () => sink.complete(), discard: () => discard().catch(() => undefined) });
  }

  stream(name: string, range?: ByteRange): Readable {
    return Readable.from(this.#parts(name, range), { objectMode: false });
  }

  async size(name: string): Promise<number> {
    const size = await (await this.#open()).size(name);
    if (size === undefined) throw missing(name);
    return size;
  }

  async remove(names: readonly string[]): Promise<number> {
    return (await this.#open()).remove(names);
  }

  async *all(): AsyncIterable<readonly string[]> {
    const tables = await this.#open();
    for (let names = await tables.names('', SLICE); names.length > 0; names = await tables.names(names.at(-1) ?? '', SLICE)) yield names;
  }

  async changedAt(name: string): Promise<number | undefined> {
    return (await this.#open()).changedAt(name);
  }

  async usedBytes(): Promise<number> {
    return (await this.#open()).usedBytes();
  }

  async *#parts(name: string, range?: ByteRange): AsyncGenerator<Uint8Array> {
    const tables = await this.#open();
    const size = await tables.size(name);
    if (size === undefined) throw missing(name);
    const end = Math.min(range?.end ?? size - 1, size - 1);
    for (let position = range?.start ?? 0; position <= end;) {
      const part = await tables.partAt(name, position);
      if (part === undefined) throw missing(name);
      const data = part.data.subarray(position - part.position, end + 1 - part.position);
      yield data;
      position += data.byteLength;
    }
  }
}

/** Collects chunks to parts. The next chunk is accepted once the part before it is stored. */
class PartSink extends Writable {
  readonly #name: string;
  readonly #open: () => Promise<FileTables>;
  #chunks: Uint8Array[] = [];
  /** Number of bytes that are collected. */
  #collected = 0;
  /** Number of bytes that are stored. */
  #stored = 0;
  #hasStarted = false;

  constructor(name: string, open: () => Promise<FileTables>) {
    super({ highWaterMark: PART });
    this.#name = name;
    this.#open = open;
  }

  override _write(chunk: Uint8Array, _encoding: string, done: (error?: Error | null) => void): void {
    callbackify(() => this.#add(chunk))(done);
  }

  async complete(): Promise<void> {
    const tables = await this.#open();
    const last = Buffer.concat(this.#chunks);
    if (this.#hasStarted) await tables.complete(this.#name, { position: this.#stored, data: last });
    else await tables.store(this.#name, last);
  }

  async #add(chunk: Uint8Array): Promise<void> {
    this.#chunks.push(chunk);
    this.#collected += chunk.byteLength;
    if (this.#collected <= PART) return;
    const tables = await this.#open();
    if (!this.#hasStarted) await tables.start(this.#name);
    this.#hasStarted = true;
    const all = Buffer.concat(this.#chunks);
    let from = 0;
    // The last part is stored when the file is complete.
    for (; all.byteLength - from > PART; from += PART) {
      await tables.append(this.#name, { position: this.#stored, data: all.subarray(from, from + PART) });
      this.#stored += PART;
    }
    this.#chunks = [all.subarray(from)];
    this.#collected = all.byteLength - from;
  }
}
