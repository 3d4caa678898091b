// Runs the engine in a separate thread and watches it from the main thread: if it is blocked, exceeds its memory or crashes, it is terminated
// and restarted.
import { url as debuggerUrl } from 'node:inspector';
import { setTimeout as delay } from 'node:timers/promises';
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import { portChannel } from '../channel/port-channel.ts';
import { AppError } from '../contract/errors.ts';
import { serveLaunches, type Launch } from '../sandbox/launch.ts';
import type { ListenOptions } from '../contract/gateway.ts';
import type { EngineCrash, EngineFault } from './engine-fault.ts';
import type { WorkMark } from '../execution/index.ts';
import { beatsOf, newHeartbeat, workOf } from './heartbeat.ts';
import { Watch } from './watch.ts';

/** Worker data of the engine's thread besides the setup. */
export interface EngineThreadData<S> {
  readonly setup: S;
  readonly heartbeat: SharedArrayBuffer;
  /** Asks the main thread to start code processes (`launchThrough`). */
  readonly launcher: MessagePort;
  /** Whether code processes are connected to this thread directly. Otherwise their messages pass through the main thread. */
  readonly hasDirectStreams: boolean;
  /** The engine thread's end of the gateway. */
  readonly gateway: MessagePort;
  /** Why the previous thread was terminated. */
  readonly fault?: EngineFault;
}

/** What the engine's thread serves. */
export type EngineThreadHandlers = {
  /** Runs the engine until it is stopped. */
  readonly run: () => Promise<void>;
  readonly stop: () => void;
};

/** What the thread reports. */
export type EngineReports = {
  /** The database is open, and the watch may start. */
  readonly opened: () => void;
  readonly ready: (ready: EngineReady) => void;
  readonly link: (url: string | undefined) => void;
  readonly crashed: (crash: EngineCrash) => void;
  readonly stopping: () => void;
};

export interface EngineReady {
  /** URL of the editor for browsers on this computer. */
  readonly url: string;
  /** URLs of the editor for other computers of the network; none if the server listens to this computer only. */
  readonly lanUrls: readonly string[];
  /** Where it listens; absent if it does not. */
  readonly listensOn?: ListenOptions;
}

export interface EngineThreadOptions<S> {
  readonly entry: URL;
  /** Called for each thread. */
  readonly setup: (isRestart: boolean) => S;
  /** Maximum milliseconds for which a node may block the engine; 0 for no limit. */
  readonly blockedLimit: number;
  /** Maximum JavaScript memory in MiB. */
  readonly memory: number;
  /** Starts the processes of code; child processes by default. */
  readonly launch?: Launch;
  /** Called each time an engine is ready, with the other end of its gateway. */
  readonly onReady: (ready: EngineReady, gateway: MessagePort) => void;
  /** Called when a thread has ended that was ready. */
  readonly onGone: () => void;
  /**
   * Called with a one-time link to the editor once the first engine is ready, if a link is needed; with undefined if the server does not listen
   * to this computer itself, which alone may use one.
   */
  readonly onLink: (url: string | undefined) => void;
  /** Called if an engine that was asked to stop had to be terminated. */
  readonly onEnded: (fault: EngineFault) => void;
}

/** Maximum size of the heap's young generation in MiB: half of V8's default. The peak memory is lower, but large executions need more collections. */
const YOUNG_MEMORY = 48;

/** How a thread ended: as requested, by a failure, or through the watchdog. */
type End = { readonly failure?: unknown } | { readonly fault: Fault };
/** A fault before it is compared with earlier ones. */
type Fault = Omit<EngineFault, 'isRepeated' | 'count'>;

/** Starting may block the engine this many times longer than a node may. */
const START_FACTOR = 5;
/** Maximum milliseconds until an engine that is asked to stop receives the message, and then between two turns of its event loop. */
const REPLY_WITHIN = 3000;
const STOP_WITHIN = 30_000;
/** Milliseconds within which a second fault of a workflow deactivates it. */
const ONCE_WITHIN = 60_000;
/** Maximum number of successive starts that the watchdog terminates before it gives up. */
const MOST_STARTS = 3;
/** Number of crashes within a minute after which each start is delayed, so that a crash that repeats itself does not use a whole core. */
const QUICK_STARTS = 5;
const START_DELAY = 2000;

