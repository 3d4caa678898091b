// Port for data tables: tables that workflows keep in the database, of the user on whose behalf the workflow runs.
import type { JsonValue } from '../contract/json.ts';

export interface DataTableColumn {
  readonly id: string;
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean' | 'date';
  /** Position, from 0. */
  readonly index: number;
}

export interface DataTable {
  readonly id: string;
  readonly name: string;
  readonly columns: readonly DataTableColumn[];
  /** ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Values by name of the column, with `id`, `createdAt` and `updatedAt`. Dates are in ISO 8601. */
export type DataTableRow = Readonly<Record<string, JsonValue>>;

/** Rows that satisfy all conditions, or any of them; without conditions, all rows. */
export interface DataTableFilter {
  readonly type: 'and' | 'or';
  readonly filters: readonly { readonly columnName: string; readonly condition: string; readonly value: unknown }[];
}

export interface DataTablePort {
  /** Returns the tables whose name contains a text, or is that text; case does not count. `sortBy`: `name:asc`, `updatedAt:desc` … */
  list(query: { name?: string; isWholeName?: boolean; sortBy?: string; skip?: number; take?: number }): Promise<{
    readonly count: number;
    readonly data: readonly DataTable[];
  }>;
  /** Throws PARAMETER_INVALID for a name that is taken, and for invalid names and types of columns. */
  create(table: {
    readonly name: string;
    readonly columns: readonly { readonly name: string; readonly type: string }[];
  }): Promise<DataTable>;
  // The functions below throw NOT_FOUND if there is no such table, or if it belongs to another user.
  columns(tableId: string): Promise<readonly DataTableColumn[]>;
  rename(tableId: string, name: string): Promise<void>;
  drop(tableId: string): Promise<void>;
  /** Removes all rows; returns their number. */
  clear(tableId: string): Promise<number>;
  /** Adds rows, and returns them. Throws PARAMETER_INVALID for unknown columns and wrong values, and DATA_TABLES_FULL. */
  insert(tableId: string, rows: readonly unknown[]): Promise<readonly DataTableRow[]>;
  /** Returns a page of the rows that match, and the number of all that match. Default order: as they were added. */
  find(
    tableId: string,
    query: { filter?: DataTableFilter; sortBy?: readonly [column: string, direction: string]; skip: number; take: number },
  ): Promise<{ readonly count: number; readonly data: readonly DataTableRow[] }>;
  // The following methods return the changed rows. In a dry run they change nothing and return each row twice, with `before` and `after` in the
  // field `dryRunState`.
  update(tableId: string, change: DataTableChange): Promise<readonly DataTableRow[]>;
  /** Updates the rows that match; if there are none, adds one. */
  upsert(tableId: string, change: DataTableChange): Promise<readonly DataTableRow[]>;
  remove(tableId: string, change: Omit<DataTableChange, 'data'>): Promise<readonly DataTableRow[]>;
}

export interface DataTableChange {
  readonly filter: DataTableFilter;
  /** Values by name of the column. */
  readonly data: unknown;
  readonly dryRun: boolean;
}
