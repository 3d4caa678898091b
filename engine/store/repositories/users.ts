// Users of the instance. The owner's row exists from the first start; a user without a password has not signed up yet.
import type { Kysely } from 'kysely';
import type { Tables, UserTable } from '../schema.ts';
import { assistantKey, settingQuery } from './settings.ts';
import type { Database, Reads } from '../sql-database.ts';
import { Template, type Writes } from '../writes.ts';

export interface UserRecord {
  readonly id: string;
  /** In lower case; null for an owner before set-up. */
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** Null until the user has signed up. */
  readonly passwordHash: string | null;
  readonly role: 'owner' | 'member';
  /** Answers to the survey. */
  readonly personalization: Readonly<Record<string, unknown>> | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** Name and e-mail address of a user. */
export interface Person {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

export class UserRepository {
  readonly #queries: Kysely<Tables>;
  readonly #writes: Writes;
  readonly #reads: Reads;

  readonly #by = { id: this.#queryBy('id'), email: this.#queryBy('email'), role: this.#queryBy('role') };

  constructor({ queries, writes, reads }: Database) {
    this.#queries = queries;
    this.#writes = writes;
    this.#reads = reads;
  }

  /** Returns all users, oldest first. */
  async list(): Promise<readonly UserRecord[]> {
    return (await this.#queries.selectFrom('user').selectAll().orderBy('created_at').orderBy('id').execute()).map(userRecord);
  }

  async get(id: string): Promise<UserRecord | undefined> {
    return this.#findBy('id', id);
  }

  /** `email`: in lower case. */
  async byEmail(email: string): Promise<UserRecord | undefined> {
    return this.#findBy('email', email);
  }

  /** Returns the owner, set up or not; undefined before the first start. */
  async owner(): Promise<UserRecord | undefined> {
    return this.#findBy('role', 'owner');
  }

  /** Whether anybody except for the owner has an account or an invitation. */
  async hasMembers(): Promise<boolean> {
    return (await this.#findBy('role', 'member')) !== undefined;
  }

  /** Adds an owner who is not set up yet, unless an owner exists. */
  async addOwner(id: string, now: number): Promise<void> {
    const owners = this.#queries.selectFrom('user').select('user.id').where('role', '=', 'owner');
    const row = this.#queries
      .selectNoFrom((eb) => [eb.val(id).as('id'), eb.val('owner').as('role'), eb.val(now).as('created_at'), eb.val(now).as('updated_at')])
      .where((eb) => eb.not(eb.exists(owners)));
    const query = this.#queries.insertInto('user').columns(['id', 'role', 'created_at', 'updated_at']).expression(row);
    await this.#writes.write(query.compile());
  }

  /**
   * Sets up the owner and stores that in the setting `flag`. Ends earlier access: sessions, links and API keys. Returns false if the owner is
   * already set up, or another user has the e-mail address.
   */
  async setUpOwner(person: Person & { readonly passwordHash: string }, flag: string, now: number): Promise<boolean> {
    const query = this.#update({ ...personRow(person), password_hash: person.passwordHash }, now)
      .where('role', '=', 'owner')
      .where('password_hash', 'is', null);
    const pending = this.#queries.selectFrom('user').select('id').where('role', '=', 'owner').where('password_hash', 'is', null);
    const ended = (['session', 'user_token', 'api_key'] as const).map((table) =>
      this.#queries.deleteFrom(table).where('user_id', 'in', pending).compile(),
    );
    return (await this.#writes.write(settingQuery(this.#queries, flag, true), ...ended, query.compile())) === 1;
  }

  /** Adds an invited member; returns false if a user with this address exists. */
  async invite(id: string, email: string, now: number): Promise<boolean> {
    const row = { id, email, role: 'member', created_at: now, updated_at: now };
    const query = this.#queries.insertInto('user').values(row);
    return (await this.#writes.write(query.onConflict((conflict) => conflict.column('email').doNothing()).compile())) === 1;
  }

  /** Changes name and address. Returns false if another user has the address. A new address invalidates links sent to the old one. */
  async changePerson(id: string, person: Person, now: number): Promise<boolean> {
    const sameEmail = this.#queries.selectFrom('user as other').select('other.id').where('other.email', '=', person.email);
    const rivals = sameEmail.where('other.id', '!=', id);
    const moved = this.#queries.selectFrom('user').select('id').where('id', '=', id).where('email', '!=', person.email);
    const dropLinks = this.#queries
      .deleteFrom('user_token')
      .where('user_id', 'in', moved)
      .where((eb) => eb.not(eb.exists(rivals)));
    const change = this.#update(personRow(person), now)
      .where('id', '=', id)
      .where((eb) => eb.not(eb.exists(rivals)));
    return (await this.#writes.write(dropLinks.compile(), change.compile())) === 1;
  }

  /** Sets a password and ends all sessions and password links of the user. */
  async changePassword(id: string, passwordHash: string, now: number): Promise<void> {
    await this.#writes.write(
      this.#queries.deleteFrom('session').where('user_id', '=', id).compile(),
      this.#queries.deleteFrom('user_token').where('user_id', '=', id).where('purpose', '=', 'reset').compile(),
      this.#update({ password_hash: passwordHash }, now).where('id', '=', id).compile(),
    );
  }

  async savePersonalization(id: string, responses: Readonly<Record<string, unknown>>, now: number): Promise<void> {
    await this.#writes.write(
      this.#update({ personalization: JSON.stringify(responses) }, now)
        .where('id', '=', id)
        .compile(),
    );
  }

  /** Returns the ids of a user's workflows. */
  async workflowsOf(id: string): Promise<readonly string[]> {
    return (await this.#queries.selectFrom('workflow').select('id').where('owner_id', '=', id).execute()).map((row) => row.id);
  }

  /**
   * Removes a member with all sessions, tokens, keys and settings; workflows, folders, credentials and data tables go to the other user, or are removed as well. Atomic. Returns
   * whether the member existed.
   */
  async remove(id: string, transferId: string | undefined): Promise<boolean> {
    const queries = this.#queries;
    const member = queries.selectFrom('user').select('id').where('id', '=', id).where('role', '=', 'member');
    const belongings = (['workflow', 'folder', 'credential', 'data_table'] as const).map((table) =>
      transferId === undefined
        ? queries.deleteFrom(table).where('owner_id', 'in', member).compile()
        : queries.updateTable(table).set({ owner_id: transferId }).where('owner_id', 'in', member).compile(),
    );
    // The new owner must not be one of the users with whom the credential is shared.
    const ownShares = queries
      .deleteFrom('credential_share')
      .where('user_id', '=', transferId ?? '')
      .where('credential_id', 'in', queries.selectFrom('credential').select('id').where('owner_id', 'in', member));
    const assistant = queries
      .deleteFrom('setting')
      .where('key', '=', assistantKey(id))
      .where((build) => build.exists(member));
    const user = queries.deleteFrom('user').where('id', '=', id).where('role', '=', 'member').compile();
    return (await this.#writes.write(ownShares.compile(), assistant.compile(), ...belongings, user)) === 1;
  }

  /** Restores the state before set-up: members are removed, their data goes to the owner, and the owner's address and password are removed. */
  async reset(ownerId: string, flags: readonly string[], now: number): Promise<void> {
    const queries = this.#queries;
    await this.#writes.write(
      queries.updateTable('workflow').set({ owner_id: ownerId }).compile(),
      queries.updateTable('folder').set({ owner_id: ownerId }).compile(),
      queries.updateTable('credential').set({ owner_id: ownerId }).compile(),
      queries.updateTable('data_table').set({ owner_id: ownerId }).compile(),
      queries.deleteFrom('credential_share').compile(),
      queries.deleteFrom('session').compile(),
      queries.deleteFrom('user_token').compile(),
      queries.deleteFrom('api_key').compile(),
      queries.deleteFrom('user').where('id', '!=', ownerId).compile(),
      queries.deleteFrom('setting').where('key', 'in', flags).compile(),
      this.#update({ email: null, first_name: null, last_name: null, password_hash: null }, now).where('id', '=', ownerId).compile(),
    );
  }

  async #findBy(column: 'id' | 'email' | 'role', value: string): Promise<UserRecord | undefined> {
    const [row] = (await this.#reads.rows(this.#by[column].with({ value }))) as readonly UserTable[];
    return row === undefined ? undefined : userRecord(row);
  }

  #queryBy(column: 'id' | 'email' | 'role'): Template<{ readonly value: string }> {
    return new Template(({ value }) => this.#queries.selectFrom('user').selectAll().where(column, '=', value).compile());
  }

  #update(changes: Partial<UserTable>, now: number) {
    return this.#queries.updateTable('user').set({ ...changes, updated_at: now });
  }
}

const personRow = ({ email, firstName, lastName }: Person) => ({ email, first_name: firstName, last_name: lastName });

/** Converts a row to the form that the services use. */
export const userRecord = (row: UserTable): UserRecord => ({
  id: row.id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  passwordHash: row.password_hash,
  role: row.role === 'owner' ? 'owner' : 'member',
  personalization: row.personalization === null ? null : (JSON.parse(row.personalization) as Readonly<Record<string, unknown>>),
  createdAt: row.created_at,
});