/**
 * Runs the engine until `stop` is aborted; resolves once it has stopped. Rejects if the engine fails at the start, and with ENGINE_HELD,
 * ENGINE_OUT_OF_MEMORY or ENGINE_CRASHED if it never becomes ready.
 */
export async function runEngineThread<S>(options: EngineThreadOptions<S>, stop: AbortSignal): Promise<void> {
  const faults = new Map<string, number>();
  const crashes: number[] = [];
  const thread = new EngineThread(options, stop);
  let inVain = 0;
  let count = 0;
  for (let fault: EngineFault | undefined; ;) {
    const end = await thread.live(fault);
    if (!('fault' in end)) {
      if (end.failure !== undefined) throw end.failure;
      return;
    }
    fault = { ...end.fault, isRepeated: isRepeated(faults, end.fault), count: ++count };
    if (stop.aborted) return options.onEnded(fault);
    inVain = thread.wasReady ? 0 : inVain + 1;
    if (inVain === MOST_STARTS) throw gaveUp(fault);
    if (fault.reason === 'crash' && areMany(crashes)) await delay(START_DELAY, undefined, { signal: stop }).catch(() => undefined);
  }
}

/** Records a crash. Returns whether there were too many within a minute for an immediate start. */
function areMany(times: number[]): boolean {
  const now = performance.now();
  times.push(now);
  while (now - (times[0] ?? now) > ONCE_WITHIN) times.shift();
  return times.length > QUICK_STARTS;
}

/** Whether a workflow had a fault recently; records this one. Manual runs do not count, since they say nothing about the active workflow. */
function isRepeated(faults: Map<string, number>, { work }: Fault): boolean {
  if (work === undefined || work.workflowId === '' || work.mode === 'manual' || work.mode === 'internal') return false;
  const now = performance.now();
  for (const [id, time] of faults) if (now - time > ONCE_WITHIN) faults.delete(id);
  const repeated = faults.has(work.workflowId);
  faults.set(work.workflowId, now);
  return repeated;
}

function gaveUp({ reason, limit, crash }: EngineFault): AppError {
  if (reason === 'crash') {
    const cause = Object.assign(new Error(crash?.message), { stack: crash?.stack });
    return new AppError(
      'ENGINE_CRASHED',
      `The engine did not start: an unexpected error ended it ${MOST_STARTS} times: ${crash?.message}`,
      {
        cause,
      },
    );
  }
  if (reason === 'held')
    return new AppError('ENGINE_HELD', `The engine did not start: it was blocked for ${limit} s ${MOST_STARTS} times.`);
  return new AppError(
    'ENGINE_OUT_OF_MEMORY',
    `The engine did not start: it needed more than ${limit} MiB of memory ${MOST_STARTS} times.`,
    {
      hint: 'Raise MILLRACE_ENGINE_MEMORY.',
    },
  );
}

class EngineThread<S> {
  readonly #options: EngineThreadOptions<S>;
  readonly #stop: AbortSignal;
  #isRestart = false;
  /** Whether any thread became ready. */
  #wasEverReady = false;
  /** Whether the latest thread became ready. */
  wasReady = false;

  constructor(options: EngineThreadOptions<S>, stop: AbortSignal) {
    this.#options = options;
    this.#stop = stop;
  }

