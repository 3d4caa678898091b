// Sessions by the hash of the browser's token.
import type { Kysely } from 'kysely';
import type { Tables } from '../schema.ts';
import type { Database } from '../sql-database.ts';
import type { Writes } from '../writes.ts';

export interface SessionRecord {
  readonly userId: string;
  /** The user's current role. */
  readonly role: 'owner' | 'member';
  /** Whether the user has no password yet. */
  readonly isPending: boolean;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export class SessionRepository {
  readonly #queries: Kysely<Tables>;
  readonly #writes: Writes;

  constructor({ queries, writes }: Database) {
    this.#queries = queries;
    this.#writes = writes;
  }

  /** Returns the session unless it has expired. */
  async find(hash: string, now: number): Promise<SessionRecord | undefined> {
    const row = await this.#queries
      .selectFrom('session')
      .innerJoin('user', 'user.id', 'session.user_id')
      .select(['user.id', 'user.role', 'user.password_hash', 'session.expires_at'])
      .where('session.hash', '=', hash)
      .where('session.expires_at', '>', now)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const role = row.role === 'owner' ? 'owner' : 'member';
    return { userId: row.id, role, isPending: row.password_hash === null, expiresAt: row.expires_at ?? now };
  }

  /**
   * Adds a session in place of `former`, and removes expired sessions. Returns false if the user was deleted or the verified password has been
   * changed: a session must not outlive its password.
   */
  async add(
    hash: string,
    user: { readonly id: string; readonly passwordHash: string },
    { now, expiresAt, former = '' }: { readonly now: number; readonly expiresAt: number; readonly former?: string },
  ): Promise<boolean> {
    const row = this.#queries
      .selectFrom('user')
      .select((eb) => [eb.val(hash).as('hash'), 'user.id', eb.val(now).as('created_at'), eb.val(expiresAt).as('expires_at')])
      .where('user.id', '=', user.id)
      .where('user.password_hash', '=', user.passwordHash);
    const added = await this.#writes.write(
      this.#queries
        .deleteFrom('session')
        .where((eb) => eb.or([eb('hash', '=', former), eb('expires_at', '<=', now)]))
        .compile(),
      this.#queries.insertInto('session').columns(['hash', 'user_id', 'created_at', 'expires_at']).expression(row).compile(),
    );
    return added === 1;
  }

  async extend(hash: string, expiresAt: number): Promise<void> {
    await this.#writes.write(this.#queries.updateTable('session').set({ expires_at: expiresAt }).where('hash', '=', hash).compile());
  }

  async end(hash: string): Promise<void> {
    await this.#writes.write(this.#queries.deleteFrom('session').where('hash', '=', hash).compile());
  }
}
