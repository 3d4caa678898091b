// Returns memory to the system when idle. By itself V8 would keep its heap, which is a third larger after the start than needed.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Milliseconds without work before a garbage collection, which blocks the process for about 50 ms. */
const QUIET = 3000;
/** Minimum milliseconds between two collections. */
const EVERY = 60_000;
/** Minimum growth of the heap in bytes since the last collection. */
const WORTHWHILE = 8 * 1024 * 1024;

export interface MemoryReleasePorts {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Whether there is work now, or has been since the last call. */
  readonly isBusy: () => boolean;
  /** Size of the heap in bytes. */
  readonly heapSize: () => number;
  readonly collect: () => void;
}

export class MemoryRelease {
  readonly #ports: MemoryReleasePorts;
  #quietSince: number | undefined;
  #collectedAt = Number.NEGATIVE_INFINITY;
  /** Size of the heap after the last collection, in bytes. */
  #settled = Number.NEGATIVE_INFINITY;

  constructor(ports: MemoryReleasePorts) {
    this.#ports = ports;
  }

  /** Runs a collection if the process is idle and the heap has grown. Called about once a second. */
  look(): void {
    const { now, isBusy, heapSize, collect } = this.#ports;
    const time = now();
    if (isBusy()) {
      this.#quietSince = undefined;
      return;
    }
    this.#quietSince ??= time;
    if (time - this.#quietSince < QUIET || time - this.#collectedAt < EVERY || heapSize() < this.#settled + WORTHWHILE) return;
    collect();
    this.#collectedAt = time;
    this.#settled = heapSize();
  }
}

/** Releases the memory of the start in a thread that then only waits. */
export const releaseStartMemory = (): void => void setTimeout(collectGarbage, QUIET).unref();

type Collector = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/** Runs a full collection, including unused compiled code, and returns the pages to the system. Does nothing if V8 does not support it. */
export function collectGarbage(): void {
  // V8 in Electron takes no flags once it runs, and windows collect garbage by themselves.
  if (process.versions['electron'] !== undefined) return;
  setFlagsFromString('--expose-gc');
  // The `gc` function exists only in contexts created while the flag is set. It is not stored, because it would keep its context alive.
  const collector = runInNewContext('globalThis.gc') as Collector | undefined;
  setFlagsFromString('--no-expose-gc');
  collector?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
