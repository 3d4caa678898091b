// Reads and writes local files within the instance's limits: regular files only, and never through a link out of the allowed folders.
import type { FileHandle } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { BinaryEntry } from '../../../contract/run-data.ts';
import {
  fileFailure,
  NodeError,
  type BinaryMeta,
  type ExecuteContext,
  type FileUse,
  mapItemsAsync,
  type NodeOutput,
} from '../../../sdk/index.ts';
import { textOf } from '../text-of.ts';
import { fileOf } from './item-files.ts';

/** Copies a local file to the binary store. `parameter`: the parameter that contains the path, for errors. */
export async function readFromDisk(ctx: ExecuteContext, path: string, parameter: string, meta: BinaryMeta = {}): Promise<BinaryEntry> {
  const handle = await opened(ctx, path, 'read', parameter);
  try {
    const content = handle.createReadStream({ autoClose: false }) as AsyncIterable<Uint8Array>;
    const entry = await ctx.binary.write(content, { fileName: basename(path), ...meta });
    const extension = extname(path).slice(1);
    return extension !== '' && entry.fileExtension === undefined ? { ...entry, fileExtension: extension } : entry;
  } finally {
    await handle.close();
  }
}

/** Writes an item's file to the disk, replacing the file at the path or, with `append`, extending it. */
export async function writeToDisk(
  ctx: ExecuteContext,
  entry: BinaryEntry,
  path: string,
  { append, parameter }: { readonly append: boolean; readonly parameter: string },
): Promise<void> {
  const handle = await opened(ctx, path, append ? 'append' : 'write', parameter);
  try {
    await handle.writeFile(ctx.binary.stream(entry), { signal: ctx.signal });
  } catch (error) {
    throw ctx.signal.aborted ? error : withParameter(fileFailure(error, path), parameter);
  } finally {
    await handle.close();
  }
}

/** Opens a file through the instance's file port; errors mention the parameter. */
async function opened(ctx: ExecuteContext, path: string, use: FileUse, parameter: string): Promise<FileHandle> {
  try {
    return await ctx.files.open(path, use);
  } catch (error) {
    throw withParameter(error, parameter);
  }
}

function withParameter(error: unknown, parameter: string): unknown {
  if (!(error instanceof NodeError) || error.parameter !== undefined) return error;
  return new NodeError(error.message, { code: error.code, parameter, hint: error.hint, cause: error.cause });
}

/** Reads the parameters `fileName`, `dataPropertyName` and `options.append`. */
export function writeItems(ctx: ExecuteContext): Promise<NodeOutput> {
  return mapItemsAsync(ctx, async (item, index) => {
    const fileName = textOf(ctx.param('fileName', index));
    const entry = fileOf(item, textOf(ctx.param('dataPropertyName', index, 'data')), index, 'dataPropertyName');
    await writeToDisk(ctx, entry, fileName, { append: ctx.param('options.append', index, false), parameter: 'fileName' });
    const json = { ...item.json, fileName };
    return item.binary === undefined ? { json } : { json, binary: item.binary };
  });
}
