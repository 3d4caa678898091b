// Releases memory to the system when idle: V8 keeps its heap otherwise, and starting needs a third more than running.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Milliseconds without work before memory is given back: a collection holds the process for some 50 ms. */
const QUIET = 3000;
/** Milliseconds between two collections. */
const EVERY = 60_000;
/** Bytes that the heap must have grown by since the last one: less is not worth the pause. */
const WORTHWHILE = 8 * 1024 * 1024;

export interface MemoryReleasePorts {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Whether there is work, or was since the last time it was asked. */
  readonly isBusy: () => boolean;
  /** Bytes that the heap takes. */
  readonly heapSize: () => number;
  readonly collect: () => void;
}

export class MemoryRelease {
  readonly #ports: MemoryReleasePorts;
  #quietSince: number | undefined;
  #collectedAt = Number.NEGATIVE_INFINITY;
  /** Bytes that the heap took after the last collection. */
  #settled = Number.NEGATIVE_INFINITY;

  constructor(ports: MemoryReleasePorts) {
    this.#ports = ports;
  }

  /** To be called about once a second: collects when nothing has been done for a while, and there is something to be gained. */
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

type Collector = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/** Collects all that can be, compiled code that is not used any more too, and gives the pages back. Does nothing where that cannot be asked for. */
export function collectGarbage(): void {
  // Electron's V8 takes no flags once it runs, and its windows collect on their own.
  if (process.versions['electron'] !== undefined) return;
  setFlagsFromString('--expose-gc');
  // The collector belongs to contexts made while the flag is set; holding one would keep its context.
  const collector = runInNewContext('globalThis.gc') as Collector | undefined;
  setFlagsFromString('--no-expose-gc');
  collector?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
