// Reads the SQLite database of an n8n installation: workflows, folders, tags, credentials and data tables. Tables and columns that an older
// version lacks count as empty.
import type BetterSqlite from 'better-sqlite3';
import { createRequire } from 'node:module';
import { AppError } from '../contract/errors.ts';
import { parseExactly } from '../contract/exact-numbers.ts';

const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof BetterSqlite;

export interface N8nWorkflow {
  /** The content of a workflow file, with its id and name, and its tags by name. */
  readonly file: Readonly<Record<string, unknown>>;
  readonly isActive: boolean;
  readonly isArchived: boolean;
  readonly folderId: string | undefined;
}

export interface N8nFolder {
  readonly id: string;
  readonly name: string;
  readonly parentId: string | undefined;
}

/** `data` is encrypted with the key of the installation. */
export interface N8nCredential {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly data: string;
}

export interface N8nDataTable {
  readonly id: string;
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

type Row = Readonly<Record<string, unknown>>;

/** What the names of all tables end with; an installation may have a prefix before it. */
const WORKFLOWS = 'workflow_entity';
const ROWS_AT_ONCE = 500;

export class N8nDatabase {
  readonly #connection: BetterSqlite.Database;
  readonly #tables: ReadonlySet<string>;
  readonly #prefix: string;

  private constructor(connection: BetterSqlite.Database) {
    this.#connection = connection;
    const tables = connection.prepare(`select name from sqlite_master where type = 'table'`).pluck().all() as string[];
    this.#tables = new Set(tables);
    // Other tables may end with the same words.
    const [workflows] = tables.filter((name) => name.endsWith(WORKFLOWS)).toSorted((one, other) => one.length - other.length);
    if (workflows === undefined) throw new Error('it has no workflows');
    this.#prefix = workflows.slice(0, -WORKFLOWS.length);
  }

  /** Opens a database, whose folder must be writable. Throws BAD_REQUEST if it is not one of n8n. */
  static open(file: string): N8nDatabase {
    let connection: BetterSqlite.Database | undefined;
    try {
      connection = new Sqlite(file, { fileMustExist: true });
      connection.pragma('query_only = on');
      return new N8nDatabase(connection);
    } catch (cause) {
      connection?.close();
      throw new AppError('BAD_REQUEST', `The database is not one of n8n: ${(cause as Error).message}.`, { cause });
    }
  }

  close(): void {
    this.#connection.close();
  }

  /** Yields the workflows, the oldest first. */
  *workflows(): Generator<N8nWorkflow> {
    const tags = this.#tagsByWorkflow();
    for (const row of this.#rows(WORKFLOWS, 'createdAt')) {
      const id = textOf(row['id']);
      const content = Object.fromEntries(
        ['nodes', 'connections', 'settings', 'staticData', 'pinData', 'meta'].flatMap((field) => {
          const value = jsonOf(row[field]);
          return value === undefined || value === null ? [] : [[field, value]];
        }),
      );
      yield {
        file: { id, name: textOf(row['name']), ...content, tags: (tags.get(id) ?? []).map((name) => ({ name })) },
        // Since n8n 2 a workflow is active if a version of it is published.
        isActive: row['active'] === 1 || (row['activeVersionId'] ?? null) !== null,
        isArchived: row['isArchived'] === 1,
        folderId: optionalText(row['parentFolderId']),
      };
    }
  }

  folders(): readonly N8nFolder[] {
    return [...this.#rows('folder')].map((row) => ({
      id: textOf(row['id']),
      name: textOf(row['name']),
      parentId: optionalText(row['parentFolderId']),
    }));
  }

  credentials(): readonly N8nCredential[] {
    return [...this.#rows('credentials_entity', 'createdAt')].map((row) => ({
      id: textOf(row['id']),
      name: textOf(row['name']),
      type: textOf(row['type']),
      data: textOf(row['data']),
    }));
  }

  /** Returns the names of all tags. */
  tags(): readonly string[] {
    return [...this.#rows('tag_entity')].map((row) => textOf(row['name']));
  }

  dataTables(): readonly N8nDataTable[] {
    const columns = [...this.#rows('data_table_column', 'index')];
    return [...this.#rows('data_table')].map((row) => ({
      id: textOf(row['id']),
      name: textOf(row['name']),
      columns: columns
        .filter((column) => textOf(column['dataTableId']) === textOf(row['id']))
        .map((column) => ({ name: textOf(column['name']), type: textOf(column['type']) })),
    }));
  }

  /** Yields the rows of a data table in slices, the oldest first, with their values by name of the column. */
  *rowsOf({ id, columns }: N8nDataTable): Generator<readonly Row[]> {
    let slice: Row[] = [];
    for (const row of this.#rows(`data_table_user_${id}`, 'id')) {
      slice.push(Object.fromEntries(columns.map(({ name, type }) => [name, valueOf(row[name], type)])));
      if (slice.length < ROWS_AT_ONCE) continue;
      yield slice;
      slice = [];
    }
    if (slice.length > 0) yield slice;
  }

  #tagsByWorkflow(): ReadonlyMap<string, readonly string[]> {
    const names = new Map([...this.#rows('tag_entity')].map((row) => [textOf(row['id']), textOf(row['name'])]));
    const byWorkflow = new Map<string, string[]>();
    for (const row of this.#rows('workflows_tags')) {
      const name = names.get(textOf(row['tagId']));
      const id = textOf(row['workflowId']);
      if (name !== undefined) byWorkflow.set(id, [...(byWorkflow.get(id) ?? []), name]);
    }
    return byWorkflow;
  }

  /** Yields the rows of a table, sorted by a column if there is such a one; nothing if there is no such table. Throws BAD_REQUEST if it is damaged. */
  *#rows(name: string, sortedBy?: string): Generator<Row> {
    const table = `${this.#prefix}${name}`;
    if (!this.#tables.has(table)) return;
    const columns = this.#connection.prepare('select name from pragma_table_info(?)').pluck().all(table) as string[];
    const order = sortedBy !== undefined && columns.includes(sortedBy) ? ` order by ${quoted(sortedBy)}` : '';
    try {
      yield* this.#connection.prepare(`select * from ${quoted(table)}${order}`).iterate() as Iterable<Row>;
    } catch (cause) {
      throw new AppError('BAD_REQUEST', `The table ${table} of n8n's database cannot be read: ${(cause as Error).message}.`, {
        cause,
        hint: 'If the database is damaged, repair it with `sqlite3 database.sqlite .recover`, or import files that `n8n export:workflow --backup` wrote.',
      });
    }
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Ids are numbers in the databases of old versions. */
const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

const optionalText = (value: unknown): string | undefined => (textOf(value) === '' ? undefined : textOf(value));

function jsonOf(value: unknown): unknown {
  if (typeof value !== 'string') return undefined;
  try {
    return parseExactly(value);
  } catch {
    // The import names what is missing.
    return undefined;
  }
}

/** Booleans are 0 and 1, and dates are texts in UTC. */
function valueOf(value: unknown, type: string): unknown {
  if (value === null || value === undefined) return null;
  if (type === 'boolean') return value === 1;
  if (type !== 'date' || typeof value !== 'string') return value;
  return /[zZ]|[+-]\d\d:?\d\d$/.test(value) ? value : `${value.trim().replace(' ', 'T')}Z`;
}
