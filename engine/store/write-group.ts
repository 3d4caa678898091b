// The writes of the SQLite database: those of one tick share a commit, so that many executions that end together cost a single flush to the disk.
import type Sqlite from 'better-sqlite3';
import { AppError } from '../contract/errors.ts';
import { BusyRetry, isBusy } from './busy-retry.ts';
import { concernsFile, HealthMonitor, reasonOf, type StoreHealth } from './health.ts';
import type { PendingWrite, WriteQuery, Writes } from './writes.ts';

interface Write {
  /** Undefined if the write was withdrawn. */
  queries: (() => readonly WriteQuery[]) | undefined;
  isTaken: boolean;
  readonly resolve: (changed: number) => void;
  readonly reject: (error: AppError) => void;
  /** Set if another program held the write lock at the first attempt. */
  retry?: BusyRetry;
}

/** Maximum number of cached prepared statements: SQL with lists of values exists in many variants. */
const STATEMENTS = 200;

export class WriteGroup implements Writes {
  readonly #connection: Sqlite.Database;
  readonly #onCommit: (() => void) | undefined;
  readonly #monitor = new HealthMonitor((sql) => this.write({ sql, parameters: [] }));
  readonly #statements = new Map<string, Sqlite.Statement>();
  readonly #commit: Sqlite.Transaction<(writes: readonly Write[]) => (() => void)[]>;
  readonly #runTogether: Sqlite.Transaction<(queries: readonly WriteQuery[]) => number>;
  #waiting: Write[] = [];
  #flush: Promise<void> | undefined;

  /** `onCommit` is called after each commit. */
  constructor(connection: Sqlite.Database, onCommit?: () => void) {
    this.#connection = connection;
    this.#onCommit = onCommit;
    this.#commit = connection.transaction((writes) => this.#runAll(writes));
    this.#runTogether = connection.transaction((queries) => this.#run(queries));
  }

  get health(): StoreHealth {
    return this.#monitor.health;
  }

  get failure(): AppError | undefined {
    return this.#monitor.failure;
  }

  assertWritable(): Promise<void> {
    return this.#monitor.assertWritable();
  }

  write(...queries: readonly WriteQuery[]): Promise<number> {
    return this.pend(() => queries).done;
  }

  pend(queries: () => readonly WriteQuery[]): PendingWrite {
    let write: Write | undefined;
    const done = new Promise<number>((resolve, reject) => {
      write = { queries, isTaken: false, resolve, reject };
      this.#waiting.push(write);
      this.#flush ??= this.#flushSoon();
    });
    return {
      done,
      replace: (replacements) => {
        if (write === undefined || write.isTaken) return false;
        write.queries = replacements;
        return true;
      },
      withdraw: () => {
        if (write === undefined || write.isTaken) return false;
        write.queries = undefined;
        return true;
      },
    };
  }

  async settled(): Promise<void> {
    while (this.#flush !== undefined) await this.#flush;
  }

  async close(): Promise<void> {
    await this.#monitor.close();
    await this.settled();
  }

  #flushSoon(): Promise<void> {
    return new Promise<void>((flushed) => {
      const flush = (): void => {
        const pause = this.#flushWaiting();
        if (pause !== undefined) return void setTimeout(flush, pause);
        this.#flush = undefined;
        flushed();
      };
      setImmediate(flush);
    });
  }

  /** Commits pending writes. Returns the milliseconds until the next attempt if another program holds the write lock. */
  #flushWaiting(): number | undefined {
    const writes = this.#waiting;
    this.#waiting = [];
    if (writes.every(({ queries }) => queries === undefined)) {
      for (const { resolve } of writes) resolve(0);
      return undefined;
    }
    try {
      // The lock is acquired at the start: acquired at the first write, it could be rejected permanently if another process has written in the
      // meantime.
      for (const resolve of this.#commit.immediate(writes)) resolve();
      this.#monitor.succeeded();
    } catch (error) {
      if (isBusy(error) && writes.every(({ isTaken }) => !isTaken)) return this.#putOff(writes, error);
      this.#monitor.failed(error);
      // Writes that are already rejected are not affected.
      for (const { reject } of writes) reject(storeFailed(error));
    }
    this.#onCommit?.();
    return undefined;
  }

  /** Keeps the writes for another attempt, except those that have waited too long. */
  #putOff(writes: readonly Write[], error: unknown): number | undefined {
    let pause: number | undefined;
    for (const write of writes) {
      write.retry ??= new BusyRetry();
      const next = write.retry.nextPause();
      if (next === undefined) {
        this.#monitor.failed(error);
        write.reject(storeFailed(error));
        continue;
      }
      this.#waiting.push(write);
      pause = Math.min(pause ?? next, next);
    }
    return pause;
  }

  /** Runs each write; returns functions that resolve the successful ones, to be called after the commit. */
  #runAll(writes: readonly Write[]): (() => void)[] {
    const done: (() => void)[] = [];
    for (const write of writes) {
      write.isTaken = true;
      try {
        const queries = write.queries?.() ?? [];
        const changed = queries.length <= 1 ? this.#run(queries) : this.#runTogether(queries);
        done.push(() => write.resolve(changed));
      } catch (error) {
        // A full disk and similar errors end the whole transaction, and each further write would be committed separately.
        if (!this.#connection.inTransaction || concernsFile(error)) throw error;
        write.reject(storeFailed(error));
      }
    }
    return done;
  }

  #run(queries: readonly WriteQuery[]): number {
    let changed = 0;
    for (const { sql, parameters } of queries) changed = this.#statement(sql).run(...parameters).changes;
    return changed;
  }

  #statement(sql: string): Sqlite.Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      if (this.#statements.size >= STATEMENTS) this.#statements.clear();
      statement = this.#connection.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

const storeFailed = (cause: unknown): AppError =>
  new AppError('STORE_FAILED', `The database could not be written: ${reasonOf(cause)}.`, { cause });
