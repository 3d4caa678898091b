// Removes old executions by age, by count, and by the size of the database, in slices. Freed space is returned to the disk.
import type { Store } from '../../store/index.ts';

/** Maximum number of pages freed at a time, which limits how long the event loop is blocked. */
const PAGES_AT_ONCE = 2000;

interface PruningLimits {
  /** Maximum age in milliseconds; executions that started earlier are removed. */
  readonly maxAge?: number;
  /** Number of latest executions to keep. */
  readonly maxCount?: number;
  /** Maximum size of the database in bytes; beyond it the oldest executions are removed. */
  readonly maxSize?: number;
}

/** Limits from the settings. */
export function pruningLimits(settings: Readonly<Record<'pruneAgeHours' | 'pruneCount' | 'pruneSizeMiB', number>>): PruningLimits {
  const { pruneAgeHours, pruneCount, pruneSizeMiB } = settings;
  return {
    maxAge: pruneAgeHours * 3_600_000,
    ...(pruneCount === 0 ? {} : { maxCount: pruneCount }),
    ...(pruneSizeMiB === 0 ? {} : { maxSize: pruneSizeMiB * 1024 * 1024 }),
  };
}

export interface PruningPorts {
  readonly store: Store;
  readonly clock: { now(): number };
}

export class Pruning {
  readonly #ports: PruningPorts;
  #work: Promise<unknown> = Promise.resolve();
  #isStopped = false;

  constructor(ports: PruningPorts) {
    this.#ports = ports;
  }

  /** Removes executions that started before `time` with their data and files; returns their number. */
  before(time: number): Promise<number> {
    return this.#after(async () => {
      const count = await this.#slices(() => this.#ports.store.executionList.pruneBefore(time));
      await this.#tidy();
      return count;
    });
  }

  /** Removes executions beyond the limits with their files, and frees the space; returns their number. */
  toLimits(limits: PruningLimits): Promise<number> {
    return this.#after(async () => {
      const count = await this.#toLimits(limits, Number.POSITIVE_INFINITY);
      await this.#tidy();
      return count;
    });
  }

  /** Removes about `most` executions beyond the limits; returns their number. Takes the same time whatever the size of the database. */
  someToLimits(limits: PruningLimits, most: number): Promise<number> {
    return this.#after(() => this.#toLimits(limits, most));
  }

  /** Removes the executions that have expired, with their files; returns their number. */
  expired(): Promise<number> {
    const { store, clock } = this.#ports;
    return this.#after(() => this.#slices(() => store.executionList.pruneExpired(clock.now())));
  }

  /** Starts no further slice; resolves once the current one is done. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#work;
  }

  /** Runs one task at a time. */
  #after<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#work.then(work);
    this.#work = done.catch(() => undefined);
    return done;
  }

  async #toLimits({ maxAge, maxCount, maxSize }: PruningLimits, most: number): Promise<number> {
    const { store, clock } = this.#ports;
    const { executionList } = store;
    let count = 0;
    if (maxAge !== undefined) count += await this.#slices(() => executionList.pruneBefore(clock.now() - maxAge), most);
    const edge = maxCount === undefined || count >= most ? undefined : await executionList.startBeyond(maxCount);
    if (edge !== undefined) count += await this.#slices(() => executionList.pruneBefore(edge + 1), most - count);
    if (maxSize !== undefined)
      count += await this.#slices(
        async () => ((await store.usedBytes()) > maxSize ? executionList.pruneBefore(Infinity) : 0),
        most - count,
      );
    return count;
  }

  async #slices(removeSome: () => Promise<number>, most = Number.POSITIVE_INFINITY): Promise<number> {
    let count = 0;
    for (let removed = 1; removed > 0 && count < most && !this.#isStopped; count += removed) {
      removed = await removeSome();
      await new Promise((resolve) => setImmediate(resolve));
    }
    return count;
  }

  async #tidy(): Promise<void> {
    const { store } = this.#ports;
    if (this.#isStopped) return;
    while ((await store.freeSpace(PAGES_AT_ONCE)) === PAGES_AT_ONCE && !this.#isStopped)
      await new Promise((resolve) => setImmediate(resolve));
  }
}
