// Timers of one job, which end with it.

type Callback = (...args: unknown[]) => void;

export class JobTimers {
  readonly #open = new Map<number, NodeJS.Timeout>();
  #isOver = false;

  /** The timer functions of user code. */
  get globals(): Readonly<Record<string, unknown>> {
    const clear = (id: unknown): void => this.#clear(Number(id));
    return {
      setTimeout: (callback: Callback, delay?: number, ...args: unknown[]) => this.#start(callback, delay, args, false),
      setInterval: (callback: Callback, delay?: number, ...args: unknown[]) => this.#start(callback, delay, args, true),
      setImmediate: (callback: Callback, ...args: unknown[]) => this.#start(callback, 0, args, false),
      clearTimeout: clear,
      clearInterval: clear,
      clearImmediate: clear,
    };
  }

  /** Ends all timers; none can be started any more. */
  end(): void {
    this.#isOver = true;
    for (const timer of this.#open.values()) clearTimeout(timer);
    this.#open.clear();
  }

  #start(callback: Callback, delay: number | undefined, args: readonly unknown[], repeats: boolean): number {
    if (typeof callback !== 'function') throw new TypeError('A timer needs a function to call.');
    if (this.#isOver) return 0;
    const milliseconds = delay === undefined ? undefined : Number(delay);
    const timer = repeats
      ? setInterval(() => callback(...args), milliseconds)
      : setTimeout(() => {
          this.#open.delete(id);
          callback(...args);
        }, milliseconds);
    const id = Number(timer);
    this.#open.set(id, timer);
    return id;
  }

  #clear(id: number): void {
    clearTimeout(this.#open.get(id));
    this.#open.delete(id);
  }
}
