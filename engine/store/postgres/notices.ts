// Notices of other processes that use a Postgres database: triggers send one with each transaction that changes more than the course of executions.
import type { Listener } from './listener.ts';

/** The channel of the triggers. A notice consists of the id of the connection's opener and the name of the table. */
const CHANNEL = 'millrace_changes';

/** Called with the name of the table in which another process has changed something; undefined if any may have changed. */
export type ChangeListener = (table: string | undefined) => void;

export class Notices {
  readonly #listener: Listener;
  readonly #own: string;
  readonly #watchers = new Set<ChangeListener>();
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
            const [opener, table] = payload.split(' ');
            if (opener !== this.#own) this.#report(table);
          },
          connected: () => this.#report(undefined),
        })
        .catch(() => undefined);
    }
    return this.#count;
  }

  /** Calls the listener for each notice; returns a function that ends it. */
  watch(listener: ChangeListener): () => void {
    this.count();
    this.#watchers.add(listener);
    return () => void this.#watchers.delete(listener);
  }

  #report(table: string | undefined): void {
    this.#count += 1;
    for (const watcher of this.#watchers) watcher(table);
  }
}
