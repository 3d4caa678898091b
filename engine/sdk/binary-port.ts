// Reading and writing the files attached to items, wherever they are kept.
import type { BinaryEntry } from '../contract/run-data.ts';

export interface BinaryMeta {
  readonly fileName?: string;
  /** Guessed from the bytes and the file name when absent. */
  readonly mimeType?: string;
}

export interface BinaryPort {
  /** Stores bytes and answers the entry to put on an item. */
  write(content: Uint8Array | AsyncIterable<Uint8Array>, meta?: BinaryMeta): Promise<BinaryEntry>;
  /** All bytes of an entry. Throws BINARY_NOT_FOUND. */
  read(entry: BinaryEntry): Promise<Uint8Array>;
  /** The bytes in chunks, in constant memory. */
  stream(entry: BinaryEntry): AsyncIterable<Uint8Array>;
  /** Size in bytes. */
  size(entry: BinaryEntry): Promise<number>;
}
