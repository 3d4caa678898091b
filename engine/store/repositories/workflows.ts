// Workflows in the database: the saved file, and separately the static data that runs change, tags, and earlier versions.
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { JsonObject } from '../../contract/json.ts';
import type { ExecutionStatus } from '../../contract/run-data.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import type { SqlBoolean, Tables } from '../schema.ts';
import type { Claim } from './trigger-claims.ts';
import { nthUnnamed } from './workflow-versions.ts';
import { parseExactly, stringifyExactly } from '../../contract/exact-numbers.ts';
import type { Dialect } from '../dialect.ts';
import type { Database, Reads } from '../sql-database.ts';
import { Template, type WriteQuery, type Writes } from '../writes.ts';

export interface WorkflowSummary {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly version: number;
  readonly ownerId: string | null;
  readonly isArchived: boolean;
  /** Absent if it is in no folder. */
  readonly folderId?: string;
  readonly tags: readonly { readonly id: string; readonly name: string }[];
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface WorkflowRecord extends WorkflowSummary {
  /** File including id and static data. */
  readonly file: WorkflowFile;
}

export interface WorkflowFilter {
  readonly ownerId?: string;
  readonly active?: boolean;
  readonly isArchived?: boolean;
  /** Part of the name, ignoring case. */
  readonly name?: string;
  /** Names of tags; the workflow must have all of them. */
  readonly tags?: readonly string[];
  readonly ids?: readonly string[];
  /** Null: in no folder. */
  readonly folderId?: string | null;
}

export interface WorkflowSave {
  readonly id: string;
  readonly file: WorkflowFile;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly userId?: string | null;
  /** Activates or deactivates the workflow in the same update. If absent, its state does not change, whatever the file contains. */
  readonly active?: boolean;
  /** Ids of tags; if absent, the tags do not change. */
  readonly tags?: readonly string[];
  /** Folder of a new workflow; null for none. */
  readonly folderId?: string | null;
  /** Maximum number of earlier versions without a name; if absent, pruning removes them later. */
  readonly maxVersions?: number;
}

export class WorkflowRepository {
  readonly #queries: Kysely<Tables>;
  readonly #dialect: Dialect;
  readonly #writes: Writes;
  readonly #reads: Reads;

  readonly #ownerById = new Template((row: { readonly id: string }) =>
    this.#queries.selectFrom('workflow').select('owner_id').where('id', '=', row.id).compile(),
  );

  constructor({ queries, writes, reads, dialect }: Database) {
    this.#dialect = dialect;
    this.#queries = queries;
    this.#writes = writes;
    this.#reads = reads;
  }

  /** Returns the workflow file with its id and static data; undefined for an unknown id. */
  async get(id: string): Promise<WorkflowFile | undefined> {
    const row = await this.#queries
      .selectFrom('workflow')
      .select(['id', 'file', 'static_data', 'active'])
      .where('id', '=', id)
      .executeTakeFirst();
    return row === undefined ? undefined : fileOf(row);
  }

  /** Returns the version and the owner of a workflow, to check whether a cached file is current; undefined for an unknown id. Static data is JSON text. */
  async stamp(
    id: string,
  ): Promise<
    { readonly version: number; readonly active: boolean; readonly ownerId: string | null; readonly staticData: string | null } | undefined
  > {
    const row = await this.#queries
      .selectFrom('workflow')
      .select(['version', 'active', 'owner_id', 'static_data'])
      .where('id', '=', id)
      .executeTakeFirst();
    return row === undefined
      ? undefined
      : { version: row.version, active: row.active === 1, ownerId: row.owner_id, staticData: row.static_data };
  }

  async find(id: string): Promise<WorkflowRecord | undefined> {
    const row = await this.#summaries({ ids: [id] })
      .select(['file', 'static_data'])
      .executeTakeFirst();
    return row === undefined ? undefined : { ...summaryOf(row), file: fileOf(row) };
  }

