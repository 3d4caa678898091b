// Stores binary items as base64 within the item itself: for small data, tests, and runs that store nothing.
import { AppError } from '../contract/errors.ts';
import type { BinaryEntry } from '../contract/run-data.ts';
import type { BinaryMeta, BinaryPort } from '../sdk/index.ts';
import { describeBinary, inlineBytes, inlineSize } from './describe-binary.ts';

/** Maximum file size in bytes: the base64 text must fit into one string. */
const MAX_BYTES = 256 * 1000 * 1000;

export class MemoryBinary implements BinaryPort {
  readonly #maxBytes: number;

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  async write(content: Uint8Array | AsyncIterable<Uint8Array>, meta: BinaryMeta = {}): Promise<BinaryEntry> {
    const bytes = await this.#gather(content instanceof Uint8Array ? [content] : content);
    return { ...(await describeBinary(bytes, bytes.byteLength, meta)), data: bytes.toString('base64') };
  }

  async read(entry: BinaryEntry): Promise<Uint8Array> {
    return inlineBytes(inMemory(entry));
  }

  readNow(entry: BinaryEntry, most: number): Uint8Array | undefined {
    return inlineSize(inMemory(entry)) > most ? undefined : inlineBytes(entry);
  }

  async *stream(entry: BinaryEntry): AsyncIterable<Uint8Array> {
    yield await this.read(entry);
  }

  async size(entry: BinaryEntry): Promise<number> {
    return inlineSize(inMemory(entry));
  }

  async #gather(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<Buffer> {
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of chunks) {
      parts.push(chunk);
      size += chunk.byteLength;
      if (size > this.#maxBytes) throw tooLarge(this.#maxBytes);
    }
    return Buffer.concat(parts);
  }
}

/** Returns the entry. Throws BINARY_NOT_FOUND for a file that is stored elsewhere. */
function inMemory(entry: BinaryEntry): BinaryEntry {
  if (entry.id === undefined) return entry;
  throw new AppError('BINARY_NOT_FOUND', `The file "${entry.fileName ?? entry.id}" is not in this run's memory.`);
}

const tooLarge = (maxBytes: number): AppError =>
  new AppError('FILE_TOO_LARGE', `A file of the run is larger than ${maxBytes / 1e6} MB, too large to be kept in memory.`, {
    hint: 'Give the run a data folder (--data-dir), where files are stored on disk.',
  });
