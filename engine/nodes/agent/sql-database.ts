// What the SQL Agent reads of a Postgres database. Every statement runs in a transaction that cannot change data.
import type { JsonObject } from '../../contract/json.ts';
import { NodeError } from '../../sdk/index.ts';
import { PostgresDatabase, type PostgresClient } from '../_shared/ai/postgres/postgres-database.ts';

export interface SqlDatabaseSettings {
  readonly credential: () => Promise<JsonObject>;
  readonly signal: AbortSignal;
  /** Names of the tables that are listed; all if empty. */
  readonly included: readonly string[];
  readonly ignored: readonly string[];
  /** Number of rows that are returned with the columns of a table. */
  readonly sampleRows: number;
}

const MOST_TABLES = 500;
const MOST_ROWS = 200;
const MOST_SAMPLE_ROWS = 20;
/** Maximum number of characters that a model receives of one result. */
const LONGEST_RESULT = 20_000;
const LONGEST_VALUE = 1000;

/** Its methods throw NodeError. */
export class SqlDatabase {
  readonly #settings: SqlDatabaseSettings;
  readonly #database: PostgresDatabase;
  #tables: Promise<readonly string[]> | undefined;

  constructor(settings: SqlDatabaseSettings) {
    this.#settings = settings;
    const { credential, signal } = settings;
    this.#database = new PostgresDatabase({
      credential,
      signal,
      node: 'SQL Agent',
      hint: 'Check the credential, and that its user may read the tables.',
    });
  }

  /** Returns the names of the tables and views that need no schema in their names. */
  tables(): Promise<readonly string[]> {
    this.#tables ??= this.#listTables();
    return this.#tables;
  }

  /** Returns the columns of tables, and some of their rows. */
  async describe(names: readonly string[]): Promise<readonly JsonObject[]> {
    const tables = await this.tables();
    const unknown = names.find((name) => !tables.includes(name));
    if (unknown !== undefined) throw new NodeError(`There is no table "${unknown}". The tables are: ${tables.join(', ')}.`);
    return this.#database.readOnly(async (client) => {
      const described: JsonObject[] = [];
      for (const table of new Set(names)) {
        const columns = await client.query<JsonObject>(
          `select column_name as name, data_type as type, is_nullable = 'YES' as "isNullable" from information_schema.columns
          where table_name = $1 and table_schema = any(current_schemas(false)) order by ordinal_position`,
          [table],
        );
        const rows = await fetchRows(client, `select * from "${table.replaceAll('"', '""')}"`, this.#sampleRows);
        described.push({ table, columns: columns.rows, rows: rows.map((row) => shortened(row)) });
      }
      return described;
    });
  }

  /** Returns the rows of a statement as a text. */
  async select(sql: string): Promise<string> {
    const statement = sql.trim().replace(/;\s*$/, '');
    const rows = await this.#database.readOnly((client) => fetchRows(client, statement, MOST_ROWS + 1));
    const returned = rows.slice(0, MOST_ROWS).map((row) => JSON.stringify(row));
    const lines: string[] = [];
    for (let length = 0; lines.length < returned.length;) {
      const line = returned[lines.length] as string;
      length += line.length;
      if (length > LONGEST_RESULT && lines.length > 0) break;
      lines.push(line.slice(0, LONGEST_RESULT));
    }
    const note = lines.length < rows.length ? `\nThese are only the first ${lines.length} rows. Select fewer, or count them.` : '';
    return lines.length === 0 ? 'There are no rows.' : lines.join('\n') + note;
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  get #sampleRows(): number {
    return Math.min(this.#settings.sampleRows, MOST_SAMPLE_ROWS);
  }

  async #listTables(): Promise<readonly string[]> {
    const { included, ignored } = this.#settings;
    const rows = await this.#database.query(
      `select table_name as name from information_schema.tables where table_schema = any(current_schemas(false)) order by table_name`,
      [],
    );
    const names = [...new Set(rows.map(({ name }) => String(name)))];
    const unknown = included.find((name) => !names.includes(name));
    if (unknown !== undefined) {
      throw new NodeError(`The database has no table "${unknown}".`, {
        code: 'PARAMETER_INVALID',
        parameter: 'options.includedTables',
        hint: 'Check its name, and that the user of the credential may read it.',
      });
    }
    return (included.length === 0 ? names : included).filter((name) => !ignored.includes(name)).slice(0, MOST_TABLES);
  }
}

/**
 * Returns the first rows of a statement. A cursor accepts only statements that read, and the extended protocol accepts a single statement. So a model
 * cannot write a statement that ends the transaction.
 */
async function fetchRows(client: PostgresClient, statement: string, count: number): Promise<readonly JsonObject[]> {
  const declaration = { text: `declare answer no scroll cursor for ${statement}`, queryMode: 'extended' };
  await client.query(declaration);
  const { rows } = await client.query<JsonObject>(`fetch ${count} from answer`);
  await client.query('close answer');
  return rows;
}

const shortened = (row: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
      return [name, text.length <= LONGEST_VALUE ? value : `${text.slice(0, LONGEST_VALUE)}…`];
    }),
  );
