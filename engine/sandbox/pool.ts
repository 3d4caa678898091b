// The pool of warm code processes. A process runs one job at a time, and only jobs of one owner; it is terminated if it takes too much time or
// memory. The pool grows while jobs await something, so that other jobs can run in the meantime.
import { AppError } from '../contract/errors.ts';
import type { CodeSession } from '../sdk/index.ts';
import { CodeProcess, type ProcessEnd } from './code-process.ts';
import type { Confinement } from './confinement.ts';
import { JobChannel } from './job-channel.ts';
import type { Launch } from './launch.ts';
import type { JobContent, JobMessage, JobResult, WorkerSetup } from './protocol.ts';
import { JobSlots, type JobSlot, type SlotLimits } from './slots.ts';

/** Milliseconds after which processes beyond the number of slots are terminated. */
const SHRINK_AFTER = 30_000;

export interface PoolOptions {
  readonly launch: Launch;
  /** Real path of the entry file. */
  readonly hostFile: string;
  /** Undefined for code that may do what the program may. */
  readonly confinement: Confinement | undefined;
  readonly setup: Omit<WorkerSetup, 'bounds'>;
  readonly onUnconfined?: ((reason: string) => void) | undefined;
  readonly onNotStarted?: ((reason: string) => void) | undefined;
  readonly slots: SlotLimits;
  /** Time limit in milliseconds. */
  readonly timeout: number;
}

export class ProcessPool {
  readonly #options: PoolOptions;
  readonly #idle: CodeProcess<JobMessage>[] = [];
  readonly #all = new Set<CodeProcess<JobMessage>>();
  readonly #slots: JobSlots;
  #shrinking: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#slots = new JobSlots(options.slots);
  }

  /** Starts one process in advance. */
  warm(): void {
    if (this.#all.size === 0 && !this.#stopped) this.#idle.push(this.#spawn());
  }

  /** Runs a job in an idle or a new process, once a slot is free. */
  async run(content: JobContent, session: CodeSession): Promise<JobResult> {
    const slot = await this.#slots.take(session);
    try {
      if (this.#stopped) throw stopped();
      session.signal.throwIfAborted();
      return await this.#work(this.#processFor(session.owner ?? ''), slot, content, session);
    } finally {
      slot.free();
    }
  }

  /** Ends all processes. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#shrinking);
    const lost = [...this.#all];
    this.#idle.length = 0;
    await Promise.all(
      lost.map((process) => {
        process.listener?.lost({ reason: 'crashed', message: 'Millrace is shutting down' });
        return process.kill();
      }),
    );
  }

  /**
   * Returns the owner's most recently used process, otherwise an unused one. At the limit, the process of another owner that has been idle for
   * the longest time is terminated.
   */
  #processFor(owner: string): CodeProcess<JobMessage> {
    const index = this.#idle.findLastIndex((process) => process.owner === owner);
    const position = index >= 0 ? index : this.#idle.findIndex((process) => process.owner === undefined);
    const [warm] = position >= 0 ? this.#idle.splice(position, 1) : [];
    if (warm === undefined && this.#all.size >= this.#options.slots.most) this.#end(this.#idle.shift());
    const process = warm ?? this.#spawn();
    process.owner = owner;
    return process;
  }

  #end(process: CodeProcess<JobMessage> | undefined): void {
    if (process === undefined) return;
    this.#all.delete(process);
    void process.kill();
  }

  #spawn(): CodeProcess<JobMessage> {
    const { launch, hostFile, setup, confinement } = this.#options;
    // These limits apply even to code that escapes its compartment.
    const { nodeFlags = [], bounds } = confinement ?? {};
    const folder = confinement === undefined ? 'program' : 'empty';
    const process = new CodeProcess<JobMessage>(launch, { hostFile, nodeFlags, setup: { ...setup, bounds }, folder }, () => {
      this.#all.delete(process);
      const index = this.#idle.indexOf(process);
      if (index >= 0) this.#idle.splice(index, 1);
    });
    this.#all.add(process);
    return process;
  }

  async #work(process: CodeProcess<JobMessage>, slot: JobSlot, content: JobContent, session: CodeSession): Promise<JobResult> {
    const channel = new JobChannel(process, session, (isResting) => slot.rest(isResting));
    const timeout = content.timeout ?? this.#options.timeout;
    let tooSlow: NodeJS.Timeout | undefined;
    const onAbort = (): void => channel.abort(session.signal.reason as Error);
    session.signal.addEventListener('abort', onAbort, { once: true });
    process.ref();
    try {
      if (session.signal.aborted) onAbort();
      await process.ready;
      tooSlow = setTimeout(() => channel.abort(outOfTime(timeout)), timeout);
      return await channel.run(content, (end) => this.#lost(end));
    } finally {
      clearTimeout(tooSlow);
      session.signal.removeEventListener('abort', onAbort);
      process.unref();
      this.#release(process, channel);
    }
  }

  #lost(end: ProcessEnd): AppError {
    if (end.reason === 'unconfined') this.#options.onUnconfined?.(end.message);
    if (end.reason === 'notStarted') this.#options.onNotStarted?.(end.message);
    return lostError(end, this.#options.setup.memory);
  }

  /**
   * Terminates processes left over from a time when many jobs awaited something, starting with the process that has been idle for the
   * longest time.
   */
  #shrinkLater(): void {
    this.#shrinking ??= setTimeout(() => {
      this.#shrinking = undefined;
      for (const process of this.#idle.splice(0, Math.max(0, this.#idle.length - this.#options.slots.size))) this.#end(process);
    }, SHRINK_AFTER).unref();
  }

  /** A process whose job ended by itself is kept warm; any other may still be running its job, so it is terminated. */
  #release(process: CodeProcess<JobMessage>, { isSettled }: JobChannel): void {
    if (isSettled && !process.isWorn && !this.#stopped) {
      this.#idle.push(process);
      if (this.#idle.length > this.#options.slots.size) this.#shrinkLater();
      return;
    }
    this.#end(process);
    this.warm();
  }
}

