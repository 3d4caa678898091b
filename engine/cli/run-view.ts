// Runs a workflow and prints its progress, one line per node run, rewritten in place on a terminal; or its result as one line of JSON.
import { inspect } from 'node:util';
import { errorCodeOf } from '../contract/errors.ts';
import type { RunEvent } from '../contract/push.ts';
import type { RunResult, TaskData } from '../contract/run-data.ts';
import { slicedJsonChunks } from '../execution/index.ts';
import type { Runner, RunRequest } from '../runner.ts';
import { exitCodes, printable, writeAll, say, type Streams, type Terminal } from './output.ts';
import { duration, text, withOwnCommands } from './text.ts';

/** Name of the workflow in messages and JSON output. */
export type Subject = { readonly file: string } | { readonly id: string };

export interface RunView {
  readonly subject: Subject;
  readonly request: RunRequest;
  /** Whether to print one line of JSON instead of text. */
  readonly json: boolean;
}

/** Runs the workflow until it ends or waits; returns the exit code. Errors before the start are printed as well. */
export async function runWithView(runner: Runner, { subject, request, json }: RunView, streams: Streams): Promise<number> {
  const view = json ? undefined : new LiveView(streams.out);
  try {
    view?.title(nameOf(subject), request.workflow.name ?? '');
    const outcome = await runner.run({ ...request, listener: view?.listener ?? consoleTo(streams.err) });
    const { executionId, result, isKept, saveFailure } = outcome;
    if (view === undefined) await printLine(streams.out, lineOf(isKept ? { ...subject, executionId } : subject, result));
    else view.summary(result, isKept);
    if (isKept) say(streams.err, text('saved', { id: executionId, place: runner.savesIn }));
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
  const message = printable(withOwnCommands(reason.startsWith(name) ? reason : `${name}: ${reason}`));
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

const marks = { running: '…', success: '✓', error: '✗', waiting: '◷', canceled: '■' } as const;
const colours = { running: 33, success: 32, error: 31, waiting: 34, canceled: 33 } as const;
const NAME_WIDTH = 32;

/** Shows a run's events as lines. */
export class LiveView {
  readonly #terminal: Terminal;
  /** The displayed run; runs that it calls show only their console output. */
  #executionId: string | undefined;
  #openLine = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** Shows which workflow runs: the file or id, and its name if it has one. */
  title(subject: string, name: string): void {
    this.#line(name === '' ? text('running', { subject }) : text('runningNamed', { subject, name }));
  }

  /** Listener to pass to the run. */
  readonly listener = (event: RunEvent): void => {
    if (event.type === 'executionStarted') this.#executionId ??= event.executionId;
    if (event.type === 'sendConsoleMessage') return this.#line(`    ${consoleLine(event.source, event.messages)}`);
    if (event.executionId !== this.#executionId) return;
    if (event.type === 'nodeExecuteBefore' && this.#terminal.isLive) this.#begin(event.nodeName);
    if (event.type === 'nodeExecuteAfter') this.#node(event.nodeName, event.data);
    if (event.type === 'executionFinished' && event.status === 'waiting') {
      this.#line(`${this.#mark('waiting')} ${printable(event.lastNodeExecuted ?? '')}`);
    }
  };

  /** Prints the last lines of a run. `isKept`: whether a waiting run is stored and can be resumed. */
  summary(result: RunResult, isKept: boolean): void {
    const { runData, error } = result.resultData;
    const time = duration(result.stoppedAt - result.startedAt);
    if (result.status === 'success')
      this.#line(text('summary.success', { time, nodes: text('nodes', { count: Object.keys(runData).length }) }));
    else if (result.status === 'waiting')
      this.#line(text(isKept ? 'summary.waiting' : 'summary.waitingUnkept', { time, until: dateOf(result.waitTill) }));
    else if (result.status === 'canceled') this.#line(text('summary.canceled', { time, message: error?.message ?? '' }));
    else if (error?.node === undefined) this.#line(text('summary.failedBefore', { message: withOwnCommands(error?.message ?? '') }));
    else this.#line(text('summary.error', { time, node: error.node, message: withOwnCommands(error.message) }));
    this.#line('');
  }

  #begin(name: string): void {
    // A line that wraps could not be rewritten in place, so the name is truncated.
    this.#write(`${this.#mark('running')} ${printable(name).slice(0, (this.#terminal.stream.columns ?? 80) - 4)}`);
    this.#openLine = true;
  }

  #node(name: string, data: TaskData): void {
    const counts = (data.data?.['main'] ?? []).map((items) => items?.length ?? 0);
    const count = counts.reduce((sum, length) => sum + length, 0);
    const single = count === 0 ? text('noItems') : text('items', { count });
    const items = counts.length > 1 ? text('items', { count: counts.join(' + ') }) : single;
    this.#line(
      `${this.#mark(data.executionStatus)} ${printable(name).padEnd(NAME_WIDTH)} ${items.padEnd(16)} ${duration(data.executionTime)}`,
    );
    for (const { message } of data.hints ?? []) this.#line(`    ${printable(message)}`);
    const { message = '', hint = '' } = data.error ?? {};
    // Some messages end with their hint.
    for (const line of [message, message.includes(hint) ? '' : hint])
      if (line !== '') this.#line(`    ${printable(withOwnCommands(line))}`);
  }

  #mark(state: keyof typeof marks): string {
    const mark = marks[state];
    return this.#terminal.hasColour ? `\u001B[${colours[state]}m${mark}\u001B[0m` : mark;
  }

  #line(content: string): void {
    this.#write(`${content}\n`);
    this.#openLine = false;
  }

  #write(content: string): void {
    this.#terminal.stream.write(this.#openLine ? `\r\u001B[2K${content}` : content);
  }
}

function dateOf(time = Number.POSITIVE_INFINITY): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? text('never') : date.toISOString();
}

/** Returns the console output of a node as text, including line breaks. */
export function consoleLine(source: string, messages: readonly unknown[]): string {
  const visible = messages.map((value) =>
    typeof value === 'string' ? value : inspect(value, { depth: 5, breakLength: Number.POSITIVE_INFINITY }),
  );
  return `${source}: ${visible.join(' ')}`.split(/\r?\n/).map(printable).join('\n    ');
}
