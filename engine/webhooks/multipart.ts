// Multipart bodies: fields are kept in memory, files are streamed into the binary store one after another.
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { pipeline, Transform, type Readable } from 'node:stream';
import { AppError } from '../contract/errors.ts';
import type { BinaryEntry } from '../contract/run-data.ts';
import type { BinaryPort } from '../sdk/index.ts';
import { guarded, guardedStep } from '../workflow/values/guarded.ts';
import { safeFileName } from '../nodes/_shared/webhook/item.ts';
import { tooLarge } from './incoming-stream.ts';
import { addValue } from './query.ts';

const MAX_FIELDS = 1000;
const MAX_FILES = 100;
/** Name of a part that has none, although RFC 7578 requires one. */
const NAMELESS = 'data';

export interface MultipartLimits {
  /** Maximum size of all fields together, in bytes. */
  readonly bodyLimit: number;
  /** Maximum size of one file, in bytes. */
  readonly fileLimit: number;
}

export interface Multipart {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files: ReadonlyMap<string, readonly BinaryEntry[]>;
}

/** Reads a body to its end. On failure, `discard` is called with the files that were stored. */
export async function readMultipart(
  source: Readable,
  contentType: string,
  limits: MultipartLimits,
  binary: BinaryPort,
  discard: (entries: readonly BinaryEntry[]) => Promise<void>,
): Promise<Multipart> {
  const reading = new MultipartReading(limits, binary);
  try {
    return await reading.read(source, contentType);
  } catch (error) {
    await discard(await reading.abandon(source, error as Error));
    throw error;
  }
}

/** What the parser passes on, which its types describe as always complete. */
type FilePart = [name: string | undefined, stream: BusboyFileStream, fileName: string | undefined, encoding: string, mimeType: string];
type FieldPart = [name: string | undefined, value: string, isNameCut: boolean, isCut: boolean];

class MultipartReading {
  readonly #limits: MultipartLimits;
  readonly #binary: BinaryPort;
  readonly #fields: Record<string, unknown> = {};
  readonly #files: { readonly name: string; readonly written: Promise<BinaryEntry> }[] = [];
  readonly #open = new Set<BusboyFileStream>();
  #fieldBytes = 0;

  constructor(limits: MultipartLimits, binary: BinaryPort) {
    this.#limits = limits;
    this.#binary = binary;
  }

  async read(source: Readable, contentType: string): Promise<Multipart> {
    const parser = this.#parser(contentType);
    await new Promise<void>((resolve, reject) => {
      parser.on(
        'file',
        guarded(reject, (...[name, stream, fileName, , mimeType]: FilePart) => {
          // The file field has no selected file.
          if (fileName === undefined || fileName === '') stream.resume();
          else this.#store(name ?? NAMELESS, stream, fileName, mimeType).catch(reject);
        }),
      );
      parser.on(
        'field',
        guarded(reject, (...[name = NAMELESS, value, , isCut]: FieldPart) => {
          this.#fieldBytes += name.length + Buffer.byteLength(value);
          if (isCut || this.#fieldBytes > this.#limits.bodyLimit) reject(tooLarge(this.#limits.bodyLimit));
          else addValue(this.#fields, name, value);
        }),
      );
      for (const event of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const) {
        parser.on(event, () =>
          reject(new AppError('FILE_TOO_LARGE', `The form has more than ${MAX_FIELDS} fields or ${MAX_FILES} files.`)),
        );
      }
      parser.on('finish', resolve);
      parser.on('error', (cause) => reject(broken(cause)));
      source.on('error', reject);
      source.pipe(parser);
    });
    const files = new Map<string, BinaryEntry[]>();
    for (const { name, written } of this.#files) files.set(name, [...(files.get(name) ?? []), await written]);
    return { fields: this.#fields, files };
  }

  /** Stops writing; returns what has been written. */
  async abandon(source: Readable, error: Error): Promise<readonly BinaryEntry[]> {
    source.unpipe();
    source.destroy();
    for (const stream of this.#open) stream.destroy(error);
    const settled = await Promise.allSettled(this.#files.map(({ written }) => written));
    return settled.filter((result) => result.status === 'fulfilled').map(({ value }) => value);
  }

  #parser(contentType: string): InstanceType<typeof Busboy> {
    const { bodyLimit, fileLimit } = this.#limits;
    try {
      return new Busboy({
        headers: { 'content-type': contentType },
        limits: {
          fields: MAX_FIELDS,
          files: MAX_FILES,
          parts: MAX_FIELDS + MAX_FILES,
          fieldSize: bodyLimit,
          fileSize: fileLimit,
          headerPairs: 50,
        },
      });
    } catch (cause) {
      throw broken(cause);
    }
  }

  async #store(name: string, stream: BusboyFileStream, fileName: string, mimeType: string): Promise<void> {
    this.#open.add(stream);
    // An unread stream that fails must not crash the process.
    stream.on('error', () => undefined);
    const written = this.#binary.write(wholeFile(stream, this.#limits.fileLimit), {
      isDisposable: true,
      fileName: safeFileName(fileName),
      ...(mimeType === '' ? {} : { mimeType }),
    });
    this.#files.push({ name, written });
    try {
      await written;
    } finally {
      this.#open.delete(stream);
    }
  }
}

/** Yields the file's bytes; fails at the end if the limit has truncated the file. */
function wholeFile(stream: BusboyFileStream, limit: number): Readable {
  const whole = new Transform({
    transform: guardedStep((chunk) => chunk),
    flush: (done) => done(stream.truncated ? tooLarge(limit) : null),
  });
  return pipeline(stream, whole, () => undefined);
}

const broken = (cause: unknown): AppError =>
  new AppError('BAD_REQUEST', 'The body is not a valid multipart form, although its content type says so.', {
    cause,
    hint: cause instanceof Error ? cause.message : undefined,
  });
