// Files that package code writes in chunks, while they are stored.
import type { BinaryEntry } from '../../contract/run-data.ts';
import { NodeError, type BinaryMeta, type BinaryPort } from '../../sdk/index.ts';
import type { AsyncQuestion } from './protocol.ts';

type Question = Extract<AsyncQuestion, { readonly type: 'writeBinary' | 'startFile' | 'writeChunk' | 'endFile' }>;

interface WrittenFile {
  readonly writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly entry: Promise<BinaryEntry>;
}

export class WrittenFiles {
  readonly #files = new Map<number, WrittenFile>();
  #last = 0;

  /** Resolves with the number of a started file, or the entry of a complete one. A chunk resolves once it can be followed by another. */
  async response(question: Question, binary: BinaryPort): Promise<number | BinaryEntry | undefined> {
    if (question.type === 'writeBinary') return binary.write(question.bytes, metaOf(question));
    if (question.type === 'startFile') return this.#start(question, binary);
    const file = this.#files.get(question.file);
    if (file === undefined) throw new NodeError('The file is complete already.');
    if (question.type === 'writeChunk') {
      // If the file cannot be stored, its error says why; the writer's does not.
      await Promise.race([file.writer.write(question.bytes), file.entry]).catch(() => file.entry);
      return undefined;
    }
    this.#files.delete(question.file);
    await Promise.race([file.writer.close(), file.entry]).catch(() => file.entry);
    return file.entry;
  }

  /** Gives up files that are not complete. */
  discard(): void {
    for (const { writer } of this.#files.values()) void writer.abort(new Error('The file was not completed.')).catch(() => undefined);
    this.#files.clear();
  }

  #start(question: Extract<Question, { readonly type: 'startFile' }>, binary: BinaryPort): number {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const entry = binary.write(readable, metaOf(question));
    // Reported when the file is used next.
    entry.catch(() => undefined);
    const file = ++this.#last;
    this.#files.set(file, { writer: writable.getWriter(), entry });
    return file;
  }
}

const metaOf = ({ fileName, mimeType }: BinaryMeta): BinaryMeta => ({
  ...(fileName === undefined ? {} : { fileName }),
  ...(mimeType === undefined ? {} : { mimeType }),
});
