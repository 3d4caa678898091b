// The pool's end of the channel to one job: sends the job, serves the code's calls, and settles with its result.
import { setImmediate } from 'node:timers/promises';
import { Channel, type IncomingCall } from '../channel/channel.ts';
import { toPublicErrorData } from '../channel/errors.ts';
import { AppError } from '../contract/errors.ts';
import { isConsoleLevel } from '../contract/push.ts';
import type { BinaryEntry } from '../contract/run-data.ts';
import type { CodeSession } from '../sdk/index.ts';
import { guarded } from '../workflow/values/guarded.ts';
import { ShapeCheck } from './check-shape.ts';
import type { CodeProcess, ProcessEnd } from './code-process.ts';
import { frameKinds } from './frames.ts';
import { HelperError, type HelperForm, sendHttp } from './http-helper.ts';
import { followLookup, type Lookup } from './lookup.ts';
import { toPlain } from './plain-data.ts';
import { sliceLength, type CodeErrorData, type JobContent, type JobMessage, type JobResult, type WorkerHandlers } from './protocol.ts';
import { saveStaticData } from './static-data.ts';

/** Maximum time in milliseconds before sending yields to other work. */
const slice = 20;

/** What code may ask of the engine. Inputs can be anything that code sends. */
export type CodeHandlers = ReturnType<typeof codeHandlers>;

function codeHandlers(session: CodeSession) {
  const { http, binary, signal } = session;
  return {
    // Code is blocked until the results of these two.
    lookup: (lookup: Lookup) => toPlain(followLookup(session, lookup)),
    staticData: (scope: 'node' | 'global') => toPlain(session.staticData(scope)),
    httpRequest: ({ form, options }: { readonly form: HelperForm; readonly options: unknown }, call: IncomingCall) =>
      sendHttp(http, form, options, AbortSignal.any([signal, call.signal])),
    readBinary: (entry: BinaryEntry) => binary.read(entry),
    writeBinary: ({ bytes, fileName, mimeType }: WrittenBinary) => binary.write(bytes, { fileName, mimeType }),
    console: ({ values, level }: ConsoleLine) => session.onConsole(values, isConsoleLevel(level) ? level : 'log'),
  };
}

interface ConsoleLine {
  readonly values: readonly unknown[];
  readonly level: unknown;
}

interface WrittenBinary {
  readonly bytes: Uint8Array;
  readonly fileName?: string | undefined;
  readonly mimeType?: string | undefined;
}

export class JobChannel {
  readonly #process: CodeProcess<JobMessage>;
  readonly #session: CodeSession;
  readonly #job: number;
  readonly #channel: Channel<WorkerHandlers>;
  readonly #onRest: (isResting: boolean) => void;
  #isOver = false;
  /** True once the job has ended by itself, so that the process is free. */
  isSettled = false;

  /** `onRest` is called when the job starts to await something, and when it continues. */
  constructor(process: CodeProcess<JobMessage>, session: CodeSession, onRest: (isResting: boolean) => void) {
    this.#onRest = onRest;
    this.#process = process;
    this.#session = session;
    const job = (this.#job = process.nextJob());
    this.#channel = new Channel<WorkerHandlers>(
      {
        send: (message) => process.send(message.type === 'call' ? frameKinds.job : frameKinds.message, { ...message, job }),
        respond: (message) => process.send(frameKinds.response, { ...message, job }),
      },
      codeHandlers(session),
      {
        toData: dataForCode,
        fromData: (data) => {
          this.isSettled = true;
          return codeError(data);
        },
      },
    );
  }

  /** Ends the job with this error. */
  abort(error: Error): void {
    this.#isOver = true;
    this.#channel.close(error);
  }

  /** Runs the job. `lost` creates the error for a process that failed. */
  async run({ head, items }: JobContent, lost: (end: ProcessEnd) => Error): Promise<JobResult> {
    const abort = (error: Error): void => this.abort(error);
    this.#process.listener = {
      // Fails the job if the data is invalid.
      message: guarded(abort, (message: JobMessage) => message.job === this.#job && this.#channel.receive(message)),
      rest: this.#onRest,
      lost: (end) => abort(lost(end)),
    };
    if (this.#process.lost !== undefined) abort(lost(this.#process.lost));
    const shape = new ShapeCheck('The returned value');
    const values: unknown[] = [];
    const onPart = (part: readonly unknown[]): void => {
      shape.check(part);
      for (const value of part) values.push(value);
    };
    try {
      const { timezone } = this.#session;
      const settled = this.#channel.call('run', { ...head, itemCount: items.length, timezone }, { onPart });
      // The job may fail before all items are sent.
      settled.catch(() => undefined);
      await this.#sendItems(items);
      const result = await settled;
      this.isSettled = true;
      shape.check(result.value);
      new ShapeCheck('Static data').check(result.staticData);
      saveStaticData(this.#session, result.staticData);
      return result.isSliced ? { ...result, value: values } : result;
    } finally {
      this.abort(new Error('The job has ended.'));
      this.#process.listener = undefined;
    }
  }

  /** Sends the items, and yields in between. */
  async #sendItems(items: readonly unknown[]): Promise<void> {
    let deadline = performance.now() + slice;
    for (let from = 0; from < items.length && !this.#isOver; from += sliceLength) {
      try {
        this.#channel.notify('items', toPlain(items.slice(from, from + sliceLength), 'An item') as readonly unknown[]);
      } catch (error) {
        throw new AppError('CODE_FAILED', `The items cannot be passed to the code: ${(error as Error).message}`, { cause: error });
      }
      if (performance.now() < deadline) continue;
      await setImmediate();
      deadline = performance.now() + slice;
    }
  }
}

function dataForCode(error: unknown): CodeErrorData {
  const data = toPublicErrorData(error);
  return error instanceof HelperError ? { ...data, fields: error.fields } : data;
}

/** Returns the error for a node whose user code failed. The message contains the line, and the item if there is one. */
export function codeError({ name, message, description, line, itemIndex }: CodeErrorData): Error {
  const places = [line === undefined ? '' : `line ${line}`, itemIndex === undefined ? '' : `for item ${itemIndex}`].filter(Boolean);
  const position = places.length === 0 ? '' : ` [${places.join(', ')}]`;
  const error = new AppError('CODE_FAILED', `${message}${position}`, { params: { line, itemIndex } });
  const details = { description: description ?? (name === 'Error' ? undefined : name), itemIndex, name: 'CodeError' };
  return Object.assign(error, details, line === undefined ? {} : { context: { line } });
}
