// A package's process: started at the first call, ended when it has been idle for a while, and replaced after a crash.
import type { ChannelMessage } from '../../channel/channel.ts';
import type { ErrorData } from '../../channel/errors.ts';
import { AppError } from '../../contract/errors.ts';
import { CodeProcess, type ProcessEnd } from '../../sandbox/code-process.ts';
import { frameKinds } from '../../sandbox/frames.ts';
import { unconfinedError, withHint } from '../../sandbox/pool.ts';
import type { Launch } from '../../sandbox/launch.ts';
import type { FromPackage, PackageSetup, ToPackage } from './protocol.ts';

/** A call in progress. */
export interface CallListener {
  message(message: ChannelMessage): void;
  /** Called once if the process ended before the call did. `wasStopped`: because the package was stopped. */
  lost(error: AppError, wasStopped: boolean): void;
}

/** A call that package code serves. */
export interface OpenCall {
  readonly number: number;
  /** Throws PACKAGE_FAILED for data that cannot be passed. */
  send(message: ChannelMessage): void;
  /** Sends a message that ends the call. If its code does not let it be received, the process is ended, with the other calls in it. */
  cancel(message: ChannelMessage): void;
  /** Sends the result of a call that blocks the code. */
  replyNow(message: ChannelMessage): void;
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

/**
 * V8 observes types from the first call of a function, and not only from the eighth, so that it optimizes the code for long lists of items sooner. The
 * flag is for whole processes: threads reject it.
 */
const observingTypes = ['--no-lazy-feedback-allocation'];

export interface PackageProcessOptions {
  readonly launch: Launch;
  readonly hostFile: string;
  /** Folder of the package and its dependencies, in which the process runs. */
  readonly root: string;
  readonly setup: PackageSetup;
  /** Milliseconds after its last call until the process ends. */
  readonly idleTime: number;
  /** Called with the reason if the process does not run code. */
  readonly onUnconfined?: ((reason: string) => void) | undefined;
  /** Called with the reason if the process could not be started. */
  readonly onNotStarted?: ((reason: string) => void) | undefined;
}

type Process = CodeProcess<ToPackage, FromPackage>;

/** Why calls ended with their process. `stopped`: the package was stopped. `unyielding`: a canceled call continued without a pause. */
type CallsEnd = ProcessEnd | { readonly reason: 'unyielding' | 'stopped' };

interface Served {
  readonly listener: CallListener;
  /** What has been sent so far; undefined once package code has started to work on it. */
  pendingMessages: ChannelMessage[] | undefined;
}

/** Maximum number of messages in a period; requests that block the package's code do not count. */
const MOST_MESSAGES = 50_000;
/** Length of the period in milliseconds. */
const PERIOD = 5000;
/** Milliseconds until package code that has started a call must let its cancellation be received. */
const GRACE = 2000;

export class PackageProcess implements PackageRunner {
  readonly #options: PackageProcessOptions;
  readonly #calls = new Map<number, Served>();
  /** Calls whose cancellation has not been received, with the timers of those that have started. */
  readonly #cancelled = new Map<number, NodeJS.Timeout | undefined>();
  /** Calls in the order in which the process received them, as far as it has not started them. */
  #queue: number[] = [];
  #process: Process | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastCall = 0;
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
    return this.#opened({ listener, pendingMessages: [] });
  }

  attach(listener: CallListener): OpenCall {
    if (this.#process === undefined) throw stoppedError(this.#name);
    return this.#opened({ listener, pendingMessages: undefined });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#idle);
    const process = this.#process;
    this.#lose({ reason: 'stopped' });
    await process?.kill();
  }

  #opened(served: Served): OpenCall {
    const number = ++this.#lastCall;
    this.#calls.set(number, served);
    return {
      number,
      send: (message) => {
        this.#send(number, message);
        served.pendingMessages?.push(message);
      },
      cancel: (message) => this.#cancel(number, served, message),
      replyNow: (message) => this.#process?.send(frameKinds.response, { ...message, call: number }),
      end: () => this.#end(number),
    };
  }

