// The engine's handle of a process that runs user code: sends and receives frames, and can terminate it at any time.
import { deserialize } from 'node:v8';
import { NOT_CONFINED } from './bounds.ts';
import { type Frame, FrameReader, frameKinds, messageFrame, release } from './frames.ts';
import type { Launch, Launched, LaunchEnd, LaunchRequest } from './launch.ts';

/** What a process runs. */
export interface ProcessEntry {
  /** Real path of the entry file. */
  readonly hostFile: string;
  /** Flags for Node, such as those of its permission model. */
  readonly nodeFlags: readonly string[];
  /** Its configuration; must be serializable as JSON. */
  readonly setup: object;
  /** Its current folder. */
  readonly folder: LaunchRequest['folder'];
  /** Whether the process inherits the program's environment variables. Default: false. */
  readonly hasEnvironment?: boolean;
}

/** Why a process ended, or should be ended. */
export type ProcessEnd =
  | { readonly reason: 'outOfMemory' }
  | { readonly reason: 'stuck' }
  /** The process did not run code. `message`: what it could do beyond its bounds. */
  | { readonly reason: 'unconfined'; readonly message: string }
  /** `message`: why it could not be started; `hint`: what to do about that. */
  | { readonly reason: 'notStarted'; readonly message: string; readonly hint?: string }
  | { readonly reason: 'crashed'; readonly message: string };

/** Listener for a process while it runs a job. `M`: messages of the worker. */
export interface ProcessListener<M> {
  message(message: M): void;
  /** Called every 250 ms, if it has changed, with the number of calls that the worker has started so far. */
  started?(count: number): void;
  /** Called when the job starts to await something, and when it continues. */
  rest?(isResting: boolean): void;
  /** Called when the process has become unusable. */
  lost(end: ProcessEnd): void;
}

/** Exit codes and signals of a process that ran out of memory, set by V8 or by the system. */
const memorySignals: ReadonlySet<unknown> = new Set(['SIGABRT', 'SIGILL', 'SIGTRAP', 'SIGKILL']);
const memoryExitCodes: ReadonlySet<unknown> = new Set([134, 0xc0000409]);

/** `T`: messages to the worker; `M`: messages of the worker. */
export class CodeProcess<T, M = T> {
  /** Owner of the jobs that the process runs; undefined before its first job. */
  owner: string | undefined;
  /** Whether the process has grown so much that it should not run another job. */
  isWorn = false;
  listener: ProcessListener<M> | undefined;
  /** Set once the process has failed. */
  lost: ProcessEnd | undefined;
  /** Resolves once the process can run a job, or has failed. */
  readonly ready: Promise<void>;
  readonly #process: Launched;
  readonly #reader = new FrameReader();
  readonly #exited: Promise<void>;
  readonly #isUp = Promise.withResolvers<void>();
  #isEnding = false;
  #jobs = 0;

  /** Starts a process. `onEnd` is called when it has exited. */
  constructor(launch: Launch, { hostFile, nodeFlags, setup, folder, hasEnvironment = false }: ProcessEntry, onEnd: () => void) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ready = this.#isUp.promise;
    this.#exited = promise;
    const request = { file: hostFile, nodeFlags, setup: JSON.stringify(setup), folder, hasEnvironment };
    this.#process = launch(request, {
      data: (chunk) => this.#receive(chunk),
      end: (end) => {
        this.#lose(reasonOf(end));
        onEnd();
        resolve();
      },
    });
    this.unref();
  }

  /** Returns the number of the next job. */
  nextJob(): number {
    return ++this.#jobs;
  }

  /** Sends a message. Throws DataCloneError for values that cannot be cloned, RangeError for messages that are too long. */
  send(kind: number, value: T): void {
    this.#process.write(messageFrame(kind, value));
  }

  /** Keeps the engine's process alive while this process runs. */
  ref(): void {
    this.#process.ref();
  }

  unref(): void {
    this.#process.unref();
  }

  /** Terminates the process immediately; resolves when it has exited. */
  kill(): Promise<void> {
    this.#isEnding = true;
    this.listener = undefined;
    this.#process.kill();
    return this.#exited;
  }

  #receive(chunk: Uint8Array): void {
    if (this.#isEnding) return;
    try {
      const frames = this.#reader.push(chunk);
      release(chunk);
      for (const frame of frames) this.#handle(frame);
    } catch (error) {
      this.#lose({ reason: 'crashed', message: `it sent an unreadable message (${(error as Error).message})` });
    }
  }

  #handle({ kind, content }: Frame): void {
    switch (kind) {
      case frameKinds.message:
      case frameKinds.end:
        this.listener?.message(deserialize(content) as M);
        break;
      case frameKinds.outOfMemory:
        this.#lose({ reason: 'outOfMemory' });
        break;
      case frameKinds.stuck:
        this.#lose({ reason: 'stuck' });
        break;
      case frameKinds.crashed: {
        const { code, message } = deserialize(content) as { code?: string; message: string };
        if (code === 'ERR_WORKER_OUT_OF_MEMORY') this.#lose({ reason: 'outOfMemory' });
        else this.#lose({ reason: code === NOT_CONFINED ? 'unconfined' : 'crashed', message });
        break;
      }
      case frameKinds.resting:
        this.listener?.rest?.(true);
        break;
      case frameKinds.working:
        this.listener?.rest?.(false);
        break;
      case frameKinds.ready:
        this.#isUp.resolve();
        break;
      case frameKinds.worn:
        this.isWorn = true;
        break;
      case frameKinds.started:
        this.listener?.started?.(new DataView(content.buffer, content.byteOffset).getUint32(0));
        break;
      default:
        throw new RangeError(`unknown kind ${kind}`);
    }
  }

  #lose(end: ProcessEnd): void {
    this.isWorn = true;
    this.lost ??= end;
    this.#isUp.resolve();
    const { listener } = this;
    this.listener = undefined;
    listener?.lost(end);
  }
}

function reasonOf(end: LaunchEnd): ProcessEnd {
  if ('failure' in end) return { reason: 'notStarted', message: end.failure, ...(end.hint === undefined ? {} : { hint: end.hint }) };
  const { code, signal } = end;
  return memorySignals.has(signal) || memoryExitCodes.has(code)
    ? { reason: 'outOfMemory' }
    : { reason: 'crashed', message: `it ended with ${signal ?? `code ${code}`}` };
}
