// Credentials. Their data is encrypted by the vault and never decrypted here.
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../schema.ts';
import type { Database, Reads } from '../sql-database.ts';
import { Template, type Writes } from '../writes.ts';

export interface CredentialRecord {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly ownerId: string | null;
  readonly nodesAccess: readonly unknown[];
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface SealedCredential extends CredentialRecord {
  readonly data: Uint8Array | null;
}

export class CredentialRepository {
  readonly #queries: Kysely<Tables>;
  readonly #writes: Writes;
  readonly #reads: Reads;
  readonly #usesSharing: boolean;

  readonly #anyBy = { id: this.#any('id'), name: this.#any('name') };
  readonly #usableBy = { id: this.#usable('id'), name: this.#usable('name') };

  /** `usesSharing`: whether shares have an effect. */
  constructor({ queries, writes, reads }: Database, usesSharing = true) {
    this.#usesSharing = usesSharing;
    this.#queries = queries;
    this.#writes = writes;
    this.#reads = reads;
  }

  /** Returns all credentials, or those that a user owns or may use, sorted by name. */
  async list(userId?: string): Promise<readonly CredentialRecord[]> {
    let query = this.#queries
      .selectFrom('credential')
      .select(['id', 'name', 'type', 'owner_id', 'nodes_access', 'created_at', 'updated_at'])
      .orderBy('name');
    if (userId !== undefined) query = query.where((eb) => eb.or([eb('owner_id', '=', userId), eb('id', 'in', this.#sharedWith(userId))]));
    return (await query.execute()).map(recordOf);
  }

  /** Returns the users with whom credentials are shared, by credential id; of all credentials, or of one. */
  async shares(id?: string): Promise<ReadonlyMap<string, readonly string[]>> {
    let query = this.#queries.selectFrom('credential_share').select(['credential_id', 'user_id']).orderBy('created_at').orderBy('user_id');
    if (id !== undefined) query = query.where('credential_id', '=', id);
    const shares = new Map<string, string[]>();
    if (!this.#usesSharing) return shares;
    for (const { credential_id: credential, user_id: user } of await query.execute()) {
      shares.set(credential, [...(shares.get(credential) ?? []), user]);
    }
    return shares;
  }

  /** Sets the users with whom a credential is shared, and `now` as the time of its last change. Atomic. */
  async share(id: string, userIds: readonly string[], now: number): Promise<void> {
    const dropped = this.#queries
      .deleteFrom('credential_share')
      .where('credential_id', '=', id)
      .where('user_id', 'not in', [...userIds, '']);
    const added = userIds.map((user) =>
      this.#queries
        .insertInto('credential_share')
        .values({ credential_id: id, user_id: user, created_at: now })
        .onConflict((conflict) => conflict.columns(['credential_id', 'user_id']).doNothing())
        .compile(),
    );
    const touched = this.#queries.updateTable('credential').set({ updated_at: now }).where('id', '=', id);
    await this.#writes.write(dropped.compile(), ...added, touched.compile());
  }

  /**
   * Returns the credential with an id or, without an id, the only one with that name and type. With `user`, only credentials that the user owns
   * or may use are searched; for a name, the user's own credentials come first. Credentials without an owner belong to the instance owner.
   */
  async find(
    type: string,
    { id, name }: { readonly id: string | null; readonly name: string },
    user?: { readonly userId: string; readonly isInstanceOwner: boolean },
  ): Promise<SealedCredential | undefined> {
    const choice = { type, key: id ?? name };
    const column = id === null ? 'name' : 'id';
    const query =
      user === undefined
        ? this.#anyBy[column].with(choice)
        : this.#usableBy[column].with({
            ...choice,
            owner: user.userId,
            sharee: user.userId,
            isInstanceOwner: Number(user.isInstanceOwner),
          });
    const rows = (await this.#reads.rows(query)) as readonly Tables['credential'][];
    const own = rows.filter((row) => row.owner_id === null || row.owner_id === user?.userId);
    // A credential shared by another user must not make a name ambiguous.
    const [row, ...otherRows] = own.length === 0 ? rows : own;
    return row === undefined || otherRows.length > 0 ? undefined : { ...recordOf(row), data: row.data };
  }

  /**
   * Whether a new credential of this owner may have the id. It must be free. The id of a removed credential is free for its former owner only; any
   * other must not be named by a node of another user's workflow. `ownerId`: null for the instance owner before set-up.
   */
  async mayTakeId(id: string, ownerId: string | null): Promise<boolean> {
    const isInstanceOwner = sql`exists (select 1 from "user" where id is not distinct from ${ownerId} and role = 'owner')`;
    const isOwn = sql`(owner_id is not distinct from ${ownerId} or (owner_id is null and ${isInstanceOwner}))`;
    const { rows } = await sql<{ taken: number; former: number | null; named: number }>`select
      exists (select 1 from credential where id = ${id}) as taken,
      (select ${isOwn} from removed_credential where id = ${id}) as former,
      exists (
        select 1 from workflow, json_each(file, '$.nodes') as node, json_each(node.value, '$.credentials') as used
        where not ${isOwn} and used.type = 'object' and used.value ->> '$.id' = ${id}
      ) as named`.execute(this.#queries);
    const [use] = rows;
    if (use === undefined || use.taken === 1) return false;
    return use.former === null ? use.named === 0 : use.former === 1;
  }

  async get(id: string): Promise<SealedCredential | undefined> {
    const row = await this.#queries.selectFrom('credential').selectAll().where('id', '=', id).executeTakeFirst();
    return row === undefined ? undefined : { ...recordOf(row), data: row.data };
  }

  /**
   * Changes a credential only if it has not been saved since `former` was read and, if `data` is given, its data is still the same; returns
   * whether it did. Without `data`, the stored data stays as it is.
   */
  async update(
    { name, data, nodesAccess, updatedAt }: Pick<CredentialRecord, 'name' | 'nodesAccess' | 'updatedAt'> & { readonly data?: Uint8Array },
    former: SealedCredential,
  ): Promise<boolean> {
    const change = { name, nodes_access: JSON.stringify(nodesAccess), updated_at: updatedAt, ...(data === undefined ? {} : { data }) };
    const query = this.#queries
      .updateTable('credential')
      .set(change)
      .where('id', '=', former.id)
      .where('updated_at', '=', former.updatedAt)
      .$if(data !== undefined, (some) => some.where('data', former.data === null ? 'is' : '=', former.data));
    return (await this.#writes.write(query.compile())) === 1;
  }

  /** Replaces the data only if it still equals `former`; returns whether it did. Without `updatedAt`, that time does not change. */
  async replaceData(id: string, former: Uint8Array | null, data: Uint8Array, updatedAt?: number): Promise<boolean> {
    const change = { data, ...(updatedAt === undefined ? {} : { updated_at: updatedAt }) };
    const query = this.#queries
      .updateTable('credential')
      .set(change)
      .where('id', '=', id)
      .where('data', former === null ? 'is' : '=', former);
    return (await this.#writes.write(query.compile())) === 1;
  }

  /** Adds credentials, or replaces name, data and node types of existing ones. Atomic. */
  async put(credentials: readonly SealedCredential[]): Promise<void> {
    const queries = credentials.map((credential) =>
      this.#queries
        .insertInto('credential')
        .values(rowOf(credential))
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet((eb) => ({
            name: eb.ref('excluded.name'),
            data: eb.ref('excluded.data'),
            nodes_access: eb.ref('excluded.nodes_access'),
            updated_at: eb.ref('excluded.updated_at'),
          })),
        )
        .compile(),
    );
    if (queries.length > 0) await this.#writes.write(...queries);
  }

  /** Returns whether the credential existed. */
  async remove(id: string): Promise<boolean> {
    return (await this.#writes.write(this.#queries.deleteFrom('credential').where('id', '=', id).compile())) === 1;
  }

  async add(credential: SealedCredential): Promise<void> {
    await this.#writes.write(this.#queries.insertInto('credential').values(rowOf(credential)).compile());
  }

  #any(column: 'id' | 'name'): Template<{ readonly type: string; readonly key: string }> {
    return new Template(({ type, key }) => this.#ofType(type, column, key).compile());
  }

  #usable(column: 'id' | 'name'): Template<{
    readonly type: string;
    readonly key: string;
    readonly owner: string;
    readonly sharee: string;
    readonly isInstanceOwner: number;
  }> {
    return new Template(({ type, key, owner, sharee, isInstanceOwner }) =>
      this.#ofType(type, column, key)
        .where((eb) =>
          eb.or([
            eb('owner_id', '=', owner),
            eb('id', 'in', this.#sharedWith(sharee)),
            eb.and([eb('owner_id', 'is', null), eb(eb.val(isInstanceOwner), '=', eb.lit(1))]),
          ]),
        )
        .compile(),
    );
  }

  #ofType(type: string, column: 'id' | 'name', key: string) {
    return this.#queries.selectFrom('credential').selectAll().where('type', '=', type).where(column, '=', key);
  }

  #sharedWith(userId: string) {
    const shares = this.#queries.selectFrom('credential_share').select('credential_id').where('user_id', '=', userId);
    return this.#usesSharing ? shares : shares.where((eb) => eb.lit(false));
  }
}

type Row = Pick<Tables['credential'], 'id' | 'name' | 'type' | 'owner_id' | 'nodes_access' | 'created_at' | 'updated_at'>;

const recordOf = (row: Row): CredentialRecord => ({
  id: row.id,
  name: row.name,
  type: row.type,
  ownerId: row.owner_id,
  nodesAccess: JSON.parse(row.nodes_access) as unknown[],
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const rowOf = ({ ownerId, nodesAccess, createdAt, updatedAt, ...credential }: SealedCredential): Tables['credential'] => ({
  ...credential,
  owner_id: ownerId,
  nodes_access: JSON.stringify(nodesAccess),
  created_at: createdAt,
  updated_at: updatedAt,
});
