// SQLite files as the sides of a move.
import type BetterSqlite from 'better-sqlite3';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { AppError } from '../../contract/errors.ts';
import { openDatabase } from '../database.ts';
import { syncFolder } from '../durability.ts';
import { PART } from '../large-payloads.ts';
import { assertNotEmpty, assertNotMissing } from '../lost-database.ts';
import { openFailure } from '../open-failure.ts';
import { latestSchema, migrations } from '../migrations.ts';
import { StartFiles, type StartData } from '../start-files.ts';
import { BATCH, type Batch, type CopyState, type Position, type Row, type Side, type Source, type Target, type Value } from './sides.ts';
import { fileIds, listOf, quoted, tablesOf, type Column, type MovedTable } from './tables.ts';

const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof BetterSqlite;

type Raw = string | bigint | number | Uint8Array | null;
const valueOf = (raw: Raw): Value => (typeof raw === 'bigint' || typeof raw === 'number' ? String(raw) : raw);
const sizeOf = (row: Row): number => row.reduce((sum, value) => sum + (value?.length ?? 0), 0);

/** Name of the row id as a column. */
const rowid: Column = { name: 'rowid', type: 'integer' };

class SqliteSide implements Side {
  readonly place: string;
  protected readonly connection: BetterSqlite.Database;

  constructor(place: string, connection: BetterSqlite.Database) {
    this.place = place;
    this.connection = connection;
  }

  async count({ name, condition }: MovedTable): Promise<number> {
    return this.connection
      .prepare(`select count(*) from ${quoted(name)} where ${condition}`)
      .pluck()
      .get() as number;
  }

  /** Rows in the order of their insertion, or else of their key. */
  async *batches({ name, columns, key, hasRowid, condition }: MovedTable, after?: Position): AsyncGenerator<Batch> {
    const order = hasRowid ? [rowid] : key;
    const values = order.map(({ type }) => (type === 'integer' ? 'cast(? as integer)' : '?')).join(', ');
    const rest = after === undefined ? '' : ` and (${listOf(order)}) > (${values})`;
    const sql = `select ${listOf(order)}, ${listOf(columns)} from ${quoted(name)} where ${condition}${rest} order by ${listOf(order)}`;
    const statement = this.connection.prepare(sql).safeIntegers().raw();
    let rows: Row[] = [];
    let bytes = 0;
    let last: Position = [];
    for (const raw of statement.iterate(...(after ?? [])) as IterableIterator<readonly Raw[]>) {
      const all = raw.map(valueOf);
      const row = all.slice(order.length);
      last = all.slice(0, order.length).map(String);
      rows.push(row);
      bytes += sizeOf(row);
      if (rows.length < BATCH.rows && bytes < BATCH.bytes) continue;
      yield { rows, last };
      rows = [];
      bytes = 0;
    }
    if (rows.length > 0) yield { rows, last };
  }

  async close(): Promise<void> {
    this.connection.close();
  }
}

export class SqliteSource extends SqliteSide implements Source {
  readonly id: string;
  readonly tables: readonly MovedTable[];
  readonly #starts: StartFiles;

  private constructor(file: string, connection: BetterSqlite.Database, id: string) {
    super(file, connection);
    this.id = id;
    this.tables = tablesOf(connection);
    this.#starts = new StartFiles(join(dirname(file), 'starts'), 'normal');
  }

  /** Opens the database of a data folder for reading. Throws STORE_FAILED. */
  static open(file: string): SqliteSource {
    assertNotMissing(file);
    let connection: BetterSqlite.Database | undefined;
    try {
      connection = new Sqlite(file, { readonly: true, fileMustExist: true });
      assertNotEmpty(connection, file);
      const schema = String(connection.prepare('select max(name) from kysely_migration').pluck().get());
      if (schema !== latestSchema) throw otherVersion(file);
      // From here on, commits of other programs are not seen.
      connection.exec('begin');
      assertReferences(connection, file);
      const installation = connection.prepare("select value from setting where key = 'installation'").pluck().get();
      return new SqliteSource(file, connection, sourceId(installation));
    } catch (error) {
      connection?.close();
      throw openFailure(file, error);
    }
  }

  startData(name: string): Promise<StartData | undefined> {
    return this.#starts.stream(name, PART);
  }

  async fileIds(after: string, limit: number): Promise<readonly string[]> {
    return this.connection.prepare(fileIds('?', '?')).pluck().all(after, limit) as string[];
  }
}

/** `installation`: the setting of this name. */
export const sourceId = (installation: unknown): string => `${latestSchema} ${typeof installation === 'string' ? installation : ''}`;

/** `age`: that of the database, compared with this program. */
export const otherVersion = (place: string, age: 'older' | 'newer' = 'older'): AppError =>
  new AppError('STORE_FAILED', `The database ${place} belongs to another version of Millrace.`, {
    params: { place },
    hint:
      age === 'newer'
        ? 'A newer version has updated it: use that version.'
        : 'Start this version on it once, then stop the server and call the command again.',
  });

/** Throws STORE_FAILED if the target of a foreign key does not exist. */
function assertReferences(connection: BetterSqlite.Database, file: string): void {
  const [broken] = connection.pragma('foreign_key_check') as { readonly table: string; readonly rowid: number; readonly parent: string }[];
  if (broken === undefined) return;
  const { table, rowid: row, parent } = broken;
  throw new AppError('STORE_FAILED', `In ${file}, row ${row} of the table ${table} refers to a row of ${parent} that does not exist.`);
}

