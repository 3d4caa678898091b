// The main thread of a code process: passes frames between the engine and the worker thread, and watches memory and load. It runs no user code.
import { serialize, setFlagsFromString } from 'node:v8';
import { MessageChannel, Worker } from 'node:worker_threads';
import { FrameReader, frameBytes, frameKinds } from './frames.ts';
import { hostChannel } from './host-channel.ts';
import type { WorkerFrame } from './protocol.ts';

const MEBIBYTE = 1024 * 1024;
/** Memory in MiB that the worker itself needs besides user data. */
const OWN_MEMORY = 64;
/** Memory in MiB above which a process is replaced after its job instead of being kept warm. */
const wornFrom = 400;
/** Milliseconds between two checks of memory and load while a job runs. */
const LOOK_EVERY = 25;
/** Milliseconds between two checks of a worker that is always watched. */
const PING_EVERY = 250;
/** A job whose event loop utilization between two checks is lower counts as awaiting something. */
const RESTING = 0.2;
/** Minimum size in bytes of a message with large data. */
const LARGE = 16 * 1024;

export interface WorkerService {
  /** The worker's entry file. */
  readonly file: URL;
  /** Worker data, besides `signal` and `answers`, the channel for synchronous responses. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Maximum memory of the worker's data in MiB. */
  readonly memory: number;
  /** `jobs`: memory and load are watched from each job to its end. `always`: memory is watched, and that the worker responds. */
  readonly watch: 'jobs' | 'always';
  /** `always`: milliseconds without a response after which the worker counts as stuck. */
  readonly stuckAfter?: number;
}

/** Starts the worker, and serves it until the engine ends the process. */
export function serveWorker({ file, data, memory, watch, stuckAfter = 0 }: WorkerService): void {
  /** Memory limit of the whole process in MiB. Data exists twice while it is transferred, and buffers are outside of the JavaScript heap. */
  const mostMemory = memory * 2 + 192;
  const channel = hostChannel();
  const answers = new MessageChannel();
  const signal = new SharedArrayBuffer(4);
  const flag = new Int32Array(signal);
  const worker = new Worker(file, {
    workerData: { ...data, signal, answers: answers.port2 },
    transferList: [answers.port2],
    env: {},
    // The worker has no process.stdin, and its output is not mixed with that of the host.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memory + OWN_MEMORY, maxYoungGenerationSizeMb: 64 },
  });

  let look: NodeJS.Timeout | undefined;
  let load = worker.performance.eventLoopUtilization();
  let isResting = false;
  /** Time of the oldest ping without a response. */
  let pinged: number | undefined;

  /** Returns the memory of the whole process in MiB. */
  const used = (): number => process.memoryUsage.rss() / MEBIBYTE;

  function send(kind: number, content: Uint8Array): void {
    for (const part of frameBytes(kind, content)) channel.write(part);
  }

  function post(kind: number, content: Uint8Array): void {
    worker.postMessage({ kind, content } satisfies WorkerFrame, [content.buffer as ArrayBuffer]);
  }

  const assertMemory = (): void => {
    if (used() > mostMemory) send(frameKinds.outOfMemory, new Uint8Array());
  };

  function watchJob(): void {
    isResting = false;
    load = worker.performance.eventLoopUtilization();
    look ??= setInterval(() => {
      assertMemory();
      tellLoad();
    }, LOOK_EVERY);
  }

  /** Waiting for the response to a synchronous request counts as running. */
  function tellLoad(): void {
    const { utilization } = worker.performance.eventLoopUtilization(load);
    load = worker.performance.eventLoopUtilization();
    if (utilization < RESTING === isResting) return;
    isResting = !isResting;
    send(isResting ? frameKinds.resting : frameKinds.working, new Uint8Array());
  }

  function rest(): void {
    clearInterval(look);
    look = undefined;
    if (used() > wornFrom) send(frameKinds.worn, new Uint8Array());
  }

  function ping(): void {
    assertMemory();
    if (pinged === undefined) {
      pinged = performance.now();
      post(frameKinds.ping, new Uint8Array());
    } else if (performance.now() - pinged > stuckAfter) {
      send(frameKinds.stuck, new Uint8Array());
    }
  }

  let isPrepared = false;
  /**
   * Makes V8 enlarge the memory for new objects eightfold instead of twofold, so that fewer collections copy the same items. Called only for large data:
   * once flags have changed, V8 ignores Node's code cache, and loading built-in modules takes longer.
   */
  function prepareForLargeData(): void {
    isPrepared = true;
    // In Electron, V8 flags cannot be changed after the start.
    if (process.versions['electron'] === undefined) setFlagsFromString('--semi-space-growth-factor=8');
  }

  const reader = new FrameReader();
  channel.onData((chunk) => {
    for (const { kind, content } of reader.push(chunk)) {
      if (kind === frameKinds.answer) {
        answers.port1.postMessage(content, [content.buffer as ArrayBuffer]);
        Atomics.store(flag, 0, 1);
        Atomics.notify(flag, 0);
        continue;
      }
      if (!isPrepared && content.byteLength > LARGE) prepareForLargeData();
      if (kind === frameKinds.job) watchJob();
      post(kind, content);
    }
  });

  // Without the engine the process is useless, and a busy worker cannot be asked to end.
  channel.onEnd(() => process.kill(process.pid, 'SIGKILL'));

  worker.on('message', ({ kind, content }: WorkerFrame) => {
    if (kind === frameKinds.pong) {
      pinged = undefined;
      return;
    }
    if (kind === frameKinds.ready && watch === 'always') setInterval(ping, PING_EVERY);
    send(kind, content);
    if (kind === frameKinds.end) rest();
  });
  // After an error, this message is the second one and is ignored.
  worker.on('exit', (code) => send(frameKinds.crashed, serialize({ message: `its code ended it with code ${code}` })));
  worker.on('error', (error: NodeJS.ErrnoException) => {
    send(frameKinds.crashed, serialize({ code: error.code, message: String(error.message) }));
  });
}
