// Name resolution in a query: the tables in its FROM, and those of enclosing queries.
import type { Cell, CellType } from './cells.ts';
import { type Column, type Table, TableColumn } from './tables.ts';

/** A translated expression in SQLite's dialect. */
export interface Translated {
  readonly sql: string;
  readonly type: CellType;
  /** Whether NULL means JSON null, as opposed to a missing value. */
  readonly hasNull: boolean;
  /** The field, if the expression is nothing but a field. */
  readonly origin?: { readonly source: Source; readonly column: Column | undefined; readonly name: string };
  /** The value, if the expression is a literal or a parameter. */
  readonly constant?: { readonly value: unknown };
}

/** An entry of FROM. */
export interface Source {
  readonly alias: string;
  /** Its name in the database. */
  readonly sql: string;
  readonly columns: ReadonlyMap<string, Column>;
  /** The table that the rows come from. */
  readonly table: Table | undefined;
}

/** A common table expression (`WITH name AS …`), visible to every SELECT of the query. */
export interface CommonSource {
  readonly sql: string;
  readonly columns: ReadonlyMap<string, Column>;
}

export class Scope {
  readonly parent: Scope | undefined;
  readonly sources: Source[] = [];
  readonly common = new Map<string, CommonSource>();
  /** Aliases of the select items. */
  readonly aliases = new Map<string, Translated>();
  hasAggregate = false;
  /** Whether there is a right or full join, after which the database may return rows in another order than that of the items. */
  hasLooseOrder = false;

  constructor(parent?: Scope) {
    this.parent = parent;
  }

  commonTable(name: string): CommonSource | undefined {
    return this.common.get(name) ?? this.parent?.commonTable(name);
  }

  /** Returns the source with this alias in this scope or an enclosing one. */
  source(alias: string): Source | undefined {
    const lower = alias.toLowerCase();
    const columns =
      this.sources.find((source) => source.alias === alias) ?? this.sources.find((source) => source.alias.toLowerCase() === lower);
    return columns ?? this.parent?.source(alias);
  }

  /** Resolves a column without a table; the first table that has it is used. */
  column(name: string): Translated | undefined {
    const source = this.sources.find(({ columns }) => columns.has(name)) ?? this.sources.find(({ columns }) => foldedColumn(columns, name));
    return source === undefined ? this.parent?.column(name) : columnOf(source, name);
  }
}

/** Returns the column with this name; case-insensitive if no column has exactly this name. */
function foldedColumn(columns: ReadonlyMap<string, Column>, name: string): Column | undefined {
  const lower = name.toLowerCase();
  for (const column of columns.values()) if (column.name.toLowerCase() === lower) return column;
  return undefined;
}

/** Returns a column of a source; NULL if no row has it. */
export function columnOf(source: Source, name: string): Translated {
  const column = source.columns.get(name) ?? foldedColumn(source.columns, name);
  const origin = { source, column, name: column?.name ?? name };
  if (column === undefined) return { sql: 'NULL', type: 'null', hasNull: false, origin };
  if (column instanceof TableColumn) column.isUsed = true;
  return { sql: `${source.sql}.${column.sql}`, type: column.type, hasNull: column.hasNull, origin };
}

/** The values that a statement binds, by number. */
export class Bindings {
  readonly values: Cell[] = [];

  add(value: Cell): string {
    this.values.push(value);
    return `?${this.values.length}`;
  }
}
