// Lists of executions: filtered, paged, counted, and removed in slices. The cost of a query does not depend on the length of the history.
import { sql, type Kysely, type RawBuilder, type Selectable } from 'kysely';
import type { ExecutionStatus } from '../../contract/run-data.ts';
import type { LargePayloads } from '../large-payloads.ts';
import type { ExecutionTable, Tables } from '../schema.ts';
import { callersQuery } from './execution-calls.ts';
import { recordOf, type ExecutionRecord } from './execution-record.ts';
import type { Database } from '../sql-database.ts';
import type { Dialect } from '../dialect.ts';
import type { Writes } from '../writes.ts';

export interface ExecutionFilter {
  readonly workflowId?: string;
  readonly statuses?: readonly ExecutionStatus[];
  /** Only executions that belong to this member. */
  readonly ownerId?: string;
  readonly ids?: readonly string[];
  /** Milliseconds since the epoch. */
  readonly startedBefore?: number;
  readonly startedAfter?: number;
  readonly stoppedBefore?: number;
  readonly mode?: string;
  readonly isHighlighted?: boolean;
}

/** When an execution started and stopped, in milliseconds since the epoch. */
export interface ExecutionSpan {
  readonly startedAt: number;
  readonly stoppedAt?: number;
  readonly status: ExecutionStatus;
}

export interface SpanRow {
  readonly id: string;
  readonly started_at: number;
  readonly stopped_at: number | null;
  readonly status: string;
}

export const spanColumns = sql`execution.id, execution.started_at, execution.stopped_at, execution.status`;

export const spanOf = ({ started_at, stopped_at, status }: SpanRow): ExecutionSpan => ({
  startedAt: started_at,
  ...(stopped_at === null ? {} : { stoppedAt: stopped_at }),
  status: status as ExecutionStatus,
});

export interface Page {
  readonly limit: number;
  /** Starts below this execution. */
  readonly lastId?: string;
  /** Like `lastId`, for an execution that may have been deleted. Milliseconds since the epoch. */
  readonly before?: { readonly startedAt: number; readonly id: string };
  /** Ends above this execution. */
  readonly firstId?: string;
  /** Reverses the order: with `firstId`, returns the executions that follow it. */
  readonly oldestFirst?: boolean;
}

type Sql = RawBuilder<unknown>;

