// Timeout of a response: first until it starts, then between two chunks.

/** Aborts a request on timeout, or when its execution is stopped. Must be ended with the request, since it holds a timer and a listener. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #milliseconds: number;
  readonly #outer: AbortSignal | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** `milliseconds`: 0 for no limit. */
  constructor(milliseconds: number, outer: AbortSignal | undefined) {
    this.#milliseconds = milliseconds;
    this.#outer = outer;
    if (outer?.aborted === true) this.#stop();
    else outer?.addEventListener('abort', this.#stop, { once: true });
    this.start();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Restarts the timeout. */
  start(): void {
    this.pause();
    if (this.#milliseconds > 0) this.#timer = setTimeout(this.#stop, this.#milliseconds);
  }

  /** Pauses the timeout while the service is not being waited for. */
  pause(): void {
    clearTimeout(this.#timer);
  }

  end(): void {
    this.pause();
    this.#outer?.removeEventListener('abort', this.#stop);
  }

  readonly #stop = (): void => this.#controller.abort();
}
