// Writes exported workflows atomically. Files that are not workflows are not overwritten.
import { randomUUID } from 'node:crypto';
import { mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError, errorCodeOf } from '../contract/errors.ts';
import type { WorkflowFile } from '../contract/workflow.ts';
import { workflowText, safeFileName } from '../workflow/file/export.ts';
import { openWorkflow } from '../workflow/file/import.ts';
import { text } from './text.ts';
import { readJsonFile, systemReason } from './workflow-source.ts';

/** Whether the path is a folder, or ends with a separator if it does not exist yet. */
export async function isFolder(path: string): Promise<boolean> {
  return /[/\\]$/.test(path) || (await statOf(path))?.isDirectory() === true;
}

/** Throws BAD_REQUEST. */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true }).catch((error: unknown) => {
    throw notWritable(path, (error as NodeJS.ErrnoException).code === 'EEXIST' ? text('export.noFolder') : systemReason(error), error);
  });
}

/**
 * Writes a temporary file and moves it into place; returns the path. If the path is a symbolic link, its target is replaced. Throws BAD_REQUEST;
 * also if the existing file is not a workflow, unless `force` is set.
 */
export async function replaceFile(path: string, content: string, force: boolean): Promise<string> {
  const there = await statOf(path);
  if (there !== undefined && !there.isFile()) throw notWritable(path, text('export.noFile'));
  if (there !== undefined && !force && (await workflowIn(path)) === undefined) throw notWritable(path, text('export.noWorkflow'));
  try {
    const target = there === undefined ? path : await realpath(path);
    await writeBeside(target, content, there === undefined ? undefined : there.mode & 0o777);
  } catch (error) {
    throw notWritable(path, systemReason(error), error);
  }
  return path;
}

async function writeBeside(target: string, content: string, mode: number | undefined): Promise<void> {
  const beside = join(dirname(target), `.millrace-${randomUUID()}.tmp`);
  try {
    const handle = await open(beside, 'wx', mode);
    try {
      await handle.writeFile(content);
      // Without flushing, the moved file could be empty after a power cut.
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

/** Writes one file per workflow, named after it. If another workflow's file has that name, a number is appended. */
export class ExportFolder {
  readonly #folder: string;
  readonly #force: boolean;
  /** Normalized, so that names compare as in case-insensitive file systems. */
  readonly #taken = new Set<string>();

  constructor(folder: string, force: boolean) {
    this.#folder = folder;
    this.#force = force;
  }

  /** Writes a workflow; returns the path of its file. Throws BAD_REQUEST. */
  async add(file: WorkflowFile): Promise<string> {
    await makeFolder(this.#folder);
    for (let number = 1; ; number++) {
      const name = fileNameOf(file.name ?? '', number);
      const path = join(this.#folder, name);
      if (this.#taken.has(name.toLowerCase()) || (await this.#isOthers(path, file))) continue;
      this.#taken.add(name.toLowerCase());
      return replaceFile(path, workflowText(file), this.#force);
    }
  }

  async #isOthers(path: string, { id }: WorkflowFile): Promise<boolean> {
    const there = (await statOf(path))?.isFile() === true ? await workflowIn(path) : undefined;
    return there?.id !== undefined && String(there.id) !== String(id);
  }
}

/** Returns the workflow in a file; undefined if it is not a workflow file. */
async function workflowIn(path: string): Promise<WorkflowFile | undefined> {
  try {
    return openWorkflow(await readJsonFile(path));
  } catch (error) {
    const code = errorCodeOf(error);
    if (code === 'NOT_JSON' || code === 'WORKFLOW_INVALID' || code === 'FILE_TOO_LARGE' || code === 'FILE_NOT_READABLE') return undefined;
    throw error;
  }
}

async function statOf(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw notWritable(path, systemReason(error), error);
  }
}

const notWritable = (file: string, reason: string, cause?: unknown): AppError =>
  new AppError('BAD_REQUEST', text('export.notWritten', { file, reason }), { params: { file }, cause });

/** Maximum bytes of a name without extension; all file systems allow 255 bytes in total. */
const MOST = 200;

/** Returns the file name of a workflow. `number`: appended if it is above 1. */
export function fileNameOf(workflowName: string, number = 1): string {
  // Separators would create folders, leading dots would hide the file, and bidirectional marks would disguise the extension.
  const flat = workflowName.normalize('NFC').replaceAll(/[/\\]+/g, '-').replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ').replace(/^[\s.-]+/, ''); // oxfmt-ignore
  const name = safeFileName(cut(flat, MOST), 'workflow');
  return `${name}${number === 1 ? '' : ` ${number}`}.json`;
}

/** Truncates without splitting a surrogate pair. */
function cut(text: string, bytes: number): string {
  let size = 0;
  let end = 0;
  for (const character of text) {
    size += Buffer.byteLength(character);
    if (size > bytes) break;
    end += character.length;
  }
  return text.slice(0, end);
}
