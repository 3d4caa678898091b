// Binary items on disk: streamed in, streamed out, swept when their execution goes. Ids are made here and checked before any path is built.
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../contract/errors.ts';
import type { BinaryEntry } from '../contract/run-data.ts';
import type { BinaryMeta, BinaryPort } from '../sdk/index.ts';
import { describeBinary } from './describe-binary.ts';

const prefix = 'file:';
/** What an id may look like: nothing that could leave the folder. */
const idPattern = /^file:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const HEAD = 64;

export class FileBinary implements BinaryPort {
  readonly #folder: string;
  readonly #uuid: () => string;

  constructor(dataDir: string, uuid: () => string) {
    this.#folder = join(dataDir, 'binary');
    this.#uuid = uuid;
  }

  async write(content: Uint8Array | AsyncIterable<Uint8Array>, meta: BinaryMeta = {}): Promise<BinaryEntry> {
    const uuid = this.#uuid();
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const file = join(this.#folder, uuid);
    const unfinished = `${file}.part`;
    const source = content instanceof Uint8Array ? Readable.from([content]) : Readable.from(content);
    let size = 0;
    const count = new Transform({
      transform: (chunk: Uint8Array, _encoding, done) => {
        size += chunk.byteLength;
        done(null, chunk);
      },
    });
    try {
      await pipeline(source, count, createWriteStream(unfinished, { mode: 0o600 }));
      await rename(unfinished, file);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    return { ...(await describeBinary(await headOf(file), size, meta)), data: '', id: `${prefix}${uuid}` };
  }

  async read(entry: BinaryEntry): Promise<Uint8Array> {
    if (entry.id === undefined) return Buffer.from(entry.data, 'base64');
    return found(entry, readFile(this.#file(entry)));
  }

  async *stream(entry: BinaryEntry): AsyncIterable<Uint8Array> {
    if (entry.id === undefined) {
      yield Buffer.from(entry.data, 'base64');
      return;
    }
    const handle = await found(entry, open(this.#file(entry)));
    yield* handle.createReadStream() as AsyncIterable<Uint8Array>;
  }

  async size(entry: BinaryEntry): Promise<number> {
    if (entry.id === undefined) return Buffer.byteLength(entry.data, 'base64');
    return (await found(entry, stat(this.#file(entry)))).size;
  }

  /** The bytes from `start` to `end`, both included, of a file in the store; fails as it is read when the file is gone. */
  range(entry: BinaryEntry, start: number, end: number): Readable {
    return createReadStream(this.#file(entry), { start, end });
  }

  /** Removes the files of these entries' ids; those that are gone already do not matter. */
  async remove(ids: Iterable<string>): Promise<void> {
    for (const id of ids) {
      const name = idPattern.exec(id)?.[1];
      if (name !== undefined) await rm(join(this.#folder, name), { force: true });
    }
  }

  /** Removes what no execution names any more, and writes left half done; answers how many files went. Files younger than `age` milliseconds stay. */
  async sweep(isKept: (id: string) => boolean | Promise<boolean>, now: number, age = 3_600_000): Promise<number> {
    let removed = 0;
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const file = join(this.#folder, name);
      const mtimeMs = (await stat(file).catch(() => undefined))?.mtimeMs;
      if (mtimeMs === undefined || now - mtimeMs < age || (!name.endsWith('.part') && (await isKept(`${prefix}${name}`)))) continue;
      await rm(file, { force: true });
      removed++;
    }
    return removed;
  }

  #file({ id, fileName }: BinaryEntry): string {
    const name = idPattern.exec(id ?? '')?.[1];
    if (name === undefined) throw notFound(fileName ?? String(id));
    return join(this.#folder, name);
  }
}

async function headOf(file: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of createReadStream(file, { end: HEAD - 1 })) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

async function found<T>({ id, fileName }: BinaryEntry, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? notFound(fileName ?? String(id)) : error;
  }
}

const notFound = (name: string): AppError =>
  new AppError('BINARY_NOT_FOUND', `The file "${name}" is not in the store any more. Run the node that made it again.`, {
    params: { name },
  });
