// Judges whether the engine's loop still turns, by turns of the watching thread's own timer: time in which both stood still counts as nothing.

/** Milliseconds between two looks, for limits of two seconds and more. */
const LOOK_EVERY = 500;

export interface WatchOptions {
  /** Number of iterations of the engine's event loop. */
  readonly beats: () => number;
  /** Milliseconds the loop may stand still; undefined for no limit. Asked with every look. */
  readonly limit: () => number | undefined;
  /** Called once when the limit is passed, which ends the watch. */
  readonly onHeld: () => void;
}

/** Watches until `stop` is called. A look that comes late, after the computer slept, counts as one look. */
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
