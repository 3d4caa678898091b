// The pool's side of one job: sends it, responds to the code's requests, and settles with its result.
import { setImmediate } from 'node:timers/promises';
import { AppError, errorCodeOf } from '../contract/errors.ts';
import type { JsonObject } from '../contract/json.ts';
import type { CodeSession } from '../sdk/index.ts';
import { ShapeCheck } from './check-shape.ts';
import type { CodeProcess, ProcessEnd } from './code-process.ts';
import { frameKinds } from './frames.ts';
import { HelperError, sendHttp } from './http-helper.ts';
import { followLookup } from './lookup.ts';
import { toPlain } from './plain-data.ts';
import {
  sliceLength,
  type CallOutcome,
  type AsyncQuestion,
  type FailureData,
  type FromWorker,
  type JobContent,
  type JobEnd,
  type JobResult,
  type SyncQuestion,
} from './protocol.ts';

/** Maximum time in milliseconds before sending yields to other work. */
const slice = 20;

export class JobConversation {
  readonly #process: CodeProcess;
  readonly #session: CodeSession;
  readonly #job: number;
  /** Aborts the job's pending requests once it has ended. */
  readonly #over = new AbortController();
  readonly #settled = Promise.withResolvers<JobResult>();
  /** Entries of a long list that have been received. */
  readonly #values: unknown[] = [];
  readonly #shape = new ShapeCheck('The returned value');
  readonly #onRest: (isResting: boolean) => void;
  /** True once the job has ended by itself, so that the process is free. */
  isSettled = false;

  /** `onRest` is called when the job starts to await something, and when it continues. */
  constructor(process: CodeProcess, session: CodeSession, onRest: (isResting: boolean) => void) {
    this.#onRest = onRest;
    this.#process = process;
    this.#session = session;
    this.#job = process.nextJob();
    // The pool may abort before the result is awaited.
    this.#settled.promise.catch(() => undefined);
  }

  /** Ends the job with this error. */
  abort(error: Error): void {
    this.#settled.reject(error);
    this.#over.abort();
  }

  /** Runs the job. `lost` creates the error for a process that failed. */
  async run(content: JobContent, lost: (end: ProcessEnd) => Error): Promise<JobResult> {
    this.#process.listener = {
      message: (message) => this.#guarded(() => this.#receive(message)),
      end: (end) => this.#guarded(() => this.#end(end)),
      rest: this.#onRest,
      lost: (end) => this.abort(lost(end)),
    };
    if (this.#process.lost !== undefined) this.abort(lost(this.#process.lost));
    try {
      await this.#send(content);
      return await this.#settled.promise;
    } finally {
      this.#over.abort();
      this.#process.listener = undefined;
    }
  }

