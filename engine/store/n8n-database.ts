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
  /** Names of the fields that contain invalid JSON. */
  readonly damagedFields: readonly string[];
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
const CREDENTIALS = 'credentials_entity';
/** Columns of a workflow with JSON. */
const CONTENT = ['nodes', 'connections', 'settings', 'staticData', 'pinData', 'meta'];
const ROWS_AT_ONCE = 500;
/** The names of the tables that are read, without the prefix. */
const SOURCES = /^(?:workflow_entity|credentials_entity|tag_entity|workflows_tags|folder)$|^data_table/;

export class N8nDatabase {
  readonly #connection: BetterSqlite.Database;
  readonly #tables: ReadonlySet<string>;
  readonly #prefix: string;

  private constructor(connection: BetterSqlite.Database) {
    this.#connection = connection;
    const tables = connection.prepare(`select name from sqlite_master where type = 'table'`).pluck().all() as string[];
    this.#tables = new Set(tables);
    // Other tables may have the same ending. The right prefix is the shortest one for which there is also a table of credentials.
    const prefixes = tables
      .filter((name) => name.endsWith(WORKFLOWS))
      .map((name) => name.slice(0, -WORKFLOWS.length))
      .toSorted((one, other) => one.length - other.length);
    const prefix = prefixes.find((each) => this.#tables.has(`${each}${CREDENTIALS}`)) ?? prefixes[0];
    if (prefix === undefined) throw new Error('it has no workflows');
    this.#prefix = prefix;
    this.#assertWhole(tables);
  }

  /** Opens a database of n8n. Its folder must be writable. Throws BAD_REQUEST if it is another database, or a needed table is damaged. */
  static open(file: string): N8nDatabase {
    let connection: BetterSqlite.Database | undefined;
    try {
      connection = new Sqlite(file, { fileMustExist: true });
      connection.pragma('query_only = on');
      return new N8nDatabase(connection);
    } catch (cause) {
      connection?.close();
      if ((cause as { code?: string }).code?.startsWith('SQLITE_CORRUPT') === true) {
        throw new AppError('BAD_REQUEST', `The database of n8n is damaged: ${(cause as Error).message}.`, {
          hint: 'Nothing was imported. Use a backup, repair a copy with `sqlite3 database.sqlite .recover`, or import files that `n8n export:workflow --backup` wrote.',
          cause,
        });
      }
      throw new AppError('BAD_REQUEST', `The database is not one of n8n: ${(cause as Error).message}.`, { cause });
    }
  }

  /** Throws SQLITE_CORRUPT if a needed table is damaged, so that no part is imported. Other tables, such as those of executions, are not checked. */
  #assertWhole(tables: readonly string[]): void {
    const isSource = (name: string): boolean => name.startsWith(this.#prefix) && SOURCES.test(name.slice(this.#prefix.length));
    for (const table of tables.filter(isSource)) {
      const [fault] = this.#connection.pragma(`quick_check(${quoted(table)})`) as readonly { readonly quick_check: string }[];
      // Faults of indexes and constraints do not affect the import.
      if (fault?.quick_check.startsWith('*** in database') !== true) continue;
      throw Object.assign(new Error(`the table ${table} cannot be read`), { code: 'SQLITE_CORRUPT' });
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
      const values = CONTENT.map((field) => [field, jsonOf(row[field])] as const);
      const content = Object.fromEntries(values.filter(([, value]) => value !== undefined && value !== null));
      yield {
        file: { id, name: textOf(row['name']), ...content, tags: (tags.get(id) ?? []).map((name) => ({ name })) },
        damagedFields: values.filter(([field, value]) => value === undefined && (row[field] ?? null) !== null).map(([field]) => field),
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
    return [...this.#rows(CREDENTIALS, 'createdAt')].map((row) => ({
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

  /** Yields the rows of a table, sorted by a column if there is such a one; nothing if there is no such table. */
  *#rows(name: string, sortedBy?: string): Generator<Row> {
    const table = `${this.#prefix}${name}`;
    if (!this.#tables.has(table)) return;
    const columns = this.#connection.prepare('select name from pragma_table_info(?)').pluck().all(table) as string[];
    const order = sortedBy !== undefined && columns.includes(sortedBy) ? ` order by ${quoted(sortedBy)}` : '';
    yield* this.#connection.prepare(`select * from ${quoted(table)}${order}`).iterate() as Iterable<Row>;
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Ids are numbers in the databases of old versions. */
const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

const optionalText = (value: unknown): string | undefined => (textOf(value) === '' ? undefined : textOf(value));

/** Returns undefined for invalid JSON. */
function jsonOf(value: unknown): unknown {
  if (typeof value !== 'string') return undefined;
  try {
    return parseExactly(value);
  } catch {
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
