// Stores binary items on disk. They are streamed, and each is recorded before its file is created. Ids are validated before they become paths.
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../contract/errors.ts';
import type { BinaryEntry } from '../contract/run-data.ts';
import type { BinaryMeta, BinaryPort } from '../sdk/index.ts';
import { guardedStep } from '../workflow/values/guarded.ts';
import { FileSink } from './file-sink.ts';
import { BinaryQuota } from './quota.ts';
import { describeBinary, inlineBytes, inlineSize } from './describe-binary.ts';

const prefix = 'file:';
/** Pattern of valid ids, which cannot lead out of the folder. */
const idPattern = /^file:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const PART = '.part';
/** Number of bytes by which the format of a file is recognized. */
const HEAD = 64;
/** Number of directory entries read at a time. */
const SLICE = 500;

/** Records which files exist and which executions use them. */
export interface FileNotes {
  /** Resolves once the file is recorded, for the execution that creates it or else for a webhook call. */
  add(id: string, executionId: string | undefined): Promise<void>;
  /** Releases the files of a webhook call. */
  discard(ids: readonly string[]): Promise<void>;
}

export interface FileBinaryPorts {
  readonly uuid: () => string;
  readonly notes: FileNotes;
  /**
   * Flushes the folder's entries to the disk. If present, each file is flushed as well before its entry is returned, so that it survives a power
   * cut.
   */
  readonly flushFolder?: (folder: string) => Promise<void>;
  /** Maximum size in bytes of all files together. Default: no limit. */
  readonly maxBytes?: number;
}

export class FileBinary implements BinaryPort {
  readonly #folder: string;
  readonly #ports: FileBinaryPorts;
  readonly #quota: BinaryQuota | undefined;

  constructor(dataDir: string, ports: FileBinaryPorts) {
    this.#folder = join(dataDir, 'binary');
    this.#ports = ports;
    this.#quota = ports.maxBytes === undefined ? undefined : new BinaryQuota(this.#folder, ports.maxBytes);
  }

  /** Stores a file of a webhook call. */
  write(content: Uint8Array | AsyncIterable<Uint8Array>, meta: BinaryMeta = {}): Promise<BinaryEntry> {
    return this.#write(content, meta, undefined);
  }

  /** Returns a port to the same files that assigns new ones to an execution. */
  ownedBy(executionId: string): BinaryPort {
    return {
      write: (content, meta = {}) => this.#write(content, meta, executionId),
      read: (entry) => this.read(entry),
      readNow: (entry, most) => this.readNow(entry, most),
      stream: (entry) => this.stream(entry),
      size: (entry) => this.size(entry),
    };
  }

