// Postgres databases as the sides of a move.
import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { DatabaseStorage } from '../../binary/database-storage.ts';
import type { FileStorage } from '../../binary/storage.ts';
import { AppError } from '../../contract/errors.ts';
import { LARGE } from '../large-payloads.ts';
import { connectAlone, notOpened } from '../postgres/connect.ts';
import { placeOf } from '../postgres/place.ts';
import { ageOf, createTables, hasTable, migrations } from '../postgres/migrations.ts';
import { withNul, withoutNul } from '../postgres/nul-text.ts';
import { unfinishedMove } from '../postgres/open.ts';
import { lockAlone } from '../postgres/server-lock.ts';
import { StoredFiles } from '../postgres/stored-files.ts';
import type { StartData } from '../start-files.ts';
import { BATCH, type Batch, type CopyState, type Position, type Row, type Side, type Source, type Target, type Value } from './sides.ts';
import { otherVersion, sourceId } from './sqlite.ts';
import { fileIds, listOf, quoted, type Column, type MovedTable } from './tables.ts';

const typeNames = { text: 'text', integer: 'bigint', blob: 'bytea' } as const;

/** Executions are in the order of their insertion, like the rows of SQLite. */
const orderOf = ({ name, key }: MovedTable): readonly Column[] => (name === 'execution' ? [{ name: 'position', type: 'integer' }] : key);

const decoded = (value: Value): Value => (typeof value === 'string' ? withNul(value) : value);
const encoded = (value: Value): Value => (typeof value === 'string' ? withoutNul(value) : value);

/** Values as parameters, numbered from `first`, with their types. */
const typed = (columns: readonly Column[], first: number): string =>
  `(${columns.map(({ type }, index) => `$${index + first}::${typeNames[type]}`).join(', ')})`;

class PostgresSide implements Side {
  readonly place: string;
  /** Files of items in the database. */
  readonly files: FileStorage;
  protected readonly client: Client;

  constructor(url: string, client: Client) {
    this.place = placeOf(url);
    this.client = client;
    const tables = new StoredFiles(client);
    this.files = new DatabaseStorage(() => Promise.resolve(tables));
  }

  async count({ name, condition }: MovedTable): Promise<number> {
    const rows = await this.rows(`select count(*) from ${quoted(name)} where ${condition}`);
    return Number(rows[0]?.[0] ?? 0);
  }

  /** The sizes of rows are read first, so that large ones are read one by one. */
  async *batches(table: MovedTable, after?: Position): AsyncGenerator<Batch> {
    const { name, columns, condition } = table;
    const order = orderOf(table);
    const bytes = columns.filter(({ type }) => type !== 'integer').map((column) => `coalesce(octet_length(${quoted(column.name)}), 0)`);
    const from = `from ${quoted(name)} where ${condition}`;
    const keys = listOf(order);
    let position = after;
    for (;;) {
      const since = position === undefined ? '' : ` and (${keys}) > ${typed(order, 1)}`;
      const sizes = `select ${['0', ...bytes].join(' + ')}, ${keys} ${from}${since} order by ${keys} limit ${BATCH.rows}`;
      const page = await this.rows(sizes, position ?? []);
      if (page.length === 0) return;
      for (const last of endsOf(page)) {
        const [lower, upper] = position === undefined ? ['', 1] : [` and (${keys}) > ${typed(order, 1)}`, order.length + 1];
        const slice = `select ${listOf(columns)} ${from}${lower} and (${keys}) <= ${typed(order, upper)} order by ${keys}`;
        const rows = await this.rows(slice, [...(position ?? []), ...last]);
        yield { rows: rows.map((row) => row.map(decoded)), last };
        position = last;
      }
    }
  }

  async close(): Promise<void> {
    await this.client.end();
  }

  protected async rows(sql: string, values: readonly Value[] = []): Promise<Value[][]> {
    return (await this.client.query<Value[]>({ text: sql, values: [...values], rowMode: 'array' })).rows;
  }
}

/** Returns the positions of the last rows of batches. A row of the page is its size and its position. */
function endsOf(page: readonly Row[]): readonly Position[] {
  const ends: Position[] = [];
  let bytes = 0;
  for (const [index, [size]] of page.entries()) {
    bytes += Number(size);
    const next = Number(page[index + 1]?.[0] ?? Number.POSITIVE_INFINITY);
    if (bytes + next <= BATCH.bytes) continue;
    ends.push(page[index]?.slice(1) as string[]);
    bytes = 0;
  }
  return ends;
}

