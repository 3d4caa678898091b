// Moves between SQLite and a real Postgres: every table, in both directions, after a kill, and with rows that differ.
import { spawn } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EXECUTIONS, fillEveryTable } from '../../testing/every-table.ts';
import { makeOlder } from '../../testing/older-database.ts';
import { newSchema } from '../../testing/postgres/schemas.ts';
import { startPostgres, type PostgresServer } from '../../testing/postgres/server.ts';
import { Store } from '../index.ts';
import { copyPostgres, moveToPostgres, moveToSqlite, type MoveProgress } from './index.ts';
import { copiedTables } from './tables.ts';

let server: PostgresServer;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server.stop());

let folder: string;
let back: string;
let url: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-move-'));
  back = mkdtempSync(join(tmpdir(), 'millrace-move-'));
  url = await newSchema(server.url);
});
afterEach(() => {
  for (const path of [folder, back]) rmSync(path, { recursive: true, force: true });
});

const fileOf = (dataDir: string): string => join(dataDir, 'db', 'millrace.sqlite');

async function sql<T>(query: string, values: readonly unknown[] = []): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(query, [...values])).rows as T[];
  } finally {
    await client.end();
  }
}

function sqlite<T>(dataDir: string, query: string): T[] {
  const database = new Sqlite(fileOf(dataDir));
  try {
    return database.prepare(query).safeIntegers().all() as T[];
  } finally {
    database.close();
  }
}

