// The pool of warm code processes: hands each job to a free one, and ends a process that takes too long or too much.
import { AppError } from '../contract/errors.ts';
import type { CodeRun, CodeSession } from '../sdk/index.ts';
import { CodeProcess, type ProcessEnd } from './code-process.ts';
import { JobConversation } from './conversation.ts';
import type { JobResult, WorkerSetup } from './protocol.ts';
import type { PreparedSource } from './source.ts';

export interface PoolOptions {
  readonly hostFile: URL;
  readonly setup: WorkerSetup;
  /** How many jobs run at the same time. */
  readonly size: number;
  /** Milliseconds. */
  readonly timeout: number;
}

export class ProcessPool {
  readonly #options: PoolOptions;
  readonly #idle: CodeProcess[] = [];
  readonly #all = new Set<CodeProcess>();
  readonly #queue: (() => void)[] = [];
  /** Jobs under way, and those that were just told to go on. */
  #busy = 0;
  #stopped = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Starts one process ahead of need. */
  warm(): void {
    if (this.#all.size === 0 && !this.#stopped) this.#idle.push(this.#spawn());
  }

  /** Runs a job on a free process; waits for one when all are busy. */
  async run(run: CodeRun, source: PreparedSource, session: CodeSession): Promise<JobResult> {
    if (this.#busy < this.#options.size) this.#busy++;
    else await this.#turn(session.signal);
    try {
      if (this.#stopped) throw stopped();
      return await this.#work(this.#idle.pop() ?? this.#spawn(), run, source, session);
    } finally {
      const next = this.#queue.shift();
      if (next === undefined) this.#busy--;
      else next();
    }
  }

  /** Ends all processes. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const lost = [...this.#all];
    this.#idle.length = 0;
    await Promise.all(
      lost.map((process) => {
        process.listener?.lost({ reason: 'crashed', message: 'Millrace is closing' });
        return process.kill();
      }),
    );
  }

  /** Resolves when another job hands over its place. */
  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#queue.splice(this.#queue.indexOf(take), 1);
        reject(signal.reason as Error);
      };
      const take = (): void => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      if (signal.aborted) return reject(signal.reason as Error);
      this.#queue.push(take);
      signal.addEventListener('abort', onAbort, { once: true });
      return undefined;
    });
  }

  #spawn(): CodeProcess {
    const process = new CodeProcess(this.#options.hostFile, this.#options.setup, () => {
      this.#all.delete(process);
      const index = this.#idle.indexOf(process);
      if (index >= 0) this.#idle.splice(index, 1);
    });
    this.#all.add(process);
    return process;
  }

  async #work(process: CodeProcess, run: CodeRun, source: PreparedSource, session: CodeSession): Promise<JobResult> {
    const conversation = new JobConversation(process, session);
    const timeout = run.timeout ?? this.#options.timeout;
    let tooSlow: NodeJS.Timeout | undefined;
    const onAbort = (): void => conversation.abort(session.signal.reason as Error);
    session.signal.addEventListener('abort', onAbort, { once: true });
    process.ref();
    try {
      if (session.signal.aborted) onAbort();
      await process.ready;
      tooSlow = setTimeout(() => conversation.abort(outOfTime(timeout)), timeout);
      return await conversation.run(run, source, (end) => lost(end, this.#options.setup.memory));
    } finally {
      clearTimeout(tooSlow);
      session.signal.removeEventListener('abort', onAbort);
      process.unref();
      this.#release(process, conversation);
    }
  }

  /** A process whose job came to its end stays warm; any other may still be running it, and is ended. */
  #release(process: CodeProcess, { isSettled }: JobConversation): void {
    if (isSettled && !process.isWorn && !this.#stopped) {
      this.#idle.push(process);
      return;
    }
    void process.kill();
    this.#all.delete(process);
    this.warm();
  }
}

const stopped = (): AppError => new AppError('EXECUTION_CANCELED', 'The sandbox has been stopped.');

const outOfTime = (timeout: number): AppError =>
  new AppError(
    'CODE_TIMEOUT',
    `The code ran longer than ${timeout / 1000} s and was stopped. Look for a loop without end, or raise the limit in the settings.`,
    { params: { timeout } },
  );

function lost(end: ProcessEnd, memory: number): AppError {
  return end.reason === 'outOfMemory'
    ? new AppError(
        'CODE_OUT_OF_MEMORY',
        `The code used more than ${memory} MB of memory and was stopped. Work on fewer items at a time, for example with Loop Over Items.`,
        { params: { memory } },
      )
    : new AppError('CODE_FAILED', `The code ended its process: ${end.message}.`);
}
