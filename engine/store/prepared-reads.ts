// Frequent reads as prepared statements: building, compiling and preparing a query takes ten times as long as running it.
import type Sqlite from 'better-sqlite3';
import type { Reads } from './sql-database.ts';
import type { WriteQuery } from './writes.ts';

export class PreparedReads implements Reads {
  readonly #connection: Sqlite.Database;
  readonly #statements = new Map<string, Sqlite.Statement>();

  constructor(connection: Sqlite.Database) {
    this.#connection = connection;
  }

  rows({ sql, parameters }: WriteQuery): readonly unknown[] {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#connection.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement.all(...parameters);
  }
}
