// Stores the files of items: describes, counts and records them, whatever storage they are in. Ids are validated before they reach the storage.
import { Readable, Transform } from 'node:stream';
import { AppError } from '../contract/errors.ts';
import type { BinaryEntry } from '../contract/run-data.ts';
import type { BinaryMeta, BinaryPort, Logger } from '../sdk/index.ts';
import { guardedStep } from '../workflow/values/guarded.ts';
import { BinaryQuota } from './quota.ts';
import { describeBinary, inlineBytes, inlineSize } from './describe-binary.ts';
import { isMissing, type FileStorage } from './storage.ts';
import { storeFile } from './store-file.ts';

const prefix = 'file:';
/** Pattern of valid ids, which cannot lead out of the storage. */
const idPattern = /^file:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
/** Number of bytes by which the format of a file is recognized. */
const HEAD = 64;

/** Records which files exist and which executions use them. */
export interface FileNotes {
  /** Resolves once the file is recorded, for the execution that creates it or else for a webhook call. */
  add(id: string, executionId: string | undefined): Promise<void>;
  /** Releases the files of a webhook call. */
  discard(ids: readonly string[]): Promise<void>;
}

export interface StoredBinaryPorts {
  readonly uuid: () => string;
  readonly notes: FileNotes;
  /** Maximum size in bytes of all files together. Default: no limit. */
  readonly maxBytes?: number;
}

export class StoredBinary implements BinaryPort {
  readonly #storage: FileStorage;
  readonly #ports: StoredBinaryPorts;
  readonly #quota: BinaryQuota | undefined;

  constructor(storage: FileStorage, ports: StoredBinaryPorts) {
    this.#storage = storage;
    this.#ports = ports;
    this.#quota = ports.maxBytes === undefined ? undefined : new BinaryQuota(() => storage.usedBytes(), ports.maxBytes);
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
    const counter = await this.#quota?.begin();
    const uuid = this.#ports.uuid();
    const recorded = this.#ports.notes.add(`${prefix}${uuid}`, executionId);
    // The storage awaits it.
    recorded.catch(() => undefined);
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
      await storeFile(this.#storage, uuid, source, { recorded, isDisposable: meta.isDisposable === true }, [count]);
      isStored = true;
    } finally {
      // A source that was not read to its end is closed.
      if (!isStored) source.destroy();
      counter?.end(isStored);
    }
    return { ...(await describeBinary(head, size, meta)), data: '', id: `${prefix}${uuid}` };
  }

  async read(entry: BinaryEntry): Promise<Uint8Array> {
    if (entry.id === undefined) return inlineBytes(entry);
    const name = nameOf(entry);
    const content = this.#storage.read?.(name) ?? this.#gathered(name);
    return orNotFound(entry, content);
  }

  readNow(entry: BinaryEntry, most: number): Uint8Array | undefined {
    if (entry.id === undefined) return inlineSize(entry) > most ? undefined : inlineBytes(entry);
    const name = nameOf(entry);
    try {
      return this.#storage.readNow?.(name, most);
    } catch (error) {
      throw failureFor(entry, error);
    }
  }

  async *stream(entry: BinaryEntry): AsyncIterable<Uint8Array> {
    if (entry.id === undefined) {
      yield inlineBytes(entry);
      return;
    }
    try {
      yield* this.#storage.stream(nameOf(entry)) as AsyncIterable<Uint8Array>;
    } catch (error) {
      throw failureFor(entry, error);
    }
  }

  async size(entry: BinaryEntry): Promise<number> {
    if (entry.id === undefined) return inlineSize(entry);
    return orNotFound(entry, this.#storage.size(nameOf(entry)));
  }

  /** Streams the bytes from `start` to `end` (both inclusive) of a stored file; the stream fails if the file no longer exists. */
  range(entry: BinaryEntry, start: number, end: number): Readable {
    return this.#storage.stream(nameOf(entry), { start, end });
  }

  /** Removes files, complete or not; missing ones are ignored. */
  async remove(ids: Iterable<string>): Promise<void> {
    const names = [...ids].flatMap((id) => idPattern.exec(id)?.[1] ?? []);
    if (names.length === 0) return;
    const freed = await this.#storage.remove(names);
    this.#quota?.release(freed);
  }

  /** Removes files of a webhook call that nothing uses. */
  async discard(ids: readonly string[]): Promise<void> {
    await this.#ports.notes.discard(ids);
    await this.remove(ids);
  }

  /** Yields the ids of all files that only this installation can have stored, complete or not, in slices. */
  async *all(): AsyncIterable<readonly string[]> {
    for await (const names of this.#storage.all?.() ?? []) yield names.map((name) => `${prefix}${name}`);
  }

  /** Returns when a file, complete or not, was last written to, in milliseconds since the epoch; undefined if that is not known. */
  async changedAt(id: string): Promise<number | undefined> {
    const name = idPattern.exec(id)?.[1];
    return name === undefined ? undefined : this.#storage.changedAt?.(name);
  }

  /** Logs why files cannot be stored, if so. */
  async report(logger: Pick<Logger, 'error'>): Promise<void> {
    try {
      await this.#storage.assertUsable?.();
    } catch (error) {
      logger.error(error instanceof AppError && error.hint !== undefined ? `${error.message} ${error.hint}` : String(error));
    }
  }

  async #gathered(name: string): Promise<Uint8Array> {
    return Buffer.concat((await this.#storage.stream(name).toArray()) as Uint8Array[]);
  }
}

function nameOf({ id, fileName }: BinaryEntry): string {
  const name = idPattern.exec(id ?? '')?.[1];
  if (name === undefined) throw fileNotFound(fileName ?? String(id));
  return name;
}

async function orNotFound<T>(entry: BinaryEntry, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw failureFor(entry, error);
  }
}

const failureFor = ({ id, fileName }: BinaryEntry, error: unknown): unknown =>
  isMissing(error) ? fileNotFound(fileName ?? String(id)) : error;

export const fileNotFound = (name: string): AppError =>
  new AppError('BINARY_NOT_FOUND', `The file "${name}" is no longer stored. Run the node that created it again.`, {
    params: { name },
  });
