// The main thread of a code process: passes frames between the engine and the worker thread, and watches memory and load. It runs no user code.
import { MessageChannel, Worker } from 'node:worker_threads';
import { guarded } from '../workflow/values/guarded.ts';
import { assertConfined, type Bounds } from './bounds.ts';
import { carryEqualValues, contentFrame, FrameReader, frameKinds, isFrame, kindOf, messageFrame } from './frames.ts';
import { hostChannel } from './host-channel.ts';
import type { WorkerFrame } from './protocol.ts';
import { shared } from './worker-line.ts';

const MEBIBYTE = 1024 * 1024;
/** Memory in MiB that the worker itself needs besides user data. */
const OWN_MEMORY = 64;
/** Maximum size in MiB of the young generation of the worker's heap. With 64, the first large executions took longer, because the heap still grew. */
const YOUNG_MEMORY = 24;
/** Memory in MiB above which a process is replaced after its job instead of being kept warm. */
const wornFrom = 400;
/** Milliseconds between two checks of memory and load while a job runs. */
const LOOK_EVERY = 25;
/** Milliseconds after reporting a failure until the process ends itself, if the engine has not ended it. */
const ENDED_WITHIN = 1000;
/** Milliseconds between two checks of a worker that is always watched. */
const PING_EVERY = 250;
/** A job whose event loop utilization between two checks is lower counts as awaiting something. */
const RESTING = 0.2;

export interface WorkerService {
  /** The worker's entry file. */
  readonly file: URL;
  /** Worker data, besides `signal` and `answers`, the channel for synchronous responses. */
  readonly data: Readonly<Record<string, unknown>>;
  /** What this thread checks before it starts the worker, which does so itself; undefined if nothing confines the process. */
  readonly bounds: Bounds | undefined;
  /** Maximum memory of the worker's data in MiB. */
  readonly memory: number;
  /** If present, memory and responses of the worker are always watched. Otherwise memory and load are, from each job to its end. */
  readonly pings?: WorkerPings;
}

export interface WorkerPings {
  /** What the worker is sent. Its response must always be the same. */
  readonly content: Uint8Array;
  /** Milliseconds without a response after which the worker counts as stuck. */
  readonly stuckAfter: number;
}

