// A statement of the hot path: its SQL is worked out once, its values are put in each time.
import type { WriteQuery } from './write-group.ts';

/** `compile` must put the row's values into the statement in the order of the row's keys, each once. */
export class Template<Row extends object> {
  readonly #compile: (row: Row) => WriteQuery;
  #sql: string | undefined;
  #keys: readonly (keyof Row)[] = [];

  constructor(compile: (row: Row) => WriteQuery) {
    this.#compile = compile;
  }

  with(row: Row): WriteQuery {
    if (this.#sql === undefined) {
      const compiled = this.#compile(row);
      this.#sql = compiled.sql;
      this.#keys = Object.keys(row) as (keyof Row)[];
      return compiled;
    }
    return { sql: this.#sql, parameters: this.#keys.map((key) => row[key]) };
  }
}
