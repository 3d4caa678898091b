// Settings stored by the instance: JSON values by name.
import type { Kysely } from 'kysely';
import type { Tables } from '../schema.ts';
import type { Database } from '../sql-database.ts';
import type { Writes } from '../writes.ts';

export class SettingRepository {
  readonly #queries: Kysely<Tables>;
  readonly #writes: Writes;

  constructor({ queries, writes }: Database) {
    this.#queries = queries;
    this.#writes = writes;
  }

  /** Returns the value; undefined if it is not set. */
  async get(key: string): Promise<unknown> {
    const row = await this.#queries.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst();
    return row === undefined ? undefined : (JSON.parse(row.value) as unknown);
  }

  /** Returns the stored value; if there is none, stores and returns `value`. */
  async initial<T>(key: string, value: T): Promise<T> {
    const query = this.#queries.insertInto('setting').values({ key, value: JSON.stringify(value) });
    await this.#writes.write(query.onConflict((conflict) => conflict.column('key').doNothing()).compile());
    return (await this.get(key)) as T;
  }

  async set(key: string, value: unknown): Promise<void> {
    await this.#writes.write(settingQuery(this.#queries, key, value));
  }
}

/** Returns the name of the setting with the model that a user has chosen for the assistant. */
export const assistantKey = (userId: string): string => `assistant:${userId}`;

/** Returns the query that stores a setting, for use in a larger write. */
export const settingQuery = (queries: Kysely<Tables>, key: string, value: unknown) =>
  queries
    .insertInto('setting')
    .values({ key, value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })))
    .compile();
