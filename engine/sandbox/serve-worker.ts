// The main thread of a code process: passes frames between the engine and the worker thread, and watches memory and load. It runs no user code.
import type { EventLoopUtilization } from 'node:perf_hooks';
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import { guarded } from '../workflow/values/guarded.ts';
import { assertConfined, type Bounds } from './bounds.ts';
import { carryEqualValues, contentFrame, FrameReader, frameKinds, isFrame, kindOf, messageFrame } from './frames.ts';
import { hostChannel, type HostChannel } from './host-channel.ts';
import type { WorkerFrame } from './protocol.ts';
import { shared } from './worker-line.ts';

const MEBIBYTE = 1024 * 1024;
/** Memory in MiB that the worker itself needs besides user data. */
const OWN_MEMORY = 64;
/** Maximum size in MiB of the young generation of the worker's heap. With 64, the first large executions took longer, because the heap still grew. */
const YOUNG_MEMORY = 24;
/** Memory in MiB above which a process is replaced after its job instead of being kept warm. */
const WORN_FROM = 400;
/** Milliseconds between two checks of memory and load while a job runs. */
const CHECK_EVERY = 25;
/** Milliseconds after reporting a failure until the process ends itself, if the engine has not ended it. */
const END_WITHIN = 1000;
/** Milliseconds between two checks of a worker that is always watched. */
const PING_EVERY = 250;
/** A job whose event loop utilization between two checks is lower counts as awaiting something. */
const RESTING = 0.2;

export interface WorkerService {
  /** The worker's entry file. */
  readonly file: URL;
  /** Worker data, besides `signal`, and `responses`, the channel for synchronous responses. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Bounds that this thread checks before it starts the worker, which checks them too; undefined if nothing confines the process. */
  readonly bounds: Bounds | undefined;
  /** Maximum memory of the worker's data in MiB. */
  readonly memory: number;
  /** If present, memory and responses of the worker are always watched. Otherwise, memory and load are watched during each job. */
  readonly pings?: WorkerPings;
}

export interface WorkerPings {
  /** Content of a ping. The worker's response must always be the same. */
  readonly content: Uint8Array;
  /** Milliseconds without a response after which the worker counts as stuck. */
  readonly stuckAfter: number;
}

/** Starts the worker, and serves it until the engine ends the process. */
export function serveWorker({ bounds, ...service }: WorkerService): void {
  const channel = hostChannel();
  // Without the engine the process is useless, and a busy worker cannot be asked to end.
  channel.onEnd(killProcess);
  try {
    if (bounds !== undefined) assertConfined(bounds);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    channel.write(messageFrame(frameKinds.crashed, { code, message }));
    return;
  }
  new WorkerHost(channel, service).serve();
}

const killProcess = (): boolean => process.kill(process.pid, 'SIGKILL');

/** Returns the memory of the whole process in MiB. */
const usedMemory = (): number => process.memoryUsage.rss() / MEBIBYTE;

class WorkerHost {
  readonly #channel: HostChannel;
  readonly #worker: Worker;
  readonly #pings: WorkerPings | undefined;
  /** Memory limit of the whole process in MiB. */
  readonly #memoryLimit: number;
  /** Responses to the worker's synchronous requests. */
  readonly #responses: MessagePort;
  /** Memory that is shared with the worker: see `shared`. */
  readonly #flag: Int32Array;
  readonly #reader = new FrameReader();
  /** Runs during a job if the worker is not always watched. */
  #jobTimer: NodeJS.Timeout | undefined;
  #load: EventLoopUtilization;
  #isResting = false;
  /** Number of checks since the ping that has no response yet; undefined if all have one. */
  #pendingChecks: number | undefined;
  /** The first response to a ping, from before the worker ran user code. */
  #firstPong: Uint8Array | undefined;
  #startedCalls = 0;
  #isFailing = false;

