// Files of the computer that package code reads and writes in chunks. They are opened by the rules of the instance, as core nodes open them.
import type { FileHandle } from 'node:fs/promises';
import { fileFailure, NodeError, type FilePort, type FileUse } from '../../sdk/index.ts';
import type { PackageRequests } from './requests.ts';

/** Bytes of a chunk. */
const CHUNK = 256 * 1024;
/** Maximum number of files that a call has open at the same time. */
const MOST_OPEN = 100;

export class LocalFiles {
  readonly #streams: Pick<PackageRequests, 'openStream'>;
  readonly #written = new Map<number, { readonly handle: FileHandle; readonly path: string }>();
  #lastId = 0;
  #open = 0;
  #isOver = false;

  /** `streams`: takes the files that are read. */
  constructor(streams: Pick<PackageRequests, 'openStream'>) {
    this.#streams = streams;
  }

  /** Opens a file for reading. Resolves with the number of a stream. Throws the errors of the port. */
  async open(path: string, files: FilePort): Promise<number> {
    const handle = await this.#opened(path, files, 'read');
    return this.#streams.openStream(chunksOf(handle, path, () => this.#close(handle)));
  }

  /** Opens a file for writing. Resolves with its number. Throws the errors of the port. */
  async create(path: string, appends: boolean, files: FilePort): Promise<number> {
    const handle = await this.#opened(path, files, appends ? 'append' : 'write');
    this.#written.set(++this.#lastId, { handle, path });
    return this.#lastId;
  }

  async write(file: number, bytes: Uint8Array): Promise<void> {
    const { handle, path } = this.#file(file);
    await handle.writeFile(bytes).catch((error: unknown) => Promise.reject(fileFailure(error, path) as Error));
  }

  async end(file: number): Promise<void> {
    const { handle } = this.#file(file);
    this.#written.delete(file);
    await this.#close(handle);
  }

  /** Closes the files that are still written. */
  close(): void {
    this.#isOver = true;
    for (const { handle } of this.#written.values()) void this.#close(handle).catch(() => undefined);
    this.#written.clear();
  }

  async #opened(path: unknown, files: FilePort, use: FileUse): Promise<FileHandle> {
    if (typeof path !== 'string') throw new NodeError('The path of a file must be a text.', { code: 'PARAMETER_INVALID' });
    if (this.#open >= MOST_OPEN) {
      throw new NodeError(`A node can have only ${MOST_OPEN} files open at the same time.`, { hint: 'Work on fewer files at a time.' });
    }
    this.#open++;
    let handle: FileHandle | undefined;
    try {
      handle = await files.open(path, use);
      // The call may have ended while the file was opened or while the user was asked.
      if (this.#isOver) throw new NodeError('The run that this file belongs to is over.');
      return handle;
    } catch (error) {
      this.#open--;
      await handle?.close();
      throw error;
    }
  }

  async #close(handle: FileHandle): Promise<void> {
    // A stream may be closed at its end, and again by its reader.
    if (handle.fd === -1) return;
    this.#open--;
    await handle.close();
  }

  #file(number: number): { readonly handle: FileHandle; readonly path: string } {
    const file = this.#written.get(number);
    if (file === undefined) throw new NodeError('The file is complete already.');
    return file;
  }
}

/** Reads a file, which is closed at its end or when the reader gives up, even before it has started. */
function chunksOf(handle: FileHandle, path: string, closed: () => Promise<void>): AsyncIterable<Uint8Array> {
  const close = async (): Promise<IteratorReturnResult<undefined>> => {
    await closed();
    return { done: true, value: undefined };
  };
  const next = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
    try {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK);
      return bytesRead === 0 ? await close() : { done: false, value: buffer.subarray(0, bytesRead) };
    } catch (error) {
      await closed();
      throw fileFailure(error, path);
    }
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: close }) };
}
