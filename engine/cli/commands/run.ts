// `millrace run FILE…`: runs workflow files one after the other, shows or prints what each node did, and tells by its exit code how it went.
import { parseArgs } from 'node:util';
import { AppError, errorCodeOf } from '../../contract/errors.ts';
import type { Item, RunResult } from '../../contract/run-data.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import { createEngine, type Engine, type RunRequest } from '../../engine.ts';
import { slicedJsonChunks } from '../../execution/index.ts';
import { pinnedItems } from '../../workflow/pin-data.ts';
import { exitCodes } from '../exit-codes.ts';
import { consoleLine, LiveView, type Terminal } from '../live-view.ts';
import { printable, writeAll } from '../output.ts';
import { text } from '../text.ts';
import { readItems, readWorkflowFile } from '../workflow-source.ts';

export interface Streams {
  /** Results. */
  readonly out: Terminal;
  /** Diagnostics. */
  readonly err: Terminal;
}

interface RunOptions {
  readonly files: readonly string[];
  readonly input?: string;
  readonly to?: string;
  readonly pin: boolean;
  readonly json: boolean;
  readonly dataDir?: string;
  readonly save: boolean;
}

/** Runs the command; answers the exit code. Once `stop` is aborted the present run is stopped, and no further file is run. */
export async function runCommand(args: readonly string[], streams: Streams, stop: AbortSignal): Promise<number> {
  const options = parseOptions(args);
  const items = options.input === undefined ? undefined : await readItems(options.input);
  const engine = createEngine({ dataDir: options.dataDir, keepsData: options.save || options.dataDir !== undefined });
  stop.addEventListener('abort', () => engine.stopRuns(stop.reason as Error), { once: true });
  try {
    const files = await Promise.all(options.files.map(readFile));
    // All of them before the first runs: they may call each other in any order.
    for (const { workflow } of files) if (workflow !== undefined) engine.knowWorkflow(workflow);
    let code: number = exitCodes.success;
    for (const file of files) {
      if (stop.aborted) break;
      code = Math.max(code, await runFile(file, items, options, engine, streams));
    }
    // Called workflows that nobody waits for are still part of what was asked for.
    await engine.idle();
    return code;
  } finally {
    await engine.stop();
  }
}

function parseOptions(args: readonly string[]): RunOptions {
  const { values, positionals } = parseArguments(args);
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

function parseArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        input: { type: 'string' },
        to: { type: 'string' },
        pin: { type: 'boolean' },
        json: { type: 'boolean' },
        'data-dir': { type: 'string' },
        save: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new AppError('BAD_REQUEST', text('badOption', { reason: `${(error as Error).message.split('. ')[0]}.` }), { cause: error });
  }
}

/** A file of the command line: its workflow, or why there is none. */
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
  { file, workflow, error: unreadable }: ReadFile,
  items: readonly Item[] | undefined,
  options: RunOptions,
  engine: Engine,
  streams: Streams,
): Promise<number> {
  if (workflow === undefined) return refused(file, unreadable, options, streams);
  const view = options.json ? undefined : new LiveView(streams.out);
  try {
    view?.title(file, workflow.name ?? '');
    const outcome = await engine.run({
      workflow,
      mode: 'cli',
      items,
      destination: options.to,
      pinData: options.pin ? pinned(workflow) : undefined,
      listener: view?.listener ?? consoleTo(streams.err),
      save: options.save,
    });
    const isKept = options.save && outcome.notKept === undefined;
    if (view === undefined) await printLine(streams.out, lineOf(file, outcome.result));
    else view.summary(outcome.result, isKept);
    if (isKept) streams.err.stream.write(`${text('saved', { id: outcome.executionId, dataDir: engine.dataDir })}\n`);
    if (outcome.notKept !== undefined) streams.err.stream.write(`${printable(outcome.notKept.message)}\n`);
    const hasSucceeded = outcome.result.status === 'success' || outcome.result.status === 'waiting';
    return outcome.notKept === undefined ? (hasSucceeded ? exitCodes.success : exitCodes.workflowFailed) : exitCodes.badUse;
  } catch (error) {
    return refused(file, error, options, streams);
  }
}

/** A file that cannot be run: one sentence on standard error, and with --json still one line for the file. */
async function refused(file: string, error: unknown, options: RunOptions, streams: Streams): Promise<number> {
  const code = errorCodeOf(error) ?? 'INTERNAL';
  const reason = error instanceof Error ? error.message : String(error);
  const message = printable(reason.startsWith(file) ? reason : `${file}: ${reason}`);
  // Where the fault is our own, its trace is what a report of it needs.
  const trace = code === 'INTERNAL' && error instanceof Error && error.stack !== undefined ? `\n${text('internal')}\n${error.stack}` : '';
  streams.err.stream.write(`${message}${trace}\n`);
  if (options.json)
    await printLine(streams.out, { file, status: 'error', executionTime: 0, error: { message, code }, resultData: { runData: {} } });
  return exitCodes.badUse;
}

function pinned(workflow: WorkflowFile): NonNullable<RunRequest['pinData']> {
  const pins = Object.create(null) as { [nodeName: string]: readonly Item[] };
  for (const { name } of workflow.nodes) {
    const items = pinnedItems(workflow, name);
    if (items !== undefined) pins[name] = items;
  }
  return pins;
}

function consoleTo(terminal: Terminal): NonNullable<RunRequest['listener']> {
  return (event) => {
    if (event.type === 'sendConsoleMessage') terminal.stream.write(`${consoleLine(event.source, event.messages)}\n`);
  };
}

/** One line per file: {"file","status","executionTime","error"?,"resultData"}; executionTime is in milliseconds. */
function lineOf(file: string, result: RunResult): object {
  const { runData, lastNodeExecuted, error } = result.resultData;
  const status = result.status === 'success' || result.status === 'waiting' ? result.status : 'error';
  const executionTime = Math.max(0, result.stoppedAt - result.startedAt);
  return { file, status, executionTime, ...(error === undefined ? {} : { error }), resultData: { runData, lastNodeExecuted } };
}

async function printLine({ stream }: Terminal, line: object): Promise<void> {
  await writeAll(stream, slicedJsonChunks(line));
  stream.write('\n');
}
