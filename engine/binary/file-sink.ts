// Writes a stream to a new file in large parts. If the file is to survive a power cut, it is flushed to the disk while more arrives.
import { open, type FileHandle } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { callbackify } from 'node:util';

const MiB = 1024 * 1024;
/** Maximum number of bytes that are buffered before they are written together. */
const WAITING = MiB;
/** Number of bytes after which the file is flushed while more arrives, so that the last flush is short. */
const FLUSHED = 8 * MiB;

export interface FileSinkOptions {
  /** Whether the file is flushed before the stream finishes. */
  readonly isFlushed: boolean;
  /** Whether the chunks are used here alone, so that their memory can be released once they are written. */
  readonly isDisposable: boolean;
  /** The file is created once it resolves. Default: at once. */
  readonly after?: Promise<void>;
}

type Done = (error?: Error | null) => void;

export class FileSink extends Writable {
  readonly #path: string;
  readonly #options: FileSinkOptions;
  #file: FileHandle | undefined;
  #unflushed = 0;
  #flush: Promise<void> | undefined;

  constructor(path: string, options: FileSinkOptions) {
    super({ highWaterMark: WAITING });
    this.#path = path;
    this.#options = options;
  }

  override _construct(done: Done): void {
    settle(done, () => this.#open());
  }

  override _write(chunk: Uint8Array, _encoding: string, done: Done): void {
    settle(done, () => this.#append([chunk]));
  }

  override _writev(chunks: readonly { readonly chunk: Uint8Array }[], done: Done): void {
    settle(done, () => this.#append(chunks.map(({ chunk }) => chunk)));
  }

  override _final(done: Done): void {
    settle(done, () => this.#finish());
  }

  override _destroy(error: Error | null, done: Done): void {
    settle(
      (failure) => done(error ?? failure),
      () => this.#close(),
    );
  }

  async #open(): Promise<void> {
    await this.#options.after;
    this.#file = await open(this.#path, 'w', 0o600);
  }

  async #append(parts: readonly Uint8Array[]): Promise<void> {
    const file = this.#file as FileHandle;
    const size = parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
    let { bytesWritten: written } = await file.writev(parts);
    // The system may write fewer bytes, such as on a disk that is nearly full.
    while (written < size) written += (await file.write(Buffer.concat(parts), written)).bytesWritten;
    if (this.#options.isDisposable) for (const part of parts) release(part);
    this.#unflushed += size;
    if (this.#options.isFlushed && this.#unflushed >= FLUSHED && this.#flush === undefined) this.#flush = this.#flushMeanwhile(file);
  }

  async #flushMeanwhile(file: FileHandle): Promise<void> {
    this.#unflushed = 0;
    try {
      await file.datasync();
    } catch (error) {
      // The system reports a failure only once, so the stream fails even if a later flush would succeed.
      this.destroy(error as Error);
    } finally {
      this.#flush = undefined;
    }
  }

  async #finish(): Promise<void> {
    await this.#flush;
    if (this.#options.isFlushed) await this.#file?.sync();
  }

  async #close(): Promise<void> {
    await this.#flush;
    await this.#file?.close();
  }
}

/** Minimum size in bytes of a buffer that is released: parsers reuse small ones. */
const RELEASED = 4096;

/**
 * Releases the memory of a buffer of its own. V8 counts the buffers of an upload as growth of the heap, and would run a full collection for each
 * 16 MiB.
 */
function release({ buffer, byteLength }: Uint8Array): void {
  if (byteLength >= RELEASED && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0);
}

/** Calls `done` with the outcome of the work. */
const settle = (done: Done, work: () => Promise<void>): void => callbackify(work)(done);
