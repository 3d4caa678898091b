// Documents and vectors of in-memory vector stores that are also stored in the database: one row per insertion.
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../schema.ts';
import type { Database } from '../sql-database.ts';
import type { Writes } from '../writes.ts';

export interface VectorStoreKey {
  readonly owner: string;
  readonly name: string;
}

export interface VectorBatch extends VectorStoreKey {
  readonly id: string;
  /** The workflow with which the batch is deleted. */
  readonly workflowId: string;
  readonly data: Uint8Array;
}

export class VectorRepository {
  readonly #queries: Kysely<Tables>;
  readonly #writes: Writes;

  constructor({ queries, writes }: Database) {
    this.#queries = queries;
    this.#writes = writes;
  }

  /** Returns the names of an owner's stores. */
  async names(owner: string): Promise<readonly string[]> {
    const rows = await this.#queries.selectFrom('vector_batch').select('name').distinct().where('owner', '=', owner).execute();
    return rows.map(({ name }) => name);
  }

  /** Returns the ids of a store's batches, the oldest first. */
  async ids({ owner, name }: VectorStoreKey): Promise<readonly string[]> {
    const rows = await this.#queries
      .selectFrom('vector_batch')
      .select('id')
      .where('owner', '=', owner)
      .where('name', '=', name)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map(({ id }) => id);
  }

  async data(id: string): Promise<Uint8Array | undefined> {
    return (await this.#queries.selectFrom('vector_batch').select('data').where('id', '=', id).executeTakeFirst())?.data;
  }

  /** Returns the bytes of all batches that are deleted with a workflow. */
  async size(workflowId: string): Promise<number> {
    const { bytes } = await this.#queries
      .selectFrom('vector_batch')
      .select(sql<number | string | null>`sum(length(data))`.as('bytes'))
      .where('workflow_id', '=', workflowId)
      .executeTakeFirstOrThrow();
    return Number(bytes ?? 0);
  }

  /** Stores a batch. Returns false if the workflow is deleted. */
  async add({ id, workflowId, owner, name, data }: VectorBatch, now: number): Promise<boolean> {
    const query = sql`
      insert into vector_batch (id, workflow_id, owner, name, data, created_at)
      select cast(${id} as text), id, cast(${owner} as text), cast(${name} as text), ${data}, cast(${now} as bigint)
      from workflow where id = ${workflowId}`.compile(this.#queries);
    return (await this.#writes.write(query)) === 1;
  }

  async clear({ owner, name }: VectorStoreKey): Promise<void> {
    await this.#writes.write(this.#queries.deleteFrom('vector_batch').where('owner', '=', owner).where('name', '=', name).compile());
  }
}
