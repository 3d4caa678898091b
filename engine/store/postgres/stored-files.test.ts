// Files of items in Postgres.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DatabaseStorage } from '../../binary/database-storage.ts';
import { StoredBinary } from '../../binary/stored-binary.ts';
import { FileSweeper } from '../../services/executions/file-sweeper.ts';
import { newDatabase } from '../../testing/postgres/databases.ts';
import { testStorage } from '../../testing/storage-cases.ts';
import { Store } from '../index.ts';
import { StoredFileReader } from './file-reader.ts';

let database: string;
let store: Store;
let client: pg.Client;
beforeAll(async () => {
  database = await newDatabase();
  store = await Store.open('', { database });
  client = new pg.Client({ connectionString: database });
  await client.connect();
});
afterAll(async () => {
  await store.close();
  await client.end();
});
afterEach(async () => void (await client.query('delete from stored_file')));

async function opened() {
  const { storedFiles: tables } = store;
  if (tables === undefined) throw new Error('There are no tables for files.');
  const stored = async (): Promise<string[]> => {
    const { rows } = await client.query<{ name: string }>('select id as name from stored_file union select file_id from stored_file_part');
    return rows.map(({ name }) => name);
  };
  return { storage: new DatabaseStorage(async () => tables), tables, stored };
}

describe('files in Postgres', () => {
  testStorage(opened);

  it('are read part by part, from the part that contains the first byte of a range', async () => {
    const { tables, storage } = await opened();
    await tables.start('a');
    for (const position of [0, 10, 20]) await tables.append('a', { position, data: Buffer.alloc(10, `${position}`.padStart(2, '0')) });
    await tables.complete('a', { position: 30, data: Buffer.from('end') });
    const partAt = vi.spyOn(tables, 'partAt');
    const range = Buffer.concat((await storage.stream('a', { start: 18, end: 21 }).toArray()) as Uint8Array[]);
    expect([range.toString(), partAt.mock.calls]).toEqual([
      '1020',
      [
        ['a', 18],
        ['a', 20],
      ],
    ]);
    expect(await storage.size('a')).toBe(33);
  });

  it('are not completed once they were removed while they were written', async () => {
    const { tables, stored } = await opened();
    await tables.start('a');
    await tables.append('a', { position: 0, data: Buffer.from('x') });
    expect(await tables.remove(['a'])).toBe(0);
    await expect(tables.append('a', { position: 1, data: Buffer.from('y') })).rejects.toMatchObject({ code: 'STORE_FAILED' });
    await expect(tables.complete('a', { position: 1, data: Buffer.from('y') })).rejects.toMatchObject({ code: 'STORE_FAILED' });
    expect(await stored()).toEqual([]);
  });

  it('are listed in pages, complete or not, with the time of their last change', async () => {
    const { tables, storage } = await opened();
    await tables.store('a', Buffer.from('x'));
    await tables.start('b');
    expect([await tables.names('', 1), await tables.names('a', 1), await tables.names('b', 1)]).toEqual([['a'], ['b'], []]);
    const pages: (readonly string[])[] = [];
    for await (const names of storage.all()) pages.push(names);
    expect(pages).toEqual([['a', 'b']]);
    expect(await storage.changedAt('b')).toBeGreaterThan(Date.now() - 3_600_000);
    expect(await storage.changedAt('c')).toBeUndefined();
  });

  it('can be read for a backup although they are removed meanwhile', async () => {
    const { tables } = await opened();
    await tables.start('a');
    for (const position of [0, 3]) await tables.append('a', { position, data: Buffer.from('abc') });
    await tables.complete('a', { position: 6, data: Buffer.from('end') });
    const reader = await StoredFileReader.open(database);
    const file = await reader.file('a');
    const chunks: Uint8Array[] = [];
    for await (const chunk of file?.content ?? []) {
      chunks.push(chunk);
      await tables.remove(['a']);
    }
    expect([file?.size, Buffer.concat(chunks).toString(), await reader.file('a')]).toEqual([9, 'abcabcend', undefined]);
    await reader.close();
  });
});

describe('the clean-up of a server', () => {
  /** A server of a team, whose members are alive as the set says. */
  function member(id: string, alive: ReadonlySet<string>) {
    const { storedFiles: tables } = store;
    if (tables === undefined) throw new Error('There are no tables for files.');
    const notes = {
      add: (file: string, executionId: string | undefined) => store.files.add(file, executionId, id),
      discard: (ids: readonly string[]) => store.files.discard(ids),
    };
    const files = new StoredBinary(new DatabaseStorage(async () => tables), { uuid: randomUUID, notes });
    const instance = { isAlive: (other: string) => alive.has(other) };
    // Its clock is ahead, so that everything seems to be older than its start.
    const clock = { now: () => Date.now() + 86_400_000 };
    return { files, sweeper: new FileSweeper({ store, files, clock, instance, running: () => [] }) };
  }
  const partial = async (): Promise<number> =>
    (await client.query<{ count: string }>('select count(*) from stored_file where size is null')).rows.map(({ count }) =>
      Number(count),
    )[0] ?? 0;

  it('leaves files that other members are writing, and removes those of members that have ended', async () => {
    const alive = new Set(['writer', 'cleaner']);
    const writer = member('writer', alive);
    const cleaner = member('cleaner', alive);
    const goesOn = Promise.withResolvers<void>();
    const source = async function* () {
      for (let chunk = 0; chunk < 20; chunk++) yield Buffer.alloc(64 * 1024);
      await goesOn.promise;
      yield Buffer.from('end');
    };
    const clean = async (): Promise<void> => {
      await cleaner.sweeper.settle();
      await cleaner.sweeper.lookThrough();
      await cleaner.sweeper.sweep();
    };
    const [completed, lost] = [writer.files.write(source()), member('gone', alive).files.write(source())];
    const { storedFiles: tables } = store;
    await tables?.store(randomUUID(), Buffer.from('without a record'));
    lost.catch(() => undefined);
    await expect.poll(partial).toBe(2);
    await clean();
    expect(await partial()).toBe(1);
    goesOn.resolve();
    expect(await writer.files.size(await completed)).toBe(20 * 64 * 1024 + 3);
    await expect(lost).rejects.toMatchObject({ code: 'STORE_FAILED' });
    await clean();
    const { rows } = await client.query<{ id: string }>('select id from stored_file');
    expect(rows.map(({ id }) => `file:${id}`)).toEqual([(await completed).id]);
    alive.delete('writer');
    await clean();
    expect((await client.query('select id from stored_file union all select file_id from stored_file_part')).rows).toEqual([]);
  });
});
