// The tables that a move copies, with their columns and keys as SQLite describes them. Postgres has the same ones.
import type BetterSqlite from 'better-sqlite3';
import { INDEX_POSITION } from '../repositories/execution-search.ts';
import type { Tables } from '../schema.ts';

/**
 * The index of words is not copied: SQLite's does not contain the texts, and the databases split them differently. A server without a position in it
 * indexes all executions again.
 */
const contents: Readonly<Record<keyof Tables, 'copied' | 'rebuilt'>> = {
  setting: 'copied',
  vault_key: 'copied',
  user: 'copied',
  session: 'copied',
  user_token: 'copied',
  api_key: 'copied',
  variable: 'copied',
  folder: 'copied',
  workflow: 'copied',
  workflow_history: 'copied',
  workflow_version_name: 'copied',
  workflow_webhooks: 'copied',
  tag: 'copied',
  workflow_tag: 'copied',
  schedule: 'copied',
  consent: 'copied',
  package: 'copied',
  credential: 'copied',
  credential_share: 'copied',
  lent_credential: 'copied',
  data_table: 'copied',
  data_table_row: 'copied',
  conversation: 'copied',
  vector_batch: 'copied',
  model_use: 'copied',
  workflow_snapshot: 'copied',
  large_payload: 'copied',
  large_payload_part: 'copied',
  execution: 'copied',
  execution_data: 'copied',
  execution_call: 'copied',
  execution_step: 'copied',
  execution_file: 'copied',
  execution_index: 'rebuilt',
  removed_file: 'copied',
  removed_workflow: 'copied',
  removed_credential: 'copied',
};

export const copiedTables = (Object.keys(contents) as (keyof Tables)[]).filter((name) => contents[name] === 'copied');

export interface Column {
  readonly name: string;
  readonly type: 'text' | 'integer' | 'blob';
}

export interface MovedTable {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Columns of the primary key. */
  readonly key: readonly Column[];
  /** Whether SQLite numbers the rows in the order of their insertion. */
  readonly hasRowid: boolean;
  /** Condition on the rows that are copied, in SQL of both databases. */
  readonly condition: string;
}

/** Rows that belong to one database only: the position in its index, and the probe of its disk. */
const ownSettings = `key not in ('${INDEX_POSITION}', 'store.probe')`;

/** Returns the tables of a SQLite database of the latest schema. */
export function tablesOf(connection: BetterSqlite.Database): readonly MovedTable[] {
  return copiedTables.map((name) => {
    const rows = connection.prepare('select name, lower(type) as type, pk from pragma_table_info(?)').all(name);
    const columns = rows as (Column & { readonly pk: number })[];
    const list = connection.prepare("select wr from pragma_table_list where schema = 'main' and name = ?").pluck();
    return {
      name,
      columns: columns.map((column) => ({ name: column.name, type: column.type })),
      key: columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk),
      hasRowid: list.get(name) === 0,
      condition: name === 'setting' ? ownSettings : 'true',
    };
  });
}

/** Names of tables and columns are quoted alike in both databases. */
export const quoted = (name: string): string => `"${name}"`;

export const listOf = (columns: readonly Column[]): string => columns.map(({ name }) => quoted(name)).join(', ');

/** SQL of both databases for the ids of files that executions use, after an id and up to a number. */
export const fileIds = (after: string, limit: string): string =>
  `select distinct file_id from execution_file where file_id like 'file:%' and file_id > ${after} order by file_id limit ${limit}`;
