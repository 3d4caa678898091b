// Links between called executions and their callers, and results for waiting callers.
import { sql, type Kysely } from 'kysely';
import { WAIT_FOREVER } from '../../contract/run-data.ts';
import type { LargePayloads } from '../large-payloads.ts';
import type { Tables } from '../schema.ts';
import { recordOf, type ExecutionRecord } from './execution-record.ts';
import type { Database } from '../sql-database.ts';
import type { Dialect } from '../dialect.ts';
import type { WriteQuery } from '../writes.ts';

/** The packed result of a called execution. */
export interface Delivery {
  readonly childId: string;
  readonly parentId: string;
  readonly data: Uint8Array;
  /** Id of its parts, if it is stored in parts; set by the store. */
  readonly large_id?: string | null;
  /** Time at which a waiting caller continues, in milliseconds since the epoch. */
  readonly now: number;
}

/** Rows written in the same commit as the end of an execution. */
export interface EndLinks {
  /** Result for its caller. */
  readonly delivery?: Delivery;
  /** Called executions that it waits for; `now`: time at which it continues if one of them has already ended. */
  readonly awaits?: { readonly childIds: readonly string[]; readonly now: number };
  /** Whether its results are now stored completely, so that the steps are no longer needed. */
  readonly hadSteps?: boolean;
  /** Whether it has ended, so that results received for it are no longer needed. */
  readonly isOver?: boolean;
}

export class ExecutionCalls {
  readonly #queries: Kysely<Tables>;
  readonly #dialect: Dialect;

  readonly #large: LargePayloads;

  constructor({ queries, dialect }: Database, large: LargePayloads) {
    this.#dialect = dialect;
    this.#queries = queries;
    this.#large = large;
  }

  /** Returns the packed results received for a caller, by the id of the called execution. */
  async results(parentId: string): Promise<ReadonlyMap<string, Uint8Array>> {
    const rows = await this.#queries
      .selectFrom('execution_call')
      .select(['child_id', 'data', 'large_id'])
      .where('parent_id', '=', parentId)
      .execute();
    const results = new Map<string, Uint8Array>();
    for (const { child_id: id, ...stored } of rows) {
      const data = await this.#large.read(stored);
      if (data !== undefined) results.set(id, data);
    }
    return results;
  }

  /** Returns the executions that the caller waits for and that have not ended. */
  async awaited(parentId: string): Promise<readonly ExecutionRecord[]> {
    const rows = await this.#queries
      .selectFrom('execution')
      .selectAll()
      .where('parent_id', '=', parentId)
      .where('parent_call', 'is not', null)
      .where('status', 'in', ['new', 'running', 'waiting'])
      .execute();
    return rows.map(recordOf);
  }

  /** Returns the ids of unfinished called executions whose caller has been deleted. `parentIds`: callers to check. */
  async abandoned(parentIds: readonly string[]): Promise<readonly string[]> {
    const rows = await sql<{ id: string }>`select id from execution as called where parent_id in (${sql.join(parentIds)})
      and parent_call is not null and ${this.#dialect.unindexed('status')} in ('new', 'running', 'waiting') and ${hasNoCaller}`.execute(
      this.#queries,
    );
    return rows.rows.map(({ id }) => id);
  }

  /** Removes the results of calls whose caller has been deleted. `parentIds`: callers to check. */
  removeAbandoned(parentIds: readonly string[]): WriteQuery {
    return sql`delete from execution_call as called where parent_id in (${sql.join(parentIds)}) and ${hasNoCaller}`.compile(this.#queries);
  }

  linkQueries(id: string, { delivery, awaits, isOver, hadSteps }: EndLinks): readonly WriteQuery[] {
    return [
      ...(delivery === undefined ? [] : this.deliveryQueries(delivery)),
      ...(awaits === undefined ? [] : [this.#lookQuery(id, awaits.childIds, awaits.now)]),
      ...(hadSteps === true ? [this.removeSteps(id)] : []),
      ...(isOver === true ? [this.#queries.deleteFrom('execution_call').where('parent_id', '=', id).compile()] : []),
    ];
  }

  removeSteps(id: string): WriteQuery {
    return this.#queries.deleteFrom('execution_step').where('execution_id', '=', id).compile();
  }

  /**
   * Stores a result, and resumes the caller if it is waiting. Does nothing unless the called execution has the status `only`, and is one of this
   * `instance`.
   */
  deliveryQueries(
    { childId, parentId, data, large_id = null, now }: Delivery,
    only?: 'new' | 'running' | 'waiting',
    instance?: string,
  ): readonly WriteQuery[] {
    const isOwn = instance === undefined ? sql`true` : sql`instance = ${instance}`;
    const isDue =
      only === undefined ? sql`true` : sql`exists (select 1 from execution where id = ${childId} and status = ${only} and ${isOwn})`;
    return [
      sql`insert into execution_call (child_id, parent_id, data, large_id) select ${childId}, ${parentId}, ${data}, ${large_id} where ${isDue}
        on conflict (child_id) do nothing`.compile(this.#queries),
      sql`update execution set wait_till = ${now} where id = ${parentId} and ${awaitsCalls} and ${isDue}`.compile(this.#queries),
    ];
  }

  /** A result may have arrived, or the called execution may have been deleted, after the caller parked and before the commit. */
  #lookQuery(id: string, childIds: readonly string[], now: number): WriteQuery {
    return sql`update execution set wait_till = ${now} where id = ${id} and exists (
        select 1 from (values ${sql.join(childIds.map((childId) => sql`(${childId})`))}) as child
        where exists (select 1 from execution_call where child_id = child.column1)
          or not exists (select 1 from execution where id = child.column1)
      )`.compile(this.#queries);
  }
}

const hasNoCaller = sql`not exists (select 1 from execution where id = called.parent_id)`;

/** Matches a caller that waits for called executions, or would after a crash, when its row is running and has a checkpoint. */
const awaitsCalls = sql`status in ('waiting', 'running') and wait_till >= ${WAIT_FOREVER}`;

/** Resumes at `now` the callers of these executions, which are deleted before their end. */
export const callersQuery = (
  { queries, dialect }: Pick<Database, 'queries' | 'dialect'>,
  ids: readonly string[],
  now: number,
): WriteQuery =>
  sql`update execution set wait_till = ${now} where ${awaitsCalls} and id in (
    select parent_id from execution where id in (${sql.join(ids)}) and parent_call is not null and ${dialect.unindexed('status')} in ('new', 'waiting')
  )`.compile(queries);
