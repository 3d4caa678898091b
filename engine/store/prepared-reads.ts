// Frequent reads as prepared statements: building, compiling and preparing a query takes ten times as long as running it.
import type Sqlite from 'better-sqlite3';
import type { WriteQuery } from './write-group.ts';

export class PreparedReads {
  readonly #connection: Sqlite.Database;
  readonly #statements = new Map<string, Sqlite.Statement>();

  constructor(connection: Sqlite.Database) {
    this.#connection = connection;
  }

  /** Returns the rows of a query. Its statement is kept, so its SQL must be one of a few texts (see `Template`). */
  rows({ sql, parameters }: WriteQuery): readonly unknown[] {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#connection.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement.all(...parameters);
  }
}
