// The interface for writing to a database: statements that are committed together.
import type { CompiledQuery } from 'kysely';
import type { AppError } from '../contract/errors.ts';
import type { StoreHealth } from './health.ts';

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

export interface Writes {
  /** Whether the latest commit succeeded. */
  readonly health: StoreHealth;
  /** STORE_FAILED while writes fail. */
  readonly failure: AppError | undefined;
  /**
   * Resolves if the database accepts writes. To be called before something irreversible happens outside whose result must be stored, such as
   * fetching a token that ends the previous one. Throws STORE_FAILED: at once while writes are known to fail, otherwise after a failed probe.
   */
  assertWritable(): Promise<void>;
  /**
   * Runs the queries atomically within the next commit. Resolves with the number of rows that the last query changed, once it is committed. A
   * failed write is rejected (STORE_FAILED) without affecting the others of its group.
   */
  write(...queries: readonly WriteQuery[]): Promise<number>;
  /** Like `write`, for queries that may still be replaced: they are created only when they are committed. */
  pend(queries: () => readonly WriteQuery[]): PendingWrite;
  /** Resolves once everything written so far is committed or rejected. */
  settled(): Promise<void>;
  /** Resolves once no write is pending; must be called after `settled`. */
  close(): Promise<void>;
}

/** A frequent statement, whose SQL is compiled once. */
export class Template<Row extends object> {
  readonly #compile: (row: Row) => WriteQuery;
  #sql: string | undefined;
  #keys: readonly (keyof Row)[] = [];

  /** `compile` must use each value of the row once, in the order of the row's keys; otherwise `with` throws. */
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
