// Queries on tables in memory. The engine compiles them; this file ensures that statements cannot access anything outside of their database.
import { syncBuiltinESMExports } from 'node:module';
import sqlite, { type SQLInputValue } from 'node:sqlite';
import type { SqlJob } from './protocol.ts';
import { sqlAggregates, sqlFunctions } from './sql-functions.ts';

export type Row = readonly SQLInputValue[];

const { DatabaseSync } = sqlite;
type Database = InstanceType<typeof DatabaseSync>;

/** Takes Node's database away from everything else in this thread, since it opens files that the permission model denies. */
export function hideDatabase(): void {
  for (const name of Object.keys(sqlite)) Reflect.deleteProperty(sqlite, name);
  Reflect.deleteProperty(DatabaseSync.prototype, 'constructor');
  syncBuiltinESMExports();
}

/** Statements that can neither attach a file, nor copy the database to a file, nor change a setting. */
const harmless = /^(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/;
const madeUpName = /^[a-z]+\d+$/;

/** Inserts the rows of the job's tables, then runs the statements. Returns the rows of the statement whose result is requested. */
export function runQuery({ tables, statements, result }: SqlJob, rows: readonly Row[]): readonly Row[] {
  const database = new DatabaseSync(':memory:', { allowExtension: false, enableDoubleQuotedStringLiterals: false });
  try {
    registerFunctions(database);
    // Within a transaction the database cannot be copied to a file.
    database.exec('BEGIN');
    let from = 0;
    for (const { name, columns, indexes, rowCount } of tables) {
      fill(database, name, columns, rows.slice(from, (from += rowCount)));
      for (const column of indexes.filter((each) => columns.includes(each)))
        database.exec(`CREATE INDEX ${name}_${column} ON ${name} (${column})`);
    }
    let requested: readonly Row[] = [];
    for (const [index, { sql, bindings }] of statements.entries()) {
      if (!harmless.test(sql)) throw new Error('Only SELECT, INSERT, UPDATE and DELETE are allowed.');
      // Only the first statement of a text is executed.
      const statement = database.prepare(sql);
      statement.setReadBigInts(true);
      statement.setReturnArrays(true);
      if (index === result) requested = (statement.all(...bindings) as unknown as Row[]).map(plainRow);
      else statement.run(...bindings);
    }
    return requested;
  } finally {
    database.close();
  }
}

function fill(database: Database, name: string, columns: readonly string[], rows: readonly Row[]): void {
  if (![name, ...columns].every((each) => madeUpName.test(each))) throw new Error('Tables and columns have made-up names.');
  database.exec(`CREATE TABLE ${name} (${['rid INTEGER PRIMARY KEY', ...columns].join(', ')})`);
  if (rows.length === 0) return;
  const insert = database.prepare(`INSERT INTO ${name} VALUES (${['?', ...columns.map(() => '?')].join(', ')})`);
  for (const row of rows) insert.run(...row);
}

/** Integers are read as BigInt, so that large ones do not throw. */
const plainRow = (row: Row): Row => row.map((cell) => (typeof cell === 'bigint' ? Number(cell) : cell));

function registerFunctions(database: Database): void {
  for (const [name, { call, isDeterministic }] of sqlFunctions) {
    database.function(`fn_${name}`, { varargs: true, deterministic: isDeterministic }, call);
  }
  for (const [name, finish] of sqlAggregates) {
    database.aggregate(`fn_${name}`, {
      start: (): SQLInputValue[] => [],
      step: (values: SQLInputValue[], value: SQLInputValue) => {
        values.push(value);
        return values;
      },
      result: (values: SQLInputValue[]) => finish(values),
    } as never);
  }
}