  async #write(content: Uint8Array | AsyncIterable<Uint8Array>, meta: BinaryMeta, executionId: string | undefined): Promise<BinaryEntry> {
    const { flushFolder, notes } = this.#ports;
    const counter = await this.#quota?.begin();
    const uuid = this.#ports.uuid();
    const saved = notes.add(`${prefix}${uuid}`, executionId);
    // Awaited after the content has been written.
    saved.catch(() => undefined);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const file = join(this.#folder, uuid);
    const unfinished = `${file}${PART}`;
    // Streams are piped, since iterating over one would copy its chunks first.
    const source = content instanceof Readable ? content : Readable.from(content instanceof Uint8Array ? [content] : content);
    let size = 0;
    let head: Uint8Array = Buffer.alloc(0);
    let isStored = false;
    const count = new Transform({
      transform: guardedStep((chunk) => {
        size += chunk.byteLength;
        if (head.byteLength < HEAD) head = Buffer.concat([head, chunk.subarray(0, HEAD)]);
        return counter === undefined ? chunk : counter.add(chunk.byteLength).then(() => chunk);
      }),
    });
    try {
      await pipeline(
        source,
        count,
        new FileSink(unfinished, { isFlushed: flushFolder !== undefined, isDisposable: meta.isDisposable === true }),
      );
      await saved;
      await rename(unfinished, file);
      isStored = true;
      await flushFolder?.(this.#folder);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    } finally {
      counter?.end(isStored);
    }
    return { ...(await describeBinary(head, size, meta)), data: '', id: `${prefix}${uuid}` };
  }

  async read(entry: BinaryEntry): Promise<Uint8Array> {
    if (entry.id === undefined) return inlineBytes(entry);
    return orNotFound(entry, readFile(this.#file(entry)));
  }

  readNow(entry: BinaryEntry, most: number): Uint8Array | undefined {
    if (entry.id === undefined) return inlineSize(entry) > most ? undefined : inlineBytes(entry);
    const file = this.#file(entry);
    try {
      return statSync(file).size > most ? undefined : readFileSync(file);
    } catch (error) {
      throw failureFor(entry, error);
    }
  }

  async *stream(entry: BinaryEntry): AsyncIterable<Uint8Array> {
    if (entry.id === undefined) {
      yield inlineBytes(entry);
      return;
    }
    const handle = await orNotFound(entry, open(this.#file(entry)));
    yield* handle.createReadStream() as AsyncIterable<Uint8Array>;
  }

  async size(entry: BinaryEntry): Promise<number> {
    if (entry.id === undefined) return inlineSize(entry);
    return (await orNotFound(entry, stat(this.#file(entry)))).size;
  }

  /** Streams the bytes from `start` to `end` (both inclusive) of a stored file; the stream fails if the file no longer exists. */
  range(entry: BinaryEntry, start: number, end: number): Readable {
    return createReadStream(this.#file(entry), { start, end });
  }

  /** Removes files, complete or not; missing ones are ignored. */
  async remove(ids: Iterable<string>): Promise<void> {
    for (const id of ids) {
      const name = idPattern.exec(id)?.[1];
      if (name === undefined) continue;
      await this.#removed(join(this.#folder, name));
      await rm(join(this.#folder, `${name}${PART}`), { force: true });
    }
  }

  async #removed(file: string): Promise<void> {
    const size = this.#quota === undefined ? 0 : ((await stat(file).catch(() => undefined))?.size ?? 0);
    await rm(file, { force: true });
    this.#quota?.release(size);
  }

  /** Removes files of a webhook call that nothing uses. */
  async discard(ids: readonly string[]): Promise<void> {
    await this.#ports.notes.discard(ids);
    await this.remove(ids);
  }

  /** Yields the ids of all files in the folder, complete or not, in slices. */
  async *all(): AsyncIterable<readonly string[]> {
    let ids: string[] = [];
    for await (const name of this.#names()) {
      const id = `${prefix}${name.endsWith(PART) ? name.slice(0, -PART.length) : name}`;
      if (idPattern.test(id)) ids.push(id);
      if (ids.length < SLICE) continue;
      yield ids;
      ids = [];
    }
    if (ids.length > 0) yield ids;
  }

  /** Returns when a file, complete or not, was last written to, in milliseconds since the epoch; undefined if it does not exist. */
  async changedAt(id: string): Promise<number | undefined> {
    const file = join(this.#folder, idPattern.exec(id)?.[1] ?? '');
    const stats = await Promise.all([file, `${file}${PART}`].map((path) => stat(path).catch(() => undefined)));
    const times = stats.flatMap((one) => (one === undefined ? [] : [one.mtimeMs]));
    return times.length === 0 ? undefined : Math.max(...times);
  }

  async *#names(): AsyncGenerator<string> {
    try {
      for await (const { name } of await opendir(this.#folder)) yield name;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }

  #file({ id, fileName }: BinaryEntry): string {
    const name = idPattern.exec(id ?? '')?.[1];
    if (name === undefined) throw fileNotFound(fileName ?? String(id));
    return join(this.#folder, name);
  }
}

async function orNotFound<T>(entry: BinaryEntry, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw failureFor(entry, error);
  }
}

const failureFor = ({ id, fileName }: BinaryEntry, error: unknown): unknown =>
  (error as NodeJS.ErrnoException).code === 'ENOENT' ? fileNotFound(fileName ?? String(id)) : error;

export const fileNotFound = (name: string): AppError =>
  new AppError('BINARY_NOT_FOUND', `The file "${name}" is no longer stored. Run the node that created it again.`, {
    params: { name },
  });