/** A new file, which is built in a folder of its own and then moved to its place. */
export class SqliteTarget extends SqliteSide implements Target {
  readonly tables: readonly MovedTable[];
  readonly #file: string;
  readonly #part: string;
  #isOpen = true;

  private constructor(file: string, part: string, connection: BetterSqlite.Database) {
    super(file, connection);
    this.#file = file;
    this.#part = part;
    this.tables = tablesOf(connection);
  }

  /** Opens an unfinished file for the same source, or creates one. Throws BAD_REQUEST if there is a database with data, STORE_FAILED. */
  static async open(file: string, source: string): Promise<SqliteTarget> {
    assertWithoutData(file);
    const part = join(dirname(file), 'unfinished-move', 'millrace.sqlite');
    try {
      const connection = unfinished(part, source) ?? (await created(part, source));
      connection.pragma('foreign_keys = off');
      return new SqliteTarget(file, part, connection);
    } catch (error) {
      throw openFailure(part, error);
    }
  }

  async resume(): Promise<ReadonlyMap<string, CopyState>> {
    const rows = this.connection.prepare("select item, value from unfinished_move where item <> 'source'").raw().all();
    return new Map((rows as [string, string][]).map(([item, value]) => [item, JSON.parse(value) as CopyState]));
  }

  async append({ name, columns }: MovedTable, rows: readonly Row[], state: CopyState): Promise<void> {
    const sql = `insert into ${quoted(name)} (${listOf(columns)}) values (${columns.map(() => '?').join(', ')})`;
    const insert = this.connection.prepare(sql);
    const put = this.connection.prepare('insert or replace into unfinished_move (item, value) values (?, ?)');
    this.connection.transaction(() => {
      for (const row of rows) insert.run(...row);
      put.run(name, JSON.stringify(state));
    })();
  }

  async clear(): Promise<void> {
    this.connection.transaction(() => {
      for (const { name } of this.tables) this.connection.exec(`delete from ${quoted(name)}`);
      this.connection.exec("delete from unfinished_move where item <> 'source'");
    })();
  }

  async finish(): Promise<void> {
    const { connection } = this;
    assertReferences(connection, this.#part);
    connection.transaction(() => {
      for (const sql of triggersOfSchema()) connection.exec(sql);
      connection.exec('drop table unfinished_move');
    })();
    connection.pragma('wal_checkpoint(truncate)');
    connection.pragma('journal_mode = delete');
    await this.close();
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${this.#file}${suffix}`, { force: true });
    renameSync(this.#part, this.#file);
    rmSync(dirname(this.#part), { recursive: true, force: true });
    await syncFolder(dirname(this.#file));
  }

  override async close(): Promise<void> {
    if (this.#isOpen) await super.close();
    this.#isOpen = false;
  }
}

/** Returns the file of an unfinished move from the same source; removes one from another source. */
function unfinished(part: string, source: string): BetterSqlite.Database | undefined {
  if (existsSync(part)) {
    const connection = new Sqlite(part, { fileMustExist: true });
    const isUnfinished = connection.prepare("select 1 from sqlite_master where name = 'unfinished_move'").get() !== undefined;
    const stored = isUnfinished ? connection.prepare("select value from unfinished_move where item = 'source'").pluck().get() : undefined;
    if (stored === source) return connection;
    connection.close();
  }
  rmSync(dirname(part), { recursive: true, force: true });
  return undefined;
}

/** Triggers would act on each copied row. They are created at the end. */
async function created(part: string, source: string): Promise<BetterSqlite.Database> {
  mkdirSync(dirname(part), { recursive: true, mode: 0o700 });
  const { connection } = await openDatabase(part, { durability: 'normal' });
  const names = connection.prepare("select name from sqlite_master where type = 'trigger'").pluck().all() as string[];
  connection.transaction(() => {
    for (const name of names) connection.exec(`drop trigger ${quoted(name)}`);
    connection.exec('create table unfinished_move (item text not null primary key, value text not null)');
    connection.prepare("insert into unfinished_move values ('source', ?)").run(source);
  })();
  return connection;
}

/** Returns the statements that create the triggers. */
function triggersOfSchema(): readonly string[] {
  const database = new Sqlite(':memory:');
  for (const { sql } of migrations) database.exec(sql);
  const statements = database.prepare("select sql from sqlite_master where type = 'trigger' order by rowid").pluck().all() as string[];
  database.close();
  return statements;
}

/** Throws BAD_REQUEST if the file is a database with rows. */
function assertWithoutData(file: string): void {
  if (!existsSync(file)) return;
  const database = new Sqlite(file, { fileMustExist: true });
  try {
    const tables = database
      .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like 'execution_text%'")
      .pluck()
      .all() as string[];
    const hasRows = (name: string): boolean => database.prepare(`select 1 from ${quoted(name)} limit 1`).get() !== undefined;
    if (!tables.some((name) => name !== 'kysely_migration' && hasRows(name))) return;
  } catch (error) {
    throw openFailure(file, error);
  } finally {
    database.close();
  }
  throw new AppError('BAD_REQUEST', `The data folder has a database with data of its own: ${file}.`, {
    params: { file },
    hint: 'Move it to another folder, with the files whose names continue with -wal and -shm, then call the command again. If a move to it was interrupted at its very end, it is complete.',
  });
}
