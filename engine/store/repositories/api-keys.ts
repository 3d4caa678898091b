// API keys, at most one per user, by their hash.
import type { Kysely } from 'kysely';
import type { Tables } from '../schema.ts';
import type { WriteGroup } from '../write-group.ts';
import { userRecord, type UserRecord } from './users.ts';

export class ApiKeyRepository {
  readonly #queries: Kysely<Tables>;
  readonly #writes: WriteGroup;

  constructor(queries: Kysely<Tables>, writes: WriteGroup) {
    this.#queries = queries;
    this.#writes = writes;
  }

  /** Returns the visible part of the user's key. */
  async shown(userId: string): Promise<string | undefined> {
    return (await this.#queries.selectFrom('api_key').select('shown').where('user_id', '=', userId).executeTakeFirst())?.shown;
  }

  /** Replaces the user's key. */
  async replace(userId: string, key: { readonly hash: string; readonly shown: string }, now: number): Promise<void> {
    await this.#writes.write(
      this.#queries.deleteFrom('api_key').where('user_id', '=', userId).compile(),
      this.#queries
        .insertInto('api_key')
        .values({ ...key, user_id: userId, created_at: now, expires_at: null })
        .compile(),
    );
  }

  async remove(userId: string): Promise<void> {
    await this.#writes.write(this.#queries.deleteFrom('api_key').where('user_id', '=', userId).compile());
  }

  /** Returns the user of a key. */
  async userOf(hash: string): Promise<UserRecord | undefined> {
    const row = await this.#queries
      .selectFrom('api_key')
      .innerJoin('user', 'user.id', 'api_key.user_id')
      .selectAll('user')
      .where('api_key.hash', '=', hash)
      .executeTakeFirst();
    return row === undefined ? undefined : userRecord(row);
  }
}
