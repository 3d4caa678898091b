// Executions as lists: filtered, in pages, counted, and removed in slices.
import type { ExpressionBuilder, Kysely, SqlBool, Expression } from 'kysely';
import type { ExecutionStatus } from '../../contract/run-data.ts';
import type { Tables } from '../schema.ts';
import type { WriteGroup } from '../write-group.ts';
import { recordOf, type ExecutionRecord } from './execution-record.ts';

export interface ExecutionFilter {
  readonly workflowId?: string;
  readonly statuses?: readonly ExecutionStatus[];
  /** Only executions of this user's workflows. */
  readonly ownerId?: string;
  readonly ids?: readonly string[];
  /** Milliseconds since the epoch. */
  readonly startedBefore?: number;
  readonly startedAfter?: number;
  readonly mode?: string;
}

export interface Page {
  readonly limit: number;
  /** Go on below this execution. */
  readonly lastId?: string;
  /** Only executions above this one. */
  readonly firstId?: string;
}

/** Rows removed in one statement. */
const REMOVED_AT_ONCE = 50;
const neverRemoved: readonly ExecutionStatus[] = ['new', 'running'];

export class ExecutionList {
  readonly #queries: Kysely<Tables>;
  readonly #writes: WriteGroup;

  constructor(queries: Kysely<Tables>, writes: WriteGroup) {
    this.#queries = queries;
    this.#writes = writes;
  }

  /** The latest first. Ids to go on from that are unknown (any more) give nothing. */
  async list(filter: ExecutionFilter, { limit, lastId, firstId }: Page): Promise<readonly ExecutionRecord[]> {
    let query = this.#queries.selectFrom('execution').selectAll().where(conditions(filter));
    for (const [id, sign] of [
      [lastId, '<'],
      [firstId, '>'],
    ] as const) {
      if (id === undefined) continue;
      const at = await this.#queries.selectFrom('execution').select('started_at').where('id', '=', id).executeTakeFirst();
      if (at === undefined) return [];
      query = query.where((eb) => eb(eb.refTuple('started_at', 'id'), sign, eb.tuple(at.started_at, id)));
    }
    return (await query.orderBy('started_at', 'desc').orderBy('id', 'desc').limit(limit).execute()).map(recordOf);
  }

  /** How many there are, at most `cap`: counting more takes longer than anybody wants to wait. */
  async count(filter: ExecutionFilter, cap: number): Promise<number> {
    const some = this.#queries.selectFrom('execution').select('id').where(conditions(filter)).limit(cap);
    const row = await this.#queries
      .selectFrom(some.as('some'))
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirst();
    return row?.n ?? 0;
  }

  /** Removes those that are over (waiting ones too, where the filter asks for them); answers how many went. Lets others in between slices. */
  async remove(filter: ExecutionFilter): Promise<number> {
    const removable = filter.statuses ?? (filter.ids === undefined ? (['waiting'] as const) : []);
    const kept = filter.statuses === undefined ? [...neverRemoved, ...(filter.ids === undefined ? removable : [])] : neverRemoved;
    let count = 0;
    for (let removed = REMOVED_AT_ONCE; removed === REMOVED_AT_ONCE; count += removed) {
      removed = await this.removeSome((eb) => eb.and([conditions(filter)(eb), eb('status', 'not in', kept)]), REMOVED_AT_ONCE);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return count;
  }

  /** Removes up to `limit` executions that started before `time` and are over, with their payloads; answers how many went. */
  pruneBefore(time: number, limit: number): Promise<number> {
    return this.removeSome((eb) => eb.and([eb('started_at', '<', time), eb('status', 'not in', [...neverRemoved, 'waiting'])]), limit);
  }

  /** Removes up to `limit` of those that are over and beyond the latest `most`; answers how many went. */
  async pruneBeyond(most: number, limit: number): Promise<number> {
    const edge = await this.#queries
      .selectFrom('execution')
      .select('started_at')
      .orderBy('started_at', 'desc')
      .offset(most)
      .limit(1)
      .executeTakeFirst();
    return edge === undefined ? 0 : this.pruneBefore(edge.started_at + 1, limit);
  }

  /** Removes up to `limit` of the oldest that are over; answers how many went. */
  pruneOldest(limit: number): Promise<number> {
    return this.pruneBefore(Number.MAX_SAFE_INTEGER, limit);
  }

  /** Removes workflows as they ran that no execution refers to. */
  async removeUnusedSnapshots(): Promise<void> {
    const unused = this.#queries
      .deleteFrom('workflow_snapshot')
      .where('hash', 'not in', (eb) =>
        eb.selectFrom('execution').select('snapshot').where('snapshot', 'is not', null).$castTo<{ snapshot: string }>(),
      );
    await this.#writes.write(unused.compile());
  }

  removeSome(which: (eb: ExpressionBuilder<Tables, 'execution'>) => Expression<SqlBool>, limit: number): Promise<number> {
    const ids = this.#queries.selectFrom('execution').select('id').where(which).orderBy('started_at').limit(limit);
    return this.#writes.write(this.#queries.deleteFrom('execution').where('id', 'in', ids).compile());
  }
}

function conditions(filter: ExecutionFilter) {
  return (eb: ExpressionBuilder<Tables, 'execution'>): Expression<SqlBool> => {
    const all: Expression<SqlBool>[] = [];
    if (filter.workflowId !== undefined) all.push(eb('workflow_id', '=', filter.workflowId));
    if (filter.statuses !== undefined) all.push(eb('status', 'in', filter.statuses));
    if (filter.ids !== undefined) all.push(eb('id', 'in', filter.ids));
    if (filter.mode !== undefined) all.push(eb('mode', '=', filter.mode));
    if (filter.startedBefore !== undefined) all.push(eb('started_at', '<', filter.startedBefore));
    if (filter.startedAfter !== undefined) all.push(eb('started_at', '>=', filter.startedAfter));
    if (filter.ownerId !== undefined) {
      all.push(eb('workflow_id', 'in', eb.selectFrom('workflow').select('workflow.id').where('owner_id', '=', filter.ownerId)));
    }
    return eb.and(all);
  };
}
