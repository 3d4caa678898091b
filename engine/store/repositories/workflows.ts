// Workflows in the database: the file as it was saved, and beside it the static data that runs change.
import type { Kysely } from 'kysely';
import type { JsonObject } from '../../contract/json.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import type { Tables } from '../schema.ts';
import type { WriteGroup } from '../write-group.ts';

export interface WorkflowSummary {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly version: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export class WorkflowRepository {
  readonly #queries: Kysely<Tables>;
  readonly #writes: WriteGroup;

  constructor(queries: Kysely<Tables>, writes: WriteGroup) {
    this.#queries = queries;
    this.#writes = writes;
  }

  /** The workflow file with its id and static data; undefined for an unknown id. */
  async get(id: string): Promise<WorkflowFile | undefined> {
    const row = await this.#queries.selectFrom('workflow').select(['id', 'file', 'static_data']).where('id', '=', id).executeTakeFirst();
    if (row === undefined) return undefined;
    const file = JSON.parse(row.file) as WorkflowFile;
    return { ...file, id: row.id, ...(row.static_data === null ? {} : { staticData: JSON.parse(row.static_data) as unknown }) };
  }

  /** All workflows, last changed first. */
  async list(): Promise<readonly WorkflowSummary[]> {
    const rows = await this.#queries
      .selectFrom('workflow')
      .select(['id', 'name', 'active', 'version', 'created_at', 'updated_at'])
      .orderBy('updated_at', 'desc')
      .orderBy('id')
      .execute();
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      active: row.active === 1,
      version: row.version,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    }));
  }

  /**
   * Saves a workflow under its id, over an earlier one; one that did not change stays as it is. Static data that the file does not bring
   * stays too: files that were exported before a run would else wipe out what the run kept. `now` in milliseconds since the epoch.
   */
  async save(id: string, workflow: WorkflowFile, now: number): Promise<void> {
    const { staticData, ...file } = workflow;
    const row = {
      id,
      name: workflow.name ?? '',
      active: workflow.active === true ? 1 : 0,
      file: JSON.stringify({ ...file, id }),
      static_data: staticData === undefined || staticData === null ? null : JSON.stringify(staticData),
      created_at: now,
      updated_at: now,
    };
    const query = this.#queries.insertInto('workflow').values(row);
    const merged = query.onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => ({
          name: eb.ref('excluded.name'),
          active: eb.ref('excluded.active'),
          file: eb.ref('excluded.file'),
          static_data: eb.fn.coalesce(eb.ref('excluded.static_data'), eb.ref('workflow.static_data')),
          updated_at: eb.ref('excluded.updated_at'),
          version: eb('workflow.version', '+', 1),
        }))
        .where((eb) => eb.or([eb('excluded.file', '!=', eb.ref('workflow.file')), eb('excluded.static_data', 'is not', null)])),
    );
    await this.#writes.write(merged.compile());
  }

  /** Keeps the static data that a run changed. */
  async saveStaticData(id: string, staticData: JsonObject): Promise<void> {
    await this.#writes.write(
      this.#queries
        .updateTable('workflow')
        .set({ static_data: JSON.stringify(staticData) })
        .where('id', '=', id)
        .compile(),
    );
  }

  /** True when there was such a workflow. */
  async remove(id: string): Promise<boolean> {
    const { numDeletedRows } = await this.#queries.deleteFrom('workflow').where('id', '=', id).executeTakeFirst();
    return numDeletedRows > 0n;
  }
}