/** Maximum number of rows removed per statement, which limits how long a statement blocks. */
const REMOVED_AT_ONCE = 50;
const BYTES_REMOVED_AT_ONCE = 4 * 1024 * 1024;
/** Maximum number of rows whose owner is changed per statement. */
const OWNED_AT_ONCE = 500;
/** Maximum number of rows visited per statement to find the latest ones. */
const WALKED_AT_ONCE = 10_000;
const over: readonly ExecutionStatus[] = ['success', 'error', 'crashed', 'canceled'];
const everyStatus: readonly ExecutionStatus[] = [...over, 'waiting', 'running', 'new'];
/** Number of rows read per statement for statistics. */
const SPANS_AT_ONCE = 5000;
const latestFirst = sql`order by started_at desc, id desc`;
const oldestFirst = sql`order by started_at, id`;
const othersFirst = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export class ExecutionList {
  readonly #queries: Kysely<Tables>;
  readonly #dialect: Dialect;
  readonly #writes: Writes;

  readonly #large: LargePayloads;

  constructor({ queries, writes, dialect }: Database, large: LargePayloads) {
    this.#dialect = dialect;
    this.#queries = queries;
    this.#large = large;
    this.#writes = writes;
  }

  /** Latest first by default. If an id to start from is unknown, for example deleted, the list is empty. */
  async list(
    filter: ExecutionFilter,
    { limit, lastId, before, firstId, oldestFirst: isReversed }: Page,
  ): Promise<readonly ExecutionRecord[]> {
    if (filter.statuses?.length === 0) return [];
    const within: Sql[] = before === undefined ? [] : [sql`(started_at, id) < (${before.startedAt}, ${before.id})`];
    for (const [id, sign] of [
      [lastId, sql`<`],
      [firstId, sql`>`],
    ] as const) {
      if (id === undefined) continue;
      const at = await this.#queries.selectFrom('execution').select('started_at').where('id', '=', id).executeTakeFirst();
      if (at === undefined) return [];
      within.push(sql`(started_at, id) ${sign} (${at.started_at}, ${id})`);
    }
    const rows = await this.#run<Selectable<ExecutionTable>>(
      this.#query(filter, sql`*`, limit, within, isReversed === true ? oldestFirst : latestFirst),
    );
    return rows.map(recordOf);
  }

  /** Yields when executions started and stopped, in slices, the latest first. */
  async *spans(filter: ExecutionFilter): AsyncGenerator<readonly ExecutionSpan[]> {
    if (filter.statuses?.length === 0) return;
    for (let edge: SpanRow | undefined; ; await othersFirst()) {
      const within = edge === undefined ? [] : [sql`(started_at, id) < (${edge.started_at}, ${edge.id})`];
      const rows: readonly SpanRow[] = await this.#run<SpanRow>(this.#query(filter, spanColumns, SPANS_AT_ONCE, within));
      if (rows.length > 0) yield rows.map(spanOf);
      if (rows.length < SPANS_AT_ONCE) return;
      edge = rows.at(-1);
    }
  }

  /** Returns those of the ids whose executions are stored. `ownerId`: and belong to this member. */
  async stored(ids: readonly string[], { ownerId }: Pick<ExecutionFilter, 'ownerId'>): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const owned = ownerId === undefined ? sql`` : sql` and ${this.#dialect.unindexed('owner_id')} = ${ownerId}`;
    const rows = await this.#run<{ id: string }>(sql`select id from execution where id in (${sql.join(ids)})${owned}`);
    return new Set(rows.map(({ id }) => id));
  }

  /** Gives the executions of a removed member to another one, or to the instance owner (null), in slices. */
  async changeOwner(memberId: string, ownerId: string | null): Promise<void> {
    const some = sql`select id from execution where owner_id = ${memberId} limit ${OWNED_AT_ONCE}`;
    const change = sql`update execution set owner_id = ${ownerId} where id in (${some})`;
    while ((await this.#writes.write(change.compile(this.#queries))) > 0) await othersFirst();
  }

  /** Returns the number of executions, at most `cap`: counting more would block the process. */
  async count(filter: ExecutionFilter, cap: number): Promise<number> {
    if (filter.statuses?.length === 0) return 0;
    const streams = unionOf(statusesOf(filter), sql`1`, conditionsOf(filter, []), sourceOf(filter, this.#dialect));
    const [row] = await this.#run<{ n: number }>(sql`select count(*) as n from (${streams} limit ${cap}) as listed`);
    return row?.n ?? 0;
  }

  /**
   * Removes finished executions (waiting and queued ones too if the filter includes them or lists ids) in slices; returns their number. `now`:
   * time at which callers that wait for a removed execution continue, in milliseconds since the epoch. `onRemoved` is called with the ids of each
   * slice.
   */
  async remove(filter: ExecutionFilter, now: number, onRemoved?: (ids: readonly string[]) => Promise<void>): Promise<number> {
    const removable: readonly ExecutionStatus[] =
      filter.ids === undefined && filter.statuses === undefined ? over : [...over, 'waiting', 'new'];
    const statuses = removable.filter((status) => filter.statuses?.includes(status) ?? true);
    const requested = { ...filter, statuses };
    if (statuses.length === 0) return 0;
    let count = 0;
    for (const matching of filter.ids === undefined
      ? [this.#query(requested, sql`id, started_at`, REMOVED_AT_ONCE, [])]
      : withIds(requested, this.#dialect)) {
      for (let removed = 1; removed > 0; count += removed, await othersFirst()) removed = await this.#removeSome(matching, now, onRemoved);
    }
    return count;
  }

  /**
   * Removes some of the finished executions that started before `time`, oldest first, with their payloads; returns 0 if none is left. Highlighted
   * ones stay.
   */
  async pruneBefore(time: number): Promise<number> {
    const streams = unionOf(over, sql`id, started_at`, [sql`started_at < ${time}`, notHighlighted]);
    const count = await this.#removeSome(sql`${streams} order by started_at limit ${REMOVED_AT_ONCE}`);
    // The callers look at the size of the database next.
    while (await this.#large.removeSome()) await othersFirst();
    return count;
  }

  /** Removes some of the finished executions that expired before `time`, but highlighted ones; returns 0 if none is left. */
  pruneExpired(time: number): Promise<number> {
    return this.#removeSome(
      sql`select id from execution where expires_at < ${time} and ${notHighlighted} and ${this.#dialect.unindexed('status')} in (${sql.join(over)}) limit ${REMOVED_AT_ONCE}`,
    );
  }

  /** Returns the start time of the newest execution beyond the first `most`; undefined if there are no more. Yields to other work. */
  async startBeyond(most: number): Promise<number | undefined> {
    let edge: { readonly started_at: number; readonly id: string } | undefined;
    for (let remaining = most; ; await othersFirst()) {
      const steps = Math.min(remaining, WALKED_AT_ONCE);
      const within = edge === undefined ? [] : [sql`(started_at, id) <= (${edge.started_at}, ${edge.id})`];
      const streams = unionOf(everyStatus, sql`started_at, id`, within);
      [edge] = await this.#run<{ started_at: number; id: string }>(sql`${streams} ${latestFirst} limit 1 offset ${steps}`);
      remaining -= steps;
      if (edge === undefined || remaining === 0) return edge?.started_at;
    }
  }

  /** Query for columns of the latest `limit` rows that match the filter. */
  #query(filter: ExecutionFilter, columns: Sql, limit: number, within: readonly Sql[], order = latestFirst): Sql {
    return sql`${unionOf(statusesOf(filter), columns, conditionsOf(filter, within), sourceOf(filter, this.#dialect))} ${order} limit ${limit}`;
  }

  async #removeSome(matching: Sql, now?: number, onRemoved?: (ids: readonly string[]) => Promise<void>): Promise<number> {
    const sized = sql`select id, coalesce((select length(data) from execution_data where execution_id = found.id), 0) as size from (${matching}) as found`;
    const some: string[] = [];
    let bytes = 0;
    for (const { id, size } of await this.#run<{ id: string; size: number }>(sized)) {
      bytes += size;
      if (some.length > 0 && bytes > BYTES_REMOVED_AT_ONCE) break;
      some.push(id);
    }
    if (some.length === 0) return 0;
    const callers = now === undefined ? [] : [callersQuery({ queries: this.#queries, dialect: this.#dialect }, some, now)];
    // A waiting run may have been resumed in the meantime.
    const removed = sql`delete from execution where id in (${sql.join(some)}) and ${this.#dialect.unindexed('status')} != 'running'`;
    const count = await this.#writes.write(...callers, removed.compile(this.#queries));
    if (count > 0) await onRemoved?.(some);
    return count;
  }

  async #run<Row>(query: Sql): Promise<readonly Row[]> {
    return (await query.execute(this.#queries)).rows as readonly Row[];
  }
}

const notHighlighted = sql`highlighted = 0`;

const statusesOf = ({ statuses = everyStatus }: ExecutionFilter): readonly ExecutionStatus[] => [...new Set(statuses)];
const and = (conditions: readonly Sql[]): Sql =>
  sql.join(
    conditions.map((condition) => sql` and ${condition}`),
    sql``,
  );

/**
 * One query per status, each in the order of an index: SQLite merges them lazily to sort the whole, while `status in (…)` would read and sort
 * every matching row.
 */
function unionOf(statuses: readonly ExecutionStatus[], columns: Sql, conditions: readonly Sql[], source = execution): Sql {
  return sql.join(
    statuses.map((status) => sql`select ${columns} from ${source} where status = ${status}${and(conditions)}`),
    sql` union all `,
  );
}

/** Yields the filter with its ids in slices. */
function* withIds({ ids = [], statuses = [], ownerId }: ExecutionFilter, dialect: Dialect): Generator<Sql> {
  const owned = ownerId === undefined ? sql`` : sql` and owner_id = ${ownerId}`;
  for (let from = 0; from < ids.length; from += REMOVED_AT_ONCE) {
    const some = ids.slice(from, from + REMOVED_AT_ONCE);
    yield sql`select id from execution where id in (${sql.join(some)}) and ${dialect.unindexed('status')} in (${sql.join(statuses)})${owned}`;
  }
}

const execution = sql`execution`;

/** Highlighted rows, and those of one member unless a workflow is selected, are read in the order of an index of their own. */
const sourceOf = ({ ownerId, workflowId, isHighlighted }: ExecutionFilter, dialect: Dialect): Sql =>
  isHighlighted === true
    ? dialect.executionsBy('execution_highlighted')
    : ownerId === undefined || workflowId !== undefined
      ? execution
      : dialect.executionsBy('execution_of_owner');

/** Returns the conditions of a filter, but for those on the status and the ids. */
export function conditionsOf(filter: ExecutionFilter, within: readonly Sql[]): readonly Sql[] {
  const { workflowId, ownerId, mode, startedBefore, startedAfter, stoppedBefore, isHighlighted } = filter;
  return [
    ...(workflowId === undefined ? [] : [sql`workflow_id = ${workflowId}`]),
    ...(ownerId === undefined ? [] : [sql`owner_id = ${ownerId}`]),
    ...(isHighlighted === undefined ? [] : [isHighlighted ? sql`highlighted = 1` : notHighlighted]),
    ...(mode === undefined ? [] : [sql`mode = ${mode}`]),
    ...(startedBefore === undefined ? [] : [sql`started_at < ${startedBefore}`]),
    ...(startedAfter === undefined ? [] : [sql`started_at >= ${startedAfter}`]),
    ...(stoppedBefore === undefined ? [] : [sql`stopped_at < ${stoppedBefore}`]),
    ...within,
  ];
}
