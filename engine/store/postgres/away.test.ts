// Reads and writes while the database is away: cut off, or connected but frozen.
import { afterEach, describe, expect, it } from 'vitest';
import type { AppError } from '../../contract/errors.ts';
import { isPermanent } from '../../services/lasting-writes.ts';
import { newDatabase } from '../../testing/postgres/databases.ts';
import { Wire } from '../../testing/postgres/wire.ts';
import type { OpenedDatabase } from '../sql-database.ts';
import { openPostgres } from './open.ts';
import type { Silence } from './response-limit.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

/** A database behind a wire, with open connections for reading and writing. */
async function opened(
  silence: Silence = { calledAfter: 500, awayAfter: 2000 },
): Promise<{ readonly database: OpenedDatabase; readonly wire: Wire }> {
  const wire = await Wire.to(await newDatabase());
  open.push(() => wire.close());
  const database = await openPostgres(wire.address, { silence });
  open.push(async () => {
    await database.writes.settled();
    await database.writes.close();
    await database.close();
  });
  await read(database);
  await write(database, 'before');
  return { database, wire };
}

const read = ({ reads }: OpenedDatabase, sql = 'select key from setting'): Promise<readonly unknown[]> =>
  Promise.resolve(reads.rows({ sql, parameters: [] }));

const write = ({ writes }: OpenedDatabase, key: string): Promise<number> =>
  writes.write({ sql: 'insert into setting (key, value) values ($1, $2)', parameters: [key, 'x'] });

const errorOf = (work: Promise<unknown>): Promise<AppError> =>
  work.then(
    () => {
      throw new Error('It should have failed.');
    },
    (error: unknown) => error as AppError,
  );

const away = {
  code: 'STORE_FAILED',
  status: 503,
  message: 'The database cannot be reached at the moment.',
  hint: expect.stringContaining('Try again in a few seconds') as unknown,
};

describe('a database that is cut off', () => {
  it('fails reads of all kinds and writes with the same error, which is not permanent', async () => {
    const { database, wire } = await opened();
    wire.cut();
    const built = database.queries.selectFrom('setting').selectAll().execute();
    const files = database.storedFiles?.size('f') ?? Promise.resolve();
    const errors = await Promise.all([read(database), built, files, database.usedBytes(), write(database, 'cut')].map(errorOf));
    for (const error of errors) {
      expect(error).toMatchObject(away);
      expect(isPermanent(error)).toBe(false);
    }
    expect(database.writes.health).toMatchObject({ isOk: false, reason: 'the database server cannot be reached' });
  });

  it('is known to be away after a read alone, and to be back once it responds', async () => {
    const { database, wire } = await opened();
    wire.cut();
    await errorOf(read(database));
    expect(database.writes.health).toMatchObject({ isOk: false });
    wire.restore();
    await expect.poll(() => database.writes.health).toEqual({ isOk: true });
    expect(await read(database)).toContainEqual({ key: 'before' });
  });
});

describe('a database that is frozen', () => {
  it('fails reads and writes after a while', async () => {
    const { database, wire } = await opened();
    wire.freeze();
    const errors = await Promise.all([read(database), write(database, 'frozen')].map(errorOf));
    expect(errors).toMatchObject([away, away]);
    expect(database.writes.health).toMatchObject({ isOk: false });
    wire.restore();
    await expect.poll(() => database.writes.health).toEqual({ isOk: true });
    // What was not committed before does not come later.
    expect(await read(database)).not.toContainEqual({ key: 'frozen' });
    await write(database, 'after');
    expect(await read(database)).toContainEqual({ key: 'after' });
  });

  it('a statement that takes long is not cut off', async () => {
    const { database } = await opened({ calledAfter: 50, awayAfter: 20_000 });
    const sql = 'select 1 as done from pg_sleep(0.5)';
    const [rows, changed] = await Promise.all([read(database, sql), database.writes.write({ sql, parameters: [] })]);
    expect([rows, changed]).toEqual([[{ done: 1 }], 1]);
  });

  it('a statement that fails is not reported as an outage', async () => {
    const { database } = await opened();
    await expect(read(database, 'select * from nothing')).rejects.toMatchObject({ code: '42P01' });
    expect(database.writes.health).toEqual({ isOk: true });
  });
});