  /** Sends the job and its items, and yields in between. */
  async #send({ head, items }: JobContent): Promise<void> {
    const { timezone } = this.#session;
    const itemCount = items.length;
    this.#process.send(frameKinds.job, { ...head, type: 'job', job: this.#job, itemCount, timezone });
    let deadline = performance.now() + slice;
    for (let from = 0; from < itemCount && !this.#over.signal.aborted; from += sliceLength) {
      this.#sendItems(items.slice(from, from + sliceLength));
      if (performance.now() < deadline) continue;
      await setImmediate();
      deadline = performance.now() + slice;
    }
  }

  #sendItems(items: readonly unknown[]): void {
    try {
      this.#process.send(frameKinds.message, { type: 'items', job: this.#job, items: toPlain(items, 'An item') as readonly unknown[] });
    } catch (error) {
      throw new AppError('CODE_FAILED', `The items cannot be passed to the code: ${(error as Error).message}`, { cause: error });
    }
  }

  /** Fails the job if the data is invalid. */
  #guarded(receive: () => void): void {
    try {
      receive();
    } catch (error) {
      this.abort(error as Error);
    }
  }

  #end(end: JobEnd): void {
    if (end.job !== this.#job) return;
    this.isSettled = true;
    if (end.type === 'failed') return this.#settled.reject(errorOf(end.failure));
    const { result } = end;
    this.#shape.check(result.value);
    new ShapeCheck('Static data').check(result.staticData);
    this.#keepStaticData(result);
    this.#settled.resolve(result.isSliced ? { ...result, value: this.#values } : result);
  }

  #receive(message: FromWorker): void {
    if (message.job !== this.#job) return;
    switch (message.type) {
      case 'slice':
        this.#shape.check(message.values);
        for (const value of message.values) this.#values.push(value);
        break;
      case 'console':
        this.#session.onConsole(message.values);
        break;
      case 'sync':
        this.#replyNow(message.question);
        break;
      case 'async':
        void this.#answerLater(message.id, message.question);
        break;
    }
  }

  #replyNow(question: SyncQuestion): void {
    this.#response(
      (callOutcome) => this.#process.send(frameKinds.response, callOutcome),
      () => {
        const value = question.type === 'staticData' ? this.#session.staticData(question.scope) : followLookup(this.#session, question);
        return toPlain(value);
      },
    );
  }

  async #answerLater(id: number, question: AsyncQuestion): Promise<void> {
    let outcome: () => unknown;
    try {
      const value = await this.#result(question);
      outcome = () => value;
    } catch (error) {
      outcome = () => {
        throw error;
      };
    }
    if (this.#over.signal.aborted) return;
    this.#response(
      (callOutcome) => this.#process.send(frameKinds.message, { type: 'answer', job: this.#job, id, response: callOutcome }),
      outcome,
    );
  }

  /**
   * Sends the result of `value`, or the error it throws. If the result cannot be cloned, an error is sent, so that the code does not wait
   * forever.
   */
  #response(send: (callOutcome: CallOutcome) => void, value: () => unknown): void {
    try {
      send({ value: value() });
    } catch (error) {
      send({ failure: failureOf(error) });
    }
  }

  async #result(question: AsyncQuestion): Promise<unknown> {
    const { http, binary, signal } = this.#session;
    switch (question.type) {
      case 'httpRequest':
        return sendHttp(http, question.form, question.options, AbortSignal.any([signal, this.#over.signal]));
      case 'readBinary':
        return binary.read(question.entry);
      case 'writeBinary':
        return binary.write(question.bytes, { fileName: question.fileName, mimeType: question.mimeType });
    }
  }

  #keepStaticData({ staticData }: JobResult): void {
    for (const scope of ['global', 'node'] as const) {
      const after = staticData[scope];
      if (after === undefined) continue;
      const saved: JsonObject = this.#session.staticData(scope);
      for (const key of Object.keys(saved)) delete saved[key];
      for (const [key, value] of Object.entries(after)) {
        Object.defineProperty(saved, key, { value, enumerable: true, writable: true, configurable: true });
      }
    }
  }
}

function failureOf(error: unknown): FailureData {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { description } = error as { description?: unknown };
  return {
    name: error.name,
    message: error.message,
    code: errorCodeOf(error),
    ...(typeof description === 'string' ? { description } : {}),
    ...(error instanceof HelperError ? { fields: error.fields } : {}),
  };
}

/** Returns the error for a node whose user code failed. The message contains the line, and the item if there is one. */
export function errorOf(failure: FailureData): Error {
  const { line, itemIndex } = failure;
  const place =
    line === undefined && itemIndex === undefined
      ? ''
      : ` [${[line === undefined ? '' : `line ${line}`, itemIndex === undefined ? '' : `for item ${itemIndex}`].filter(Boolean).join(', ')}]`;
  const error = new AppError('CODE_FAILED', `${failure.message}${place}`, { params: { line, itemIndex } });
  const description = failure.description ?? (failure.name === 'Error' ? undefined : failure.name);
  return Object.assign(error, { description, itemIndex, name: 'CodeError', ...(line === undefined ? {} : { context: { line } }) });
}
