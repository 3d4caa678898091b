// A frequently used statement whose SQL is compiled once; values are inserted on each call.
import type { WriteQuery } from './write-group.ts';

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
      if (parameters.length !== keys.length || !keys.every((key, place) => Object.is(parameters[place], row[key]))) {
        throw new TypeError(`The statement takes other values than ${keys.join(', ')}, in this order: ${sql}`);
      }
      this.#sql = sql;
      this.#keys = keys;
    }
    return { sql: this.#sql, parameters: this.#keys.map((key) => row[key]) };
  }
}
