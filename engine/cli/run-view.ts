// Runs a workflow and prints its progress line by line, or its result as one line of JSON.
import { errorCodeOf } from '../contract/errors.ts';
import type { RunResult } from '../contract/run-data.ts';
import type { Runner, RunRequest } from '../runner.ts';
import { slicedJsonChunks } from '../execution/index.ts';
import { exitCodes } from './exit-codes.ts';
import { consoleLine, LiveView } from './live-view.ts';
import { printable, writeAll, say, type Streams, type Terminal } from './output.ts';
import { text } from './text.ts';

/** Name of the workflow in messages and JSON output. */
export type Subject = { readonly file: string } | { readonly id: string };

export interface RunView {
  readonly subject: Subject;
  readonly request: RunRequest;
  /** Whether to print one line of JSON instead of text. */
  readonly json: boolean;
}

/** Runs the workflow until it ends or waits; returns the exit code. Errors before the start are printed as well. */
export async function runShown(runner: Runner, { subject, request, json }: RunView, streams: Streams): Promise<number> {
  const view = json ? undefined : new LiveView(streams.out);
  try {
    view?.title(nameOf(subject), request.workflow.name ?? '');
    const outcome = await runner.run({ ...request, listener: view?.listener ?? consoleTo(streams.err) });
    const { executionId, result, isKept, saveFailure } = outcome;
    if (view === undefined) await printLine(streams.out, lineOf(isKept ? { ...subject, executionId } : subject, result));
    else view.summary(result, isKept);
    if (isKept) say(streams.err, text('saved', { id: executionId, dataDir: runner.dataDir }));
    if (saveFailure !== undefined) {
      say(streams.err, printable(saveFailure.message));
      return exitCodes.badUse;
    }
    return result.status === 'success' || result.status === 'waiting' ? exitCodes.success : exitCodes.workflowFailed;
  } catch (error) {
    return rejectRun(subject, error, json, streams);
  }
}

/** Reports a workflow that cannot run: one sentence on standard error and, with `json`, a line on standard output. */
export async function rejectRun(subject: Subject, error: unknown, json: boolean, { out, err }: Streams): Promise<number> {
  const name = nameOf(subject);
  const code = errorCodeOf(error) ?? 'INTERNAL';
  const reason = error instanceof Error ? error.message : String(error);
  const message = printable(reason.startsWith(name) ? reason : `${name}: ${reason}`);
  // Internal errors are printed with their stack trace, for bug reports.
  const trace = code === 'INTERNAL' && error instanceof Error && error.stack !== undefined ? `\n${text('internal')}\n${error.stack}` : '';
  say(err, `${message}${trace}`);
  if (json) await printLine(out, { ...subject, status: 'error', executionTime: 0, error: { message, code }, resultData: { runData: {} } });
  return exitCodes.badUse;
}

const nameOf = (subject: Subject): string => ('file' in subject ? subject.file : subject.id);

function consoleTo(terminal: Terminal): NonNullable<RunRequest['listener']> {
  return (event) => {
    if (event.type === 'sendConsoleMessage') say(terminal, consoleLine(event.source, event.messages));
  };
}

/** Returns one line per run: {"file" or "id","executionId"?,"status","executionTime","error"?,"resultData"}; executionTime is in milliseconds. */
function lineOf(subject: Subject & { readonly executionId?: string }, result: RunResult): object {
  const { runData, lastNodeExecuted, error } = result.resultData;
  const status = result.status === 'success' || result.status === 'waiting' ? result.status : 'error';
  const executionTime = Math.max(0, result.stoppedAt - result.startedAt);
  return { ...subject, status, executionTime, ...(error === undefined ? {} : { error }), resultData: { runData, lastNodeExecuted } };
}

async function printLine({ stream }: Terminal, line: object): Promise<void> {
  await writeAll(stream, slicedJsonChunks(line));
  stream.write('\n');
}
