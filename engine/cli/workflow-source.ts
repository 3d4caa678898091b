// Reads workflow and item files for the command line; each kind of invalid file has its own message.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../contract/errors.ts';
import type { Item } from '../contract/run-data.ts';
import type { WorkflowFile } from '../contract/workflow.ts';
import { readRegularFile } from '../files/open-file.ts';
import { jsonFault, parseJson } from '../workflow/values/bounded-json.ts';
import { openWorkflowToRun } from '../workflow/file/import.ts';

/** Maximum size of a file in bytes. Real workflows stay under 2 MB; pinned data may add 12 MB. */
const MAX_BYTES = 32 * 1024 * 1024;

const systemReasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'you may not read it',
  EPERM: 'you may not read it',
  ENOTDIR: 'there is no such file',
};

/** Parses a JSON file of at most `maxBytes`. Throws FILE_NOT_READABLE, FILE_TOO_LARGE or NOT_JSON. */
export async function readJsonFile(file: string, maxBytes = MAX_BYTES): Promise<unknown> {
  const content = decode(await readBytes(file, maxBytes));
  try {
    return parseJson(content, file);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('NOT_JSON', `${file} is not JSON: ${jsonFault(error)}.`, { params: { file } });
  }
}

/** Decodes UTF-8, or UTF-16 as some Windows shells write it, and removes the byte order mark. */
function decode(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}

/** Reads a file's bytes. Pipes and devices are rejected, since reading them may never begin or never end. */
async function readBytes(file: string, maxBytes: number): Promise<Uint8Array> {
  try {
    return await readRegularFile(file, maxBytes);
  } catch (error) {
    if (!(error instanceof AppError)) throw notReadable(file, error);
    const { code, message, cause } = error;
    if (code === 'FILE_TOO_LARGE') throw new AppError(code, message, { params: { file } });
    throw notReadable(file, cause ?? new Error('it is not a regular file'));
  }
}

function notReadable(file: string, cause: unknown): AppError {
  return new AppError('FILE_NOT_READABLE', `${file} cannot be read: ${systemReason(cause)}.`, { params: { file }, cause });
}

/** Describes in words why the system denied access to a file. */
export function systemReason(error: unknown): string {
  return systemReasons[(error as NodeJS.ErrnoException).code ?? ''] ?? (error as Error).message;
}

/**
 * Returns the file itself, or the JSON files of a folder (without subfolders) sorted by name. Throws FILE_NOT_READABLE, also for a folder without
 * JSON files.
 */
export async function jsonFilesAt(path: string): Promise<readonly string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path];
    const entries = await readdir(path, { withFileTypes: true });
    const files = entries.filter((entry) => !entry.isDirectory() && /\.json$/i.test(entry.name)).map(({ name }) => join(path, name));
    if (files.length > 0) return files.sort();
  } catch (error) {
    throw notReadable(path, error);
  }
  throw new AppError('FILE_NOT_READABLE', `${path} contains no JSON files.`, { params: { file: path } });
}

/** Reads a workflow file, validates it, and prepares it for running. */
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

/** Reads items for the start node: a list of items or plain objects, or a single one. */
export async function readItems(file: string): Promise<readonly Item[]> {
  const content = await readJsonFile(file);
  const list: readonly unknown[] = Array.isArray(content) ? content : [content];
  return list.map((entry, index) => {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
      throw new AppError('BAD_REQUEST', `${file}: item ${index} is not an object. Provide a list of objects, such as [{"name": "Ada"}].`, {
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
