// One-time links for e-mails and for local access, by the hash of their secret.
import type { Kysely } from 'kysely';
import type { Tables } from '../schema.ts';
import type { Database } from '../sql-database.ts';
import type { Writes } from '../writes.ts';

export type TokenPurpose = 'invite' | 'reset' | 'local';

export interface TokenKey {
  readonly hash: string;
  readonly purpose: TokenPurpose;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export class UserTokenRepository {
  readonly #queries: Kysely<Tables>;
  readonly #writes: Writes;

  constructor({ queries, writes }: Database) {
    this.#queries = queries;
    this.#writes = writes;
  }

  /** Adds a token; removes the user's earlier tokens for this purpose, and all expired ones. */
  async add({ hash, purpose, now }: TokenKey, userId: string, expiresAt: number): Promise<void> {
    await this.#writes.write(
      this.#queries
        .deleteFrom('user_token')
        .where((eb) => eb.or([eb.and({ user_id: userId, purpose }), eb('expires_at', '<=', now)]))
        .compile(),
      this.#queries.insertInto('user_token').values({ hash, user_id: userId, purpose, created_at: now, expires_at: expiresAt }).compile(),
    );
  }

  /** Returns the id of a token's user; undefined if the token is unknown, used or expired. */
  async userOf(key: TokenKey): Promise<string | undefined> {
    return (await this.#live(key).executeTakeFirst())?.user_id;
  }

  /**
   * Redeems a token: stores the given values for its user and ends all of the user's sessions. Returns false if the token is no longer valid; of
   * two concurrent calls, only one succeeds.
   */
  async redeem(
    key: TokenKey,
    account: { readonly passwordHash: string; readonly firstName?: string; readonly lastName?: string },
  ): Promise<boolean> {
    const { passwordHash, firstName, lastName } = account;
    const user = this.#queries.updateTable('user').set({
      password_hash: passwordHash,
      ...(firstName === undefined ? {} : { first_name: firstName }),
      ...(lastName === undefined ? {} : { last_name: lastName }),
      updated_at: key.now,
    });
    const used = await this.#writes.write(
      this.#claim(key),
      this.#queries.deleteFrom('session').where('user_id', 'in', this.#live(key)).compile(),
      user.where('id', 'in', this.#live(key)).compile(),
      this.#queries
        .deleteFrom('user_token')
        .where('hash', '=', key.hash)
        .where('purpose', '=', key.purpose)
        .where('expires_at', '>', key.now)
        .compile(),
    );
    return used === 1;
  }

  /** Redeems a token: starts a session for its user, who must not have a password yet. Returns false if the token is unknown, used or expired. */
  async redeemForSession(key: TokenKey, session: { readonly hash: string; readonly expiresAt: number }): Promise<boolean> {
    const { now } = key;
    const row = this.#queries
      .selectFrom('user')
      .select((eb) => [
        eb.val(session.hash).as('hash'),
        'user.id',
        eb.val(now).as('created_at'),
        eb.val(session.expiresAt).as('expires_at'),
      ])
      .where('user.id', 'in', this.#live(key))
      .where('user.password_hash', 'is', null);
    const used = await this.#writes.write(
      this.#claim(key),
      this.#queries.deleteFrom('session').where('expires_at', '<=', now).compile(),
      this.#queries.insertInto('session').columns(['hash', 'user_id', 'created_at', 'expires_at']).expression(row).compile(),
      this.#queries
        .deleteFrom('user_token')
        .where('hash', '=', key.hash)
        .where('purpose', '=', key.purpose)
        .where('expires_at', '>', now)
        .compile(),
    );
    return used === 1;
  }

  /** Locks the row in Postgres, so that what follows in a second transaction sees what the first one has done. */
  #claim({ hash, purpose, now }: TokenKey) {
    return this.#queries
      .updateTable('user_token')
      .set((eb) => ({ expires_at: eb.ref('expires_at') }))
      .where('hash', '=', hash)
      .where('purpose', '=', purpose)
      .where('expires_at', '>', now)
      .compile();
  }

  #live({ hash, purpose, now }: TokenKey) {
    return this.#queries
      .selectFrom('user_token')
      .select('user_id')
      .where('hash', '=', hash)
      .where('purpose', '=', purpose)
      .where('expires_at', '>', now);
  }
}
