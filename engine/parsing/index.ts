// Threads that parse external content. A hostile spreadsheet, PDF or page exceeds a time or memory limit, which ends its thread and affects
// nothing else.
import { Worker } from 'node:worker_threads';
import { AppError, type ErrorCode } from '../contract/errors.ts';
import { entryFile } from '../sandbox/entry-file.ts';
import { NodeError, type ParsingPort } from '../sdk/index.ts';
import { guarded } from '../workflow/values/guarded.ts';
import type { FromParser, ToParser } from './worker.ts';

/** Maximum number of tasks that run at the same time. */
const THREADS = 2;
/** Milliseconds after which an idle thread ends. */
const IDLE_TIME = 30_000;

export interface ParsingOptions {
  /** Maximum milliseconds per task. Default: 60,000. */
  readonly timeout?: number;
  /** Maximum JavaScript memory of a thread in MiB. Default: 512. */
  readonly memory?: number;
}

export interface Parsing extends ParsingPort {
  /** Ends all threads. Running tasks are rejected. */
  stop(): Promise<void>;
}

/** Starts no thread before the first task. */
export function createParsing({ timeout = 60_000, memory = 512 }: ParsingOptions = {}): Parsing {
  const idle: Parser[] = [];
  const all = new Set<Parser>();
  const queue: (() => void)[] = [];
  let running = 0;
  let isStopped = false;

  const parser = (): Parser => {
    const found = idle.pop();
    if (found !== undefined) return found;
    const parser = new Parser(memory, () => {
      all.delete(parser);
      if (idle.includes(parser)) idle.splice(idle.indexOf(parser), 1);
    });
    all.add(parser);
    return parser;
  };

  return {
    run: async (task, args, signal) => {
      signal.throwIfAborted();
      if (running < THREADS) running++;
      else await turn(queue, signal);
      try {
        if (isStopped) throw stopped();
        const thread = parser();
        try {
          return await thread.run({ task, args }, timeout, signal);
        } finally {
          if (!thread.hasEnded) idle.push(thread);
        }
      } finally {
        const next = queue.shift();
        if (next === undefined) running--;
        else next();
      }
    },
    stop: async () => {
      isStopped = true;
      await Promise.all([...all].map((thread) => thread.end(stopped())));
    },
  };
}

/** Resolves once a running task has freed its slot. */
function turn(queue: (() => void)[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const take = (): void => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    const leave = (): void => {
      queue.splice(queue.indexOf(take), 1);
      reject(signal.reason as Error);
    };
    queue.push(take);
    signal.addEventListener('abort', leave, { once: true });
  });
}

class Parser {
  readonly #worker: Worker;
  readonly #onEnd: () => void;
  readonly #isUp = Promise.withResolvers<void>();
  #current: PromiseWithResolvers<unknown> | undefined;
  /** Received values of a long list. */
  #values: unknown[] = [];
  #idling: NodeJS.Timeout | undefined;
  hasEnded = false;

  constructor(memory: number, onEnd: () => void) {
    this.#onEnd = onEnd;
    const file = entryFile(new URL('./worker.ts', import.meta.url), 'parsing-worker.js');
    this.#worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: memory }, env: {}, stdout: true, stderr: true });
    this.#worker.on(
      'message',
      guarded(
        (error) => void this.end(error),
        (message: FromParser) => this.#receive(message),
      ),
    );
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      void this.end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? outOfMemory(memory) : error);
    });
    this.#worker.on('exit', () => void this.end(new AppError('INTERNAL', 'The parsing thread ended unexpectedly.')));
  }

  /** Runs a task. If the task does not complete by itself, the thread is ended. */
  async run(message: Extract<ToParser, { readonly task: string }>, timeout: number, signal: AbortSignal): Promise<unknown> {
    clearTimeout(this.#idling);
    this.#worker.ref();
    const current = (this.#current = Promise.withResolvers<unknown>());
    let late: NodeJS.Timeout | undefined;
    const onAbort = (): void => void this.end(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      // The timeout does not include starting the thread.
      await Promise.race([this.#isUp.promise, current.promise]);
      late = setTimeout(() => void this.end(outOfTime(timeout)), timeout);
      this.#worker.postMessage(message);
      return await current.promise;
    } finally {
      clearTimeout(late);
      signal.removeEventListener('abort', onAbort);
      this.#current = undefined;
      this.#values = [];
      this.#worker.unref();
      if (!this.hasEnded) this.#idling = setTimeout(() => void this.end(stopped()), IDLE_TIME).unref();
    }
  }

  /** Terminates the thread. A running task is rejected with this error. */
  async end(error: Error): Promise<void> {
    this.hasEnded = true;
    this.#onEnd();
    clearTimeout(this.#idling);
    this.#current?.reject(error);
    await this.#worker.terminate();
  }

  #receive(message: FromParser): void {
    switch (message.type) {
      case 'ready':
        this.#isUp.resolve();
        break;
      case 'slice':
        for (const value of message.values) this.#values.push(value);
        // Yields to other work before the next slice is requested.
        setImmediate(() => this.#worker.postMessage({ isNext: true } satisfies ToParser));
        break;
      case 'done':
        this.#current?.resolve(message.isSliced ? this.#values : message.value);
        break;
      case 'failed':
        this.#current?.reject(failureOf(message));
        break;
    }
  }
}

function failureOf({ code, message, cause: reason, ...rest }: Extract<FromParser, { type: 'failed' }>): Error {
  const cause = reason === undefined ? undefined : Object.assign(new Error(reason.message), { name: reason.name });
  return code === undefined ? new Error(message, { cause }) : new NodeError(message, { ...rest, code: code as ErrorCode, cause });
}

const stopped = (): AppError => new AppError('EXECUTION_CANCELED', 'Millrace is shutting down.');

const outOfTime = (timeout: number): NodeError =>
  new NodeError(`Reading or writing the content took longer than ${timeout / 1000} s and was stopped.`, {
    code: 'PARSING_TIMEOUT',
    hint: 'Process smaller content, or raise MILLRACE_CODE_TIMEOUT.',
  });

const outOfMemory = (memory: number): NodeError =>
  new NodeError(`Reading or writing the content took more than ${memory} MB of memory and was stopped.`, {
    code: 'PARSING_OUT_OF_MEMORY',
    hint: 'Process smaller content, or raise MILLRACE_CODE_MEMORY.',
  });