  #send(call: number, message: ChannelMessage): void {
    try {
      this.#process?.send(frameKinds.message, { ...message, call });
      // What follows belongs to a call that has started.
      if (message.type === 'call' && this.#calls.get(call)?.pendingMessages !== undefined) this.#queue.push(call);
    } catch (error) {
      throw rejectedError(this.#name, error as Error);
    }
  }

  #cancel(call: number, { pendingMessages }: Served, message: ChannelMessage): void {
    // A call that has been lost is over.
    if (!this.#calls.has(call)) return;
    this.#send(call, message);
    clearTimeout(this.#cancelled.get(call));
    // A call that has not started does not hold up the process.
    this.#cancelled.set(call, pendingMessages === undefined ? this.#graceTimer() : undefined);
  }

  #graceTimer(): NodeJS.Timeout {
    const process = this.#process;
    return setTimeout(() => process !== undefined && this.#replace(process, { reason: 'unyielding' }), GRACE).unref();
  }

  get #name(): string {
    return this.#options.setup.packageName;
  }

  #launched(): Process {
    const { launch, hostFile, root, setup, onUnconfined, onNotStarted } = this.#options;
    const nodeFlags = [...setup.nodeFlags, ...observingTypes];
    const entry = { hostFile, nodeFlags, setup, folder: { path: root } };
    const process: Process = new CodeProcess(launch, entry, () => undefined);
    const lost = (end: ProcessEnd): void => {
      if (end.reason === 'unconfined') onUnconfined?.(`${setup.packageName}: ${end.message}`);
      if (end.reason === 'notStarted') onNotStarted?.(`${setup.packageName}: ${end.message}`);
      this.#replace(process, end);
    };
    let [since, count] = [0, 0];
    this.#queue = [];
    let startedAt = 0;
    process.listener = {
      message: (message) => {
        const now = performance.now();
        if (now - since > PERIOD) [since, count] = [now, 0];
        if (!isBlocking(message) && ++count > MOST_MESSAGES) {
          lost({ reason: 'crashed', message: 'it sent too many messages' });
        } else this.#receive(process, message);
      },
      started: (now) => {
        for (const call of this.#queue.splice(0, now - startedAt)) this.#begin(call);
        startedAt = now;
      },
      lost,
    };
    return process;
  }

  /** Package code works on the call. */
  #begin(call: number): void {
    const served = this.#calls.get(call);
    if (served !== undefined) served.pendingMessages = undefined;
    if (this.#cancelled.has(call) && this.#cancelled.get(call) === undefined) this.#cancelled.set(call, this.#graceTimer());
  }

  #receive(process: Process, message: FromPackage): void {
    const served = this.#calls.get(message.call);
    if (message.type === 'cancelled') {
      clearTimeout(this.#cancelled.get(message.call));
      this.#cancelled.delete(message.call);
    } else if (served !== undefined) {
      // The process counts calls that have started only now and then.
      this.#begin(message.call);
      served.listener.message(message);
    }
    // The worker blocks until the response.
    else if (isBlocking(message))
      process.send(frameKinds.response, { type: 'error', call: message.call, id: message.id, error: overError });
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

  /** Ends a process. If the code of a call blocked it, calls that had not started continue in a new process. */
  #replace(process: Process, end: CallsEnd): void {
    if (this.#process !== process) return;
    const waiting = end.reason === 'stuck' || end.reason === 'unyielding' ? this.#waiting() : [];
    this.#lose(end);
    void process.kill();
    if (waiting.length === 0) return;
    this.#process = this.#launched();
    this.#process.ref();
    for (const [call, served] of waiting) {
      this.#calls.set(call, served);
      for (const message of served.pendingMessages ?? []) this.#send(call, message);
    }
  }

  /** Takes the calls that have not started, unless none has: then one of them may be what ended the process. */
  #waiting(): readonly (readonly [number, Served])[] {
    const waiting = [...this.#calls].filter(([, { pendingMessages }]) => pendingMessages !== undefined);
    if (waiting.length === this.#calls.size && this.#cancelled.size === 0) return [];
    for (const [call] of waiting) this.#calls.delete(call);
    return waiting;
  }

  #lose(end: CallsEnd): void {
    this.#process = undefined;
    for (const timer of this.#cancelled.values()) clearTimeout(timer);
    this.#cancelled.clear();
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const { listener } of calls) listener.lost(this.#lostError(end), this.#isStopped);
  }

  #lostError(end: CallsEnd): AppError {
    if (end.reason === 'unconfined') return unconfinedError(`The package ${this.#name}`, end.message);
    const params = { package: this.#name };
    if (end.reason === 'notStarted') {
      return new AppError('PACKAGE_FAILED', `The package ${this.#name} was not run: ${end.message}.`, { params, ...withHint(end) });
    }
    const { memory, stuckAfter } = this.#options.setup;
    const reasons = {
      outOfMemory: `used more than ${memory} MB of memory and was stopped. Work on fewer items at a time.`,
      stuck: `did not respond for ${stuckAfter / 1000} s and was stopped. Its code may contain a loop without end.`,
      unyielding: `had to end its process: another call of it was stopped, and its code went on without a pause. Run the workflow again.`,
      stopped: 'was stopped, as it is when it is updated, uninstalled or given other rights. Run the workflow again.',
      crashed: `ended its process: ${'message' in end ? end.message : ''}.`,
    };
    return new AppError('PACKAGE_FAILED', `The package ${this.#name} ${reasons[end.reason]}`, { params });
  }
}

const isBlocking = (message: FromPackage): message is FromPackage & { readonly type: 'call' } =>
  message.type === 'call' && message.isBlocking === true;

const overError: ErrorData = { name: 'Error', message: 'The run that this code belongs to is over.' };

export const stoppedError = (name: string): AppError => new AppError('PACKAGE_FAILED', `The package ${name} has been stopped.`);

export const rejectedError = (name: string, cause: Error): AppError =>
  new AppError('PACKAGE_FAILED', `The data cannot be passed to the package ${name}: ${cause.message}`, { cause });
