// Credentials: their data is sealed by the vault and never opened here.
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../schema.ts';
import type { WriteGroup } from '../write-group.ts';

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
  readonly #writes: WriteGroup;

  constructor(queries: Kysely<Tables>, writes: WriteGroup) {
    this.#queries = queries;
    this.#writes = writes;
  }

  /** All credentials, or those of one owner, by name. */
  async list(ownerId?: string): Promise<readonly CredentialRecord[]> {
    let query = this.#queries
      .selectFrom('credential')
      .select(['id', 'name', 'type', 'owner_id', 'nodes_access', 'created_at', 'updated_at'])
      .orderBy('name');
    if (ownerId !== undefined) query = query.where('owner_id', '=', ownerId);
    return (await query.execute()).map(recordOf);
  }

  /**
   * The credential with an id; without an id, the only one with that name and type. With `user`, only among that user's; credentials without
   * an owner belong to the instance owner.
   */
  async find(
    type: string,
    { id, name }: { readonly id: string | null; readonly name: string },
    user?: { readonly userId: string; readonly isInstanceOwner: boolean },
  ): Promise<SealedCredential | undefined> {
    let query = this.#queries.selectFrom('credential').selectAll().where('type', '=', type);
    if (user !== undefined) {
      const { userId, isInstanceOwner } = user;
      query = query.where((eb) => eb.or([eb('owner_id', '=', userId), ...(isInstanceOwner ? [eb('owner_id', 'is', null)] : [])]));
    }
    query = id === null ? query.where('name', '=', name) : query.where('id', '=', id);
    const rows = await query.limit(2).execute();
    const [row] = rows;
    return row === undefined || rows.length > 1 ? undefined : { ...recordOf(row), data: row.data };
  }

  async get(id: string): Promise<SealedCredential | undefined> {
    const row = await this.#queries.selectFrom('credential').selectAll().where('id', '=', id).executeTakeFirst();
    return row === undefined ? undefined : { ...recordOf(row), data: row.data };
  }

  /** Names that start with `prefix`. */
  async namesLike(prefix: string): Promise<readonly string[]> {
    const rows = await this.#queries
      .selectFrom('credential')
      .select('name')
      .where(sql`substr(name, 1, ${prefix.length})`, '=', prefix)
      .execute();
    return rows.map(({ name }) => name);
  }

  /** Returns whether the credential existed. */
  async update({
    id,
    name,
    data,
    nodesAccess,
    updatedAt,
  }: Pick<SealedCredential, 'id' | 'name' | 'data' | 'nodesAccess' | 'updatedAt'>): Promise<boolean> {
    const change = { name, data, nodes_access: JSON.stringify(nodesAccess), updated_at: updatedAt };
    return (await this.#writes.write(this.#queries.updateTable('credential').set(change).where('id', '=', id).compile())) === 1;
  }

  /** Returns whether the credential existed. */
  async remove(id: string): Promise<boolean> {
    return (await this.#writes.write(this.#queries.deleteFrom('credential').where('id', '=', id).compile())) === 1;
  }

  async add({ ownerId, nodesAccess, createdAt, updatedAt, ...credential }: SealedCredential): Promise<void> {
    const row = {
      ...credential,
      owner_id: ownerId,
      nodes_access: JSON.stringify(nodesAccess),
      created_at: createdAt,
      updated_at: updatedAt,
    };
    await this.#writes.write(this.#queries.insertInto('credential').values(row).compile());
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
