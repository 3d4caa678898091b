// How many lines a package may log: the engine writes each of them, and ends processes that flood it with messages.

/** Maximum number of lines in a period. It is far below the number of messages after which the engine ends the process. */
const MOST_LINES = 10_000;
/** Length of the period in milliseconds. */
const PERIOD = 5000;

export class LogLimit {
  #since = -Infinity;
  #lines = 0;

  /** Counts a line. Returns whether it may be sent and, for the last line of its period, a notice that further lines are dropped. */
  next(now = performance.now()): { readonly isWithin: boolean; readonly notice?: string } {
    if (now - this.#since > PERIOD) [this.#since, this.#lines] = [now, 0];
    this.#lines++;
    if (this.#lines !== MOST_LINES) return { isWithin: this.#lines < MOST_LINES };
    return {
      isWithin: true,
      notice: `The package logged ${MOST_LINES} lines within ${PERIOD / 1000} s. Further ones of this time are left out.`,
    };
  }
}
