// Executions in the database: one slim row each, with payload and workflow snapshot in tables of their own. A production run writes at most twice.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../schema.ts';
import type { StartFiles } from '../start-files.ts';
import type { PendingWrite, WriteGroup, WriteQuery } from '../write-group.ts';
import { ExecutionCalls, type Delivery, type EndLinks } from './execution-calls.ts';
import { ExecutionProgress } from './execution-progress.ts';
import type { ExecutionFileRepository } from './execution-files.ts';
import { statements } from './execution-statements.ts';
import { recordOf, rowOf, type ExecutionBegin, type ExecutionEnd, type ExecutionRecord } from './execution-record.ts';

interface ClaimOptions {
  readonly payload?: Uint8Array;
  readonly checkpoint?: number;
  /** Ids of the files that it is resumed with. */
  readonly files?: readonly string[];
}

interface Starting {
  readonly begun: ExecutionBegin;
  /** The write of the row; absent while large start data is written to a file. */
  write?: PendingWrite;
  /** Set when the run has ended and its results are packed: settles as the returned promise does. */
  ending?: Promise<unknown>;
  /** Set when the run has already ended, so that its start need not be written: settles as the write of its end. */
  ended?: Promise<unknown>;
}

export class ExecutionRepository {
  readonly #queries: Kysely<Tables>;
  readonly #writes: WriteGroup;
  /** Links between called executions and their callers. */
  readonly calls: ExecutionCalls;
  /** Progress of running executions. */
  readonly progress: ExecutionProgress;
  readonly #statements: ReturnType<typeof statements>;
  /** Starts that are not committed yet, by id: a run that ends before is written once. Not a Map: its outgrown tables would retain later entries. */
  readonly #starting = Object.create(null) as { [id: string]: Starting };
  /** Absent for a database in memory, which accepts data of any size. */
  readonly #startFiles: StartFiles | undefined;
  /** Executions whose start file this process has written. */
  readonly #withStartFile = new Set<string>();

  readonly #files: ExecutionFileRepository;

