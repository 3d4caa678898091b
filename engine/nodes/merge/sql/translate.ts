// Translates a query to SQLite statements. Names and texts are generated or bound: no text of the query is copied.
import type { SqlStatement } from '../../../sdk/index.ts';
import type { CellType } from './cells.ts';
import { parseQuery } from './parse-query.ts';
import { Bindings, Scope } from './scope.ts';
import type { Expression, Statement } from './syntax.ts';
import { Table } from './tables.ts';
import { QueryError } from './tokens.ts';
import { QueryTranslator, type ResultPlan } from './translate-query.ts';

export interface TranslatedText {
  readonly statements: readonly SqlStatement[];
  /** Index of the last SELECT, whose rows are the result. */
  readonly result: { readonly statement: number; readonly plan: ResultPlan } | undefined;
}

/** Translates a query over these tables. Tables that it creates are added to them. */
export function translate(text: string, tables: Table[], parameters: readonly unknown[]): TranslatedText {
  const query = parseQuery(text);
  const find = (name: string): Table | undefined => {
    const existing = tables.filter(({ isDropped }) => !isDropped);
    return existing.find((table) => table.name === name) ?? existing.find((table) => table.name.toLowerCase() === name.toLowerCase());
  };
  for (const statement of query) markChanged(statement, find);
  const translator = new StatementTranslator(tables, find, parameters);
  const statements: SqlStatement[] = [];
  let result: TranslatedText['result'];
  for (const statement of query) {
    const bindings = new Bindings();
    const queries = translator.begin(bindings);
    if (statement.kind !== 'query') {
      statements.push(...translator.change(statement, bindings));
      continue;
    }
    const { sql, plan } = queries.result(statement.query);
    result = { statement: statements.push({ sql, bindings: bindings.values }) - 1, plan };
  }
  return { statements, result };
}

function markChanged(statement: Statement, find: (name: string) => Table | undefined): void {
  if (statement.kind !== 'insert' && statement.kind !== 'update' && statement.kind !== 'delete') return;
  const table = find(statement.table);
  if (table === undefined) return;
  table.isChanged = true;
  // Without a column list, columns are in order of first occurrence.
  for (const column of table.columns.values()) column.isUsed = true;
}

class StatementTranslator {
  readonly #tables: Table[];
  readonly #find: (name: string) => Table | undefined;
  readonly #parameters: readonly unknown[];
  #queries: QueryTranslator | undefined;

  constructor(tables: Table[], find: (name: string) => Table | undefined, parameters: readonly unknown[]) {
    this.#tables = tables;
    this.#find = find;
    this.#parameters = parameters;
  }

  /** Starts the next statement, which binds its own values. */
  begin(bindings: Bindings): QueryTranslator {
    this.#queries = new QueryTranslator(this.#find, bindings, this.#parameters);
    return this.#queries;
  }

  change(statement: Exclude<Statement, { kind: 'query' }>, bindings: Bindings): SqlStatement[] {
    if (statement.kind === 'create') return this.#create(statement);
    if (statement.kind === 'drop') {
      const dropped = this.#find(statement.table);
      if (dropped !== undefined) dropped.isDropped = true;
      return [];
    }
    const table = this.#find(statement.table);
    if (table === undefined) throw new QueryError(`There is no table "${statement.table}". The inputs are input1, input2 and so on.`);
    const scope = new Scope();
    scope.sources.push({ alias: table.name, sql: table.sql, columns: table.columns, table });
    return [{ sql: this.#changeSql(statement, table, scope), bindings: bindings.values }];
  }

  #create({ table: name, columns }: Extract<Statement, { kind: 'create' }>): SqlStatement[] {
    if (this.#find(name) !== undefined) return [];
    const table = new Table(name, this.#tables.length);
    for (const column of columns) table.column(column).isUsed = true;
    this.#tables.push(table);
    return [];
  }

  #changeSql(statement: Extract<Statement, { kind: 'insert' | 'update' | 'delete' }>, table: Table, scope: Scope): string {
    const { expressions } = this.#queries as QueryTranslator;
    switch (statement.kind) {
      case 'insert':
        return this.#insertSql(statement, table);
      case 'update': {
        const set = statement.set.map(([name, value]) => {
          const { sql, type } = expressions.translate(value, scope);
          return `${written(table, name, type)} = ${sql}`;
        });
        return `UPDATE ${table.sql} SET ${set.join(', ')}${this.#where(statement.where, scope)}`;
      }
      case 'delete':
        return `DELETE FROM ${table.sql}${this.#where(statement.where, scope)}`;
    }
  }

  #insertSql({ columns, rows }: Extract<Statement, { kind: 'insert' }>, table: Table): string {
    const queries = this.#queries as QueryTranslator;
    const names = columns ?? [...table.columns.keys()];
    if (!Array.isArray(rows)) {
      const query = queries.query(rows as Extract<typeof rows, { first: unknown }>);
      // Columns of a table that the query creates are ordered; fields of items are not.
      const declared = columns ?? (table.input === undefined ? [...table.columns.keys()] : []);
      const targets = query.columns.map(({ name, type }, index) => written(table, declared[index] ?? name, type));
      return `INSERT INTO ${table.sql} (${targets.join(', ')}) SELECT * FROM (${query.sql})`;
    }
    const values = (rows as readonly (readonly Expression[])[]).map((row) => {
      if (row.length !== names.length) throw new QueryError(`INSERT has ${row.length} values for ${names.length} columns.`);
      return row.map((value) => queries.expressions.translate(value, new Scope()));
    });
    const targets = names.map((name, index) => values.map((row) => written(table, name, row[index]?.type ?? 'unknown'))[0]);
    return `INSERT INTO ${table.sql} (${targets.join(', ')}) VALUES ${values.map((row) => `(${row.map(({ sql }) => sql).join(', ')})`).join(', ')}`;
  }

  #where(where: Expression | undefined, scope: Scope): string {
    return where === undefined ? '' : ` WHERE ${(this.#queries as QueryTranslator).expressions.condition(where, scope)}`;
  }
}

/** Returns the database name of a column that receives a value of this type. */
function written(table: Table, name: string, type: CellType): string {
  const column = table.column(name);
  column.isUsed = true;
  for (const each of type === 'unknown' ? (['text', 'number'] as const) : [type]) column.types.add(each);
  return column.sql;
}
