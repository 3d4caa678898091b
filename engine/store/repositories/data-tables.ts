// Tables of data that workflows keep, and their rows. Names and values are always parameters of the statements. Statements are short: callers
// pass many rows in slices.
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '../schema.ts';
import type { Database } from '../sql-database.ts';
import type { Dialect, Member } from '../dialect.ts';
import type { Writes } from '../writes.ts';

/** A column. Its id names its values in rows, and never changes. */
export interface StoredColumn {
  readonly id: string;
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean' | 'date';
}

export interface StoredTable {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly columns: readonly StoredColumn[];
  /** Id of the next row. */
  readonly nextRow: number;
  /** Characters of the data of all rows. */
  readonly size: number;
  /** Incremented by every change of rows. */
  readonly version: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Values by id of the column. Dates are in milliseconds since the epoch. */
export type StoredValues = Readonly<Record<string, string | number | boolean | null>>;

export interface TableRow {
  readonly id: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly values: StoredValues;
}

/** What is compared: a column by its id, or one of the columns that each table has. */
export type RowField = { readonly column: string } | 'id' | 'created_at' | 'updated_at';

export interface RowCondition {
  readonly field: RowField;
  /** `like` and `ilike`: the text contains the value, in which % stands for any characters. */
  readonly test: 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte' | 'like' | 'ilike' | 'isEmpty' | 'isNotEmpty';
  readonly value: string | number | null;
}

export interface RowFilter {
  readonly joint: 'and' | 'or';
  readonly conditions: readonly RowCondition[];
}

export class DataTableRepository {
  readonly #queries: Kysely<Tables>;
  readonly #dialect: Dialect;
  readonly #writes: Writes;

  constructor({ queries, writes, dialect }: Database) {
    this.#dialect = dialect;
    this.#queries = queries;
    this.#writes = writes;
  }

  /** Returns the tables of a user, the oldest first. */
  async list(ownerId: string): Promise<readonly StoredTable[]> {
    const rows = await this.#queries.selectFrom('data_table').selectAll().where('owner_id', '=', ownerId).orderBy('created_at').execute();
    return rows.map(tableOf);
  }

  /** Returns a table of a user; undefined also for a table of another user. */
  async get(ownerId: string, id: string): Promise<StoredTable | undefined> {
    const query = this.#queries.selectFrom('data_table').selectAll().where('id', '=', id).where('owner_id', '=', ownerId);
    const row = await query.executeTakeFirst();
    return row === undefined ? undefined : tableOf(row);
  }

  async add({ id, ownerId, name, columns, createdAt }: Omit<StoredTable, 'nextRow' | 'size' | 'version' | 'updatedAt'>): Promise<void> {
    const row = { id, owner_id: ownerId, name, columns: JSON.stringify(columns), created_at: createdAt, updated_at: createdAt };
    await this.#writes.write(this.#queries.insertInto('data_table').values(row).compile());
  }

  async rename(id: string, name: string, now: number): Promise<void> {
    await this.#writes.write(this.#queries.updateTable('data_table').set({ name, updated_at: now }).where('id', '=', id).compile());
  }

  async remove(id: string): Promise<void> {
    await this.#writes.write(this.#queries.deleteFrom('data_table').where('id', '=', id).compile());
  }

  /** Returns the characters of the data of all tables. */
  async totalSize(): Promise<number> {
    const { size } = await this.#queries
      .selectFrom('data_table')
      .select((eb) => eb.fn.sum<number | null>('size').as('size'))
      .executeTakeFirstOrThrow();
    return size ?? 0;
  }