/** Starts the worker, and serves it until the engine ends the process. */
export function serveWorker({ file, data, bounds, memory, pings }: WorkerService): void {
  /** Memory limit of the whole process in MiB. Data exists twice while it is transferred, and buffers are outside of the JavaScript heap. */
  const mostMemory = memory * 2 + 192;
  const channel = hostChannel();
  // Without the engine the process is useless, and a busy worker cannot be asked to end.
  channel.onEnd(() => process.kill(process.pid, 'SIGKILL'));
  try {
    if (bounds !== undefined) assertConfined(bounds);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    channel.write(messageFrame(frameKinds.crashed, { code, message }));
    return;
  }
  const responses = new MessageChannel();
  const signal = new SharedArrayBuffer(4 * shared.length);
  const flag = new Int32Array(signal);
  const worker = new Worker(file, {
    workerData: { ...data, signal, responses: responses.port2 },
    transferList: [responses.port2],
    env: {},
    // The worker has no process.stdin, and its output is not mixed with that of the host.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memory + OWN_MEMORY, maxYoungGenerationSizeMb: YOUNG_MEMORY },
  });

  let look: NodeJS.Timeout | undefined;
  let load = worker.performance.eventLoopUtilization();
  let isResting = false;
  /** Number of checks since the ping that has no response yet; undefined if all have one. */
  let unanswered: number | undefined;
  /** The first response, from before the worker ran user code. */
  let response: Uint8Array | undefined;

  /** Returns the memory of the whole process in MiB. */
  const used = (): number => process.memoryUsage.rss() / MEBIBYTE;

  const send = (kind: number, content?: Uint8Array): void => channel.write(contentFrame(kind, content));

  function post(kind: number, content: Uint8Array): void {
    worker.postMessage({ kind, content } satisfies WorkerFrame, [content.buffer as ArrayBuffer]);
  }

  const assertMemory = (): void => {
    if (used() > mostMemory) fail(contentFrame(frameKinds.outOfMemory));
  };

  let isFailing = false;
  /** Tells the engine why it must end this process. If it does not, because user code has made the stream unreadable, the process ends itself. */
  function fail(reason: Uint8Array): void {
    channel.write(reason);
    if (!isFailing) setTimeout(() => process.kill(process.pid, 'SIGKILL'), ENDED_WITHIN);
    isFailing = true;
  }

  function watchJob(): void {
    isResting = false;
    load = worker.performance.eventLoopUtilization();
    look ??= setInterval(() => {
      assertMemory();
      reportLoad();
    }, LOOK_EVERY);
  }

  /** Waiting for the response to a synchronous request counts as running. */
  function reportLoad(): void {
    const { utilization } = worker.performance.eventLoopUtilization(load);
    load = worker.performance.eventLoopUtilization();
    if (utilization < RESTING === isResting) return;
    isResting = !isResting;
    send(isResting ? frameKinds.resting : frameKinds.working);
  }

  function rest(): void {
    clearInterval(look);
    look = undefined;
    if (used() > wornFrom) send(frameKinds.worn);
  }

  let startedAt = 0;
  function reportStarted(): void {
    const now = Atomics.load(flag, shared.started);
    if (now === startedAt) return;
    startedAt = now;
    const content = new Uint8Array(4);
    new DataView(content.buffer).setUint32(0, startedAt);
    send(frameKinds.started, content);
  }

  function ping({ content, stuckAfter }: WorkerPings): void {
    assertMemory();
    reportStarted();
    if (unanswered === undefined) {
      unanswered = 0;
      // A copy, because the worker takes over the memory. `slice` of a Buffer would share it.
      post(frameKinds.ping, new Uint8Array(content));
    } else if (++unanswered * PING_EVERY > stuckAfter) {
      // Checks are counted instead of milliseconds, because the clock goes on while the computer sleeps.
      fail(contentFrame(frameKinds.stuck));
    }
  }

  function onPong(frame: Uint8Array): void {
    unanswered = undefined;
    response ??= frame;
    if (!isUsual(frame, response)) reportCrash({ message: 'its code changed built-in objects that calls need' });
  }

  function isUsual(frame: Uint8Array, usual: Uint8Array): boolean {
    try {
      return carryEqualValues(frame, usual);
    } catch {
      return false;
    }
  }

  const reader = new FrameReader();
  channel.onData((chunk) => {
    for (const { kind, content } of reader.push(chunk)) {
      if (kind === frameKinds.response) {
        responses.port1.postMessage(content, [content.buffer as ArrayBuffer]);
        Atomics.store(flag, shared.answered, 1);
        Atomics.notify(flag, shared.answered);
        continue;
      }
      if (kind === frameKinds.job) watchJob();
      post(kind, content);
    }
  });

  const receive = (frame: unknown): void => {
    if (!isFrame(frame)) return reportCrash({ message: 'its code sent an unreadable message' });
    const kind = kindOf(frame);
    if (kind === frameKinds.pong) return onPong(frame);
    if (kind === frameKinds.ready && pings !== undefined) setInterval(ping, PING_EVERY, pings);
    channel.write(frame);
    if (kind === frameKinds.end) rest();
  };
  // After an error, this message is the second one and is ignored.
  const reportCrash = (crash: { readonly code?: string | undefined; readonly message: string }): void =>
    fail(messageFrame(frameKinds.crashed, crash));
  worker.on('message', guarded(reportCrash, receive));
  // Messages are received in order, so the first ping comes before user code.
  if (pings !== undefined) ping(pings);
  worker.on('exit', (code) => reportCrash({ message: `its code ended it with code ${code}` }));
  worker.on('error', ({ code, message }: NodeJS.ErrnoException) => reportCrash({ code, message: String(message) }));
}
