// The main thread of a code process: passes frames between the engine and the worker thread, and watches memory and load. It runs no user code.
import { serialize } from 'node:v8';
import { MessageChannel, Worker } from 'node:worker_threads';
import { FrameReader, frameHeader, frameKinds } from './frames.ts';
import type { WorkerData, WorkerFrame, WorkerSetup } from './protocol.ts';
import { Socket } from 'node:net';

const { allowedModules, isConfined, memory } = JSON.parse(process.argv[2] ?? '') as WorkerSetup;

const MEBIBYTE = 1024 * 1024;
/** Memory in MiB that the worker itself needs besides user data. */
const OWN_MEMORY = 64;
/** Memory limit of the whole process in MiB. Data exists twice while it is transferred, and buffers are outside of the JavaScript heap. */
const mostMemory = memory * 2 + 192;
/** Memory in MiB above which a process is replaced after its job instead of being kept warm. */
const wornFrom = 400;
/** Milliseconds between two checks of memory and load while a job runs. */
const LOOK_EVERY = 25;
/** A job whose event loop utilization between two checks is lower counts as awaiting something. */
const RESTING = 0.2;

const channel = hostChannel();
const answers = new MessageChannel();
const signal = new SharedArrayBuffer(4);
const flag = new Int32Array(signal);
const extension = import.meta.url.endsWith('.ts') ? 'worker.ts' : 'sandbox-worker.js';
const worker = new Worker(new URL(`./${extension}`, import.meta.url), {
  workerData: { allowedModules, isConfined, signal, answers: answers.port2 } satisfies WorkerData & { answers: unknown },
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

/** Returns the memory of the whole process in MiB. */
const used = (): number => process.memoryUsage.rss() / MEBIBYTE;

function send(kind: number, content: Uint8Array): void {
  channel.write(frameHeader(kind, content.byteLength));
  if (content.byteLength > 0) channel.write(content);
}

function watchJob(): void {
  isResting = false;
  load = worker.performance.eventLoopUtilization();
  look ??= setInterval(() => {
    if (used() > mostMemory) send(frameKinds.outOfMemory, new Uint8Array());
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

const reader = new FrameReader();
channel.onData((chunk) => {
  for (const { kind, content } of reader.push(chunk)) {
    if (kind === frameKinds.answer) {
      answers.port1.postMessage(content, [content.buffer as ArrayBuffer]);
      Atomics.store(flag, 0, 1);
      Atomics.notify(flag, 0);
      continue;
    }
    if (kind === frameKinds.job) watchJob();
    worker.postMessage({ kind, content } satisfies WorkerFrame, [content.buffer as ArrayBuffer]);
  }
});

// Without the engine the process is useless, and a busy worker cannot be asked to end.
channel.onEnd(() => process.kill(process.pid, 'SIGKILL'));

worker.on('message', ({ kind, content }: WorkerFrame) => {
  send(kind, content);
  if (kind === frameKinds.end) rest();
});
worker.on('error', (error: NodeJS.ErrnoException) => {
  send(frameKinds.crashed, serialize({ code: error.code, message: String(error.message) }));
});

interface HostChannel {
  write(bytes: Uint8Array): void;
  onData(listener: (chunk: Uint8Array) => void): void;
  /** Called when the engine's end has closed. */
  onEnd(listener: () => void): void;
}

/** `process.parentPort`, as Electron's documentation describes it (utilityProcess). */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

/** Opens the stream to the engine: file descriptor 3 of a child process, or the port of an Electron utility process. */
function hostChannel(): HostChannel {
  const { parentPort } = process as unknown as { readonly parentPort?: ParentPort };
  return parentPort === undefined ? overDescriptor() : overPort(parentPort);
}

function overDescriptor(): HostChannel {
  const socket = new Socket({ fd: 3 });
  return {
    write: (bytes) => void socket.write(bytes),
    onData: (listener) => void socket.on('data', listener),
    onEnd: (listener) => {
      socket.on('close', listener);
      socket.on('error', listener);
    },
  };
}

function overPort(port: ParentPort): HostChannel {
  return {
    write: (bytes) => port.postMessage(bytes),
    onData: (listener) =>
      port.on('message', ({ data }) => {
        if (data instanceof Uint8Array) listener(data);
      }),
    // Electron ends its utility processes together with the program.
    onEnd: () => undefined,
  };
}
