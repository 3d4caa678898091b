// Decompresses an archive of any known kind, within limits.
import { createGunzip } from 'node:zlib';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BinaryEntry } from '../../contract/run-data.ts';
import { type ArchiveCounter, type ExecuteContext, NodeError } from '../../sdk/index.ts';
import { bytesOfFile } from '../_shared/files/text-encoding.ts';
import { unzipped, zipEntries } from '../_shared/files/zip.ts';
import { tarEntries } from './tar.ts';

/** Maximum size of a zip archive in bytes. It is read from its end, so it must fit into memory. */
const MAX_ZIP_BYTES = 1024 ** 3;

/** Unpacks an archive into the binary store and returns its files in order. Throws NodeError if it is not an archive or exceeds the limits. */
export async function unpack(ctx: ExecuteContext, archive: BinaryEntry, name: string): Promise<readonly BinaryEntry[]> {
  const kind = await kindOf(ctx, archive);
  const fileName = archive.fileName ?? name;
  const store = new Unpacking(ctx, fileName);
  switch (kind) {
    case 'zip':
      for (const entry of zipEntries(await bytesOfFile(ctx, archive, MAX_ZIP_BYTES), () => store.counter.addEntry())) {
        if (!entry.isFolder && !entry.name.startsWith('__MACOSX/')) await store.add(entry.name, store.counted(unzipped(entry)));
      }
      break;
    case 'gzip':
      await addGzip(store, fileName, store.counted(gunzipped(ctx, archive, fileName)));
      break;
    case 'tar':
      await addTar(store, store.counted(ctx.binary.stream(archive)));
      break;
    default:
      throw new NodeError(`The file "${fileName}" is not an archive of a known format.`, {
        hint: 'Choose a zip, gzip, tar or tar.gz file.',
        parameter: 'binaryPropertyName',
      });
  }
  return store.entries;
}

async function addGzip(store: Unpacking, fileName: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  if (/\.(?:tar\.gz|tgz)$/i.test(fileName)) return addTar(store, content);
  store.counter.addEntry();
  await store.add(fileName.replace(/\.gz(?:ip)?$/i, ''), content);
}

/** The whole content counts, also entries that are skipped: folders, links and records of names. */
async function addTar(store: Unpacking, content: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const entry of tarEntries(content, () => store.counter.addEntry())) await store.add(entry.name, entry.content);
}

async function kindOf(ctx: ExecuteContext, archive: BinaryEntry): Promise<'zip' | 'gzip' | 'tar' | undefined> {
  let head = Buffer.alloc(0);
  for await (const chunk of ctx.binary.stream(archive)) {
    head = Buffer.concat([head, chunk.subarray(0, 512)]);
    if (head.length >= 512) break;
  }
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
  if (head.toString('latin1', 257, 262) === 'ustar' || archive.fileExtension === 'tar') return 'tar';
  // An empty archive starts with its end record.
  return ['PK\u0003\u0004', 'PK\u0005\u0006'].includes(head.toString('latin1', 0, 4)) ? 'zip' : undefined;
}

async function* gunzipped(ctx: ExecuteContext, archive: BinaryEntry, fileName: string): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  pipeline(Readable.from(ctx.binary.stream(archive)), gunzip).catch(() => undefined);
  try {
    for await (const chunk of gunzip as AsyncIterable<Uint8Array>) yield chunk;
  } catch (cause) {
    throw new NodeError(`The file "${fileName}" is damaged: ${(cause as Error).message}.`, { hint: 'Get it again.', cause });
  } finally {
    gunzip.destroy();
  }
}

/** Stores the files of an archive, and counts what is unpacked. */
class Unpacking {
  readonly entries: BinaryEntry[] = [];
  readonly counter: ArchiveCounter;
  readonly #ctx: ExecuteContext;

  constructor(ctx: ExecuteContext, archive: string) {
    this.#ctx = ctx;
    this.counter = ctx.archives.archive(archive);
  }

  async add(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    // Folders within the archive are ignored, so that they cannot lead out of the target.
    const fileName = path.split(/[\\/]/).at(-1) ?? '';
    this.entries.push(await this.#ctx.binary.write(content, fileName === '' ? {} : { fileName }));
  }

  /** Yields the content while it is within the limits. */
  async *counted(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      this.#ctx.signal.throwIfAborted();
      this.counter.add(chunk.byteLength);
      yield chunk;
    }
  }
}
