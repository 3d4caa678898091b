import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Principal } from '../../execution/index.ts';
import type { DataTableFilter, DataTablePort } from '../../sdk/index.ts';
import { Store } from '../../store/index.ts';
import { Principals } from '../principals.ts';
import { DataTableService } from './data-tables.ts';

let store: Store;
let service: DataTableService;
let principals: Principals;
let time: number;
const never = new AbortController().signal;
const principalOf = (user: string): Principal => Principal.ofPerson(user);
const tablesOf = (user = 'owner', signal = never): DataTablePort => service.of(principalOf(user), signal);
const where = (...filters: readonly [columnName: string, condition: string, value?: unknown][]): DataTableFilter => ({
  type: 'and',
  filters: filters.map(([columnName, condition, value = null]) => ({ columnName, condition, value })),
});

const build = (maxSize = 1e8): void => {
  let last = 0;
  service = new DataTableService({
    tables: store.dataTables,
    userOf: async (principal) => (await principals.userOf(principal))?.userId,
    ids: () => `t${++last}`,
    now: () => time++,
    maxSize,
  });
};

beforeEach(async () => {
  store = await Store.inMemory();
  time = Date.UTC(2026, 0, 1);
  await store.users.addOwner('owner', 0);
  await store.users.invite('member', 'ada@example.com', 0);
  principals = new Principals(store);
  build();
});
afterEach(() => store.close());

const columns = [
  { name: 'name', type: 'string' },
  { name: 'age', type: 'number' },
  { name: 'ok', type: 'boolean' },
  { name: 'at', type: 'date' },
];
const people = [
  { name: 'Ada', age: 36, ok: true, at: '2026-01-01' },
  { name: 'ben', age: 7, ok: false, at: '2026-02-01' },
  { name: '50%_[*]?', age: 50, at: '2026-03-01' },
  { name: '', age: -1 },
  {},
];