  constructor(channel: HostChannel, { file, data, memory, pings }: Omit<WorkerService, 'bounds'>) {
    this.#channel = channel;
    this.#pings = pings;
    // Data exists twice while it is transferred, and buffers are outside of the JavaScript heap.
    this.#memoryLimit = memory * 2 + 192;
    const { port1, port2 } = new MessageChannel();
    this.#responses = port1;
    const signal = new SharedArrayBuffer(4 * shared.length);
    this.#flag = new Int32Array(signal);
    this.#worker = new Worker(file, {
      workerData: { ...data, signal, responses: port2 },
      transferList: [port2],
      env: {},
      // The worker has no process.stdin, and its output is not mixed with that of the host.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: memory + OWN_MEMORY, maxYoungGenerationSizeMb: YOUNG_MEMORY },
    });
    this.#load = this.#worker.performance.eventLoopUtilization();
  }

  serve(): void {
    this.#channel.onData((chunk) => this.#onData(chunk));
    // A worker that has failed also exits: only the error is reported.
    this.#worker.on(
      'message',
      guarded(
        (error) => this.#reportCrash(error),
        (frame) => this.#onFrame(frame),
      ),
    );
    this.#worker.on('exit', (code) => this.#reportCrash({ message: `its code ended it with code ${code}` }));
    this.#worker.on('error', ({ code, message }: NodeJS.ErrnoException) => this.#reportCrash({ code, message: String(message) }));
    // Messages are received in order, so the first ping comes before user code.
    if (this.#pings !== undefined) this.#ping(this.#pings);
  }

  /** Passes frames of the engine to the worker. */
  #onData(chunk: Uint8Array): void {
    for (const { kind, content } of this.#reader.push(chunk)) {
      if (kind === frameKinds.response) {
        this.#responses.postMessage(content, [content.buffer as ArrayBuffer]);
        Atomics.store(this.#flag, shared.answered, 1);
        Atomics.notify(this.#flag, shared.answered);
        continue;
      }
      if (kind === frameKinds.job) this.#watchJob();
      this.#post(kind, content);
    }
  }

  /** Passes a frame of the worker to the engine. */
  #onFrame(frame: unknown): void {
    if (!isFrame(frame)) return this.#reportCrash({ message: 'its code sent an unreadable message' });
    const kind = kindOf(frame);
    const pings = this.#pings;
    if (kind === frameKinds.pong) return this.#onPong(frame);
    if (kind === frameKinds.ready && pings !== undefined) setInterval(() => this.#ping(pings), PING_EVERY);
    this.#channel.write(frame);
    if (kind === frameKinds.end) this.#onJobEnd();
  }

  #post(kind: number, content: Uint8Array): void {
    this.#worker.postMessage({ kind, content } satisfies WorkerFrame, [content.buffer as ArrayBuffer]);
  }

  #send(kind: number, content?: Uint8Array): void {
    this.#channel.write(contentFrame(kind, content));
  }

  #watchJob(): void {
    this.#isResting = false;
    this.#load = this.#worker.performance.eventLoopUtilization();
    this.#jobTimer ??= setInterval(() => {
      this.#checkMemory();
      this.#reportLoad();
    }, CHECK_EVERY);
  }

  #onJobEnd(): void {
    clearInterval(this.#jobTimer);
    this.#jobTimer = undefined;
    if (usedMemory() > WORN_FROM) this.#send(frameKinds.worn);
  }

  /** Waiting for the response to a synchronous request counts as running. */
  #reportLoad(): void {
    const { performance } = this.#worker;
    const { utilization } = performance.eventLoopUtilization(this.#load);
    this.#load = performance.eventLoopUtilization();
    if (utilization < RESTING === this.#isResting) return;
    this.#isResting = !this.#isResting;
    this.#send(this.#isResting ? frameKinds.resting : frameKinds.working);
  }

  #ping({ content, stuckAfter }: WorkerPings): void {
    this.#checkMemory();
    this.#reportStarted();
    if (this.#pendingChecks === undefined) {
      this.#pendingChecks = 0;
      // A copy, because the worker takes over the memory. `slice` of a Buffer would share it.
      this.#post(frameKinds.ping, new Uint8Array(content));
    } else if (++this.#pendingChecks * PING_EVERY > stuckAfter) {
      // Checks are counted instead of milliseconds, because the clock goes on while the computer sleeps.
      this.#fail(contentFrame(frameKinds.stuck));
    }
  }

  #onPong(frame: Uint8Array): void {
    this.#pendingChecks = undefined;
    this.#firstPong ??= frame;
    if (!hasSameValues(frame, this.#firstPong)) this.#reportCrash({ message: 'its code changed built-in objects that calls need' });
  }

  /** Reports the number of calls that the worker has started. */
  #reportStarted(): void {
    const count = Atomics.load(this.#flag, shared.started);
    if (count === this.#startedCalls) return;
    this.#startedCalls = count;
    const content = new Uint8Array(4);
    new DataView(content.buffer).setUint32(0, count);
    this.#send(frameKinds.started, content);
  }

  #checkMemory(): void {
    if (usedMemory() > this.#memoryLimit) this.#fail(contentFrame(frameKinds.outOfMemory));
  }

  #reportCrash(crash: { readonly code?: string | undefined; readonly message: string }): void {
    this.#fail(messageFrame(frameKinds.crashed, crash));
  }

  /** Reports to the engine why it must end this process. If it does not, because user code has made the stream unreadable, the process ends itself. */
  #fail(reason: Uint8Array): void {
    this.#channel.write(reason);
    if (!this.#isFailing) setTimeout(killProcess, END_WITHIN);
    this.#isFailing = true;
  }
}

function hasSameValues(frame: Uint8Array, other: Uint8Array): boolean {
  try {
    return carryEqualValues(frame, other);
  } catch {
    return false;
  }
}
