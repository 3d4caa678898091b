// Tags and the workflows that have them.
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../schema.ts';
import type { Database } from '../sql-database.ts';
import type { Writes } from '../writes.ts';

export interface TagRecord {
  readonly id: string;
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly usageCount: number;
}

export class TagRepository {
  readonly #queries: Kysely<Tables>;
  readonly #writes: Writes;

  constructor({ queries, writes }: Database) {
    this.#queries = queries;
    this.#writes = writes;
  }

  /** Returns all tags, sorted by name. They count the workflows of one user, or all. */
  async list(counted: { readonly ownerId?: string } = {}): Promise<readonly TagRecord[]> {
    return (
      await this.#select(counted)
        .orderBy(sql`name collate nocase`)
        .execute()
    ).map(recordOf);
  }

  async get(id: string): Promise<TagRecord | undefined> {
    const row = await this.#select().where('tag.id', '=', id).executeTakeFirst();
    return row === undefined ? undefined : recordOf(row);
  }

  /** Returns the tag with this name, ignoring case. */
  async findByName(name: string): Promise<TagRecord | undefined> {
    const row = await this.#select()
      .where(sql`name collate nocase`, '=', name)
      .executeTakeFirst();
    return row === undefined ? undefined : recordOf(row);
  }

  async add(id: string, name: string, now: number): Promise<void> {
    await this.#writes.write(this.#queries.insertInto('tag').values({ id, name, created_at: now, updated_at: now }).compile());
  }

  /** Returns whether the tag existed. */
  async rename(id: string, name: string, now: number): Promise<boolean> {
    return (await this.#writes.write(this.#queries.updateTable('tag').set({ name, updated_at: now }).where('id', '=', id).compile())) === 1;
  }

  /** Returns whether the tag existed. */
  async remove(id: string): Promise<boolean> {
    return (await this.#writes.write(this.#queries.deleteFrom('tag').where('id', '=', id).compile())) === 1;
  }

  #select({ ownerId }: { readonly ownerId?: string } = {}) {
    return this.#queries
      .selectFrom('tag')
      .select(['id', 'name', 'created_at', 'updated_at'])
      .select((eb) => {
        const uses = eb
          .selectFrom('workflow_tag')
          .select((count) => count.fn.countAll<number>().as('n'))
          .whereRef('workflow_tag.tag_id', '=', 'tag.id');
        const own = eb
          .selectFrom('workflow')
          .select('workflow.id')
          .where('owner_id', '=', ownerId ?? '');
        return (ownerId === undefined ? uses : uses.where('workflow_tag.workflow_id', 'in', own)).as('usage');
      });
  }
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly usage: number | null;
}

const recordOf = ({ id, name, created_at, updated_at, usage }: Row): TagRecord => ({
  id,
  name,
  createdAt: created_at,
  updatedAt: updated_at,
  usageCount: usage ?? 0,
});