describe('rows', () => {
  let id: string;
  beforeEach(async () => {
    ({ id } = await tablesOf().create({ name: 'People', columns }));
    await tablesOf().insert(id, people);
  });
  const idsOf = async (filter: DataTableFilter): Promise<readonly unknown[]> =>
    (await tablesOf().find(id, { filter, skip: 0, take: 10 })).data.map((row) => row['id']);

  it.each<[string, DataTableFilter, readonly number[]]>([
    ['equal texts, with case', where(['name', 'eq', 'ada']), []],
    ['equal numbers from text', where(['age', 'eq', '36']), [1]],
    ['true', where(['ok', 'eq', true]), [1]],
    ['false, which is not nothing', where(['ok', 'eq', false]), [2]],
    ['other values, and none', where(['ok', 'neq', true]), [2, 3, 4, 5]],
    ['greater and less numbers', where(['age', 'gte', 7], ['age', 'lt', 50]), [1, 2]],
    ['dates before another', where(['at', 'lt', '2026-02-01T00:00:00.000Z']), [1]],
    ['texts that contain another', where(['name', 'like', 'd']), [1]],
    ['texts that contain another in any case', where(['name', 'ilike', 'BE']), [2]],
    ['patterns', where(['name', 'ilike', 'a%a']), [1]],
    ['signs of patterns as they are', where(['name', 'like', '_[*]?']), [3]],
    ['an underscore as it is', where(['name', 'ilike', '_']), [3]],
    ['empty values', where(['name', 'isEmpty']), [4, 5]],
    ['values that are not empty', where(['at', 'isNotEmpty']), [1, 2, 3]],
    ['the id', where(['id', 'eq', 3]), [3]],
    ['the id and another value', where(['id', 'eq', 3], ['age', 'eq', 1]), []],
    ['an injection as text', where(['name', 'eq', "' or 1=1 --"]), []],
    ['no conditions', where(), [1, 2, 3, 4, 5]],
  ])('are found by %s', async (_, filter, expected) => expect(await idsOf(filter)).toEqual(expected));

  it('are found by any of several conditions', async () => {
    expect(await idsOf({ ...where(['id', 'eq', 1], ['age', 'eq', 7]), type: 'or' })).toEqual([1, 2]);
  });

  it('are sorted, with missing values first, and come in pages', async () => {
    const page = async (skip: number, direction: string) => {
      const { count, data } = await tablesOf().find(id, { sortBy: ['age', direction], skip, take: 2 });
      return [count, data.map(({ age }) => age)];
    };
    expect([await page(0, 'ASC'), await page(3, 'ASC'), await page(0, 'DESC')]).toEqual([
      [5, [null, -1]],
      [5, [36, 50]],
      [5, [50, 36]],
    ]);
  });

  it('are never numbered again, and have times', async () => {
    await tablesOf().remove(id, { filter: where(['id', 'gte', 4]), dryRun: false });
    const [row] = await tablesOf().insert(id, [{ name: 'new' }]);
    const [changed] = await tablesOf().update(id, { filter: where(['name', 'eq', 'new']), data: { ok: true }, dryRun: false });
    expect([
      row?.['id'],
      changed?.['ok'],
      changed?.['createdAt'] === row?.['createdAt'],
      changed?.['updatedAt'] === row?.['updatedAt'],
    ]).toEqual([6, true, true, false]);
  });

  it('are not changed by a dry run', async () => {
    const change = { filter: where(['name', 'eq', 'Ada']), data: { name: 'Eve' }, dryRun: true };
    const would = [await tablesOf().update(id, change), await tablesOf().remove(id, change)];
    const missing = await tablesOf().upsert(id, { ...change, filter: where(['name', 'eq', 'Eve']) });
    expect([...would, missing].map((rows) => rows.map((row) => row['name']))).toEqual([
      ['Ada', 'Eve'],
      ['Ada', null],
      [null, 'Eve'],
    ]);
    expect([...would, missing].map((rows) => rows.map((row) => row['dryRunState']))).toEqual([
      ['before', 'after'],
      ['before', 'after'],
      ['before', 'after'],
    ]);
    const [before, after] = would[0] ?? [];
    expect([after?.['createdAt'], after?.['updatedAt'] === before?.['updatedAt']]).toEqual([before?.['createdAt'], false]);
    expect((await tablesOf().find(id, { filter: where(['name', 'eq', 'Eve']), skip: 0, take: 1 })).count).toBe(0);
  });

  it('are added once by upserts at the same time', async () => {
    const change = { filter: where(['name', 'eq', 'One']), data: { name: 'One' }, dryRun: false };
    const results = await Promise.all(Array.from({ length: 10 }, () => tablesOf().upsert(id, change)));
    expect(new Set(results.map(([row]) => row?.['id']))).toEqual(new Set([6]));
  });

  it.each<[string, object, RegExp]>([
    ['a column that the table does not have', { nope: 1 }, /has no column "nope"\. Its columns are: name, age, ok, at/],
    ['a column of the table itself', { id: 1 }, /is set by the data table itself/],
    ['a prototype', JSON.parse('{"__proto__": {"a": 1}}') as object, /has no column "__proto__"/],
    ['a text as a number', { age: 'old' }, /"age" has the type number, and "old" is not a number/],
    ['an infinite number', { age: Infinity }, /not a number/],
    ['a text as a date', { at: 'soon' }, /not a date/],
    ['an object as a text', { name: {} }, /an object is not a string/],
  ])('refuse %s, and then none is added', async (_, row, message) => {
    await expect(tablesOf().insert(id, [{ name: 'first' }, row])).rejects.toThrow(message);
    expect(await idsOf(where(['name', 'eq', 'first']))).toEqual([]);
  });

  it('refuse unknown conditions, and changes of all rows', async () => {
    await expect(idsOf(where(['age', '= 1 or 1', 1]))).rejects.toThrow('There is no condition "= 1 or 1"');
    await expect(tablesOf().remove(id, { filter: where(), dryRun: false })).rejects.toMatchObject({ code: 'PARAMETER_INVALID' });
  });
});

