// Files of items in a Postgres database: in parts, so that neither writing nor reading has a whole file in memory. They have connections of their own,
// so that large files do not delay other writes.
import type { QueryResult, QueryResultRow } from 'pg';
import type { FilePart, FileTables } from '../../binary/database-storage.ts';
import { AppError } from '../../contract/errors.ts';
import { reasonOf } from '../health.ts';
import type { Queries } from './pool.ts';

const now = '(extract(epoch from clock_timestamp()) * 1000)::bigint';
/** Makes a statement that is a transaction of its own return before it is on the disk. The commit that completes a file flushes the earlier ones too. */
const unflushed = "with unflushed as materialized (select set_config('synchronous_commit', 'off', true))";

const statements = {
  store: `with file as (insert into stored_file (id, size, changed_at) values ($1, $2, ${now}) returning id)
    insert into stored_file_part (file_id, position, data) select id, 0, $3::bytea from file where octet_length($3::bytea) > 0`,
  start: `insert into stored_file (id, size, changed_at) values ($1, null, ${now})`,
  append: `${unflushed} insert into stored_file_part (file_id, position, data) select $1::text, $2::bigint, $3::bytea from unflushed`,
  complete: `with part as (insert into stored_file_part (file_id, position, data) values ($1, $2, $3))
    update stored_file set size = $4, changed_at = ${now} where id = $1 and size is null`,
  size: 'select size from stored_file where id = $1 and size is not null',
  partAt: `select position, data from stored_file_part where file_id = $1 and position <= $2
    and exists (select 1 from stored_file where id = $1 and size is not null) order by position desc limit 1`,
  /** A move has no foreign keys that would remove the parts. */
  remove: `with parts as (delete from stored_file_part where file_id = any($1)),
    files as (delete from stored_file where id = any($1) returning size)
    select coalesce(sum(size), 0) as bytes from files`,
  names: 'select id from stored_file where id > $1 order by id limit $2',
  changedAt: 'select changed_at from stored_file where id = $1',
  usedBytes: 'select coalesce(sum(size), 0) as bytes from stored_file',
};

export class StoredFiles implements FileTables {
  readonly #database: Queries;

  /** `database`: a pool, or a connection that nothing else uses meanwhile. */
  constructor(database: Queries) {
    this.#database = database;
  }

  async store(name: string, data: Uint8Array): Promise<void> {
    await this.#run('store', [name, data.byteLength, data]);
  }

  async start(name: string): Promise<void> {
    await this.#run('start', [name]);
  }

  async append(name: string, { position, data }: FilePart): Promise<void> {
    await this.#run('append', [name, position, data]);
  }

  async complete(name: string, { position, data }: FilePart): Promise<void> {
    const { rowCount } = await this.#run('complete', [name, position, data, position + data.byteLength]);
    if (rowCount !== 1) throw new AppError('STORE_FAILED', 'A file could not be stored, because it was removed while it was written.');
  }

  async size(name: string): Promise<number | undefined> {
    const [row] = (await this.#run<{ size: string }>('size', [name])).rows;
    return row === undefined ? undefined : Number(row.size);
  }

  async partAt(name: string, position: number): Promise<FilePart | undefined> {
    const [row] = (await this.#run<{ position: string; data: Uint8Array }>('partAt', [name, position])).rows;
    return row === undefined ? undefined : { position: Number(row.position), data: row.data };
  }

  async remove(names: readonly string[]): Promise<number> {
    return this.#bytes('remove', [names]);
  }

  async names(after: string, limit: number): Promise<readonly string[]> {
    return (await this.#run<{ id: string }>('names', [after, limit])).rows.map(({ id }) => id);
  }

  async changedAt(name: string): Promise<number | undefined> {
    const [row] = (await this.#run<{ changed_at: string }>('changedAt', [name])).rows;
    return row === undefined ? undefined : Number(row.changed_at);
  }

  usedBytes(): Promise<number> {
    return this.#bytes('usedBytes', []);
  }

  async #bytes(name: keyof typeof statements, values: readonly unknown[]): Promise<number> {
    const [row] = (await this.#run<{ bytes: string }>(name, values)).rows;
    return Number(row?.bytes ?? 0);
  }

  async #run<R extends QueryResultRow>(name: keyof typeof statements, values: readonly unknown[]): Promise<QueryResult<R>> {
    try {
      return await this.#database.query<R>({ name: `file-${name}`, text: statements[name], values: [...values] });
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      throw new AppError('STORE_FAILED', `The database could not store or read a file: ${reasonOf(cause)}.`, { cause });
    }
  }
}