  /** Runs one thread to its end. */
  async live(fault: EngineFault | undefined): Promise<End> {
    const { entry, memory, launch, onReady, onLink, onGone } = this.#options;
    const heartbeat = newHeartbeat();
    const launches = new MessageChannel();
    const gateway = new MessageChannel();
    const endProcesses = serveLaunches(launches.port1, launch);
    // On Windows, a process could not use a pipe of another one like its own.
    const hasDirectStreams = launch === undefined && process.platform !== 'win32';
    const setup = this.#options.setup(this.#isRestart);
    this.#isRestart = true;
    this.wasReady = false;
    const data = { setup, heartbeat, launcher: launches.port2, hasDirectStreams, gateway: gateway.port2, fault };
    const worker = startWorker(entry, data, memory);
    const over = Promise.withResolvers<End>();
    const limits = new Limits(this.#options.blockedLimit);
    const watch = new Watch({
      beats: () => beatsOf(heartbeat),
      limit: () => limits.now,
      onHeld: () => over.resolve({ fault: { reason: 'held', limit: limits.seconds, work: workOf(heartbeat) } }),
    });
    const reports: EngineReports = {
      opened: () => limits.enter('starting'),
      ready: (ready) => {
        limits.enter('ready');
        this.wasReady = this.#wasEverReady = true;
        onReady(ready, gateway.port1);
      },
      link: onLink,
      crashed: (crash) => over.resolve(this.#crash(crash, workOf(heartbeat))),
      stopping: () => limits.enter('stopping'),
    };
    const onFailed = (failure: Error): void => over.resolve({ failure });
    const channel = portChannel<EngineThreadHandlers>(worker, reports, { onFault: onFailed });
    channel.call('run', undefined, { isBackground: true }).then(() => over.resolve({}), onFailed);
    const askToStop = (): void => {
      limits.enter('asked');
      channel.notify('stop', undefined);
    };
    worker.on('error', (error) => over.resolve(this.#errorEnd(error, workOf(heartbeat))));
    worker.on('exit', (code) => over.resolve(this.#crash({ message: `Its thread ended with the exit code ${code}.`, requests: [] })));
    if (this.#stop.aborted) askToStop();
    else this.#stop.addEventListener('abort', askToStop, { once: true });
    try {
      return await over.promise;
    } finally {
      watch.stop();
      this.#stop.removeEventListener('abort', askToStop);
      // Releases its port and locks.
      await worker.terminate();
      await endProcesses();
      gateway.port1.close();
      if (this.wasReady) onGone();
    }
  }

  #errorEnd(error: NodeJS.ErrnoException, work: WorkMark | undefined): End {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return { fault: { reason: 'memory', limit: this.#options.memory, work } };
    return this.#crash({ message: error.message, requests: [], ...stackOf(error) }, work);
  }

  /** A first start that crashes would crash again, so it fails instead. */
  #crash(crash: EngineCrash, work?: WorkMark): End {
    if (!this.#wasEverReady) return { failure: Object.assign(new Error(crash.message), stackOf(crash)) };
    return { fault: { reason: 'crash', limit: 0, crash, work } };
  }
}

const startWorker = <S>(entry: URL, data: EngineThreadData<S>, memory: number): Worker =>
  new Worker(entry, {
    workerData: data,
    transferList: [data.launcher, data.gateway],
    resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: YOUNG_MEMORY },
  });

type Phase = 'opening' | 'starting' | 'ready' | 'asked' | 'stopping';

/** Limits on how long the event loop may be blocked. */
class Limits {
  readonly #blockedLimit: number;
  #phase: Phase = 'opening';

  constructor(blockedLimit: number) {
    this.#blockedLimit = blockedLimit;
  }

  /** Current limit in milliseconds. Undefined for no limit: opening a large database takes time, and a debugger may pause for any time. */
  get now(): number | undefined {
    if (this.#phase === 'asked') return REPLY_WITHIN;
    if (this.#phase === 'stopping') return STOP_WITHIN;
    if (this.#phase === 'opening' || this.#blockedLimit === 0 || debuggerUrl() !== undefined) return undefined;
    return this.#phase === 'starting' ? this.#blockedLimit * START_FACTOR : this.#blockedLimit;
  }

  get seconds(): number {
    return Math.round((this.now ?? 0) / 1000);
  }

  /** An engine that was asked to stop can only begin to. */
  enter(phase: Phase): void {
    const isAsked = this.#phase === 'asked' || this.#phase === 'stopping';
    if (!isAsked || phase === 'stopping') this.#phase = phase;
  }
}

const stackOf = ({ stack }: { readonly stack?: string }): { readonly stack?: string } => (stack === undefined ? {} : { stack });
