// The index of words in the data of executions, and searches in it. Results are in the order of their start, without sorting: the ids of the index
// consist of the start of an execution and a number.
import { sql, type Kysely, type RawBuilder, type Selectable } from 'kysely';
import type { ExecutionTable, SqlBoolean, Tables } from '../schema.ts';
import { conditionsOf, spanColumns, spanOf, type ExecutionFilter, type ExecutionSpan, type Page, type SpanRow } from './execution-list.ts';
import { recordOf, type ExecutionRecord } from './execution-record.ts';
import type { Database } from '../sql-database.ts';
import type { Dialect } from '../dialect.ts';
import type { WordQuery } from '../word-query.ts';
import type { Writes } from '../writes.ts';

/** What is indexed of an execution. */
export interface IndexedText {
  readonly id: string;
  /** Words of its data, and of its custom data. */
  readonly data: string;
  readonly custom: string;
}

/** A place in the list of executions, ordered by start. */
export interface StartPosition {
  readonly startedAt: number;
  readonly id: string;
}

/** An ended execution, and whether it is indexed. */
export interface EndedExecution extends StartPosition {
  readonly isIndexed: boolean;
}

/** Name of the stored setting: the start of the latest execution that was looked at for the index. */
export const INDEX_POSITION = 'executionIndex.seen';
/** Ids of the index per millisecond. */
const PER_MILLISECOND = 2 ** 20;
/** The latest one with ids that fit into 64 bits. */
const LAST_MILLISECOND = 2 ** 43 - 1;
/** Number of matches that a statement compares with the filter: at first, and at most. */
const MATCHED_FIRST = 50;
const MATCHED_AT_ONCE = 2000;
/** Maximum number of matches that are compared with the filter for a page. */
const MATCHED = 200_000;