  /** Adds rows, the first with the id `nextRow`. Returns false if another process has added rows meanwhile; then nothing is changed. */
  async insert({ id, nextRow }: Pick<StoredTable, 'id' | 'nextRow'>, rows: readonly StoredValues[], now: number): Promise<boolean> {
    const added = sql`
      insert into data_table_row (table_id, id, created_at, updated_at, data)
      select ${id}, ${integer(nextRow)} + added.key, ${integer(now)}, ${integer(now)}, added.value from ${this.#dialect.objects(rows, 'added')}
      where exists (select 1 from data_table where id = ${id} and next_row = ${nextRow})`;
    const counted = sql`
      update data_table set next_row = next_row + ${rows.length}, version = version + 1, updated_at = ${now},
        size = size + (select sum(length(added.value)) from ${this.#dialect.objects(rows, 'added')})
      where id = ${id} and next_row = ${nextRow}`;
    return (await this.#writes.write(added.compile(this.#queries), counted.compile(this.#queries))) === 1;
  }

  /** Sets some values of rows; the others stay. */
  async update(id: string, rowIds: readonly number[], values: StoredValues, now: number): Promise<void> {
    const ids = this.#dialect.numbers(rowIds);
    const changed = sql`
      update data_table_row set updated_at = ${now}, data = ${this.#dialect.withMembers('data', values)}
      where table_id = ${id} and id in ${ids}`;
    await this.#writes.write(this.#resized(id, ids, '-', now), changed.compile(this.#queries), this.#resized(id, ids, '+', now));
  }

  async removeRows(id: string, rowIds: readonly number[], now: number): Promise<void> {
    const ids = this.#dialect.numbers(rowIds);
    const removed = sql`delete from data_table_row where table_id = ${id} and id in ${ids}`;
    await this.#writes.write(this.#resized(id, ids, '-', now), removed.compile(this.#queries));
  }

  /** Returns rows in the order of their ids in the argument; missing ones are left out. */
  async read(id: string, rowIds: readonly number[]): Promise<readonly TableRow[]> {
    const rows = await this.#queries
      .selectFrom('data_table_row')
      .selectAll()
      .where('table_id', '=', id)
      .where('id', 'in', sql<number>`${this.#dialect.numbers(rowIds)}`)
      .execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    return rowIds
      .map((rowId) => byId.get(rowId))
      .filter((row) => row !== undefined)
      .map((row) => ({
        id: row.id,
        createdAt: row.created_at,
        updatedAt: row.updated_at,
        values: JSON.parse(row.data) as StoredValues,
      }));
  }

  /** Searches the `count` rows after the id `after`. Returns those that match, with the value of `sort`, and the id to continue after, if there are more. */
  async search(
    id: string,
    { filter, sort, after, count }: { readonly filter: RowFilter; readonly sort: RowField; readonly after: number; readonly count: number },
  ): Promise<{
    readonly existingRows: readonly { readonly id: number; readonly key: string | number | null }[];
    readonly next: number | undefined;
  }> {
    const ahead = this.#queries.selectFrom('data_table_row').select('id').where('table_id', '=', id).where('id', '>', after).orderBy('id');
    const last = await ahead
      .offset(count - 1)
      .limit(1)
      .executeTakeFirst();
    let query = this.#queries
      .selectFrom('data_table_row')
      .select(['id', this.#fieldOf(sort).any.as('key')])
      .where('table_id', '=', id)
      .where('id', '>', after)
      .orderBy('id');
    if (last !== undefined) query = query.where('id', '<=', last.id);
    if (filter.conditions.length > 0)
      query = query.where(
        sql<boolean>`(${sql.join(
          filter.conditions.map((condition) => this.#testOf(condition)),
          sql.raw(` ${filter.joint} `),
        )})`,
      );
    return { existingRows: await query.execute(), next: last?.id };
  }

  #fieldOf(field: RowField): Member {
    if (typeof field === 'object') return this.#dialect.member('data', field.column);
    const column = sql.ref<number>(field);
    return { any: column, number: column, text: sql`cast(${column} as text)`, isEmpty: sql`${column} is null` };
  }

  #testOf({ field, test, value }: RowCondition): RawBuilder<unknown> {
    const { text, number, isEmpty } = this.#fieldOf(field);
    const column = typeof value === 'number' ? number : text;
    switch (test) {
      case 'eq':
        return sql`${column} is not distinct from ${value}`;
      case 'neq':
        return sql`${column} is distinct from ${value}`;
      case 'isEmpty':
        return isEmpty;
      case 'isNotEmpty':
        return sql`not (${isEmpty})`;
      case 'like':
      case 'ilike':
        return this.#dialect.matches(text, patternOf(value), test === 'like');
      default:
        return sql`${column} ${sql.raw(operators[test])} ${value}`;
    }
  }

  #resized(id: string, ids: RawBuilder<unknown>, sign: '+' | '-', now: number) {
    return sql`
      update data_table set version = version + 1, updated_at = ${now}, size = size ${sql.raw(sign)} (
        select coalesce(sum(length(data)), 0) from data_table_row where table_id = ${id} and id in ${ids}
      ) where id = ${id}`.compile(this.#queries);
  }
}

/** A number whose type Postgres could not tell. */
const integer = (value: number): RawBuilder<number> => sql`cast(${value} as bigint)`;

const operators = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

const patternOf = (value: RowCondition['value']): string => (String(value).includes('%') ? String(value) : `%${String(value)}%`);

function tableOf(row: {
  readonly id: string;
  readonly owner_id: string;
  readonly name: string;
  readonly columns: string;
  readonly next_row: number;
  readonly size: number;
  readonly version: number;
  readonly created_at: number;
  readonly updated_at: number;
}): StoredTable {
  return {
    id: row.id,
    ownerId: row.owner_id,
    name: row.name,
    columns: JSON.parse(row.columns) as StoredTable['columns'],
    nextRow: row.next_row,
    size: row.size,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
