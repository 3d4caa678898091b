// Versions of workflows in the database: the newest one and the earlier ones, their names, and pruning.
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { parseExactly } from '../../contract/exact-numbers.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import type { Tables } from '../schema.ts';
import type { Database } from '../sql-database.ts';
import type { Writes } from '../writes.ts';

export interface WorkflowVersion {
  readonly version: number;
  /** Name of the workflow in this version. */
  readonly workflowName: string;
  /** Milliseconds since the epoch. */
  readonly savedAt: number;
  /** Id of the user who saved it; null if that is not known. */
  readonly savedBy: string | null;
  readonly isNewest: boolean;
  /** Name of the version itself. Named versions are not pruned. */
  readonly label?: VersionLabel;
}

export interface VersionLabel {
  readonly name: string;
  readonly description: string;
}

/** Maximum number of versions removed at a time, which limits how long the event loop is blocked. */
const REMOVED_AT_ONCE = 100;

export class WorkflowVersionRepository {
  readonly #queries: Kysely<Tables>;
  readonly #writes: Writes;

  constructor({ queries, writes }: Database) {
    this.#queries = queries;
    this.#writes = writes;
  }

  /** Returns all stored versions, newest first. */
  async list(workflowId: string): Promise<readonly WorkflowVersion[]> {
    const { rows } = await sql<VersionRow>`
      select stored.version, stored.name, stored.saved_at, stored.saved_by, stored.is_newest, label.name as label, label.description
      from (
        select id as workflow_id, version, name, updated_at as saved_at, saved_by, 1 as is_newest from workflow where id = ${workflowId}
        union all select workflow_id, version, name, saved_at, saved_by, 0 from workflow_history where workflow_id = ${workflowId}
      ) as stored
      left join workflow_version_name as label on label.workflow_id = stored.workflow_id and label.version = stored.version
      order by stored.version desc`.execute(this.#queries);
    return rows.map((row) => ({
      version: row.version,
      workflowName: row.name,
      savedAt: row.saved_at,
      savedBy: row.saved_by,
      isNewest: row.is_newest === 1,
      ...(row.label === null ? {} : { label: { name: row.label, description: row.description ?? '' } }),
    }));
  }

  /** Returns the file of a version, without static data; undefined for an unknown version. */
  async file(workflowId: string, version: number): Promise<WorkflowFile | undefined> {
    const { rows } = await sql<{ file: string }>`
      select file from workflow where id = ${workflowId} and version = ${version}
      union all select file from workflow_history where workflow_id = ${workflowId} and version = ${version} limit 1`.execute(
      this.#queries,
    );
    return rows[0] === undefined ? undefined : (parseExactly(rows[0].file) as WorkflowFile);
  }

  /** Names or renames a version; returns false for an unknown one. `now`: in milliseconds since the epoch. */
  async setLabel(
    workflowId: string,
    version: number,
    { name, description, now, userId }: VersionLabel & { readonly now: number; readonly userId: string | null },
  ): Promise<boolean> {
    const written = await this.#writes.write(
      sql`insert into workflow_version_name (workflow_id, version, name, description, named_at, named_by)
        select ${workflowId}, ${version}, ${name}, ${description}, ${now}, ${userId} where ${isStored(workflowId, version)}
        on conflict (workflow_id, version) do update set name = excluded.name, description = excluded.description,
          named_at = excluded.named_at, named_by = excluded.named_by`.compile(this.#queries),
    );
    return written === 1;
  }

  /** Removes the name of a version, which may then be pruned. */
  async removeLabel(workflowId: string, version: number): Promise<void> {
    const query = this.#queries.deleteFrom('workflow_version_name').where('workflow_id', '=', workflowId).where('version', '=', version);
    await this.#writes.write(query.compile());
  }

  /** Returns the ids of the workflows that have earlier versions. */
  async workflowIds(): Promise<readonly string[]> {
    const rows = await this.#queries.selectFrom('workflow_history').select('workflow_id').distinct().execute();
    return rows.map((row) => row.workflow_id);
  }

  /** Removes some of the earlier versions of a workflow that are beyond the limits and have no name; returns 0 if none is left. */
  async prune(workflowId: string, { replacedBefore, maxCount }: VersionLimits): Promise<number> {
    const isOld = replacedBefore === undefined ? sql`false` : sql`replaced_at < ${replacedBefore}`;
    const isBeyond = maxCount === undefined ? sql`false` : sql`version <= ${nthUnnamed(workflowId, maxCount)}`;
    return this.#writes.write(
      sql`delete from workflow_history where workflow_id = ${workflowId} and version in (
        select version from (
          select version, lead(saved_at, 1, (select updated_at from workflow where id = ${workflowId})) over (order by version) as replaced_at
          from workflow_history where workflow_id = ${workflowId}) as stored
        where (${isOld} or ${isBeyond}) and not ${isNamed(workflowId, sql`stored.version`)} limit ${REMOVED_AT_ONCE})`.compile(
        this.#queries,
      ),
    );
  }
}

/** Limits of the earlier versions without a name. */
export interface VersionLimits {
  /**
   * Versions that were replaced before this time (milliseconds since the epoch) are removed. The time of the save does not count: after a change, even
   * the oldest previous version can be restored.
   */
  readonly replacedBefore?: number;
  readonly maxCount?: number;
}

interface VersionRow {
  readonly version: number;
  readonly name: string;
  readonly saved_at: number;
  readonly saved_by: string | null;
  readonly is_newest: number;
  readonly label: string | null;
  readonly description: string | null;
}

const isStored = (workflowId: string, version: number): RawBuilder<unknown> => sql`(
  exists (select 1 from workflow where id = ${workflowId} and version = ${version})
  or exists (select 1 from workflow_history where workflow_id = ${workflowId} and version = ${version}))`;

const isNamed = (workflowId: string, version: RawBuilder<unknown>): RawBuilder<unknown> => sql`exists (
  select 1 from workflow_version_name as label where label.workflow_id = ${workflowId} and label.version = ${version})`;

/** Number of the newest version without a name beyond the first `most`; null if there are no more. */
export const nthUnnamed = (workflowId: string, most: number): RawBuilder<unknown> => sql`(
  select counted.version from workflow_history as counted
  where counted.workflow_id = ${workflowId} and not ${isNamed(workflowId, sql`counted.version`)}
  order by counted.version desc limit 1 offset ${most})`;
