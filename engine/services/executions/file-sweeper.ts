// Removes files and parts of payloads that no execution uses. The database knows them; the folder itself is scanned only at the start, for files left by a killed
// process.
import { setImmediate } from 'node:timers/promises';
import type { ExecutionRecord, Store } from '../../store/index.ts';

/** Number of files removed per turn of the event loop. */
const AT_ONCE = 200;
/** Milliseconds until files of unsaved runs are removed; until then, an editor may still display the results. */
const SHOWN_FOR = 3_600_000;

/** Where files of items are stored. */
export interface FileFolder {
  remove(ids: Iterable<string>): Promise<void>;
  /** Yields the ids of all files that only this installation can have stored, finished or not, in slices. */
  all(): AsyncIterable<readonly string[]>;
  /** Milliseconds since the epoch; undefined if the file does not exist. */
  changedAt(id: string): Promise<number | undefined>;
}

export interface FileSweeperPorts {
  readonly store: Store;
  readonly files: FileFolder;
  readonly clock: { now(): number };
  readonly instance: { isAlive(id: string): boolean };
  /** Executions that run in this process. */
  readonly running: () => readonly Pick<ExecutionRecord, 'startedAt'>[];
}

export class FileSweeper {
  readonly #ports: FileSweeperPorts;
  /** Runs that ended and are not stored, the earliest first. */
  readonly #unsavedExecutions: { readonly id: string; readonly endedAt: number }[] = [];
  #work: Promise<unknown> = Promise.resolve();
  #isStopped = false;

  constructor(ports: FileSweeperPorts) {
    this.#ports = ports;
  }

  /** Called when a run ends and its execution is not stored. */
  endedUnsaved(executionId: string): void {
    const { store, clock } = this.#ports;
    if (store.files.isMaker(executionId)) this.#unsavedExecutions.push({ id: executionId, endedAt: clock.now() });
  }

  /** Removes unused files. */
  sweep(): Promise<void> {
    return this.#after(async () => {
      await this.#ports.store.files.releaseAll(this.#released());
      await this.#removeUnsaved();
      await this.#removeParts();
    });
  }

  /** Assigns the files of processes that have ended to stored executions, or removes them; removes the payloads that they did not complete. */
  settle(): Promise<void> {
    return this.#after(async () => {
      const { store, instance } = this.#ports;
      await store.files.settle((id) => instance.isAlive(id));
      await store.largePayloads.settle((id) => instance.isAlive(id));
      await this.#removeUnsaved();
    });
  }

  /** Scans the folders once for files without a row: half-written ones, and those of earlier versions. */
  lookThrough(): Promise<void> {
    const startedAt = this.#ports.clock.now();
    return this.#after(async () => {
      const { store, files, instance } = this.#ports;
      for await (const ids of files.all()) {
        if (this.#isStopped) return;
        for (const id of await store.files.unknown(ids)) {
          const changed = await files.changedAt(id);
          // Younger files may belong to this process and not be registered yet.
          if (changed !== undefined && changed < startedAt) await files.remove([id]);
        }
      }
      await store.removeOrphanedStarts((id) => instance.isAlive(id));
    });
  }

  /** Starts no further removal; resolves once the current one is done. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#work;
  }

  /** Ids of runs that ended so long ago that no editor or calling run uses their files any more. */
  #released(): readonly string[] {
    const { clock, running } = this.#ports;
    const now = clock.now();
    if (this.#unsavedExecutions.length === 0) return [];
    const oldest = Math.min(now, ...running().map(({ startedAt }) => startedAt));
    const count = this.#unsavedExecutions.findIndex(({ endedAt }) => endedAt > oldest || now - endedAt < SHOWN_FOR);
    return this.#unsavedExecutions.splice(0, count === -1 ? this.#unsavedExecutions.length : count).map(({ id }) => id);
  }

  async #removeUnsaved(): Promise<void> {
    const { store, files } = this.#ports;
    while (!this.#isStopped) {
      const ids = await store.files.removed(AT_ONCE);
      if (ids.length === 0) return;
      await files.remove(ids);
      await store.removeStarts(ids);
      await store.files.forget(ids);
    }
  }

  async #removeParts(): Promise<void> {
    while (!this.#isStopped && (await this.#ports.store.largePayloads.removeSome())) await setImmediate();
  }

  /** Runs one task at a time. */
  #after(work: () => Promise<void>): Promise<void> {
    const done = this.#work.then(() => (this.#isStopped ? undefined : work()));
    this.#work = done.catch(() => undefined);
    return done;
  }
}
