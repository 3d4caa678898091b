// Reads workflow and item files for the command line; every way they can be wrong gets one clear sentence.
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../contract/errors.ts';
import type { Item } from '../contract/run-data.ts';
import type { WorkflowFile } from '../contract/workflow.ts';
import { openWorkflowToRun } from '../workflow/import.ts';
import { printable } from './output.ts';

/** Largest file read, in bytes. Real workflows stay under 2 MB; pinned data may add 12 MB. */
const MAX_BYTES = 32 * 1024 * 1024;

const systemReasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'you may not read it',
  EPERM: 'you may not read it',
  ENOTDIR: 'there is no such file',
};

/** A file's JSON, of at most `maxBytes`. Throws FILE_NOT_READABLE, FILE_TOO_LARGE or NOT_JSON. */
export async function readJsonFile(file: string, maxBytes = MAX_BYTES): Promise<unknown> {
  const content = decoded(await readBytes(file, maxBytes));
  try {
    return JSON.parse(content);
  } catch (error) {
    // The reason quotes the file, line breaks and all.
    const reason = printable((error as Error).message);
    throw new AppError('NOT_JSON', `${file} is not JSON: ${reason}.`, { params: { file } });
  }
}

/** UTF-8, or UTF-16 as some shells of Windows write it; without the mark that tells. */
function decoded(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}

/** A file's bytes, also of one whose size nobody knows ahead (a pipe, a device). */
async function readBytes(file: string, maxBytes: number): Promise<Uint8Array> {
  try {
    const handle = await open(file);
    const parts: Uint8Array[] = [];
    let size = (await handle.stat()).size;
    if (size > maxBytes) {
      await handle.close();
      throw tooLarge(file, `${megabytes(size)}, and at most`, maxBytes);
    }
    size = 0;
    for await (const part of handle.createReadStream() as AsyncIterable<Uint8Array>) {
      parts.push(part);
      size += part.byteLength;
      if (size > maxBytes) throw tooLarge(file, 'at most', maxBytes);
    }
    return Buffer.concat(parts);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw notReadable(file, error);
  }
}

function notReadable(file: string, cause: unknown): AppError {
  return new AppError('FILE_NOT_READABLE', `${file} cannot be read: ${systemReason(cause)}.`, { params: { file }, cause });
}

/** Why the system refused a file, in words. */
export function systemReason(error: unknown): string {
  return systemReasons[(error as NodeJS.ErrnoException).code ?? ''] ?? (error as Error).message;
}

/** The file itself, or the JSON files in a folder (not in folders within), by name. Throws FILE_NOT_READABLE, also for a folder without any. */
export async function jsonFilesAt(path: string): Promise<readonly string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path];
    const entries = await readdir(path, { withFileTypes: true });
    const files = entries.filter((entry) => !entry.isDirectory() && /\.json$/i.test(entry.name)).map(({ name }) => join(path, name));
    if (files.length > 0) return files.sort();
  } catch (error) {
    throw notReadable(path, error);
  }
  throw new AppError('FILE_NOT_READABLE', `${path} holds no JSON files.`, { params: { file: path } });
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;

const tooLarge = (file: string, size: string, most: number): AppError =>
  new AppError('FILE_TOO_LARGE', `${file} is too large: ${size} ${megabytes(most)} are read.`, { params: { file } });

/** A workflow file, checked and opened for running. */
export async function readWorkflowFile(file: string): Promise<WorkflowFile> {
  const content = await readJsonFile(file);
  try {
    return openWorkflowToRun(content);
  } catch (error) {
    if (error instanceof AppError)
      throw new AppError(error.code, `${file}: ${error.message}`, { params: { ...error.params, file }, hint: error.hint, cause: error });
    throw error;
  }
}

/** Items for the start node: a list of items or of plain objects, or one of them. */
export async function readItems(file: string): Promise<readonly Item[]> {
  const content = await readJsonFile(file);
  const list: readonly unknown[] = Array.isArray(content) ? content : [content];
  return list.map((entry, index) => {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
      throw new AppError('BAD_REQUEST', `${file}: item ${index} is not an object. Give a list of objects, such as [{"name": "Ada"}].`, {
        params: { file, index },
      });
    }
    const isItem =
      'json' in entry &&
      typeof entry.json === 'object' &&
      entry.json !== null &&
      Object.keys(entry).every((key) => ['json', 'binary', 'pairedItem'].includes(key));
    return isItem ? (entry as Item) : { json: entry as Item['json'] };
  });
}
