// Progress output of `millrace run` and `millrace execute`: one line per node run, rewritten in place on a terminal.
import { inspect } from 'node:util';
import type { RunEvent } from '../contract/push.ts';
import type { RunResult, TaskData } from '../contract/run-data.ts';
import { printable, type Terminal } from './output.ts';
import { duration, text } from './text.ts';

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

  /** Shows which workflow runs: the given file or id, and its name if it has one. */
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
    else if (error?.node === undefined) this.#line(text('summary.failedBefore', { message: error?.message ?? '' }));
    else this.#line(text('summary.error', { time, node: error.node, message: error.message }));
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
    for (const line of [message, message.includes(hint) ? '' : hint]) if (line !== '') this.#line(`    ${printable(line)}`);
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
