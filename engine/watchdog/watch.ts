// Checks whether the engine's event loop is running. Time is measured in ticks of the watching thread's own timer, so time in which both threads
// were suspended is ignored.

/** Milliseconds between two checks, for limits of two seconds and more. */
const LOOK_EVERY = 500;

export interface WatchOptions {
  /** Number of iterations of the engine's event loop. */
  readonly beats: () => number;
  /** Maximum milliseconds for which the loop may be blocked; undefined for no limit. Called with every check. */
  readonly limit: () => number | undefined;
  /** Called once when the limit is exceeded, which ends the watch. */
  readonly onHeld: () => void;
}

/** Watches until `stop` is called. A late check, after the computer slept, counts as one. */
export class Watch {
  readonly #timer: NodeJS.Timeout;

  constructor({ beats, limit, onHeld }: WatchOptions, every = LOOK_EVERY) {
    let seen = beats();
    let held = 0;
    this.#timer = setInterval(() => {
      const now = beats();
      held = now === seen ? held + every : 0;
      seen = now;
      const most = limit();
      if (most === undefined || held < most) return;
      this.stop();
      onHeld();
    }, every);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
