// Removes old executions: by age, by count, and by the size of the database; in slices, and the space goes back to the disk.
import type { Store } from '../../store/index.ts';

/** Pages given back at a time: so much may hold the process. */
const PAGES_AT_ONCE = 2000;

export interface PruningLimits {
  /** Milliseconds; executions that started earlier go. */
  readonly maxAge?: number;
  /** Executions beyond the latest so many go. */
  readonly maxCount?: number;
  /** Bytes of the database beyond which the oldest go. */
  readonly maxSize?: number;
}

/** Files of executions, wherever they are. */
export interface FileSweeper {
  sweep(isKept: (id: string) => Promise<boolean>, now: number): Promise<number>;
}

export interface PruningPorts {
  readonly store: Store;
  readonly clock: { now(): number };
  readonly files?: FileSweeper;
}

export class Pruning {
  readonly #ports: PruningPorts;
  #work: Promise<unknown> = Promise.resolve();
  #isStopped = false;

  constructor(ports: PruningPorts) {
    this.#ports = ports;
  }

  /** Removes executions that started before `time` with their data and files; returns how many. */
  before(time: number): Promise<number> {
    return this.#after(async () => {
      const count = await this.#slices(() => this.#ports.store.executionList.pruneBefore(time));
      await this.#tidy();
      return count;
    });
  }

  /** Removes what is beyond the limits; returns how many executions. */
  toLimits(limits: PruningLimits): Promise<number> {
    return this.#after(() => this.#toLimits(limits));
  }

  /** Starts no further slice; resolves when the present one is done. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#work;
  }

  /** One at a time. */
  #after<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#work.then(work);
    this.#work = done.catch(() => undefined);
    return done;
  }

  async #toLimits({ maxAge, maxCount, maxSize }: PruningLimits): Promise<number> {
    const { store, clock } = this.#ports;
    let count = 0;
    if (maxAge !== undefined) count += await this.#slices(() => store.executionList.pruneBefore(clock.now() - maxAge));
    if (maxCount !== undefined) count += await this.#beyond(maxCount);
    if (maxSize !== undefined)
      count += await this.#slices(async () => (store.usedBytes() > maxSize ? store.executionList.pruneBefore(Infinity) : 0));
    await this.#tidy();
    return count;
  }

  async #beyond(most: number): Promise<number> {
    const { executionList } = this.#ports.store;
    const edge = await executionList.startBeyond(most);
    return edge === undefined ? 0 : this.#slices(() => executionList.pruneBefore(edge + 1));
  }

  async #slices(removeSome: () => Promise<number>): Promise<number> {
    let count = 0;
    for (let removed = 1; removed > 0 && !this.#isStopped; count += removed) {
      removed = await removeSome();
      await new Promise((resolve) => setImmediate(resolve));
    }
    return count;
  }

  async #tidy(): Promise<void> {
    const { store, files, clock } = this.#ports;
    if (this.#isStopped) return;
    await files?.sweep(async (id) => (await store.executions.ownersOfFile(id)).length > 0, clock.now());
    while ((await store.freeSpace(PAGES_AT_ONCE)) === PAGES_AT_ONCE && !this.#isStopped)
      await new Promise((resolve) => setImmediate(resolve));
  }
}