const othersFirst = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export class ExecutionSearch {
  readonly #queries: Kysely<Tables>;
  readonly #dialect: Dialect;
  readonly #writes: Writes;

  constructor({ queries, writes, dialect }: Database) {
    this.#dialect = dialect;
    this.#queries = queries;
    this.#writes = writes;
  }

  /** Returns ended executions that started after this one, oldest first. */
  async endedAfter({ startedAt, id }: StartPosition, limit: number): Promise<readonly EndedExecution[]> {
    const streams = (['success', 'error', 'crashed', 'canceled'] as const).map(
      (status) => sql`select id, started_at from execution where status = ${status} and (started_at, id) > (${startedAt}, ${id})`,
    );
    const { rows } = await sql<{ id: string; started_at: number; indexed: SqlBoolean }>`
      select id, started_at, exists (select 1 from execution_index where execution_id = ended.id) as indexed
      from (${sql.join(streams, sql` union all `)} order by started_at, id limit ${limit}) as ended`.execute(this.#queries);
    return rows.map((row) => ({ id: row.id, startedAt: row.started_at, isIndexed: Boolean(row.indexed) }));
  }

  /** Returns those of the executions that are not indexed although they did not start after this position. */
  async missing(ids: readonly string[], { startedAt, id }: StartPosition): Promise<readonly string[]> {
    const { rows } = await sql<{ id: string }>`select id from execution where id in ${this.#dialect.texts(ids)}
      and (started_at, id) <= (${startedAt}, ${id})
      and not exists (select 1 from execution_index where execution_id = execution.id)`.execute(this.#queries);
    return rows.map((row) => row.id);
  }

  /** Adds executions to the index, in one commit. Those that are deleted or indexed already are left out. */
  async add(texts: readonly IndexedText[]): Promise<void> {
    await this.#writes.write(
      ...texts.flatMap(({ id, data, custom }) => [
        // A text of an execution that is indexed already is not replaced: executions do not change once they have ended.
        sql`insert into execution_index (search_id, execution_id)
          select coalesce((select max(search_id) + 1 from execution_index
              where search_id >= started_at * ${integer(PER_MILLISECOND)} and search_id < (started_at + 1) * ${integer(PER_MILLISECOND)}),
            started_at * ${integer(PER_MILLISECOND)}), id
          from execution where id = ${id} and not exists (select 1 from execution_index where execution_id = ${id}) on conflict do nothing`.compile(
          this.#queries,
        ),
        sql`insert into execution_text (rowid, data, custom)
          select search_id, ${this.#dialect.words.indexed(data)}, ${this.#dialect.words.indexed(custom)} from execution_index
          where execution_id = ${id} and not exists (select 1 from execution_text where rowid = search_id)`.compile(this.#queries),
      ]),
    );
  }

  /** Returns the executions whose words match and that pass the filter; the latest first by default. */
  async list(match: WordQuery, filter: ExecutionFilter, page: Page): Promise<readonly ExecutionRecord[]> {
    const records: ExecutionRecord[] = [];
    for await (const rows of this.#matches<Selectable<ExecutionTable>>(match, filter, sql`execution.*`, page)) {
      records.push(...rows.map(recordOf));
      if (records.length >= page.limit) break;
    }
    return records.slice(0, page.limit);
  }

  /** Returns the number of executions that match, at most `cap`. */
  async count(match: WordQuery, filter: ExecutionFilter, cap: number): Promise<number> {
    let count = 0;
    for await (const rows of this.#matches(match, filter, sql`1`, {})) {
      count += rows.length;
      if (count >= cap) break;
    }
    return Math.min(count, cap);
  }

  /** Like `ExecutionList.spans`, for executions that match. `onCut`: called if there are more than `most` matches, whose oldest are then left out. */
  async *spans(match: WordQuery, filter: ExecutionFilter, onCut: () => void, most = MATCHED): AsyncGenerator<readonly ExecutionSpan[]> {
    for await (const rows of this.#matches<SpanRow>(match, filter, spanColumns, {}, { onCut, most })) yield rows.map(spanOf);
  }

  /** Yields the rows of slices of the matches that pass the filter. */
  async *#matches<Row>(
    match: WordQuery,
    filter: ExecutionFilter,
    columns: RawBuilder<unknown>,
    page: Omit<Page, 'limit'>,
    { most = MATCHED, onCut }: { readonly most?: number; readonly onCut?: () => void } = {},
  ): AsyncGenerator<readonly Row[]> {
    const { statuses, ids, startedAfter, startedBefore } = filter;
    const { lastId, before, firstId, oldestFirst = false } = page;
    const bounds: RawBuilder<unknown>[] = [];
    if (startedAfter !== undefined) bounds.push(sql`rowid >= ${firstOf(startedAfter)}`);
    if (startedBefore !== undefined) bounds.push(sql`rowid < ${firstOf(startedBefore)}`);
    if (before !== undefined) bounds.push(sql`rowid < ${await this.#positionOf(before.id, firstOf(before.startedAt))}`);
    if (lastId !== undefined) bounds.push(sql`rowid < ${await this.#positionOf(lastId, sql`0`)}`);
    if (firstId !== undefined) bounds.push(sql`rowid > ${await this.#positionOf(firstId, sql`9223372036854775807`)}`);
    const conditions = [
      ...conditionsOf(filter, []),
      ...(statuses === undefined ? [] : [sql`status in (${sql.join([...statuses])})`]),
      ...(ids === undefined ? [] : [sql`id in ${this.#dialect.texts(ids)}`]),
    ].map((condition) => sql` and ${condition}`);
    const matches = await this.#dialect.words.matches(match, this.#queries);
    let cursor: RawBuilder<unknown> = sql``;
    let slice = MATCHED_FIRST;
    for (let seen = 0; seen < most; seen += slice, slice = Math.min(slice * 4, MATCHED_AT_ONCE), await othersFirst()) {
      const within = [...bounds.map((bound) => sql` and ${bound}`), cursor];
      const { rows } = await sql<{ at: string }>`select cast(rowid as text) as at from execution_text
        where ${matches}${sql.join(within, sql``)}
        order by rowid ${oldestFirst ? sql`asc` : sql`desc`} limit ${slice}`.execute(this.#queries);
      const last = rows.at(-1);
      if (last === undefined) return;
      const found = this.#dialect.integers(rows.map(({ at }) => at));
      const { rows: passing } = await sql`select ${columns} from execution_index
        join execution on execution.id = execution_index.execution_id
        where execution_index.search_id in ${found}${sql.join(conditions, sql``)}
        order by execution_index.search_id ${oldestFirst ? sql`asc` : sql`desc`}`.execute(this.#queries);
      if (passing.length > 0) yield passing as readonly Row[];
      if (rows.length < slice) return;
      cursor = sql` and rowid ${oldestFirst ? sql`>` : sql`<`} cast(${last.at} as bigint)`;
    }
    onCut?.();
  }

  /** Returns the position of an execution in the index; `missing` if it is not there. */
  async #positionOf(id: string, missing: RawBuilder<unknown>): Promise<RawBuilder<unknown>> {
    const { rows } = await sql<{
      at: string;
    }>`select cast(search_id as text) as at from execution_index where execution_id = ${id}`.execute(this.#queries);
    return rows[0] === undefined ? missing : sql`cast(${rows[0].at} as bigint)`;
  }
}

/** Numbers are bound as floating-point numbers, which cannot hold the ids of the index. */
const integer = (value: number): RawBuilder<unknown> => sql`cast(${String(Math.trunc(value))} as bigint)`;

/** The lowest id of executions that started at this time. */
const firstOf = (startedAt: number): RawBuilder<unknown> =>
  sql`${integer(Math.min(Math.max(Math.ceil(startedAt), 0), LAST_MILLISECOND))} * ${integer(PER_MILLISECOND)}`;
