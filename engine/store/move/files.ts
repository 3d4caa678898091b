// Copies the files of items that executions use to another storage, and compares both sides. A move that was killed continues with the files that its
// target does not have.
import { createHash } from 'node:crypto';
import { storeFile } from '../../binary/store-file.ts';
import { isMissing, type FileStorage } from '../../binary/storage.ts';
import { AppError } from '../../contract/errors.ts';
import type { MoveOptions } from './progress.ts';
import { checksumText, numberOfDigest, type Digest, type Source } from './sides.ts';

export interface Storages {
  readonly from: FileStorage;
  readonly to: FileStorage;
}

export interface MovedFiles extends Digest {
  readonly bytes: number;
}

/** Number of ids read at a time. */
const PAGE = 500;

/** Throws STORE_FAILED, and the reason of `stop`. */
export async function moveFiles(source: Source, { from, to }: Storages, { onProgress, stop }: MoveOptions): Promise<MovedFiles> {
  const of = await count(source);
  let [seen, copied, bytes, sum] = [0, 0, 0, 0n];
  for await (const name of namesOf(source)) {
    stop?.throwIfAborted();
    const size = await sizeIn(from, name);
    // Executions may use files that were lost before.
    if (size !== undefined) {
      if ((await sizeIn(to, name)) !== size) await copy(name, from, to);
      copied += 1;
      bytes += size;
    }
    onProgress?.({ phase: 'copying', table: undefined, rows: ++seen, of });
  }
  let compared = 0;
  for await (const name of namesOf(source)) {
    stop?.throwIfAborted();
    if ((await sizeIn(from, name)) === undefined) continue;
    const [original, moved] = [await digestOf(from, name), await digestOf(to, name)];
    if (original !== moved) {
      await to.remove([name]);
      throw notEqual(name);
    }
    sum += moved;
    onProgress?.({ phase: 'comparing', table: undefined, rows: ++compared, of: copied });
  }
  return { count: copied, bytes, checksum: checksumText(sum) };
}

async function copy(name: string, from: FileStorage, to: FileStorage): Promise<void> {
  await to.remove([name]);
  await storeFile(to, name, from.stream(name), { recorded: Promise.resolve(), isDisposable: false });
}

async function sizeIn(storage: FileStorage, name: string): Promise<number | undefined> {
  try {
    return await storage.size(name);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Returns a number that depends on the name and the content. */
async function digestOf(storage: FileStorage, name: string): Promise<bigint> {
  const hash = createHash('sha256').update(`${name}:`);
  for await (const chunk of storage.stream(name) as AsyncIterable<Uint8Array>) hash.update(chunk);
  return numberOfDigest(hash.digest());
}

async function* pagesOf(source: Source): AsyncGenerator<readonly string[]> {
  let ids = await source.fileIds('', PAGE);
  for (; ids.length > 0; ids = await source.fileIds(ids.at(-1) ?? '', PAGE)) yield ids.flatMap((id) => namePattern.exec(id)?.[1] ?? []);
}

async function* namesOf(source: Source): AsyncGenerator<string> {
  for await (const page of pagesOf(source)) yield* page;
}

async function count(source: Source): Promise<number> {
  let sum = 0;
  for await (const page of pagesOf(source)) sum += page.length;
  return sum;
}

const namePattern = /^file:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

const notEqual = (name: string): AppError =>
  new AppError('STORE_FAILED', `The file ${name} is not the same on both sides after the move.`, {
    params: { name },
    hint: 'Nothing uses the target yet. Call the same command again: it copies the file again.',
  });