const shortened = (row: object): string =>
  JSON.stringify(row, (_name, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`;
    const { type, data } = (value ?? {}) as { readonly type?: string; readonly data?: number[] };
    return type === 'Buffer'
      ? createHash('sha256')
          .update(Buffer.from(data ?? []))
          .digest('base64')
      : value;
  });

/** The copied rows of a table, sorted, with hashes of bytes. */
function rowsOf(dataDir: string, table: string): string[] {
  const rows = sqlite<object>(dataDir, `select * from "${table}"`).map(shortened);
  return rows.filter((row) => !row.includes('executionIndex.seen')).toSorted();
}

/** All rows, with the start data of the queued execution as Postgres has it. */
function expectSame(one: string, other: string): void {
  const added = new Set(['large_payload', 'large_payload_part', 'execution_data', 'execution']);
  for (const table of copiedTables) {
    const [expected, actual] = [rowsOf(one, table), rowsOf(other, table)];
    if (table === 'execution') expect(actual).toEqual(expected.map((row) => row.replace('"queued.instance"', 'null')));
    else if (added.has(table)) expect(new Set(actual).isSupersetOf(new Set(expected)), table).toBe(true);
    else expect(actual, table).toEqual(expected);
  }
}

const tablesOfSqlite = (dataDir: string): string[] =>
  sqlite<{ name: string }>(dataDir, "select name from sqlite_master where type = 'table' order by name").map(({ name }) => name);

describe('the tables of a move', () => {
  it('are all tables of both databases, except the index of words, and lists of migrations and members', async () => {
    await fillEveryTable(folder);
    await (await Store.open('', { database: url })).close();
    const inPostgres = await sql<{ name: string }>('select tablename as name from pg_tables where schemaname = current_schema()');
    const others = {
      sqlite: ['binary_file', 'kysely_migration'],
      postgres: ['migration', 'member', 'ended_member', 'workflow_lease', 'message', 'poll', 'stored_file', 'stored_file_part'],
    };
    const isIndex = (name: string): boolean => name === 'execution_index' || name.startsWith('execution_text');
    const expected = copiedTables.toSorted();
    expect(tablesOfSqlite(folder).filter((name) => !others.sqlite.includes(name) && !isIndex(name))).toEqual(expected);
    const names = inPostgres.map(({ name }) => name).filter((name) => !others.postgres.includes(name) && !isIndex(name));
    expect(names.toSorted()).toEqual(expected);
    // The test has rows for each of them.
    expect(copiedTables.filter((table) => rowsOf(folder, table).length === 0)).toEqual([]);
    // Empty since executions own their files in execution_file.
    expect(rowsOf(folder, 'binary_file')).toEqual([]);
  });
});

describe('a move to Postgres and back', () => {
  it('keeps every row, and the order of executions, and leaves the source as it was', async () => {
    await fillEveryTable(folder);
    const original = readFileSync(fileOf(folder));
    const progress: MoveProgress[] = [];
    const report = await moveToPostgres(folder, url, { onProgress: (each) => progress.push(each) });
    expect(readFileSync(fileOf(folder)).equals(original)).toBe(true);
    expect(report.isContinued).toBe(false);
    expect(report.tables.find(({ table }) => table === 'execution')).toMatchObject({ count: EXECUTIONS + 1 });
    expect(progress.at(-1)).toEqual({ phase: 'comparing', table: 'removed_credential', rows: 1, of: 1 });

    expect(
      await sql('select table_name from information_schema.tables where table_name = $1 and table_schema = current_schema()', [
        'unfinished_move',
      ]),
    ).toEqual([]);
    const ids = sqlite<{ id: string }>(folder, 'select id from execution order by rowid').map(({ id }) => id);
    expect((await sql<{ id: string }>('select id from execution order by position')).map(({ id }) => id)).toEqual(ids);
    // No trigger has acted on the copied rows.
    expect(await sql("select * from execution_file where execution_id = ''")).toHaveLength(1);
    expect(await sql('select * from removed_file')).toEqual([{ id: 'file:gone' }]);

    const moved = await moveToSqlite(url, back);
    expectSame(folder, back);
    expect(moved.tables.find(({ table }) => table === 'tag')).toEqual(report.tables.find(({ table }) => table === 'tag'));
    expect(readdirSync(join(back, 'db'))).toEqual(['millrace.sqlite']);
  });

  it('gives databases that work: with their keys, triggers and foreign keys, and new executions after the latest', async () => {
    await fillEveryTable(folder);
    await moveToPostgres(folder, url);
    const schemaOf = async (): Promise<unknown> => [
      await sql(
        `select conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = current_schema()::regnamespace order by 1`,
      ),
      await sql(`select tgname, tgenabled from pg_trigger join pg_class on pg_class.oid = tgrelid
        where relnamespace = current_schema()::regnamespace and not tgisinternal order by 1`),
    ];
    const movedSchema = await schemaOf();
    const movedUrl = url;
    url = await newSchema(server.url);
    await (await Store.open('', { database: url })).close();
    expect(movedSchema).toEqual(await schemaOf());
    url = movedUrl;

    const store = await Store.open(folder, { database: url });
    await store.executions
      .writer({ record: { id: 'later', workflowId: 'w', workflowName: '', mode: 'webhook', status: 'new', startedAt: 1, instance: 'i' } })
      .saveStart();
    expect(await store.executions.queue.queued()).toEqual(['queued', 'later']);
    expect(await store.executions.payload('queued')).toEqual(readFileSync(join(folder, 'db', 'starts', 'queued.instance')));
    await store.close();

    await moveToSqlite(url, back);
    const fresh = mkdtempSync(join(tmpdir(), 'millrace-move-'));
    await (await Store.open(fresh)).close();
    const definitions = 'select type, name, sql from sqlite_master order by type, name';
    expect(sqlite(back, definitions)).toEqual(sqlite(fresh, definitions));
    rmSync(fresh, { recursive: true });
    const restored = await Store.open(back);
    expect(await restored.executions.queue.queued()).toEqual(['queued', 'later']);
    expect(await restored.executions.payload('queued')).toEqual(readFileSync(join(folder, 'db', 'starts', 'queued.instance')));
    await restored.close();
  });

  it('has the index of words built anew', async () => {
    await fillEveryTable(folder);
    await moveToPostgres(folder, url);
    expect(await sql('select key from setting')).toEqual([{ key: 'installation' }]);
    expect(await sql('select * from execution_index')).toEqual([]);
  });
});

/** Calls a function of the move in a process that kills itself once it has copied so many rows of a table. */
async function killedMove(call: string, table: string, rows: number): Promise<void> {
  const program = `
    const { moveToPostgres, moveToSqlite } = await import(${JSON.stringify(new URL('index.ts', import.meta.url).href)});
    const onProgress = ({ table, rows }) => table === ${JSON.stringify(table)} && rows >= ${rows} && process.kill(process.pid, 'SIGKILL');
    await ${call};`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'inherit', 'inherit'] });
  expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
}

const toPostgres = (): string => `moveToPostgres(${JSON.stringify(folder)}, ${JSON.stringify(url)}, { onProgress })`;
const toSqlite = (): string => `moveToSqlite(${JSON.stringify(url)}, ${JSON.stringify(back)}, { onProgress })`;

/** Fills a database whose executions use files, which are in the data folder; returns their names. The last one is lost. */
async function fillWithFiles(contents: readonly Buffer[]): Promise<readonly string[]> {
  await (await Store.open(folder)).close();
  const names = [...contents.map(() => randomUUID()), randomUUID()].toSorted();
  for (const name of names)
    sqlite(folder, `insert into execution_file values ('e1', 'file:${name}', null), ('e2', 'file:${name}', null) returning 1`);
  mkdirSync(join(folder, 'binary'));
  for (const [index, content] of contents.entries()) writeFileSync(join(folder, 'binary', names[index] as string), content);
  return names;
}

const filesIn = (dataDir: string): Record<string, string> =>
  Object.fromEntries(readdirSync(join(dataDir, 'binary')).map((name) => [name, readFileSync(join(dataDir, 'binary', name), 'base64')]));

describe('the files of items', () => {
  const contents = [Buffer.from('one'), Buffer.alloc(0), randomBytes(1_300_000)];
  const sizes = (): Promise<object[]> => sql('select id, size::int as size from stored_file order by id');

  it('are moved to Postgres and back, and compared', async () => {
    const names = await fillWithFiles(contents);
    const { files } = await moveToPostgres(folder, url);
    expect(files).toEqual({ count: 3, bytes: 1_300_003, checksum: expect.stringMatching(/^[\da-f]{32}$/) as string });
    expect(await sizes()).toEqual(contents.map(({ byteLength: size }, index) => ({ id: names[index], size })));
    expect((await moveToSqlite(url, back)).files).toEqual(files);
    expect(filesIn(back)).toEqual(filesIn(folder));
    // A server sees them.
    const store = await Store.open('', { database: url });
    expect(await store.storedFiles?.usedBytes()).toBe(1_300_003);
    await store.close();
  });

  it('that are stored elsewhere stay there', async () => {
    await fillWithFiles(contents);
    expect((await moveToPostgres(folder, url, { movesFiles: false })).files).toBeUndefined();
    expect(await sizes()).toEqual([]);
    await moveToSqlite(url, back, { movesFiles: false });
    expect(existsSync(join(back, 'binary'))).toBe(false);
  });

  it('that an interrupted move has copied are not copied again, and unfinished ones are', async () => {
    const names = await fillWithFiles(contents);
    const stop = new AbortController();
    const onProgress = ({ table, rows }: MoveProgress): void =>
      void (table === undefined && rows === 2 && stop.abort(new Error('stopped')));
    await expect(moveToPostgres(folder, url, { onProgress, stop: stop.signal })).rejects.toThrow('stopped');
    const [first = ''] = names;
    await sql('update stored_file set changed_at = 1');
    await sql('update stored_file set size = null where id = $1', [names[1]]);
    await moveToPostgres(folder, url);
    expect(await sql('select id from stored_file where changed_at = 1')).toEqual([{ id: first }]);
    expect(await sizes()).toHaveLength(3);
  });

  it('that differ are found, and copied again by the next move', async () => {
    const [name = ''] = await fillWithFiles(contents);
    await moveToPostgres(folder, url);
    const change = ({ phase, table, rows, of }: MoveProgress): void => {
      if (phase === 'copying' && table === undefined && rows === of) writeFileSync(join(back, 'binary', name), 'two');
    };
    await expect(moveToSqlite(url, back, { onProgress: change })).rejects.toMatchObject({
      code: 'STORE_FAILED',
      message: expect.stringContaining(name) as string,
    });
    expect(existsSync(fileOf(back))).toBe(false);
    expect((await moveToSqlite(url, back)).files).toMatchObject({ count: 3 });
    expect(filesIn(back)).toEqual(filesIn(folder));
  });
});

describe('a move that was killed', () => {
  it('continues where it was, in both directions, and nothing uses its target until it is finished', async () => {
    await fillEveryTable(folder, 1000);
    await killedMove(toPostgres(), 'execution', 500);
    await expect(Store.open(folder, { database: url })).rejects.toMatchObject({ code: 'STORE_FAILED', message: /not finished/ });
    await expect(moveToSqlite(url, back)).rejects.toMatchObject({ code: 'STORE_FAILED', message: /not finished/ });

    const progress: MoveProgress[] = [];
    const onProgress = (each: MoveProgress): unknown => each.phase === 'copying' && progress.push(each);
    expect(await moveToPostgres(folder, url, { onProgress })).toMatchObject({ isContinued: true });
    expect(progress[0]).toMatchObject({ table: 'execution', rows: 1000, of: EXECUTIONS + 1 });
    const ids = sqlite<{ id: string }>(folder, 'select id from execution order by rowid').map(({ id }) => id);
    expect((await sql<{ id: string }>('select id from execution order by position')).map(({ id }) => id)).toEqual(ids);

    await killedMove(toSqlite(), 'execution_data', 500);
    expect(existsSync(fileOf(back))).toBe(false);
    progress.length = 0;
    expect(await moveToSqlite(url, back, { onProgress })).toMatchObject({ isContinued: true });
    expect(progress[0]).toMatchObject({ table: 'execution_data', rows: 1000 });
    expectSame(folder, back);
  });

  it('begins anew if the source has changed since then, or is another one', async () => {
    await fillEveryTable(folder, 1000);
    await killedMove(toPostgres(), 'execution', 500);
    sqlite(folder, "update tag set name = 'Changed' returning id");
    await moveToPostgres(folder, url);
    expect(await sql('select name from tag')).toEqual([{ name: 'Changed' }]);

    await killedMove(toSqlite(), 'execution', 500);
    url = await newSchema(server.url);
    const store = await Store.open('', { database: url });
    await store.settings.set('installation', { id: 'other', addressSecret: '' });
    await store.close();
    expect(await moveToSqlite(url, back)).toMatchObject({ isContinued: false });
    expect(rowsOf(back, 'execution')).toEqual([]);
    expect(rowsOf(back, 'setting')).toHaveLength(1);
  });

  it('can be continued after a stop', async () => {
    await fillEveryTable(folder, 1000);
    const stop = new AbortController();
    const onProgress = ({ table }: MoveProgress): void => void (table === 'execution' && stop.abort(new Error('stopped')));
    await expect(moveToPostgres(folder, url, { onProgress, stop: stop.signal })).rejects.toThrow('stopped');
    expect(await moveToPostgres(folder, url)).toMatchObject({ isContinued: true });
  });
});

describe('a row that differs', () => {
  it('is found, with its table, and the next move repairs it', async () => {
    await fillEveryTable(folder, 1000);
    await moveToPostgres(folder, url);
    const change = ({ phase, table }: MoveProgress): void => {
      if (phase !== 'comparing' || table !== 'setting') return;
      const target = new Sqlite(join(back, 'db', 'unfinished-move', 'millrace.sqlite'));
      target.exec("update credential set data = x'01' where id = 'cred'");
      target.close();
    };
    await expect(moveToSqlite(url, back, { onProgress: change })).rejects.toMatchObject({
      code: 'STORE_FAILED',
      message: 'The rows of credential are not the same on both sides after the move.',
    });
    expect(existsSync(fileOf(back))).toBe(false);
    await moveToSqlite(url, back);
    expectSame(folder, back);
  });

  it('is named if Postgres does not accept it, and the move continues without it', async () => {
    await fillEveryTable(folder, 1000);
    sqlite(folder, "insert into tag values ('upper', 'Ärger', 1, 2), ('lower', 'ärger', 1, 2) returning id");
    await expect(moveToPostgres(folder, url)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: /^Postgres does not accept the row id "lower" of the table tag: duplicate key/,
    });
    sqlite(folder, "delete from tag where id = 'lower' returning id");
    expect(await moveToPostgres(folder, url)).toMatchObject({ isContinued: true });
    expect(await sql('select id from tag order by id')).toEqual([{ id: 't' }, { id: 'upper' }]);
  });

  it('is named if it refers to one that does not exist', async () => {
    await fillEveryTable(folder, 1000);
    const database = new Sqlite(fileOf(folder));
    database.exec("pragma foreign_keys = off; delete from tag where id = 't'");
    database.close();
    await expect(moveToPostgres(folder, url)).rejects.toMatchObject({ code: 'STORE_FAILED', message: /row 1 of the table workflow_tag/ });
  });
});

describe('a move is refused', () => {
  it('if the target has data of its own', async () => {
    await fillEveryTable(folder, 1000);
    const store = await Store.open('', { database: url });
    await store.settings.set('of', 'somebody');
    await store.close();
    await expect(moveToPostgres(folder, url)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: /data of its own, in the table setting/,
    });
    await expect(moveToSqlite(url, folder)).rejects.toMatchObject({ code: 'BAD_REQUEST', message: /data of its own/ });
    expect(await sql('select key from setting')).toEqual([{ key: 'of' }]);
    expect(await sql("select to_regclass('unfinished_move') as name")).toEqual([{ name: null }]);
    expect(readdirSync(join(folder, 'db'))).not.toContain('unfinished-move');
    // A database without rows is replaced.
    await (await Store.open(back)).close();
    await moveToSqlite(url, back);
    expect(rowsOf(back, 'setting')).toHaveLength(1);
  });

  it('while a server uses the database, and a server while a move does', async () => {
    await fillEveryTable(folder, 1000);
    const running = await Store.open(folder, { database: url, writesMuch: true });
    await expect(moveToPostgres(folder, url)).rejects.toMatchObject({ code: 'DATA_FOLDER_IN_USE' });
    await expect(moveToSqlite(url, back)).rejects.toMatchObject({ code: 'DATA_FOLDER_IN_USE' });
    // Servers share the database.
    await (await Store.open(folder, { database: url, writesMuch: true })).close();
    await running.close();

    let attempt: Promise<unknown> | undefined;
    const onProgress = (): void => {
      attempt ??= Store.open(folder, { database: url, writesMuch: true }).catch((error: unknown) => error);
    };
    await moveToPostgres(folder, url, { onProgress });
    expect(await attempt).toMatchObject({ code: 'STORE_FAILED', message: /is being moved|not finished/ });
  });

  it('from a database of another version', async () => {
    await fillEveryTable(folder, 1000);
    makeOlder(folder);
    await expect(moveToPostgres(folder, url)).rejects.toMatchObject({ code: 'STORE_FAILED', message: /another version/ });
    await expect(moveToSqlite(url, back)).rejects.toMatchObject({ code: 'STORE_FAILED', message: /another version/ });
  });
});

describe('a server that loses its connection', () => {
  it('takes the lock again', async () => {
    await fillEveryTable(folder, 1000);
    const store = await Store.open(folder, { database: url, writesMuch: true });
    const locks = `select pid from pg_locks join (select hashtext(current_schema()) as schema) on objid = schema::bigint & 4294967295
      where locktype = 'advisory'`;
    const [first] = await sql<{ pid: number }>(locks);
    await sql('select pg_terminate_backend($1)', [first?.pid]);
    await expect.poll(() => sql(locks)).toEqual([{ pid: expect.not.toSatisfy((pid: number) => pid === first?.pid) as number }]);
    await expect(moveToPostgres(folder, url)).rejects.toMatchObject({ code: 'DATA_FOLDER_IN_USE' });
    await store.close();
    await moveToPostgres(folder, url);
  });
});

describe('a copy of a Postgres database', () => {
  it('contains what was committed when it began, although servers write to it', async () => {
    await fillEveryTable(folder, 1000);
    await moveToPostgres(folder, url);
    const store = await Store.open(folder, { database: url, writesMuch: true });
    const copying = { isOver: false };
    const copied = copyPostgres(url, fileOf(back)).finally(() => (copying.isOver = true));
    const part = join(back, 'db', 'unfinished-move');
    // The target is created after the snapshot of the source.
    while (!existsSync(part)) await nextTurn();
    await sql('delete from workflow_tag; delete from execution; delete from large_payload_part');
    let written = 0;
    while (!copying.isOver) await store.settings.set(`after ${written++}`, 'y');
    await copied;
    await store.close();
    expectSame(folder, back);
  });
});
