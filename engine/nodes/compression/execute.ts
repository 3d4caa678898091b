// Compression: selects the files to compress or decompress, and names the results.
import { createGzip } from 'node:zlib';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BinaryEntry, Item } from '../../contract/run-data.ts';
import { type ArchiveCounter, type ExecuteContext, mapItemsAsync, NodeError, type NodeOutput } from '../../sdk/index.ts';
import { fileOf, withFile } from '../_shared/files/item-files.ts';
import { zipStream } from '../_shared/files/zip.ts';
import { textOf } from '../_shared/text-of.ts';
import { tarStream } from './tar.ts';
import { unpack } from './unpack.ts';

interface Packed {
  readonly name: string;
  readonly entry: BinaryEntry;
}

export function execute(ctx: ExecuteContext): Promise<NodeOutput> {
  return mapItemsAsync(ctx, async (item, index) => {
    const files = filesOf(ctx, item, index);
    const outcome =
      ctx.param('operation', index, 'decompress') === 'compress' ? await compress(ctx, files, index) : await decompress(ctx, files, index);
    let binary: Item['binary'];
    for (const { name, entry } of outcome) binary = withFile(binary, name, entry);
    return binary === undefined ? { json: item.json } : { json: item.json, binary };
  });
}

function filesOf(ctx: ExecuteContext, item: Item, index: number): readonly Packed[] {
  const names = textOf(ctx.param('binaryPropertyName', index, 'data'))
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) {
    throw new NodeError('Enter the name of at least one file under "Input Binary Field(s)".', {
      code: 'PARAMETER_INVALID',
      parameter: 'binaryPropertyName',
    });
  }
  return names.map((name) => ({ name, entry: fileOf(item, name, index) }));
}

async function compress(ctx: ExecuteContext, files: readonly Packed[], index: number): Promise<readonly Packed[]> {
  const format = ctx.param('outputFormat', index, '');
  const fileName = textOf(ctx.param('fileName', index, ''));
  const output = textOf(ctx.param('binaryPropertyOutput', index, 'data'));
  if (format === 'gzip')
    return gzipEach(ctx, files, {
      fileName,
      output,
      prefix: ctx.version < 1.1 ? textOf(ctx.param('outputPrefix', index, 'data')) : undefined,
    });
  const name = fileName || `archive.${format}`;
  const content = archive(ctx, files, { name, format, sizes: await sizesOf(ctx, files, format) });
  const meta = { fileName: name, mimeType: mimeTypes.get(format) ?? 'application/octet-stream' };
  return [{ name: output, entry: await ctx.binary.write(content, meta) }];
}

const mimeTypes: ReadonlyMap<string, string> = new Map([
  ['zip', 'application/zip'],
  ['tar', 'application/x-tar'],
  ['tar.gz', 'application/gzip'],
]);

const sizesOf = (ctx: ExecuteContext, files: readonly Packed[], format: string): Promise<number[]> =>
  format === 'zip' ? Promise.resolve([]) : Promise.all(files.map(({ entry }) => ctx.binary.size(entry)));

interface Packing {
  readonly name: string;
  readonly format: string;
  readonly sizes: readonly number[];
}

function archive(ctx: ExecuteContext, files: readonly Packed[], { name, format, sizes }: Packing): AsyncIterable<Uint8Array> {
  const counter = ctx.archives.archive(name);
  for (const _file of files) counter.addEntry();
  const names = namesWithin(files);
  const sources = files.map(({ entry }, at) => ({
    name: names[at] as string,
    size: sizes[at] ?? 0,
    content: counted(ctx, counter, entry),
  }));
  if (format === 'zip') return zipStream(sources, ctx.now());
  if (format === 'tar') return tarStream(sources, ctx.now());
  if (format === 'tar.gz') return gzipped(tarStream(sources, ctx.now()));
  throw new NodeError('Choose the kind of the archive under "Output Format".', { code: 'PARAMETER_INVALID', parameter: 'outputFormat' });
}

/** Yields the content of a file while the archive is within its limits. */
async function* counted(ctx: ExecuteContext, counter: ArchiveCounter, entry: BinaryEntry): AsyncGenerator<Uint8Array> {
  for await (const chunk of ctx.binary.stream(entry)) {
    ctx.signal.throwIfAborted();
    counter.add(chunk.byteLength);
    yield chunk;
  }
}

/** Returns the entry names of an archive: the file names, with duplicates numbered. */
function namesWithin(files: readonly Packed[]): readonly string[] {
  const usedNames = new Set<string>();
  return files.map(({ name, entry }) => {
    const own = entry.fileName ?? `${name}${entry.fileExtension === undefined ? '' : `.${entry.fileExtension}`}`;
    let free = own;
    for (let count = 1; usedNames.has(free); count++) free = own.replace(/(\.[^./]*)?$/, (extension) => ` (${count})${extension}`);
    usedNames.add(free);
    return free;
  });
}

async function gzipEach(
  ctx: ExecuteContext,
  files: readonly Packed[],
  { fileName, output, prefix }: { readonly fileName: string; readonly output: string; readonly prefix: string | undefined },
): Promise<readonly Packed[]> {
  const outcome: Packed[] = [];
  for (const [at, { name, entry }] of files.entries()) {
    const archiveName = fileName !== '' && at === 0 ? fileName : `${entry.fileName ?? name}.gz`;
    const counter = ctx.archives.archive(archiveName);
    counter.addEntry();
    const packed = await ctx.binary.write(gzipped(counted(ctx, counter, entry)), { fileName: archiveName, mimeType: 'application/gzip' });
    outcome.push({ name: prefix === undefined ? `${output}${at === 0 ? '' : at}` : `${prefix}${at}`, entry: packed });
  }
  return outcome;
}

function gzipped(content: AsyncIterable<Uint8Array>): Transform {
  const gzip = createGzip();
  // Errors of the source reach the reader through the stream.
  pipeline(Readable.from(content), gzip).catch(() => undefined);
  return gzip;
}

async function decompress(ctx: ExecuteContext, files: readonly Packed[], index: number): Promise<readonly Packed[]> {
  const prefix = textOf(ctx.param('outputPrefix', index, 'file_'));
  const entries: BinaryEntry[] = [];
  for (const { name, entry } of files) entries.push(...(await unpack(ctx, entry, name)));
  return entries.map((entry, at) => ({ name: `${prefix}${at}`, entry }));
}
