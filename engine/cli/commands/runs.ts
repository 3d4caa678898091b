// `millrace run` and `execute`: run workflow files one after another, or a saved workflow. The exit code is the result.
import { AppError } from '../../contract/errors.ts';
import type { Item } from '../../contract/run-data.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import type { Runner, RunRequest } from '../../runner.ts';
import type { SandboxOptions } from '../../sandbox/index.ts';
import { pinnedItems } from '../../workflow/planning/pin-data.ts';
import { readArguments } from '../arguments.ts';
import { dataDirOf, dataDirOption, existingDataDir, noSuchWorkflow } from '../data-folder.ts';
import { exitCodes, type Streams } from '../output.ts';
import { rejectRun, runWithView } from '../run-view.ts';
import { text } from '../text.ts';
import { readItems, readWorkflowFile } from '../workflow-source.ts';

interface RunOptions {
  readonly files: readonly string[];
  readonly input?: string;
  readonly to?: string;
  readonly pin: boolean;
  readonly json: boolean;
  readonly dataDir?: string;
  readonly save: boolean;
}

/** Runs workflow files and prints what each node did. Once `stop` is aborted, the current run is stopped and no further file is run. */
export async function runCommand(
  args: readonly string[],
  streams: Streams,
  stop: AbortSignal,
  processes: Pick<SandboxOptions, 'launch'> = {},
): Promise<number> {
  const options = parseOptions(args);
  const items = options.input === undefined ? undefined : await readItems(options.input);
  const { createFileRunner } = await import('../file-runner.ts');
  const runner = createFileRunner(dataDirOf(options.dataDir), options.save || options.dataDir !== undefined, processes);
  stop.addEventListener('abort', () => runner.stopRuns(stop.reason as Error), { once: true });
  try {
    const files = await Promise.all(options.files.map(readFile));
    // All files are loaded before the first run, since they may call each other in any order.
    for (const { workflow } of files) if (workflow !== undefined) runner.knowWorkflow(workflow);
    let code: number = exitCodes.success;
    for (const file of files) {
      if (stop.aborted) break;
      code = Math.max(code, await runFile(file, items, options, runner, streams));
    }
    // Waits for called workflows too, including those that run without being awaited.
    await runner.idle();
    return code;
  } finally {
    await runner.stop();
  }
}

function parseOptions(args: readonly string[]): RunOptions {
  const { values, positionals } = readArguments('run', args, runOptions, true);
  if (positionals.length === 0) throw new AppError('BAD_REQUEST', text('noFiles'));
  return {
    files: positionals,
    input: values.input,
    to: values.to,
    pin: values.pin ?? false,
    json: values.json ?? false,
    dataDir: values['data-dir'],
    save: values.save ?? false,
  };
}

const runOptions = {
  input: { type: 'string' },
  to: { type: 'string' },
  pin: { type: 'boolean' },
  json: { type: 'boolean' },
  save: { type: 'boolean' },
  ...dataDirOption,
} as const;

/** A file argument: its workflow, or the error of reading it. */
interface ReadFile {
  readonly file: string;
  readonly workflow?: WorkflowFile;
  readonly error?: unknown;
}

async function readFile(file: string): Promise<ReadFile> {
  try {
    return { file, workflow: await readWorkflowFile(file) };
  } catch (error) {
    return { file, error };
  }
}

async function runFile(
  { file, workflow, error }: ReadFile,
  items: readonly Item[] | undefined,
  { to, pin, json, save }: RunOptions,
  runner: Runner,
  streams: Streams,
): Promise<number> {
  const subject = { file };
  if (workflow === undefined) return rejectRun(subject, error, json, streams);
  const request = { workflow, mode: 'cli', items, destination: to, pinData: pin ? pinDataOf(workflow) : undefined, save } as const;
  return runWithView(runner, { subject, request, json }, streams);
}

function pinDataOf(workflow: WorkflowFile): NonNullable<RunRequest['pinData']> {
  const pins = Object.create(null) as { [nodeName: string]: readonly Item[] };
  for (const { name } of workflow.nodes) {
    const items = pinnedItems(workflow, name);
    if (items !== undefined) pins[name] = items;
  }
  return pins;
}

/** Runs a saved workflow with the credentials of its data folder, and saves the execution according to the settings. The run is stopped once `stop` is aborted. */
export async function executeCommand(
  args: readonly string[],
  streams: Streams,
  stop: AbortSignal,
  processes: Pick<SandboxOptions, 'launch'> = {},
): Promise<number> {
  const { values } = readArguments('execute', args, executeOptions);
  const { id, input, json = false } = values;
  if (id === undefined) throw new AppError('BAD_REQUEST', text('noId', { command: 'execute' }));
  const items = input === undefined ? undefined : await readItems(input);
  const { createInstanceRunner } = await import('../instance-runner.ts');
  const runner = await createInstanceRunner(existingDataDir(values['data-dir']), processes);
  stop.addEventListener('abort', () => runner.stopRuns(stop.reason as Error), { once: true });
  try {
    const subject = { id };
    const saved = await runner.savedWorkflow(id);
    if (saved === undefined) return await rejectRun(subject, noSuchWorkflow(id), json, streams);
    const { file: workflow, principal } = saved;
    const request = { workflow, principal, mode: 'cli', items, save: 'bySettings' } as const;
    const code = await runWithView(runner, { subject, request, json }, streams);
    // Waits for called workflows too, including those that run without being awaited.
    await runner.idle();
    return code;
  } finally {
    await runner.stop();
  }
}

const executeOptions = { id: { type: 'string' }, input: { type: 'string' }, json: { type: 'boolean' }, ...dataDirOption } as const;