export class PostgresSource extends PostgresSide implements Source {
  readonly id: string;

  private constructor(url: string, client: Client, id: string) {
    super(url, client);
    this.id = id;
  }

  /** Opens a database for reading in one snapshot. `isAlone`: no server may use it meanwhile. Throws DATA_FOLDER_IN_USE, STORE_FAILED. */
  static async open(url: string, isAlone: boolean, steps = migrations): Promise<PostgresSource> {
    const client = await connectAlone(url);
    try {
      if (isAlone) await lockAlone(client, url);
      await client.query('begin isolation level repeatable read read only');
      if (await hasTable(client, 'unfinished_move')) throw unfinishedMove(url);
      const age = await ageOf(client, steps);
      if (age !== 'same') throw otherVersion(placeOf(url), age);
      const { rows: settings } = await client.query<{ value: string }>("select value from setting where key = 'installation'");
      return new PostgresSource(url, client, sourceId(settings[0]?.value));
    } catch (error) {
      await client.end().catch(() => undefined);
      throw notOpened(url, error);
    }
  }

  async fileIds(after: string, limit: number): Promise<readonly string[]> {
    return (await this.rows(fileIds('$1', '$2'), [after, String(limit)])).map(([id]) => String(id));
  }

  /** In Postgres, start data is part of the database. */
  startData(): Promise<StartData | undefined> {
    return Promise.resolve(undefined);
  }
}

/** Items of the table `unfinished_move` besides the states of tables. */
const SOURCE = ' source';
const REFERENCES = ' references';

interface Reference {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** While a move is not finished, the tables have no foreign keys, and their triggers do not act on the copied rows. */
export class PostgresTarget extends PostgresSide implements Target {
  readonly tables: readonly MovedTable[];

  private constructor(url: string, client: Client, tables: readonly MovedTable[]) {
    super(url, client);
    this.tables = tables;
  }

  /** Throws BAD_REQUEST if the database has data of its own, DATA_FOLDER_IN_USE, STORE_FAILED. */
  static async open(url: string, tables: readonly MovedTable[]): Promise<PostgresTarget> {
    const client = await connectAlone(url);
    try {
      await lockAlone(client, url);
      await createTables(client, url);
      const target = new PostgresTarget(url, client, tables);
      if (!(await hasTable(client, 'unfinished_move'))) await target.#begin();
      // The latest commits may be lost in a power cut, with the state that they stored.
      await client.query('set synchronous_commit = off');
      return target;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw notOpened(url, error);
    }
  }

  async resume(sourceOfMove: string): Promise<ReadonlyMap<string, CopyState>> {
    const items = new Map((await this.rows('select item, value from unfinished_move')) as [string, string][]);
    if (items.get(SOURCE) !== sourceOfMove) {
      await this.clear();
      await this.client.query('truncate stored_file, stored_file_part');
      await this.#put(SOURCE, sourceOfMove);
      return new Map();
    }
    return new Map([...items].flatMap(([item, value]) => (item.startsWith(' ') ? [] : [[item, JSON.parse(value) as CopyState]])));
  }