  async hasAny(): Promise<boolean> {
    return (await this.#queries.selectFrom('workflow').select('id').limit(1).executeTakeFirst()) !== undefined;
  }

  /** Returns the owner of a workflow: null if the command line added it before the owner was set up; undefined for an unknown id. */
  async ownerOf(id: string): Promise<{ readonly ownerId: string | null } | undefined> {
    const [row] = (await this.#reads.rows(this.#ownerById.with({ id }))) as readonly { readonly owner_id: string | null }[];
    return row === undefined ? undefined : { ownerId: row.owner_id };
  }

  /**
   * Whether a new workflow of this user may have the id. It must be free. The id of a removed workflow is free for its former owner only; any other
   * must not be that of an execution or of a version in the history, and no workflow of another user may call it, list it as a caller, or have it as
   * error workflow. Whole ids are compared, so that the result says nothing else about the workflows of others.
   */
  async mayTakeId(
    id: string,
    { userId, isInstanceOwner }: { readonly userId: string | null; readonly isInstanceOwner: boolean },
  ): Promise<boolean> {
    const isOwn = isInstanceOwner
      ? sql`(owner_id is not distinct from ${userId} or owner_id is null)`
      : sql`owner_id is not distinct from ${userId}`;
    const { rows } = await sql<{ taken: SqlBoolean; former: SqlBoolean | null; named: SqlBoolean }>`select
      exists (select 1 from workflow where id = ${id}) as taken,
      (select ${isOwn} from removed_workflow where id = ${id}) as former,
      exists (select 1 from execution where workflow_id = ${id})
        or exists (select 1 from workflow_history where workflow_id = ${id})
        or exists (select 1 from workflow where not ${isOwn} and ${namesWorkflow(id, this.#dialect)}) as named`.execute(this.#queries);
    const [use] = rows;
    if (use === undefined || Boolean(use.taken)) return false;
    return use.former === null ? !use.named : Boolean(use.former);
  }

  /** Returns workflows, last changed first. */
  async list(filter: WorkflowFilter = {}): Promise<readonly WorkflowSummary[]> {
    return (await this.#summaries(filter).orderBy('updated_at', 'desc').orderBy('workflow.id').execute()).map(summaryOf);
  }

  /**
   * Returns the latest stored execution and the time of the next scheduled run of each workflow of the filter, by id. The cost does not depend on the
   * length of the history. `ownerId`: only executions that belong to this member.
   */
  async activity(filter: WorkflowFilter = {}): Promise<ReadonlyMap<string, WorkflowActivity>> {
    const owned = filter.ownerId === undefined ? sql`` : sql`and execution.owner_id = ${filter.ownerId}`;
    const latest = statuses.map(
      (status) => sql`(select ${this.#dialect.list([sql`started_at`, sql`execution.id`])} from execution
      where execution.workflow_id = workflow.id and status = ${status} ${owned} order by started_at desc, execution.id desc limit 1)`,
    );
    const rows = await this.#filtered(filter)
      .select('workflow.id')
      .select(this.#dialect.list(latest).as('latest'))
      .select(
        sql<number | null>`case when active = 1 then (select min(next_run) from schedule where workflow_id = workflow.id) end`.as(
          'next_run',
        ),
      )
      .select(sql<string | null>`case when active = 1 then ${this.#dialect.textAt('file', ['settings', 'timezone'])} end`.as('timezone'))
      .execute();
    return new Map(rows.map((row) => [row.id, activityOf(row)]));
  }

  /** Returns the names that start with this prefix, of one user's workflows or of all. */
  async namesLike(name: string, { ownerId }: { readonly ownerId?: string } = {}): Promise<readonly string[]> {
    let query = this.#queries
      .selectFrom('workflow')
      .select('name')
      .where(sql<boolean>`substr(name, 1, ${name.length}) = ${name}`);
    if (ownerId !== undefined) query = query.where('owner_id', '=', ownerId);
    const rows = await query.execute();
    return rows.map((row) => row.name);
  }

  /** Adds a new workflow. */
  async add({ id, file, now, userId = null, tags = [], folderId = null }: WorkflowSave): Promise<void> {
    await this.#writes.write(
      this.#queries
        .insertInto('workflow')
        .values({ ...rowOf(id, file, now), owner_id: userId, saved_by: userId, folder_id: folderId })
        .compile(),
      ...this.#retag(id, 1, tags),
    );
  }

  /**
   * Saves over `version`, which moves to the history; returns false and changes nothing if that is not the newest version. Static data stays
   * unless the file contains some.
   */
  async update(version: number, { id, file, now, userId = null, active, tags, maxVersions }: WorkflowSave): Promise<boolean> {
    const { name, file: text, static_data } = rowOf(id, file, now);
    const newer = this.#queries
      .updateTable('workflow')
      .set({
        name,
        file: text,
        updated_at: now,
        saved_by: userId,
        version: version + 1,
        ...(active === undefined ? {} : { active: active ? 1 : 0 }),
        ...(static_data === null ? {} : { static_data }),
      })
      .where('id', '=', id)
      .where('version', '=', version);
    // Statements before the last one have an effect only while this version is the newest.
    const before = [...this.#toHistory(id, version, maxVersions), ...(tags === undefined ? [] : this.#retag(id, version, tags))];
    return (await this.#writes.write(...before, newer.compile())) === 1;
  }

  /**
   * Saves a workflow under its id, over an earlier one, which moves to the history; an unchanged workflow is not written. If the file has no
   * static data, the stored data stays: otherwise importing a file exported before a run would delete the run's data. `now`: in milliseconds
   * since the epoch.
   */
  async save(id: string, workflow: WorkflowFile, now: number): Promise<void> {
    const query = this.#queries.insertInto('workflow').values(rowOf(id, workflow, now));
    const merged = query.onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => ({
          name: eb.ref('excluded.name'),
          active: eb.ref('excluded.active'),
          // An archived workflow that is made active is no longer archived.
          archived: sql<number>`case when excluded.active = 1 then 0 else workflow.archived end`,
          file: eb.ref('excluded.file'),
          static_data: eb.fn.coalesce(eb.ref('excluded.static_data'), eb.ref('workflow.static_data')),
          updated_at: eb.ref('excluded.updated_at'),
          saved_by: null,
          version: eb('workflow.version', '+', 1),
        }))
        .where((eb) =>
          eb.or([
            eb('excluded.file', '!=', eb.ref('workflow.file')),
            eb('excluded.active', '!=', eb.ref('workflow.active')),
            eb('excluded.static_data', 'is not', null),
          ]),
        ),
    );
    const { file, active, static_data } = rowOf(id, workflow, now);
    const changes = sql`(file != ${file} or active != ${active} or ${static_data === null ? sql`false` : sql`true`})`;
    await this.#writes.write(
      sql`insert into workflow_history (workflow_id, version, name, file, saved_at, saved_by)
        select id, version, name, file, updated_at, saved_by from workflow where id = ${id} and ${changes} on conflict do nothing`.compile(
        this.#queries,
      ),
      merged.compile(),
    );
  }

  /** Activates or deactivates a workflow without creating a version. Returns false for an unknown id. */
  async setActive(id: string, active: boolean): Promise<boolean> {
    const query = this.#queries
      .updateTable('workflow')
      .set({ active: active ? 1 : 0 })
      .where('id', '=', id);
    return (await this.#writes.write(query.compile())) === 1;
  }

  /**
   * Stores the changed parts of static data. Parts that were changed concurrently, also by other processes, stay. Throws CLAIM_LOST if the claim is
   * lost, STORE_FAILED.
   */
  async changeStaticData(id: string, changed: JsonObject, removed: readonly string[] = [], claim?: Claim): Promise<void> {
    const parts = this.#dialect.changedParts('static_data', changed, removed);
    const claimed = claim === undefined ? [] : [claim];
    await this.#writes.write(...claimed, this.#queries.updateTable('workflow').set({ static_data: parts }).where('id', '=', id).compile());
  }

  /** Archives a workflow, which must be inactive, or restores it. Returns false if it is active, or the id is unknown. */
  async setArchived(id: string, isArchived: boolean): Promise<boolean> {
    const query = this.#queries
      .updateTable('workflow')
      .set({ archived: isArchived ? 1 : 0 })
      .where('id', '=', id)
      .where('active', '=', 0);
    return (await this.#writes.write(query.compile())) === 1;
  }

  /** Returns the stored static data by workflow; undefined for workflows without. Unknown ids are left out. */
  async staticDataOf(ids: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
    const rows = await this.#queries
      .selectFrom('workflow')
      .select(['id', 'static_data'])
      .where(sql<boolean>`id in ${this.#dialect.texts(ids)}`)
      .execute();
    return new Map(rows.map((row) => [row.id, row.static_data === null ? undefined : (JSON.parse(row.static_data) as unknown)]));
  }

  /** Returns whether the workflow existed. */
  async remove(id: string): Promise<boolean> {
    return (await this.#writes.write(this.#queries.deleteFrom('workflow').where('id', '=', id).compile())) === 1;
  }

  /** Whether there was a workflow with this id that has been deleted. */
  async isDeleted(id: string): Promise<boolean> {
    const { rows } = await sql<{ gone: SqlBoolean }>`select exists (select 1 from removed_workflow where id = ${id})
      and not exists (select 1 from workflow where id = ${id}) as gone`.execute(this.#queries);
    return Boolean(rows[0]?.gone);
  }

  #toHistory(id: string, version: number, most: number | undefined): readonly WriteQuery[] {
    const added = sql`insert into workflow_history (workflow_id, version, name, file, saved_at, saved_by)
      select id, version, name, file, updated_at, saved_by from workflow where id = ${id} and version = ${version} on conflict do nothing`;
    const beyond = sql`delete from workflow_history where workflow_id = ${id} and version <= ${nthUnnamed(id, most ?? 0)}
      and version not in (select version from workflow_version_name where workflow_id = ${id})`;
    return most === undefined ? [added.compile(this.#queries)] : [added.compile(this.#queries), beyond.compile(this.#queries)];
  }

  #retag(id: string, version: number, tags: readonly string[]): readonly WriteQuery[] {
    const isNewest = sql`select id from workflow where id = ${id} and version = ${version}`;
    return [
      sql`delete from workflow_tag where workflow_id in (${isNewest})`.compile(this.#queries),
      ...tags.map((tag) =>
        sql`insert into workflow_tag (workflow_id, tag_id)
          select workflow.id, tag.id from workflow, tag where workflow.id in (${isNewest}) and tag.id = ${tag} on conflict do nothing`.compile(
          this.#queries,
        ),
      ),
    ];
  }

  #summaries(filter: WorkflowFilter) {
    return this.#filtered(filter)
      .select([
        'workflow.id',
        'workflow.name',
        'active',
        'archived',
        'version',
        'owner_id',
        'folder_id',
        'workflow.created_at',
        'workflow.updated_at',
      ])
      .select((eb) =>
        eb
          .selectFrom('workflow_tag')
          .innerJoin('tag', 'tag.id', 'workflow_tag.tag_id')
          .whereRef('workflow_tag.workflow_id', '=', 'workflow.id')
          .select(this.#dialect.listOfObjects({ id: sql.ref('tag.id'), name: sql.ref('tag.name') }).as('list'))
          .as('tags'),
      );
  }

  #filtered({ ownerId, active, isArchived, name, tags = [], ids, folderId }: WorkflowFilter) {
    let query = this.#queries.selectFrom('workflow');
    if (ownerId !== undefined) query = query.where('owner_id', '=', ownerId);
    if (active !== undefined) query = query.where('active', '=', active ? 1 : 0);
    if (isArchived !== undefined) query = query.where('archived', '=', isArchived ? 1 : 0);
    if (folderId !== undefined) query = query.where('folder_id', folderId === null ? 'is' : '=', folderId);
    if (ids !== undefined) query = query.where('workflow.id', 'in', ids);
    if (name !== undefined) query = query.where(this.#dialect.containsText(sql.ref('workflow.name'), name));
    for (const tag of tags) {
      query = query.where('workflow.id', 'in', (eb) =>
        eb
          .selectFrom('workflow_tag')
          .innerJoin('tag', 'tag.id', 'workflow_tag.tag_id')
          .select('workflow_tag.workflow_id')
          .where(sql<boolean>`tag.name collate nocase = ${tag}`),
      );
    }
    return query;
  }
}

/** Whether a workflow refers to another one by its id: in its list of callers, as its error workflow, or in a node that calls it. */
const namesWorkflow = (id: string, dialect: Dialect): RawBuilder<unknown> => sql`(
  replace(',' || replace(coalesce(${dialect.textAt('file', ['settings', 'callerIds'])}, ''), ' ', '') || ',', ${`,${id},`}, '')
    <> ',' || replace(coalesce(${dialect.textAt('file', ['settings', 'callerIds'])}, ''), ' ', '') || ','
  or ${dialect.textAt('file', ['settings', 'errorWorkflow'])} = ${id}
  or exists (
    select 1 from ${dialect.elements('file', ['nodes'], 'node')}
    where ${dialect.textAt('node.value', ['parameters', 'workflowId'])} = ${id}
      or ${dialect.textAt('node.value', ['parameters', 'workflowId', 'value'])} = ${id}
  ))`;

/** What a workflow did last and will do next. Times are in milliseconds since the epoch. */
export interface WorkflowActivity {
  readonly lastRun?: { readonly id: string; readonly status: ExecutionStatus; readonly startedAt: number };
  readonly nextRun?: number;
  /** The workflow's own time zone, which may be invalid; null for that of the instance. */
  readonly timezone: string | null;
}

const statuses: readonly ExecutionStatus[] = ['success', 'error', 'crashed', 'canceled', 'waiting', 'running', 'new'];

interface ActivityRow {
  readonly latest: string;
  readonly next_run: number | null;
  readonly timezone: string | null;
}

function activityOf({ latest, next_run, timezone }: ActivityRow): WorkflowActivity {
  const runs = (JSON.parse(latest) as readonly (string | null)[]).flatMap((run, index) => {
    const [startedAt, id] = run === null ? [] : (JSON.parse(run) as [number, string]);
    const status = statuses[index];
    return startedAt === undefined || id === undefined || status === undefined ? [] : [{ id, status, startedAt }];
  });
  const [lastRun] = runs.toSorted((one, other) => other.startedAt - one.startedAt || other.id.localeCompare(one.id));
  return { timezone, ...(lastRun === undefined ? {} : { lastRun }), ...(next_run === null ? {} : { nextRun: next_run }) };
}

interface SummaryRow {
  readonly id: string;
  readonly name: string;
  readonly active: number;
  readonly archived: number;
  readonly version: number;
  readonly owner_id: string | null;
  readonly folder_id: string | null;
  readonly created_at: number;
  readonly updated_at: number;
  /** Tags as a JSON list. */
  readonly tags: string | null;
}

const summaryOf = (row: SummaryRow): WorkflowSummary => ({
  id: row.id,
  name: row.name,
  active: row.active === 1,
  isArchived: row.archived === 1,
  version: row.version,
  ownerId: row.owner_id,
  ...(row.folder_id === null ? {} : { folderId: row.folder_id }),
  tags: (JSON.parse(row.tags ?? '[]') as WorkflowSummary['tags']).toSorted((a, b) => a.name.localeCompare(b.name)),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

interface FileRow {
  readonly id: string;
  readonly file: string;
  readonly static_data: string | null;
  readonly active: number;
}

/** Values of columns take precedence over those in the file. */
function fileOf(row: FileRow): WorkflowFile {
  const file = parseExactly(row.file) as WorkflowFile;
  const active = file.active === undefined && row.active === 0 ? {} : { active: row.active === 1 };
  return { ...file, id: row.id, ...active, ...(row.static_data === null ? {} : { staticData: JSON.parse(row.static_data) as unknown }) };
}

function rowOf(id: string, workflow: WorkflowFile, now: number) {
  const { staticData, active, ...file } = workflow;
  return {
    id,
    name: workflow.name ?? '',
    active: active === true ? 1 : 0,
    file: stringifyExactly({ ...file, id, ...(active === undefined ? {} : { active: false }) }),
    static_data: staticData === undefined || staticData === null ? null : JSON.stringify(staticData),
    created_at: now,
    updated_at: now,
  };
}