  constructor(queries: Kysely<Tables>, writes: WriteGroup, files: ExecutionFileRepository, startFiles?: StartFiles) {
    this.#queries = queries;
    this.#writes = writes;
    this.calls = new ExecutionCalls(queries);
    this.#files = files;
    this.#startFiles = startFiles;
    this.#statements = statements(queries);
    this.progress = new ExecutionProgress(queries, writes, this.#statements, (...owned) => this.#belongings(...owned));
  }

  /** Records that an execution has started. Its data is requested only when it is written: a run that ends before needs less. */
  async start(begun: ExecutionBegin): Promise<void> {
    const { id } = begun.record;
    const starting: Starting = { begun };
    let large: Promise<Uint8Array> | undefined;
    starting.write = this.#writes.pend(() => {
      const payload = begun.payload?.();
      if (!(payload instanceof Promise)) return this.#startQueries(begun, payload);
      large = payload;
      starting.write = undefined;
      // A failure is reported to the caller that awaits it.
      large.catch(() => undefined);
      return [];
    });
    this.#starting[id] = starting;
    try {
      await starting.write.done;
      if (large !== undefined) await this.#startLarge(starting, await large);
    } finally {
      delete this.#starting[id];
    }
  }

  /** Stores a start whose data is too large for a commit: first the data, then the row that names it. */
  async #startLarge(starting: Starting, payload: Uint8Array): Promise<void> {
    const { begun } = starting;
    const { id, instance } = begun.record;
    // A finished run needs no file: it is about to be written as a whole.
    await starting.ending;
    if (starting.ending !== undefined) await nextTurn();
    if (starting.ended === undefined) {
      const file = await this.#startFiles?.write(id, instance, payload);
      let isNamed = false;
      try {
        // The run may have ended in the meantime, and its whole execution have been written.
        if (starting.ended === undefined) {
          starting.write = this.#writes.pend(() => {
            isNamed = file !== undefined;
            return this.#startQueries(begun, file === undefined ? payload : undefined, file);
          });
          await starting.write.done;
          if (isNamed) this.#withStartFile.add(id);
        }
      } catch (error) {
        isNamed = false;
        throw error;
      } finally {
        if (file !== undefined && !isNamed) await this.#startFiles?.remove(file);
      }
    }
    await starting.ended;
  }

  #startQueries(begun: ExecutionBegin, payload: Uint8Array | undefined, startFile?: string): readonly WriteQuery[] {
    const { record, files } = begun;
    const given = files?.() ?? [];
    return [
      ...this.#rowQueries(record, begun, startFile),
      ...this.#belongings(record.id, payload),
      ...this.#files.claim(record.id, given, record.instance),
    ];
  }

  /** A run has ended, and its results are packed: then `end` is called. */
  announceEnd(id: string, packing: Promise<unknown>): void {
    const starting = this.#starting[id];
    if (starting !== undefined) starting.ending = packing.catch(() => undefined);
  }

  /** Records how it ended (or that it waits), with its packed payload and the ids of its files if they are stored; atomic. */
  async end(end: ExecutionEnd, payload?: Uint8Array, files: readonly string[] = [], links: EndLinks = {}): Promise<void> {
    const starting = this.#starting[end.id];
    if (starting !== undefined) {
      const whole = (): readonly WriteQuery[] => [
        ...this.#rowQueries({ ...starting.begun.record, ...end }, starting.begun),
        ...this.#belongings(end.id, payload, files),
        ...this.calls.linkQueries(end.id, links),
      ];
      if (starting.write === undefined || starting.write.replace(whole)) {
        starting.ended = starting.write?.done ?? this.#writes.pend(whole).done;
        await starting.ended;
        return;
      }
    }
    const { id, status, stoppedAt, waitTill, lastNode, errorMessage } = end;
    const row = this.#statements.end.with({
      status,
      stopped_at: stoppedAt ?? null,
      wait_till: waitTill ?? null,
      last_node: lastNode ?? null,
      error_message: errorMessage ?? null,
      id,
    });
    const superseded =
      payload !== undefined && this.#withStartFile.delete(id) ? [this.#statements.startSuperseded.with({ start_file: null, id })] : [];
    const unused = status === 'waiting' ? [] : this.#files.release(id);
    await this.#writes.write(...superseded, ...this.#belongings(id, payload, files), ...unused, row, ...this.calls.linkQueries(id, links));
  }

  /** Removes an execution with all its data; if its start is not committed yet, nothing is written at all. */
  async remove(id: string, links: EndLinks = {}): Promise<void> {
    const linked = this.calls.linkQueries(id, links);
    const starting = this.#starting[id];
    if (linked.length === 0 && starting !== undefined) {
      const { reports } = starting.begun;
      const { write } = starting;
      const reported = reports === undefined ? [] : [this.#reportedQuery(reports)];
      if (write === undefined) {
        starting.ended = this.#writes.pend(() => reported).done;
        await starting.ended;
        return;
      }
      const isEarly = reports === undefined ? write.withdraw() : write.replace(() => reported);
      if (isEarly) {
        starting.ended = write.done;
        await write.done;
        return;
      }
    }
    if (starting !== undefined && starting.write === undefined) starting.ended = Promise.resolve();
    this.#withStartFile.delete(id);
    await this.#writes.write(...linked, this.#queries.deleteFrom('execution').where('id', '=', id).compile());
  }

  /** Stores an execution that was not recorded when it started. */
  async add(
    begun: ExecutionBegin,
    end: ExecutionEnd,
    payload: Uint8Array,
    files: readonly string[] = [],
    links: EndLinks = {},
  ): Promise<void> {
    const row = this.#rowQueries({ ...begun.record, ...end }, begun);
    await this.#writes.write(...row, ...this.#belongings(end.id, payload, files), ...this.calls.linkQueries(end.id, links));
  }

  /**
   * Resumes a waiting execution for an instance; returns false if it no longer waits, so that it is never resumed twice. `payload`: the
   * state to resume with. `checkpoint`: when it waits again if the process dies immediately, in milliseconds since the epoch.
   */
  async claim(id: string, instance: string, { payload, checkpoint, files = [] }: ClaimOptions = {}): Promise<boolean> {
    const row = this.#queries
      .updateTable('execution')
      .set({ status: 'running', instance, wait_till: checkpoint ?? null, stop_requested: 0 })
      .where('id', '=', id)
      .where('status', '=', 'waiting');
    const stored =
      payload === undefined
        ? []
        : [
            sql`insert into execution_data (execution_id, data) select ${id}, ${payload}
              where exists (select 1 from execution where id = ${id} and status = 'waiting')
              on conflict (execution_id) do update set data = excluded.data`.compile(this.#queries),
          ];
    return (await this.#writes.write(...stored, ...this.#files.claim(id, files, instance), row.compile())) === 1;
  }

  /** Removes results for callers that are deleted. */
  async removeAbandonedResults(parentIds: readonly string[]): Promise<void> {
    await this.#writes.write(this.calls.removeAbandoned(parentIds));
  }

  /** Ids of queued executions, the first stored first. */
  async queued(): Promise<readonly string[]> {
    const rows = await this.#queries
      .selectFrom('execution')
      .select('id')
      .where('status', '=', 'new')
      .orderBy(sql`rowid`)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Marks a queued execution as running; false if it was stopped or deleted. `startedAt` in milliseconds since the epoch. */
  async claimQueued(id: string, instance: string, startedAt: number): Promise<boolean> {
    const row = this.#queries
      .updateTable('execution')
      .set({ status: 'running', instance, started_at: startedAt, stop_requested: 0 })
      .where('id', '=', id)
      .where('status', '=', 'new');
    return (await this.#writes.write(row.compile())) === 1;
  }

  /** Executions that count as running. */
  async running(): Promise<readonly ExecutionRecord[]> {
    return (await this.#running().execute()).map(recordOf);
  }

  /** Executions that count as running in other instances, latest first. */
  async runningElsewhere(instance: string): Promise<readonly ExecutionRecord[]> {
    return (await this.#running().where('instance', '<>', instance).orderBy('started_at', 'desc').execute()).map(recordOf);
  }

  /** Asks the instance that runs an execution to stop it; returns false if it no longer runs. */
  async requestStop(id: string): Promise<boolean> {
    const row = this.#queries.updateTable('execution').set({ stop_requested: 1 }).where('id', '=', id).where('status', '=', 'running');
    return (await this.#writes.write(row.compile())) === 1;
  }

  /** Ids of executions that the instance runs and was asked to stop. */
  async stopRequests(instance: string): Promise<readonly string[]> {
    const rows = await this.#running().where('instance', '=', instance).where('stop_requested', '=', 1).execute();
    return rows.map(({ id }) => id);
  }

  /** Marks an execution as crashed whose instance has ended, with its result for its caller. `now` in milliseconds since the epoch. */
  async markCrashed(id: string, now: number, delivery?: Delivery): Promise<void> {
    await this.#endOne(id, 'running', 'crashed', now, delivery);
  }

  /** Ids of crashed executions whose error workflows have not been started. */
  async errorsDue(): Promise<readonly string[]> {
    return (
      await this.#queries
        .selectFrom('execution')
        .select('id')
        .where(sql<boolean>`error_due = 1`)
        .execute()
    ).map(({ id }) => id);
  }

  /** Records that a crashed execution no longer needs an error workflow. */
  async errorReported(id: string): Promise<void> {
    await this.#writes.write(this.#reportedQuery(id));
  }

  /** Marks an execution as canceled whose instance has ended; returns false if it does not count as running. */
  async cancelLost(id: string, now: number, delivery?: Delivery): Promise<boolean> {
    return (await this.#endOne(id, 'running', 'canceled', now, delivery)) === 1;
  }

  /** Records that a waiting execution was stopped (whether it waits for a time, a call or its turn), with its result for its caller; false if it does not wait. */
  async cancelWaiting(id: string, now: number, delivery?: Delivery): Promise<boolean> {
    if ((await this.#endOne(id, 'waiting', 'canceled', now, delivery)) === 1) return true;
    return (await this.#endOne(id, 'new', 'canceled', now)) === 1;
  }

  /** Records that a retry of an execution succeeded. */
  async noteRetry(id: string, retryId: string): Promise<void> {
    await this.#writes.write(this.#queries.updateTable('execution').set({ retry_success_id: retryId }).where('id', '=', id).compile());
  }

  async get(id: string): Promise<ExecutionRecord | undefined> {
    const row = await this.#queries.selectFrom('execution').selectAll().where('id', '=', id).executeTakeFirst();
    return row === undefined ? undefined : recordOf(row);
  }

  /** The packed payload; undefined if none was stored. */
  async payload(id: string): Promise<Uint8Array | undefined> {
    const row = await this.#queries
      .selectFrom('execution')
      .leftJoin('execution_data', 'execution_data.execution_id', 'execution.id')
      .select(['status', 'data', 'start_file'])
      .where('execution.id', '=', id)
      .executeTakeFirst();
    if (row === undefined || row.data !== null || row.start_file === null) return row?.data ?? undefined;
    // An execution queued by an earlier process ends here.
    if (row.status === 'running') this.#withStartFile.add(id);
    return this.#startFiles?.read(row.start_file);
  }

  /** The packed workflow file as it ran. */
  async snapshot(hash: string): Promise<Uint8Array | undefined> {
    return (await this.#queries.selectFrom('workflow_snapshot').select('data').where('hash', '=', hash).executeTakeFirst())?.data;
  }

  /** Waiting executions that are due, the earliest first; at most `limit` of them if it is given. */
  async due(now: number, limit = -1): Promise<readonly ExecutionRecord[]> {
    const rows = await this.#waiting().where('wait_till', '<=', now).orderBy('wait_till').limit(limit).execute();
    return rows.map(recordOf);
  }

  /** When the next waiting execution that is not due at `now` continues; undefined if there is none. */
  async nextDue(now: number): Promise<number | undefined> {
    const row = await this.#waiting().where('wait_till', '>', now).orderBy('wait_till').limit(1).executeTakeFirst();
    return row?.wait_till ?? undefined;
  }

  #running() {
    return this.#queries.selectFrom('execution').selectAll().where('status', '=', 'running');
  }

  #waiting() {
    // The sign keeps SQLite on the index of times, which provides the order.
    return this.#queries
      .selectFrom('execution')
      .selectAll()
      .where(sql`+status`, '=', 'waiting')
      .where('wait_till', 'is not', null);
  }

  async #endOne(id: string, from: 'new' | 'running' | 'waiting', to: string, now: number, delivery?: Delivery): Promise<number> {
    const row = this.#queries
      .updateTable('execution')
      .set({ status: to, stopped_at: now, wait_till: null, ...(to === 'crashed' ? { error_due: 1 } : {}) })
      .where('id', '=', id)
      .where('status', '=', from);
    const delivered = delivery === undefined ? [] : this.calls.deliveryQueries(delivery, from);
    return this.#writes.write(...delivered, row.compile());
  }

  #rowQueries(record: ExecutionRecord, { snapshot: makeSnapshot, reports }: ExecutionBegin, startFile?: string): readonly WriteQuery[] {
    const reported = reports === undefined ? [] : [this.#reportedQuery(reports)];
    if (makeSnapshot === undefined) return [...reported, this.#statements.row.with(rowOf(record, startFile))];
    const { hash, data } = makeSnapshot();
    return [
      ...reported,
      this.#statements.snapshot.with({ hash, data }),
      this.#statements.row.with(rowOf({ ...record, snapshot: hash }, startFile)),
    ];
  }

  #reportedQuery(id: string): WriteQuery {
    return this.#queries.updateTable('execution').set({ error_due: 0 }).where('id', '=', id).compile();
  }

  #belongings(id: string, payload: Uint8Array | undefined, files: readonly string[] = []): readonly WriteQuery[] {
    const owned = files.map((file) => this.#statements.file.with({ execution_id: id, file_id: file, instance: null }));
    return payload === undefined ? owned : [...owned, this.#statements.payload.with({ execution_id: id, data: payload })];
  }
}
