// Groups the writes of one tick into one commit, so that many executions that end together cost a single flush to the disk.
// The SQL of frequently used statements is compiled once.
import type Sqlite from 'better-sqlite3';
import type { CompiledQuery } from 'kysely';
import { AppError } from '../contract/errors.ts';
import { BusyRetry, isBusy } from './busy-retry.ts';
import { concernsFile, HealthMonitor, reasonOf, type StoreHealth } from './health.ts';

/** A statement and its values. */
export type WriteQuery = Pick<CompiledQuery, 'sql' | 'parameters'>;

/** A write that waits for its commit. */
export interface PendingWrite {
  /** Settles with the promise of `write`. */
  readonly done: Promise<number>;
  /** Replaces the queries; returns false if they have already been run. */
  replace(queries: () => readonly WriteQuery[]): boolean;
  /** Cancels the write; `done` resolves with 0. Returns false if the queries have already been run. */
  withdraw(): boolean;
}

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

export class WriteGroup {
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

  /** Whether the latest commit succeeded. */
  get health(): StoreHealth {
    return this.#monitor.health;
  }

  /** STORE_FAILED while writes fail. */
  get failure(): AppError | undefined {
    const { health } = this;
    return health.isOk ? undefined : new AppError('STORE_FAILED', `The database could not be written: ${health.reason}.`);
  }

  /**
   * Resolves if the database accepts writes. To be called before something irreversible happens outside whose result must be stored, such as
   * fetching a token that ends the previous one. Throws STORE_FAILED: at once while writes are known to fail, otherwise after a failed probe.
   */
  async assertWritable(): Promise<void> {
    const { failure } = this;
    if (failure !== undefined) throw failure;
    await this.#monitor.prove();
  }

  /**
   * Runs the queries atomically within the next commit. Resolves with the number of rows that the last query changed, once it is committed. A
   * failed write is rejected (STORE_FAILED) without affecting the others of its group. While another program holds the write lock the group
   * waits, without blocking this process.
   */
  write(...queries: readonly WriteQuery[]): Promise<number> {
    return this.pend(() => queries).done;
  }

  /** Like `write`, for queries that may still be replaced: they are created only when they are committed. */
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

  /** Resolves once everything written so far is committed or rejected. */
  async settled(): Promise<void> {
    while (this.#flush !== undefined) await this.#flush;
  }

  /** Resolves once no write is pending; must be called after `settled`. */
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

/** `compile` must use each value of the row once, in the order of the row's keys; otherwise an error is thrown immediately. */
export class Template<Row extends object> {
  readonly #compile: (row: Row) => WriteQuery;
  #sql: string | undefined;
  #keys: readonly (keyof Row)[] = [];

  constructor(compile: (row: Row) => WriteQuery) {
    this.#compile = compile;
  }

  with(row: Row): WriteQuery {
    if (this.#sql === undefined) {
      const { sql, parameters } = this.#compile(row);
      const keys = Object.keys(row) as (keyof Row)[];
      if (parameters.length !== keys.length || !keys.every((key, index) => Object.is(parameters[index], row[key]))) {
        throw new TypeError(`The statement takes other values than ${keys.join(', ')}, in this order: ${sql}`);
      }
      this.#sql = sql;
      this.#keys = keys;
    }
    return { sql: this.#sql, parameters: this.#keys.map((key) => row[key]) };
  }
}
