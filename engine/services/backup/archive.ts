// The file of a backup: a compressed tar of the data folder's files, ended by their checksums. Written and read as streams, so that memory does
// not grow with its size.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { AppError } from '../../contract/errors.ts';

/** First entry. */
export const MANIFEST = 'manifest.json';
/** Path of the database, in archives and in data folders. */
export const DATABASE = 'db/millrace.sqlite';
/** Last entry: a line per other entry, in the format of `sha256sum`. */
const CHECKSUMS = 'SHA256SUMS';
/** Other paths that an archive may contain. None of them leads out of the folder. */
const filePattern = /^(?:db\/millrace\.sqlite|db\/starts\/[\w-]+\.[\w-]+|binary\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
/** Maximum size of the manifest in bytes. */
const MANIFEST_SIZE = 64 * 1024;

const line = (name: string, digest: string): string => `${digest}  ${name}\n`;

export class ArchiveWriter {
  readonly #pack = pack();
  readonly #sums: FileHandle;
  readonly #sumsFile: string;
  /** Rejects if the archive cannot be written. */
  readonly #written: Promise<void>;

  private constructor(path: string, sumsFile: string, sums: FileHandle) {
    this.#sums = sums;
    this.#sumsFile = sumsFile;
    const target = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
    this.#written = pipeline(this.#pack, createGzip({ level: constants.Z_BEST_SPEED }), target);
    this.#written.catch(() => undefined);
  }

  /** Creates an archive, and a temporary file for the checksums beside it. */
  static async create(path: string): Promise<ArchiveWriter> {
    const sumsFile = `${path}.sums`;
    return new ArchiveWriter(path, sumsFile, await open(sumsFile, 'wx+', 0o600));
  }

  async addText(name: string, text: string): Promise<void> {
    const bytes = Buffer.from(text);
    await this.add(name, bytes.length, [bytes]);
  }

  /** Returns the size in bytes; undefined if the file does not exist, because it was removed meanwhile. */
  async addFile(name: string, path: string): Promise<number | undefined> {
    let file: FileHandle;
    try {
      file = await open(path, 'r');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
    try {
      const { size } = await file.stat();
      await this.add(name, size, size === 0 ? [] : file.createReadStream({ end: size - 1, autoClose: false }));
      return size;
    } finally {
      await file.close();
    }
  }

  /** Adds a file of exactly this size. */
  async add(name: string, size: number, content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void> {
    const hash = createHash('sha256');
    await this.#entry(name, size, content, (chunk) => hash.update(chunk));
    await this.#sums.write(line(name, hash.digest('hex')));
  }

  /** Adds the checksums. Resolves once the archive is on the disk. */
  async finish(): Promise<void> {
    await this.#sums.close();
    const { size } = await stat(this.#sumsFile);
    await this.#entry(CHECKSUMS, size, createReadStream(this.#sumsFile));
    this.#pack.finalize();
    await this.#written;
  }

  /** Releases the files of an archive that is not finished. */
  async abort(): Promise<void> {
    this.#pack.destroy(new Error('The backup was aborted.'));
    await this.#written.catch(() => undefined);
    await this.#sums.close();
  }

  async #entry(
    name: string,
    size: number,
    content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    onChunk?: (chunk: Uint8Array) => void,
  ): Promise<void> {
    const ended = Promise.withResolvers<void>();
    ended.promise.catch(() => undefined);
    const entry = this.#pack.entry({ name, size, mode: 0o600, type: 'file' }, (error) =>
      error === null || error === undefined ? ended.resolve() : ended.reject(error),
    );
    for await (const chunk of content) {
      onChunk?.(chunk);
      // If the whole archive has failed, its error is reported instead of the entry's.
      if (!entry.write(chunk)) await Promise.race([once(entry, 'drain'), this.#failed()]);
    }
    entry.end(undefined);
    await Promise.race([ended.promise, this.#failed()]);
  }

  /** Rejects if the archive fails; never resolves. */
  #failed(): Promise<never> {
    return this.#written.then(() => Promise.reject(new Error('The archive was closed.')));
  }
}

/**
 * Extracts an archive to `folder`. `onManifest` receives the first entry's text before anything else is extracted, and may throw. Throws
 * BAD_REQUEST if the file is not a backup, is damaged or incomplete.
 */
export async function extractArchive(file: string, folder: string, onManifest: (text: string) => Promise<void>): Promise<void> {
  const sumsFile = join(folder, 'sums');
  const sums = await open(sumsFile, 'wx+', 0o600);
  const entries = extract();
  const piped = pipeline(createReadStream(file), createGunzip(), entries);
  piped.catch(() => undefined);
  let isFirst = true;
  let isEnded = false;
  try {
    for await (const entry of entries) {
      const { name, type } = entry.header;
      const content = entry as AsyncIterable<Uint8Array>;
      if (isEnded || type !== 'file') throw damagedBackup(`it contains "${name}"`);
      if (isFirst) {
        if (name !== MANIFEST) throw notBackup();
        const manifest = await readText(content);
        await onManifest(manifest);
        await sums.write(line(name, createHash('sha256').update(manifest).digest('hex')));
      } else if (name === CHECKSUMS) {
        isEnded = true;
        await sums.sync();
        if (!(await isSame(content, sumsFile))) throw damagedBackup('a checksum is wrong');
      } else {
        if (!filePattern.test(name)) throw damagedBackup(`it contains "${name}"`);
        await sums.write(line(name, await extracted(content, join(folder, name))));
      }
      isFirst = false;
    }
    await piped;
  } catch (error) {
    throw readFailure(error, isFirst);
  } finally {
    entries.destroy();
    await sums.close();
  }
  if (!isEnded) throw isFirst ? notBackup() : damagedBackup('it is incomplete');
}

async function readText(entry: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of entry) {
    size += chunk.byteLength;
    if (size > MANIFEST_SIZE) throw notBackup();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Writes an entry to a new file; returns its checksum. */
async function extracted(entry: AsyncIterable<Uint8Array>, path: string): Promise<string> {
  const hash = createHash('sha256');
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const hashed = async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };
  await pipeline(entry, hashed, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
  return hash.digest('hex');
}

async function isSame(entry: AsyncIterable<Uint8Array>, path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    let isEqual = true;
    // Read to the end in any case, since the next entry follows.
    for await (const chunk of entry) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(chunk.length), 0, chunk.length);
      isEqual &&= bytesRead === chunk.length && buffer.equals(chunk);
    }
    const { bytesRead } = await file.read(Buffer.alloc(1), 0, 1);
    return isEqual && bytesRead === 0;
  } finally {
    await file.close();
  }
}

/** Why the system does not let a backup be read, by its code. */
const unreadable: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file'],
  ['EACCES', 'you have no permission to read it'],
  ['EISDIR', 'it is a folder'],
]);

function readFailure(error: unknown, isFirst: boolean): unknown {
  if (error instanceof AppError) return error;
  const { code = '', message, path } = error as NodeJS.ErrnoException;
  const reason = unreadable.get(code);
  if (reason !== undefined)
    return new AppError('FILE_NOT_READABLE', `The backup${path === undefined ? '' : ` ${path}`} cannot be read: ${reason}.`, {
      cause: error,
    });
  if (code === 'ENOSPC') return new AppError('STORE_FAILED', 'The disk is full. Free some space, then restore again.', { cause: error });
  return isFirst ? notBackup(error) : damagedBackup(message, error);
}

export const notBackup = (cause?: unknown): AppError =>
  new AppError('BAD_REQUEST', 'The file is not a backup of Millrace.', cause === undefined ? {} : { cause });

export const damagedBackup = (reason: string, cause?: unknown): AppError =>
  new AppError('BAD_REQUEST', `The backup is damaged: ${reason}. Nothing was restored.`, {
    hint: 'Use another backup.',
    ...(cause === undefined ? {} : { cause }),
  });
