// Files that package code writes in chunks, while they are stored.
import type { BinaryEntry } from '../../contract/run-data.ts';
import { NodeError, type BinaryMeta, type BinaryPort } from '../../sdk/index.ts';

interface WrittenFile {
  readonly writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly entry: Promise<BinaryEntry>;
}

export class WrittenFiles {
  readonly #files = new Map<number, WrittenFile>();
  #lastId = 0;

  writeWhole(bytes: Uint8Array, meta: BinaryMeta, binary: BinaryPort): Promise<BinaryEntry> {
    return binary.write(bytes, metaOf(meta));
  }

  /** Starts a file. Returns its number. */
  start(meta: BinaryMeta, binary: BinaryPort): number {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const entry = binary.write(readable, metaOf(meta));
    // Reported when the file is used next.
    entry.catch(() => undefined);
    const file = ++this.#lastId;
    this.#files.set(file, { writer: writable.getWriter(), entry });
    return file;
  }

  /** Resolves once the chunk can be followed by another. */
  async write(number: number, bytes: Uint8Array): Promise<void> {
    const file = this.#file(number);
    // If the file cannot be stored, its error is the reason; the writer's is not.
    await Promise.race([file.writer.write(bytes), file.entry]).catch(() => file.entry);
  }

  /** Resolves with the entry of the complete file. */
  async end(number: number): Promise<BinaryEntry> {
    const file = this.#file(number);
    this.#files.delete(number);
    await Promise.race([file.writer.close(), file.entry]).catch(() => file.entry);
    return file.entry;
  }

  /** Gives up files that are not complete. */
  discard(): void {
    for (const { writer } of this.#files.values()) void writer.abort(new Error('The file was not completed.')).catch(() => undefined);
    this.#files.clear();
  }

  #file(number: number): WrittenFile {
    const file = this.#files.get(number);
    if (file === undefined) throw new NodeError('The file is complete already.');
    return file;
  }
}

const metaOf = ({ fileName, mimeType }: BinaryMeta): BinaryMeta => ({
  ...(fileName === undefined ? {} : { fileName }),
  ...(mimeType === undefined ? {} : { mimeType }),
});
