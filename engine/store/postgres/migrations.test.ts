// Migrations of a Postgres database that members of several versions use. Each version knows one migration more than the one before.
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import type { AppError } from '../../contract/errors.ts';
import { newEmptySchema } from '../../testing/postgres/databases.ts';
import type { OpenedDatabase } from '../sql-database.ts';
import { PostgresSource } from '../move/postgres.ts';
import type { Migration } from './migrations.ts';
import { openPostgres } from './open.ts';

const all: readonly Migration[] = [
  { name: '0020-notes', sql: 'create table note (id text not null primary key)' },
  { name: '0021-color', sql: "alter table tag add column color text; alter table note add column color text default 'red' not null" },
  { name: '0022-index', sql: 'create index note_by_color on note (color)' },
];
const version = (number: number): readonly Migration[] => all.slice(0, number);

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

async function start(url: string, steps: readonly Migration[]): Promise<OpenedDatabase> {
  const database = await openPostgres(url, { steps });
  open.push(() => database.close());
  return database;
}

/** Starts a process that runs executions. Returns a function that ends it. */
async function member(url: string, place: string, steps: readonly Migration[], kind: 'server' | 'command' = 'server') {
  const database = await start(url, steps);
  const instance = await database.openInstance({ dataDir: place, kind, onLost: () => undefined });
  const release = async (): Promise<void> => instance.release();
  open.push(release);
  return release;
}

async function query<T extends pg.QueryResultRow>(url: string, sql: string): Promise<readonly T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

const appliedTo = async (url: string): Promise<readonly string[]> =>
  (await query<{ name: string }>(url, 'select name from migration order by name')).map(({ name }) => name);

const failureOf = async (work: Promise<unknown>): Promise<Partial<AppError>> =>
  work.then(
    () => ({}),
    ({ code, message, hint }: AppError) => ({ code, message, hint }) as Partial<AppError>,
  );

describe('migrations', () => {
  it('are all applied to an empty database, each once, by whichever process is first', async () => {
    const url = await newEmptySchema();
    await Promise.all([start(url, all), start(url, all), start(url, all)]);
    expect(await appliedTo(url)).toEqual(['0019-initial', '0020-notes', '0021-color', '0022-index']);
    expect(await query(url, "insert into note (id) values ('n') returning color")).toEqual([{ color: 'red' }]);
  });

  it('bring an older database up to date one after another while nothing uses it', async () => {
    const url = await newEmptySchema();
    const release = await member(url, '/a', version(0));
    await release();
    await start(url, all);
    expect(await appliedTo(url)).toHaveLength(4);
  });

  it('leave the database as it was if one fails, after those before it', async () => {
    const url = await newEmptySchema();
    const broken = [...version(1), { name: '0021-broken', sql: 'create table half (id text); select 1 / 0' }];
    expect(await failureOf(start(url, broken))).toMatchObject({
      code: 'STORE_FAILED',
      message: expect.stringMatching(/could not be updated to 0021-broken: division by zero\. It has not changed\./),
    });
    expect(await appliedTo(url)).toEqual(['0019-initial', '0020-notes']);
    expect(await query(url, "select to_regclass('half')::text as half")).toEqual([{ half: null }]);
  });

  it('do not wait long for a table that something uses', async () => {
    const url = await newEmptySchema();
    await start(url, version(1));
    const reader = new pg.Client({ connectionString: url });
    await reader.connect();
    open.push(() => reader.end());
    await reader.query('begin; select count(*) from tag');
    expect(await failureOf(start(url, version(2)))).toMatchObject({ hint: expect.stringContaining('such as a backup') });
    await reader.query('commit');
    await start(url, version(2));
    expect(await appliedTo(url)).toContain('0021-color');
  });
});

describe('members of two versions', () => {
  it('run side by side: the older one stays, and more of them may start', async () => {
    const url = await newEmptySchema();
    await member(url, '/a', version(1));
    await member(url, '/b', version(2));
    await member(url, '/c', version(1));
    expect(await appliedTo(url)).toEqual(['0019-initial', '0020-notes', '0021-color']);
    expect(await query(url, 'select place, migration from member order by place')).toEqual([
      { place: expect.stringMatching(/:\/a$/), migration: '0020-notes' },
      { place: expect.stringMatching(/:\/b$/), migration: '0021-color' },
      { place: expect.stringMatching(/:\/c$/), migration: '0020-notes' },
    ]);
  });

  it.each(['server', 'command'] as const)('do not become members of three: a living %s holds back the second step', async (kind) => {
    const url = await newEmptySchema();
    const release = await member(url, '/old', version(0), kind);
    await member(url, '/next', version(1));
    expect(await failureOf(start(url, version(2)))).toMatchObject({
      code: 'STORE_FAILED',
      message: expect.stringMatching(/cannot be updated to 0021-color while older versions use it, .* \S+:\/old \(knows 0019-initial\)\.$/),
      hint: expect.stringContaining('or stop them'),
    });
    expect(await appliedTo(url)).toEqual(['0019-initial', '0020-notes']);
    await release();
    await start(url, version(2));
    expect(await appliedTo(url)).toContain('0021-color');
  });

  it('several steps at once are stopped before the one that a living member would not survive', async () => {
    const url = await newEmptySchema();
    await member(url, '/old', version(0));
    await expect(start(url, all)).rejects.toThrow('cannot be updated to 0021-color');
    expect(await appliedTo(url)).toEqual(['0019-initial', '0020-notes']);
  });

  it('a member whose lease has expired does not count', async () => {
    const url = await newEmptySchema();
    await start(url, version(0));
    await query(
      url,
      "insert into member (id, place, kind, started_at, seen_at, migration) values ('gone', 'there:/gone', 'server', 1, 1, '0019-initial')",
    );
    // Right after the server of the database has started, no lease expires.
    const age = 'select extract(epoch from clock_timestamp() - pg_postmaster_start_time())::int as age';
    await expect.poll(async () => (await query<{ age: number }>(url, age))[0]?.age).toBeGreaterThan(10);
    await start(url, version(2));
    expect(await appliedTo(url)).toContain('0021-color');
  });

  it('a version that is two steps behind does not open the database', async () => {
    const url = await newEmptySchema();
    await start(url, version(2));
    expect(await failureOf(start(url, version(0)))).toMatchObject({
      code: 'STORE_FAILED',
      message: expect.stringMatching(
        /comes from a newer version of Millrace: it has the migrations 0020-notes, 0021-color, and this version knows those up to 0019-initial\.$/,
      ),
      hint: expect.stringContaining('Update this installation'),
    });
  });

  it('a version that was opened before two steps does not become a member after them', async () => {
    const url = await newEmptySchema();
    const early = await start(url, version(0));
    await start(url, version(2));
    const options = { dataDir: '/early', kind: 'server', onLost: () => undefined } as const;
    await expect(early.openInstance(options)).rejects.toThrow('comes from a newer version');
    expect(await query(url, 'select id from member')).toEqual([]);
  });

  it('a database is copied by the version that updated it last, not by the one before', async () => {
    const url = await newEmptySchema();
    await start(url, version(1));
    expect(await failureOf(PostgresSource.open(url, false, version(0)))).toMatchObject({
      hint: expect.stringContaining('use that version'),
    });
    expect(await failureOf(PostgresSource.open(url, false, version(2)))).toMatchObject({
      hint: expect.stringContaining('Start this version'),
    });
    const source = await PostgresSource.open(url, false, version(1));
    await source.close();
  });
});
