// API keys of users, by their hash.
import type { Kysely } from 'kysely';
import type { Tables } from '../schema.ts';
import { userRecord, type UserRecord } from './users.ts';
import type { Database } from '../sql-database.ts';
import type { Writes } from '../writes.ts';

export interface ApiKeyRecord {
  readonly id: string;
  readonly label: string;
  /** Visible part of the key. */
  readonly maskedKey: string;
  /** Undefined for all. */
  readonly scopes: readonly string[] | undefined;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly expiresAt: number | undefined;
  readonly lastUsedAt: number | undefined;
}

export class ApiKeyRepository {
  readonly #queries: Kysely<Tables>;
  readonly #writes: Writes;

  constructor({ queries, writes }: Database) {
    this.#queries = queries;
    this.#writes = writes;
  }

  /** Returns the keys of a user, the oldest first. */
  async list(userId: string): Promise<readonly ApiKeyRecord[]> {
    const query = this.#queries.selectFrom('api_key').selectAll().where('user_id', '=', userId);
    return (await query.orderBy('created_at').orderBy('id').execute()).map(keyRecord);
  }

  async add(userId: string, { hash, ...key }: Omit<ApiKeyRecord, 'lastUsedAt'> & { readonly hash: string }): Promise<void> {
    await this.#writes.write(
      this.#queries
        .insertInto('api_key')
        .values({
          id: key.id,
          hash,
          user_id: userId,
          label: key.label,
          shown: key.maskedKey,
          scopes: scopesText(key.scopes),
          created_at: key.createdAt,
          expires_at: key.expiresAt ?? null,
          last_used_at: null,
        })
        .compile(),
    );
  }

  /** Returns false if the user has no such key. */
  async update(userId: string, id: string, { label, scopes }: Pick<ApiKeyRecord, 'label' | 'scopes'>): Promise<boolean> {
    const change = this.#queries.updateTable('api_key').set({ label, scopes: scopesText(scopes) });
    return (await this.#writes.write(change.where('user_id', '=', userId).where('id', '=', id).compile())) === 1;
  }

  /** Returns false if the user has no such key. */
  async remove(userId: string, id: string): Promise<boolean> {
    const removed = this.#queries.deleteFrom('api_key').where('user_id', '=', userId).where('id', '=', id);
    return (await this.#writes.write(removed.compile())) === 1;
  }

  /** Returns the key with this hash, and its user. */
  async find(hash: string): Promise<{ readonly key: ApiKeyRecord; readonly user: UserRecord } | undefined> {
    const row = await this.#queries.selectFrom('api_key').selectAll().where('hash', '=', hash).executeTakeFirst();
    if (row === undefined) return undefined;
    const user = await this.#queries.selectFrom('user').selectAll().where('id', '=', row.user_id).executeTakeFirst();
    return user === undefined ? undefined : { key: keyRecord(row), user: userRecord(user) };
  }

  async setLastUse(id: string, time: number): Promise<void> {
    await this.#writes.write(this.#queries.updateTable('api_key').set({ last_used_at: time }).where('id', '=', id).compile());
  }
}

const scopesText = (scopes: readonly string[] | undefined): string | null => (scopes === undefined ? null : JSON.stringify(scopes));

const keyRecord = (row: Tables['api_key']): ApiKeyRecord => ({
  id: row.id,
  label: row.label,
  maskedKey: row.shown,
  scopes: row.scopes === null ? undefined : (JSON.parse(row.scopes) as string[]),
  createdAt: row.created_at,
  expiresAt: row.expires_at ?? undefined,
  lastUsedAt: row.last_used_at ?? undefined,
});