  async append(table: MovedTable, rows: readonly Row[], state: CopyState): Promise<void> {
    try {
      await this.#commit(async () => {
        if (rows.length > 0) await this.#insert(table, rows);
        await this.#put(table.name, JSON.stringify(state));
      });
    } catch (error) {
      throw await this.#explained(error, table, rows);
    }
  }

  async clear(): Promise<void> {
    await this.#commit(async () => {
      await this.client.query(`truncate ${this.tables.map(({ name }) => quoted(name)).join(', ')} restart identity`);
      await this.client.query('delete from unfinished_move where item <> all($1)', [[SOURCE, REFERENCES]]);
    });
  }

  async finish(source: Pick<Source, 'startData'>): Promise<void> {
    const [references] = await this.rows('select value from unfinished_move where item = $1', [REFERENCES]);
    await this.#commit(async () => {
      await this.client.query('set local synchronous_commit = on');
      await this.#storeStarts(source);
      for (const { table, name, definition } of JSON.parse(String(references?.[0])) as Reference[]) {
        await this.client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
      }
      for (const { name } of this.tables) await this.client.query(`alter table ${quoted(name)} enable trigger user`);
      await this.client.query('drop table unfinished_move');
    });
    await this.client.query('analyze');
  }

  async #begin(): Promise<void> {
    for (const { name } of this.tables) {
      const [row] = await this.rows(`select exists (select 1 from ${quoted(name)})`);
      if (row?.[0] === 't') throw hasData(this.place, name);
    }
    await this.#commit(async () => {
      const { rows } = await this.client.query<Reference>(`
        select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
        from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by conname`);
      await this.client.query('create table unfinished_move (item text not null primary key, value text not null)');
      await this.#put(REFERENCES, JSON.stringify(rows));
      for (const { table, name } of rows) await this.client.query(`alter table ${table} drop constraint ${quoted(name)}`);
      for (const { name } of this.tables) await this.client.query(`alter table ${quoted(name)} disable trigger user`);
    });
  }

  async #commit(work: () => Promise<void>): Promise<void> {
    await this.client.query('begin');
    try {
      await work();
      await this.client.query('commit');
    } catch (error) {
      await this.client.query('rollback').catch(() => undefined);
      throw error;
    }
  }

  async #insert({ name, columns }: MovedTable, rows: readonly Row[]): Promise<void> {
    const parameters = rows.map((_row, index) => typed(columns, index * columns.length + 1)).join(', ');
    const sql = `insert into ${quoted(name)} (${listOf(columns)}) values ${parameters}`;
    await this.client.query(sql, rows.flat().map(encoded));
  }

  async #put(item: string, value: string): Promise<void> {
    const sql = 'insert into unfinished_move values ($1, $2) on conflict (item) do update set value = excluded.value';
    await this.client.query(sql, [item, value]);
  }

  /** Stores the start data that the source has in files, as executions of Postgres have it. Works in the current transaction. */
  async #storeStarts(source: Pick<Source, 'startData'>): Promise<void> {
    const rows = await this.rows('select id, start_file from execution where start_file is not null');
    for (const [id = null, file = null] of rows) {
      const data = await source.startData(String(file));
      if (data !== undefined) await this.#storeStart(id, data);
    }
    await this.client.query('update execution set start_file = null where start_file is not null');
  }

  async #storeStart(executionId: Value, { size, parts }: StartData): Promise<void> {
    const largeId = size > LARGE ? randomUUID() : null;
    const chunks: Uint8Array[] = [];
    if (largeId !== null) await this.client.query('insert into large_payload (id, writer) values ($1, null)', [largeId]);
    let seq = 0;
    for await (const part of parts) {
      if (largeId === null) chunks.push(part);
      else await this.client.query('insert into large_payload_part (payload_id, seq, data) values ($1, $2, $3)', [largeId, seq++, part]);
    }
    const insert = 'insert into execution_data (execution_id, data, large_id) values ($1, $2, $3) on conflict do nothing';
    await this.client.query(insert, [executionId, Buffer.concat(chunks), largeId]);
  }

  /** Returns an error that names the first row that Postgres does not accept; the error itself if there is none. */
  async #explained(failure: unknown, table: MovedTable, rows: readonly Row[]): Promise<unknown> {
    let last: Row | undefined;
    const insertEach = async (): Promise<never> => {
      for (last of rows) await this.#insert(table, [last]);
      throw failure;
    };
    const cause: unknown = await this.#commit(insertEach).catch((reason: unknown) => reason);
    const isRejected = cause !== failure && (cause as { readonly code?: string }).code !== undefined;
    return isRejected && last !== undefined ? notStored(table, last, cause as Error) : failure;
  }
}

const hasData = (place: string, table: string): AppError =>
  new AppError('BAD_REQUEST', `The database at ${place} has data of its own, in the table ${table}.`, {
    params: { place, table },
    hint: 'Move to an empty database or schema. If a move to this one was interrupted at its very end, it is complete.',
  });

function notStored({ name, columns, key }: MovedTable, row: Row, cause: Error): AppError {
  const place = key.map((column) => `${column.name} ${JSON.stringify(row[columns.findIndex((each) => each.name === column.name)])}`);
  return new AppError('BAD_REQUEST', `Postgres does not accept the row ${place.join(', ')} of the table ${name}: ${cause.message}.`, {
    params: { table: name },
    hint: 'Change or delete what it stores, then call the same command again: it continues.',
    cause,
  });
}
