// Threads that parse external content. A hostile spreadsheet, PDF or page exceeds a time or memory limit, which ends its thread and affects
// nothing else.
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Channel } from '../channel/channel.ts';
import { portChannel } from '../channel/port-channel.ts';
import { AppError } from '../contract/errors.ts';
import { entryFile } from '../sandbox/entry-file.ts';
import { NodeError, type ParsingPort } from '../sdk/index.ts';
import type { ParserHandlers, ParserOwnerHandlers, ParserTask } from './worker.ts';

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
    const idleParser = idle.pop();
    if (idleParser !== undefined) return idleParser;
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
  readonly #channel: Channel<ParserHandlers>;
  readonly #onEnd: () => void;
  readonly #isUp = Promise.withResolvers<void>();
  #idling: NodeJS.Timeout | undefined;
  hasEnded = false;

  constructor(memory: number, onEnd: () => void) {
    this.#onEnd = onEnd;
    const file = entryFile(new URL('./worker.ts', import.meta.url), 'parsing-worker.js');
    this.#worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: memory }, env: {}, stdout: true, stderr: true });
    const fail = (error: Error): void => void this.end(error);
    const handlers: ParserOwnerHandlers = { ready: () => this.#isUp.resolve() };
    // A task that is given up may never end by itself.
    this.#channel = portChannel(this.#worker, handlers, { onCancel: fail, onFault: fail });
    this.#isUp.promise.catch(() => undefined);
    this.#worker.on('error', (error: NodeJS.ErrnoException) =>
      fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? outOfMemory(memory) : error),
    );
    this.#worker.on('exit', () => fail(new AppError('INTERNAL', 'The parsing thread ended unexpectedly.')));
  }

  /** Runs a task. If the task does not complete by itself, the thread is ended. */
  async run(task: ParserTask, timeout: number, signal: AbortSignal): Promise<unknown> {
    clearTimeout(this.#idling);
    const values: unknown[] = [];
    const onPart = (part: readonly unknown[]): Promise<void> => {
      for (const value of part) values.push(value);
      // Yields to other work before the next slice is requested.
      return setImmediate();
    };
    const onAbort = (): void => void this.end(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      // The timeout does not include starting the thread.
      await this.#isUp.promise;
      const deadline = { after: timeout, error: () => outOfTime(timeout) };
      const result = await this.#channel.call('run', task, { deadline, onPart });
      return 'value' in result ? result.value : values;
    } finally {
      signal.removeEventListener('abort', onAbort);
      if (!this.hasEnded) this.#idling = setTimeout(() => void this.end(stopped()), IDLE_TIME).unref();
    }
  }

  /** Terminates the thread. A running task is rejected with this error. */
  async end(error: Error): Promise<void> {
    this.hasEnded = true;
    this.#onEnd();
    clearTimeout(this.#idling);
    this.#isUp.reject(error);
    this.#channel.close(error);
    await this.#worker.terminate();
  }
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
