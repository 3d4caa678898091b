// Writes exported workflows to disk: whole or not at all, and never over something that is not a workflow.
import { randomUUID } from 'node:crypto';
import { mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError, errorCodeOf } from '../contract/errors.ts';
import type { WorkflowFile } from '../contract/workflow.ts';
import { workflowText } from '../workflow/export.ts';
import { openWorkflow } from '../workflow/import.ts';
import { fileNameOf } from './file-name.ts';
import { text } from './text.ts';
import { readJsonFile, systemReason } from './workflow-source.ts';

/** Also for a folder that is not there yet, when the path says so by its end. */
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
 * Writes a file beside its place and moves it there; returns the path. A link stays one: the file it leads to is replaced. Throws
 * BAD_REQUEST, also for a file that holds no workflow unless `force` is given.
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
      // Moved before it is on the disk, it could be empty after a power cut.
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

/** Writes one file per workflow, under its name. If another workflow's file has that name, the next free name is used. */
export class ExportFolder {
  readonly #folder: string;
  readonly #force: boolean;
  /** As file systems compare names that do not tell capitals apart. */
  readonly #taken = new Set<string>();

  constructor(folder: string, force: boolean) {
    this.#folder = folder;
    this.#force = force;
  }

  /** Writes it; returns the path. Throws BAD_REQUEST. */
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

/** The workflow a file holds; undefined when it holds none. */
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
