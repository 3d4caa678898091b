// Waits for a database that another program has locked for writing. It waits between ticks, so that this process stays responsive.
import { setTimeout } from 'node:timers/promises';

/** First pause in milliseconds; each further pause is longer. */
const FIRST = 1;
/** Longest pause in milliseconds. A longer pause would outlast the lock; an attempt costs about ten microseconds. */
const LONGEST = 20;
const PATIENCE = 10_000;

export const isBusy = (error: unknown): boolean => String((error as { readonly code?: unknown }).code).startsWith('SQLITE_BUSY');

export class BusyRetry {
  readonly #since = performance.now();
  #pause = FIRST / 2;

  /** Returns the milliseconds until the next attempt; undefined after the last one. */
  nextPause(): number | undefined {
    if (performance.now() - this.#since >= PATIENCE) return undefined;
    this.#pause = Math.min(this.#pause * 2, LONGEST);
    return this.#pause;
  }
}

/** Repeats `work` until the lock is free. Rethrows its errors; SQLITE_BUSY after the last attempt. */
export async function whenNotBusy<T>(work: () => T): Promise<T> {
  for (let retry: BusyRetry | undefined; ;) {
    try {
      return work();
    } catch (error) {
      retry ??= new BusyRetry();
      const pause = isBusy(error) ? retry.nextPause() : undefined;
      if (pause === undefined) throw error;
      await setTimeout(pause);
    }
  }
}
