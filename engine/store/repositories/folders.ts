// Folders of workflows, which can be nested.
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '../schema.ts';
import type { Database } from '../sql-database.ts';
import type { Writes } from '../writes.ts';

export interface FolderRecord {
  readonly id: string;
  readonly name: string;
  /** Null at the top level. */
  readonly parentId: string | null;
  /** Null if the command line added the folder before the owner was set up. */
  readonly ownerId: string | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Number of workflows directly in it that are not archived. */
  readonly workflows: number;
}

export type NewFolder = Omit<FolderRecord, 'updatedAt' | 'workflows'>;

export class FolderRepository {
  readonly #queries: Kysely<Tables>;
  readonly #writes: Writes;

  constructor({ queries, writes }: Database) {
    this.#queries = queries;
    this.#writes = writes;
  }

  /** Returns the folders of one user, or all, sorted by name. */
  async list({ ownerId }: { readonly ownerId?: string } = {}): Promise<readonly FolderRecord[]> {
    const query = this.#select().orderBy(sql`folder.name collate nocase`);
    const rows = await (ownerId === undefined ? query : query.where('folder.owner_id', '=', ownerId)).execute();
    return rows.map(recordOf);
  }

  async get(id: string): Promise<FolderRecord | undefined> {
    const row = await this.#select().where('folder.id', '=', id).executeTakeFirst();
    return row === undefined ? undefined : recordOf(row);
  }

  async add({ id, name, parentId, ownerId, createdAt }: NewFolder): Promise<void> {
    const row = { id, name, parent_id: parentId, owner_id: ownerId, created_at: createdAt, updated_at: createdAt };
    await this.#writes.write(this.#queries.insertInto('folder').values(row).compile());
  }

  /** Renames a folder, or moves it. Returns whether it existed; false as well if it would then be in itself. */
  async update(
    id: string,
    { name, parentId, now }: { readonly name: string; readonly parentId: string | null; readonly now: number },
  ): Promise<boolean> {
    const query = this.#queries.updateTable('folder').set({ name, parent_id: parentId, updated_at: now }).where('id', '=', id);
    const isOutside = parentId === null ? query : query.where(sql<boolean>`${parentId} not in (${within(id)})`);
    return (await this.#writes.write(isOutside.compile())) === 1;
  }

  /** Deletes a folder with the folders in it. Their workflows go to the folder that it was in. Returns whether it existed. */
  async remove(id: string): Promise<boolean> {
    const up = sql`update workflow set folder_id = (select parent_id from folder where id = ${id}) where folder_id in (${within(id)})`;
    return (await this.#writes.write(up.compile(this.#queries), this.#queries.deleteFrom('folder').where('id', '=', id).compile())) === 1;
  }

  /** Puts workflows into a folder, or (null) at the top level. Unknown ids are left out. */
  async putWorkflows(ids: readonly string[], folderId: string | null): Promise<void> {
    const chosen = sql<boolean>`id in (select value from json_each(${JSON.stringify(ids)}))`;
    await this.#writes.write(this.#queries.updateTable('workflow').set({ folder_id: folderId }).where(chosen).compile());
  }

  #select() {
    return this.#queries
      .selectFrom('folder')
      .selectAll()
      .select((eb) =>
        eb
          .selectFrom('workflow')
          .select((count) => count.fn.countAll<number>().as('n'))
          .whereRef('workflow.folder_id', '=', 'folder.id')
          .where('archived', '=', 0)
          .as('workflows'),
      );
  }
}

/** Selects the ids of a folder and of all folders in it. */
const within = (id: string): RawBuilder<unknown> => sql`with recursive inner_folder (id) as (
  select ${id} union select folder.id from folder join inner_folder on folder.parent_id = inner_folder.id) select id from inner_folder`;

interface Row {
  readonly id: string;
  readonly name: string;
  readonly parent_id: string | null;
  readonly owner_id: string | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly workflows: number | null;
}

const recordOf = (row: Row): FolderRecord => ({
  id: row.id,
  name: row.name,
  parentId: row.parent_id,
  ownerId: row.owner_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  workflows: row.workflows ?? 0,
});