describe('tables', () => {
  it('belong to the user of the workflow', async () => {
    const { id } = await tablesOf('member').create({ name: 'Mine', columns });
    expect([(await tablesOf('member').list({})).count, (await tablesOf('owner').list({})).count]).toEqual([1, 0]);
    const other = tablesOf('owner');
    for (const attempt of [
      (): Promise<unknown> => other.columns(id),
      (): Promise<unknown> => other.find(id, { skip: 0, take: 1 }),
      (): Promise<unknown> => other.insert(id, [{}]),
      (): Promise<unknown> => other.update(id, { filter: where(), data: {}, dryRun: false }),
      (): Promise<unknown> => other.remove(id, { filter: where(), dryRun: false }),
      (): Promise<unknown> => other.clear(id),
      (): Promise<unknown> => other.rename(id, 'Theirs'),
      (): Promise<unknown> => other.drop(id),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    await expect(service.of(Principal.nobody, never).list({})).rejects.toThrow('this workflow has none');
  });

  it('go with the workflows of a removed member to another user, or are removed', async () => {
    await tablesOf('member').create({ name: 'Mine', columns });
    await store.users.remove('member', 'owner');
    expect((await tablesOf('owner').list({})).data.map(({ name }) => name)).toEqual(['Mine']);
  });

  it('are listed by name, in order and in pages; a whole name finds no longer one', async () => {
    for (const name of ['Orders', 'orders old', 'Zoo']) await tablesOf().create({ name, columns: [] });
    const names = async (query: Parameters<DataTablePort['list']>[0]): Promise<unknown> =>
      (await tablesOf().list(query)).data.map(({ name }) => name);
    expect(await names({ name: 'ORDERS', sortBy: 'createdAt:desc' })).toEqual(['orders old', 'Orders']);
    expect(await names({ name: 'orders', isWholeName: true })).toEqual(['Orders']);
    expect(await names({ skip: 1, take: 1 })).toEqual(['orders old']);
  });

  it.each<[string, object, RegExp]>([
    ['a name that is taken', { name: 'people', columns }, /with the name "people" exists/],
    ['an empty name', { name: ' ', columns }, /1 to 128 characters/],
    ['a column named like a statement', { name: 'a', columns: [{ name: 'a"); drop table user; --', type: 'string' }] }, /not a valid name/],
    ['a column named __proto__', { name: 'a', columns: [{ name: '__proto__', type: 'string' }] }, /not a valid name/],
    ['a column of its own', { name: 'a', columns: [{ name: 'CreatedAt', type: 'date' }] }, /exists already/],
    ['an unknown type', { name: 'a', columns: [{ name: 'a', type: 'json' }] }, /no valid type/],
  ])('refuse %s', async (_, table, message) => {
    await tablesOf().create({ name: 'People', columns });
    await expect(tablesOf().create(table as Parameters<DataTablePort['create']>[0])).rejects.toThrow(message);
  });

  it('have names of any signs', async () => {
    const { id } = await tablesOf().create({ name: `"'; drop table data_table; --`, columns });
    await tablesOf().insert(id, [{ name: `'); --` }]);
    await tablesOf().rename(id, '__proto__');
    expect((await tablesOf().list({ name: '__PROTO__' })).data.map((table) => table.name)).toEqual(['__proto__']);
  });

  it('are limited in size together; space is freed when rows are removed', async () => {
    build(1000);
    const { id } = await tablesOf().create({ name: 'People', columns });
    const long = (letters: number) => [{ name: 'x'.repeat(letters) }];
    await tablesOf().insert(id, long(700));
    await expect(tablesOf().insert(id, long(700))).rejects.toMatchObject({
      code: 'DATA_TABLES_FULL',
      hint: expect.stringContaining('MILLRACE'),
    });
    await tablesOf().update(id, { filter: where(['id', 'eq', 1]), data: { name: 'short' }, dryRun: false });
    await tablesOf().insert(id, long(700));
    expect([await tablesOf().clear(id), await store.dataTables.totalSize()]).toEqual([2, 0]);
  });

  it('of 100,000 rows let other work go on, and end with the execution', async () => {
    const { id } = await tablesOf().create({ name: 'Large', columns });
    const stop = new AbortController();
    let turns = 0;
    const during = async <T>(work: Promise<T>): Promise<number> => {
      const before = turns;
      const end = work.then(() => true);
      // Each turn of the event loop races with the end of the work.
      while (!(await Promise.race([end, setImmediate(false)]))) turns++;
      return turns - before;
    };
    const rows = Array.from({ length: 100_000 }, (_, index) => ({ name: `Row ${index}`, age: index % 100 }));
    expect(await during(tablesOf().insert(id, rows))).toBeGreaterThan(100);
    const query = { filter: where(['age', 'eq', 5]), sortBy: ['name', 'DESC'] as const, skip: 10, take: 2 };
    const searching = tablesOf().find(id, query);
    expect(await during(searching)).toBeGreaterThan(40);
    expect(await searching).toMatchObject({ count: 1000, data: [{ name: 'Row 99005' }, { name: 'Row 98905' }] });
    expect(await during(tablesOf().update(id, { filter: query.filter, data: { ok: true }, dryRun: false }))).toBeGreaterThan(40);
    const stopped = tablesOf('owner', stop.signal).find(id, { ...query, sortBy: ['age', 'ASC'] });
    stop.abort(new Error('stopped'));
    await expect(stopped).rejects.toThrow('stopped');
  });
});
