// Removes old executions: by age, by count, and by the size of the database; in slices, and the space goes back to the disk.
import type { Store } from '../../store/index.ts';

/** Executions removed per commit, and pages given back at a time: so much may hold the process. */
const PRUNED_AT_ONCE = 50;
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

  constructor(ports: PruningPorts) {
    this.#ports = ports;
  }

  /** Removes executions that started before `time` with their data and files; answers how many went. */
  async before(time: number): Promise<number> {
    const count = await this.#slices(() => this.#ports.store.executionList.pruneBefore(time, PRUNED_AT_ONCE));
    await this.#tidy();
    return count;
  }

  /** Removes what is beyond the limits; answers how many went. */
  async toLimits({ maxAge, maxCount, maxSize }: PruningLimits): Promise<number> {
    const { store, clock } = this.#ports;
    let count = 0;
    if (maxAge !== undefined) count += await this.#slices(() => store.executionList.pruneBefore(clock.now() - maxAge, PRUNED_AT_ONCE));
    if (maxCount !== undefined) count += await this.#slices(() => store.executionList.pruneBeyond(maxCount, PRUNED_AT_ONCE));
    if (maxSize !== undefined)
      count += await this.#slices(async () => (store.usedBytes() > maxSize ? store.executionList.pruneOldest(PRUNED_AT_ONCE) : 0));
    await this.#tidy();
    return count;
  }

  async #slices(removeSome: () => Promise<number>): Promise<number> {
    let count = 0;
    for (let removed = PRUNED_AT_ONCE; removed === PRUNED_AT_ONCE; count += removed) {
      removed = await removeSome();
      await new Promise((resolve) => setImmediate(resolve));
    }
    return count;
  }

  async #tidy(): Promise<void> {
    const { store, files, clock } = this.#ports;
    await store.executionList.removeUnusedSnapshots();
    await files?.sweep((id) => store.executions.ownsFile(id), clock.now());
    while (store.freeSpace(PAGES_AT_ONCE) === PAGES_AT_ONCE) await new Promise((resolve) => setImmediate(resolve));
  }
}
