// Runs many pieces of work at once, but not too many, and lets others in between.
import { setImmediate } from 'node:timers/promises';

export class Limit {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Runs the work when its turn comes, and returns its result. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#most) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running++;
    try {
      // Work that never waits would otherwise keep everything else from the process until the last of it is done.
      await setImmediate();
      return await work();
    } finally {
      // Its place goes to the next, so that nobody comes in between.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }
}
