// Follows the changes that other processes make in the database: soon after a notice where the database sends them, otherwise by looking each second.
import type { Logger } from './sdk/index.ts';
import type { Services } from './services/index.ts';
import type { Store } from './store/index.ts';

/** Milliseconds from a notice to the work, so that what belongs together is followed together; and from the start of one round to that of the next. */
const SOON = 20;
const APART = 400;

export class Follower {
  readonly #store: Store;
  readonly #services: Pick<Services, 'lifecycle' | 'sweepFiles'>;
  readonly #logger: Logger;
  readonly #unwatch: (() => void) | undefined;
  /** Names of changed tables; undefined stands for any. */
  #changed = new Set<string | undefined>();
  #timer: NodeJS.Timeout | undefined;
  #startedAt = Number.NEGATIVE_INFINITY;
  #round: Promise<void> | undefined;
  #seen: number;

  constructor(store: Store, services: Pick<Services, 'lifecycle' | 'sweepFiles'>, logger: Logger) {
    this.#store = store;
    this.#services = services;
    this.#logger = logger;
    this.#seen = store.changesElsewhere();
    this.#unwatch = store.watchChanges((table) => this.#plan(table));
  }

  /** Does what is due each second. Throws if the database cannot be looked at. */
  look(): void {
    const { lifecycle, sweepFiles } = this.#services;
    const changes = this.#store.changesElsewhere();
    const hasChanged = changes !== this.#seen;
    this.#seen = changes;
    if (hasChanged && this.#unwatch === undefined) this.#plan(undefined);
    else lifecycle.followInstances(false).catch(this.#warn('Executions of other processes could not be recovered'));
    if (this.#store.health.isOk) lifecycle.storeLeft().catch(this.#warn('Static data could not be stored'));
    sweepFiles().catch(this.#warn('Unused files could not be removed'));
  }

  stop(): void {
    this.#unwatch?.();
    clearTimeout(this.#timer);
  }

  #plan(table: string | undefined): void {
    this.#changed.add(table);
    if (this.#round !== undefined || this.#timer !== undefined) return;
    const follow = (): void => {
      this.#timer = undefined;
      this.#round = this.#follow().finally(() => {
        this.#round = undefined;
        const [next] = this.#changed;
        if (this.#changed.size > 0) this.#plan(next);
      });
    };
    const pause = this.#unwatch === undefined ? 0 : Math.max(SOON, this.#startedAt + APART - performance.now());
    this.#timer = setTimeout(follow, pause).unref();
  }

  async #follow(): Promise<void> {
    const { lifecycle } = this.#services;
    const changed = this.#changed;
    this.#changed = new Set();
    this.#startedAt = performance.now();
    await Promise.all([
      lifecycle.followInstances(true).catch(this.#warn('Executions of other processes could not be recovered')),
      lifecycle.follow(changed.has(undefined) ? undefined : changed).catch(this.#warn('Changes of another process could not be loaded')),
    ]);
  }

  #warn(what: string): (error: unknown) => void {
    return (error) => this.#logger.warn(`${what}: ${String(error)}`);
  }
}
