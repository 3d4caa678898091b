// Checks whether the engine's event loop is running. Time is measured in ticks of the watching thread's own timer, so that time in which both
// threads were suspended is ignored.

/** Milliseconds between two checks, for limits of at least two seconds. */
const LOOK_EVERY = 500;

export interface WatchOptions {
  /** Returns the number of turns of the engine's event loop. */
  readonly beats: () => number;
  /** Returns the maximum milliseconds for which the event loop may be blocked; undefined for no limit. Called with every check. */
  readonly limit: () => number | undefined;
  /** Called once when the limit is exceeded; the watch then ends. */
  readonly onHeld: () => void;
}

/** Watches until `stop` is called. A late check, such as after sleep, counts as a single tick. */
export class Watch {
  readonly #timer: NodeJS.Timeout;

  constructor({ beats, limit, onHeld }: WatchOptions, every = LOOK_EVERY) {
    let seen = beats();
    let blocked = 0;
    this.#timer = setInterval(() => {
      const now = beats();
      blocked = now === seen ? blocked + every : 0;
      seen = now;
      const most = limit();
      if (most === undefined || blocked < most) return;
      this.stop();
      onHeld();
    }, every);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
