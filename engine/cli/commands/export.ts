// `millrace export`: exports workflows to one file, to one file each in a folder, or to standard output. Other files are not overwritten.
import { mkdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, errorCodeOf } from '../../contract/errors.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import type { Store, WorkflowRecord } from '../../store/index.ts';
import { exportWorkflow, workflowText } from '../../workflow/file/export.ts';
import { openWorkflow } from '../../workflow/file/import.ts';
import { readArguments } from '../arguments.ts';
import {
  dataDirOption,
  existingDataDir,
  withStore,
  installationFor,
  checkSelection,
  selectionOptions,
  selectedWorkflows,
} from '../data-folder.ts';
import { fileNameOf, writeAtomically } from '../file-output.ts';
import { exitCodes, printableJson, writeAll, say, type Streams } from '../output.ts';
import { reasonOf, text } from '../text.ts';
import { readJsonFile, systemReason } from '../workflow-source.ts';

interface Target {
  readonly out: string;
  readonly all: boolean;
  readonly force: boolean;
}

/** Runs the command; returns the exit code. Files that cannot be written are reported, and the others are still written. */
export async function exportCommand(args: readonly string[], streams: Streams, stop: AbortSignal): Promise<number> {
  const { values } = readArguments('export', args, options);
  checkSelection('export', values);
  const { out, all = false, force = false } = values;
  if (out === undefined) throw new AppError('BAD_REQUEST', text('export.noOut'));
  const dataDir = existingDataDir(values['data-dir']);
  return withStore(dataDir, async (store) => {
    const { id: instanceId } = await installationFor(store, dataDir);
    const ids = (await selectedWorkflows(store, values)).map(({ id }) => id);
    const files = filesOf(store, ids, instanceId, stop);
    if (out !== '-') return exportTo({ out, all, force }, files, streams);
    await writeAll(streams.out.stream, all ? listText(files) : eachText(files));
    return exitCodes.success;
  });
}

const options = { ...selectionOptions, out: { type: 'string', short: 'o' }, force: { type: 'boolean' }, ...dataDirOption } as const;

/** Yields workflows one by one, since all of them together may not fit into memory. Skips those that were deleted in between. */
async function* filesOf(store: Store, ids: readonly string[], instanceId: string, stop: AbortSignal): AsyncGenerator<WorkflowFile> {
  for (const id of ids) {
    if (stop.aborted) return;
    const record = await store.workflows.find(id);
    if (record !== undefined) yield exportWorkflow(exportedContent(record), { instanceId });
  }
}

/** Returns the workflow without its static data, which belongs to this instance. */
function exportedContent({ file, active, tags }: WorkflowRecord): WorkflowFile {
  const { staticData: _state, active: _active, meta, ...content } = file as WorkflowFile & { readonly meta?: unknown };
  // A fixed order of the fields: exporting, importing and exporting again gives the same file.
  return { ...content, active, tags, ...(meta === undefined ? {} : { meta }) } as unknown as WorkflowFile;
}

async function exportTo({ out, all, force }: Target, files: AsyncIterable<WorkflowFile>, streams: Streams): Promise<number> {
  if (all) await makeFolder(out);
  const folder = all || (await isFolder(out)) ? new ExportFolder(out, force) : undefined;
  let code: number = exitCodes.success;
  for await (const file of files) {
    const name = file.name ?? '';
    try {
      const path = folder === undefined ? await replaceFile(out, workflowText(file), force) : await folder.add(file);
      say(streams.err, text('export.written', { name, file: path }));
    } catch (error) {
      say(streams.err, text('export.failed', { name, reason: reasonOf(error) }));
      code = exitCodes.incomplete;
    }
  }
  return code;
}

async function* eachText(files: AsyncIterable<WorkflowFile>): AsyncGenerator<string> {
  for await (const file of files) yield printableJson(workflowText(file));
}

/** Writes a list, which `millrace import` accepts. */
async function* listText(files: AsyncIterable<WorkflowFile>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const file of files) {
    yield separator + printableJson(workflowText(file)).trimEnd();
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

/** Whether the path is a folder, or ends with a separator if it does not exist yet. */
async function isFolder(path: string): Promise<boolean> {
  return /[/\\]$/.test(path) || (await statOf(path))?.isDirectory() === true;
}

/** Throws BAD_REQUEST. */
async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true }).catch((error: unknown) => {
    throw notWritable(path, (error as NodeJS.ErrnoException).code === 'EEXIST' ? text('export.noFolder') : systemReason(error), error);
  });
}

/**
 * Writes a temporary file and moves it into place; returns the path. If the path is a symbolic link, its target is replaced. Throws BAD_REQUEST;
 * also if the existing file is not a workflow, unless `force` is set.
 */
async function replaceFile(path: string, content: string, force: boolean): Promise<string> {
  const existing = await statOf(path);
  if (existing !== undefined && !existing.isFile()) throw notWritable(path, text('export.noFile'));
  if (existing !== undefined && !force && (await workflowIn(path)) === undefined) throw notWritable(path, text('export.noWorkflow'));
  try {
    const target = existing === undefined ? path : await realpath(path);
    await writeAtomically(target, content, existing === undefined ? undefined : existing.mode & 0o777);
  } catch (error) {
    throw notWritable(path, systemReason(error), error);
  }
  return path;
}

/** Writes one file per workflow, named after it. If another workflow's file has that name, a number is appended. */
class ExportFolder {
  readonly #folder: string;
  readonly #force: boolean;
  /** Normalized, so that names compare as in case-insensitive file systems. */
  readonly #usedNames = new Set<string>();

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
      if (this.#usedNames.has(name.toLowerCase()) || (await this.#isOtherWorkflow(path, file))) continue;
      this.#usedNames.add(name.toLowerCase());
      return replaceFile(path, workflowText(file), this.#force);
    }
  }

  async #isOtherWorkflow(path: string, { id }: WorkflowFile): Promise<boolean> {
    const existing = (await statOf(path))?.isFile() === true ? await workflowIn(path) : undefined;
    return existing?.id !== undefined && String(existing.id) !== String(id);
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