/** Error of code that is not run because its process is not confined. `what`: whose code. */
export const unconfinedError = (what: string, reason: string): AppError =>
  new AppError('CODE_NOT_CONFINED', `${what} was not run, because its process is not confined: ${reason}.`, {
    params: { reason },
    hint: 'Start Millrace with a version of Node that it supports, and without flags of your own. The documentation of its security describes what confines code.',
  });

/** Options of an error about a process that could not be started. */
export const withHint = ({ hint }: { readonly hint?: string }): { readonly hint?: string } => (hint === undefined ? {} : { hint });

const stopped = (): AppError => new AppError('EXECUTION_CANCELED', 'The sandbox has been stopped.');

const outOfTime = (timeout: number): AppError =>
  new AppError(
    'CODE_TIMEOUT',
    `The code ran longer than ${timeout / 1000} s and was stopped. Look for a loop without end, or raise the limit in the settings.`,
    { params: { timeout } },
  );

function lostError(end: ProcessEnd, memory: number): AppError {
  if (end.reason === 'unconfined') return unconfinedError('The code', end.message);
  if (end.reason === 'notStarted') {
    return new AppError('CODE_FAILED', `The process for the code could not be started: ${end.message}.`, withHint(end));
  }
  if (end.reason === 'stuck') return new AppError('CODE_FAILED', 'The code did not respond and was stopped.');
  return end.reason === 'outOfMemory'
    ? new AppError(
        'CODE_OUT_OF_MEMORY',
        `The code used more than ${memory} MB of memory and was stopped. Work on fewer items at a time, for example with Loop Over Items.`,
        { params: { memory } },
      )
    : new AppError('CODE_FAILED', `The code ended its process: ${end.message}.`);
}
