// A package's process: started at the first call, ended when it has been idle for a while, and replaced after a crash.
import { AppError } from '../../contract/errors.ts';
import { CodeProcess, type ProcessEnd } from '../../sandbox/code-process.ts';
import { frameKinds } from '../../sandbox/frames.ts';
import type { Launch } from '../../sandbox/launch.ts';
import type { Answer, CallMessage, FromPackage, PackageSetup, ToPackage } from './protocol.ts';

/** A call in progress. */
export interface CallListener {
  message(message: FromPackage): void;
  /** Called once if the process ended before the call did. `wasStopped`: because the package was stopped. */
  lost(error: AppError, wasStopped: boolean): void;
}

/** A call that package code serves. */
export interface OpenCall {
  readonly number: number;
  /** Throws PACKAGE_FAILED for data that cannot be passed. */
  send(message: CallMessage): void;
  /** Sends the response to a synchronous request. */
  answerNow(answer: Answer): void;
  /** Must be called when the call has ended. */
  end(): void;
}

/** Where a package's code runs. */
export interface PackageRunner {
  /** Opens a call; starts what runs the code, if necessary. Throws PACKAGE_FAILED. */
  open(listener: CallListener): OpenCall;
  /** Adds a call that the package's code uses while another one is in progress. Throws PACKAGE_FAILED if the code has been stopped. */
  attach(listener: CallListener): OpenCall;
  /** Ends what runs the code; calls in progress fail. */
  stop(): Promise<void>;
}

export interface PackageProcessOptions {
  readonly launch: Launch;
  readonly hostFile: string;
  readonly setup: PackageSetup;
  /** Milliseconds after its last call until the process ends. */
  readonly idleTime: number;
}

type Process = CodeProcess<ToPackage, FromPackage>;

/** Maximum number of messages in a period; requests that block the package's code do not count. */
const MOST_MESSAGES = 50_000;
/** Length of the period in milliseconds. */
const PERIOD = 5000;

export class PackageProcess implements PackageRunner {
  readonly #options: PackageProcessOptions;
  readonly #calls = new Map<number, CallListener>();
  #process: Process | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last = 0;
  #isStopped = false;

  constructor(options: PackageProcessOptions) {
    this.#options = options;
  }

  /** Frames written before the worker is ready are delivered to it in order. */
  open(listener: CallListener): OpenCall {
    if (this.#isStopped) throw stoppedError(this.#name);
    clearTimeout(this.#idle);
    const process = (this.#process ??= this.#launched());
    process.ref();
    return this.#opened(process, listener);
  }

  attach(listener: CallListener): OpenCall {
    if (this.#process === undefined) throw stoppedError(this.#name);
    return this.#opened(this.#process, listener);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#idle);
    const process = this.#process;
    this.#lose({ reason: 'crashed', message: 'it was stopped' });
    await process?.kill();
  }

  #opened(process: Process, listener: CallListener): OpenCall {
    const number = ++this.#last;
    this.#calls.set(number, listener);
    return {
      number,
      send: (message) => {
        try {
          process.send(frameKinds.message, { ...message, call: number });
        } catch (error) {
          throw refusedError(this.#name, error as Error);
        }
      },
      answerNow: (answer) => process.send(frameKinds.answer, answer),
      end: () => this.#end(number),
    };
  }

  get #name(): string {
    return this.#options.setup.packageName;
  }

  #launched(): Process {
    const { launch, hostFile, setup } = this.#options;
    const { nodeFlags } = setup;
    const process: Process = new CodeProcess<ToPackage, FromPackage>(launch, { hostFile, nodeFlags, setup }, () => undefined);
    const lost = (end: ProcessEnd): void => {
      if (this.#process !== process) return;
      this.#lose(end);
      void process.kill();
    };
    let [since, count] = [0, 0];
    process.listener = {
      message: (message) => {
        const now = performance.now();
        if (now - since > PERIOD) [since, count] = [now, 0];
        if (message.type !== 'sync' && ++count > MOST_MESSAGES) {
          lost({ reason: 'crashed', message: 'it sent too many messages' });
        } else this.#calls.get(message.call)?.message(message);
      },
      end: () => undefined,
      rest: () => undefined,
      lost,
    };
    return process;
  }

  #end(call: number): void {
    if (!this.#calls.delete(call) || this.#calls.size > 0) return;
    this.#process?.unref();
    this.#idle = setTimeout(() => {
      const process = this.#process;
      this.#process = undefined;
      void process?.kill();
    }, this.#options.idleTime).unref();
  }

  #lose(end: ProcessEnd): void {
    this.#process = undefined;
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const listener of calls) listener.lost(this.#lostError(end), this.#isStopped);
  }

  #lostError(end: ProcessEnd): AppError {
    const { memory, stuckAfter } = this.#options.setup;
    const reasons = {
      outOfMemory: `used more than ${memory} MB of memory and was stopped. Work on fewer items at a time.`,
      stuck: `did not respond for ${stuckAfter / 1000} s and was stopped. Its code may contain a loop without end.`,
      crashed: `ended its process: ${'message' in end ? end.message : ''}.`,
    };
    return new AppError('PACKAGE_FAILED', `The package ${this.#name} ${reasons[end.reason]}`, { params: { package: this.#name } });
  }
}

export const stoppedError = (name: string): AppError => new AppError('PACKAGE_FAILED', `The package ${name} has been stopped.`);

export const refusedError = (name: string, cause: Error): AppError =>
  new AppError('PACKAGE_FAILED', `The data cannot be passed to the package ${name}: ${cause.message}`, { cause });
