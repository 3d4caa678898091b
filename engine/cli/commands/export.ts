// `millrace export`: exports workflows to one file, to one file each in a folder, or to standard output.
import { AppError } from '../../contract/errors.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import type { Store, WorkflowRecord } from '../../store/index.ts';
import { exportWorkflow, workflowText } from '../../workflow/file/export.ts';
import { readArguments } from '../arguments.ts';
import { dataDirOption, existingDataDir, withStore } from '../data-folder.ts';
import { exitCodes } from '../exit-codes.ts';
import { ExportFolder, isFolder, makeFolder, replaceFile } from '../export-files.ts';
import { installationFor } from '../installation.ts';
import { printableJson, writeAll, say, type Streams } from '../output.ts';
import { reasonOf, text } from '../text.ts';
import { checkChoice, choiceOptions, chosenWorkflows } from '../workflow-choice.ts';

interface Target {
  readonly out: string;
  readonly all: boolean;
  readonly force: boolean;
}

/** Runs the command; returns the exit code. Files that cannot be written are reported, and the others are still written. */
export async function exportCommand(args: readonly string[], streams: Streams, stop: AbortSignal): Promise<number> {
  const { values } = readArguments('export', args, options);
  checkChoice('export', values);
  const { out, all = false, force = false } = values;
  if (out === undefined) throw new AppError('BAD_REQUEST', text('export.noOut'));
  const dataDir = existingDataDir(values['data-dir']);
  return withStore(dataDir, async (store) => {
    const { id: instanceId } = await installationFor(store, dataDir);
    const ids = (await chosenWorkflows(store, values)).map(({ id }) => id);
    const files = filesOf(store, ids, instanceId, stop);
    if (out !== '-') return exportTo({ out, all, force }, files, streams);
    await writeAll(streams.out.stream, all ? listText(files) : eachText(files));
    return exitCodes.success;
  });
}

const options = { ...choiceOptions, out: { type: 'string', short: 'o' }, force: { type: 'boolean' }, ...dataDirOption } as const;

/** Yields workflows one by one, since all of them together may not fit into memory. Skips those that were deleted in between. */
async function* filesOf(store: Store, ids: readonly string[], instanceId: string, stop: AbortSignal): AsyncGenerator<WorkflowFile> {
  for (const id of ids) {
    if (stop.aborted) return;
    const record = await store.workflows.find(id);
    if (record !== undefined) yield exportWorkflow(contentOf(record), { instanceId });
  }
}

/** Returns the workflow without its static data, which belongs to this instance. */
function contentOf({ file, active, tags }: WorkflowRecord): WorkflowFile {
  const { staticData: _state, ...content } = file;
  return { ...content, active, tags } as WorkflowFile;
}

async function exportTo({ out, all, force }: Target, files: AsyncIterable<WorkflowFile>, streams: Streams): Promise<number> {
  if (all) await makeFolder(out);
  const folder = all || (await isFolder(out)) ? new ExportFolder(out, force) : undefined;
  let code: number = exitCodes.success;
  for await (const file of files) {
    const name = file.name ?? '';
    try {
      const written = folder === undefined ? await replaceFile(out, workflowText(file), force) : await folder.add(file);
      say(streams.err, text('export.written', { name, file: written }));
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
