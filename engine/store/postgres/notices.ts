// Notices of other processes that use a Postgres database: triggers send one with each transaction that changes more than the course of executions.
import type { Listener } from './listener.ts';

/** The channel of the triggers. A notice consists of the id of the connection's opener. */
const CHANNEL = 'millrace_changes';

export class Notices {
  readonly #listener: Listener;
  readonly #own: string;
  #count = 0;
  #hasStarted = false;

  /** `own`: notices of this process, which do not count. */
  constructor(listener: Listener, own: string) {
    this.#listener = listener;
    this.#own = own;
  }

  /** Number of notices so far, which are listened for from the first call on. A new connection counts as one, since notices may have been missed. */
  count(): number {
    if (!this.#hasStarted) {
      this.#hasStarted = true;
      this.#listener
        .listen(CHANNEL, {
          received: (payload) => {
            if (payload !== this.#own) this.#count += 1;
          },
          connected: () => {
            this.#count += 1;
          },
        })
        .catch(() => undefined);
    }
    return this.#count;
  }
}
