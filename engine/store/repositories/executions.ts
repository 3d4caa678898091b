// Executions in the database: one small row each, with payload and workflow snapshot in tables of their own. A production run writes at most
// twice.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { isLarge, whole, type LargePayloads, type StoredPayload } from '../large-payloads.ts';
import type { Tables } from '../schema.ts';
import type { StartFiles } from '../start-files.ts';
import type { PendingWrite, WriteGroup, WriteQuery } from '../write-group.ts';
import { ExecutionCalls, type Delivery, type EndLinks } from './execution-calls.ts';
import { ExecutionProgress, payloadQuery } from './execution-progress.ts';
import type { ExecutionFileRepository } from './execution-files.ts';
import { statements } from './execution-statements.ts';
import { recordOf, rowOf, type ExecutionBegin, type ExecutionEnd, type ExecutionRecord } from './execution-record.ts';

interface ClaimOptions {
  readonly payload?: Uint8Array;
  readonly checkpoint?: number;
  /** Ids of the files that its new input refers to. */
  readonly files?: readonly string[];
}

interface Starting {
  readonly begun: ExecutionBegin;
  /** Pending write of the row; absent while large start data is being written to a file. */
  write?: PendingWrite;
  /** Set once the run has ended and its results are being packed, or stored in parts; settles with the returned promise. */
  ending?: Promise<unknown>;
  /** Set once the run has ended, so that its start need not be written; settles with the write of its end. */
  ended?: Promise<unknown>;
}

/** Maximum number of expiring executions per workflow. */
const KEPT_TEST_RUNS = 20;

export class ExecutionRepository {
  readonly #queries: Kysely<Tables>;
  readonly #writes: WriteGroup;
  /** Links between called executions and their callers. */
  readonly calls: ExecutionCalls;
  /** Progress of running executions. */
  readonly progress: ExecutionProgress;
  readonly #statements: ReturnType<typeof statements>;
  /**
   * Starts that are not committed yet, by id: a run that ends before that is written only once. Not a Map, whose outgrown tables would retain
   * later entries.
   */
  readonly #starting = Object.create(null) as { [id: string]: Starting };
  /** Absent for a database in memory, which accepts data of any size. */
  readonly #startFiles: StartFiles | undefined;
  /** Executions whose start file was written by this process. */
  readonly #withStartFile = new Set<string>();

  readonly #files: ExecutionFileRepository;
  readonly #large: LargePayloads;

  constructor(queries: Kysely<Tables>, writes: WriteGroup, files: ExecutionFileRepository, large: LargePayloads, startFiles?: StartFiles) {
    this.#queries = queries;
    this.#writes = writes;
    this.calls = new ExecutionCalls(queries, large);
    this.#files = files;
    this.#large = large;
    this.#startFiles = startFiles;
    this.#statements = statements(queries);
    this.progress = new ExecutionProgress(queries, writes, large, this.#statements, (...owned) => this.#belongings(...owned));
  }

  /** Stores that an execution has started. Its data is created only when it is written: a run that ends before that needs less of it. */
  async start(begun: ExecutionBegin): Promise<void> {
    const { id } = begun.record;
    const starting: Starting = { begun };
    let large: Promise<Uint8Array> | undefined;
    starting.write = this.#writes.pend(() => {
      const payload = begun.payload?.();
      if (!(payload instanceof Promise)) return this.#startQueries(begun, payload && whole(payload));
      large = payload;
      starting.write = undefined;
      // The caller that awaits it handles the failure.
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

  /** Stores a start whose data is too large for a commit: first the data, then the row that refers to it. */
  async #startLarge(starting: Starting, payload: Uint8Array): Promise<void> {
    const { begun } = starting;
    const { id, instance } = begun.record;
    // A finished run needs no file, since it is about to be written as a whole: first it is packed, then its parts may be stored.
    for (let awaited: Promise<unknown> | undefined; starting.ending !== awaited; await nextTurn()) {
      awaited = starting.ending;
      await awaited;
    }
    if (starting.ended === undefined) {
      const file = await this.#startFiles?.write(id, instance, payload);
      let isNamed = false;
      try {
        // The run may have ended in the meantime, so that its whole execution has been written.
        if (starting.ended === undefined) {
          const write = (stored?: StoredPayload): Promise<unknown> => {
            starting.write = this.#writes.pend(() => {
              isNamed = file !== undefined;
              return this.#startQueries(begun, stored, file);
            });
            return starting.write.done;
          };
          await (file === undefined ? this.#large.with([payload] as const, { id, instance }, write) : write());
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

  #startQueries(begun: ExecutionBegin, payload: StoredPayload | undefined, startFile?: string): readonly WriteQuery[] {
    const { record, files } = begun;
    const given = files?.() ?? [];
    return [
      ...this.#rowQueries(record, begun, startFile),
      ...this.#belongings(record.id, payload),
      ...this.#files.claim(record.id, given, record.instance),
    ];
  }

  /** Must be called when a run has ended and its results are being packed; `end` follows. */
  announceEnd(id: string, packing: Promise<unknown>): void {
    const starting = this.#starting[id];
    if (starting !== undefined) starting.ending = packing.catch(() => undefined);
  }

  /** Stores the end (or the wait) of an execution with its packed payload and the ids of its files, if given; atomic. */
  end(end: ExecutionEnd, payload?: Uint8Array, files: readonly string[] = [], links: EndLinks = {}): Promise<void> {
    if (!areLarge(payload, links)) return this.#end(end, payload && whole(payload), files, links);
    const starting = this.#starting[end.id];
    const storing = this.#withPayloads(end.id, starting?.begun.record.instance, payload, links, (stored, storedLinks) =>
      this.#end(end, stored, files, storedLinks),
    );
    // The start's own data is then not needed.
    if (starting !== undefined && starting.write === undefined) this.announceEnd(end.id, storing);
    return storing;
  }

  /** Calls `write` with the payload of an execution and the result for its caller as they are stored. */
  #withPayloads(
    id: string,
    instance: string | undefined,
    payload: Uint8Array | undefined,
    links: EndLinks,
    write: (payload: StoredPayload | undefined, links: EndLinks) => Promise<void>,
  ): Promise<void> {
    const { delivery } = links;
    const both = [payload, delivery?.data].filter((data) => data !== undefined);
    return this.#large.with(both, { id, instance }, (...stored) => {
      const own = payload === undefined ? undefined : stored[0];
      return write(own, delivery === undefined ? links : { ...links, delivery: { ...delivery, ...stored.at(-1) } });
    });
  }

  async #end(end: ExecutionEnd, payload: StoredPayload | undefined, files: readonly string[], links: EndLinks): Promise<void> {
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

  /** Removes an execution with all its data. If its start is not committed yet, nothing is written. */
  remove(id: string, links: EndLinks = {}): Promise<void> {
    if (!areLarge(undefined, links)) return this.#remove(id, links);
    const instance = this.#starting[id]?.begun.record.instance;
    return this.#withPayloads(id, instance, undefined, links, (_, stored) => this.#remove(id, stored));
  }

  async #remove(id: string, links: EndLinks): Promise<void> {
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

  /** Stores a finished execution without a start record. Deletes the oldest expiring executions of its workflow beyond the maximum. */
  async add(
    begun: ExecutionBegin,
    end: ExecutionEnd,
    payload: Uint8Array,
    files: readonly string[] = [],
    links: EndLinks = {},
  ): Promise<void> {
    const excess = begun.record.expiresAt === undefined ? [] : [this.#excess(begun.record.workflowId)];
    const write = async (stored: StoredPayload | undefined, storedLinks: EndLinks): Promise<void> => {
      const row = this.#rowQueries({ ...begun.record, ...end }, begun);
      const belongings = this.#belongings(end.id, stored, files);
      await this.#writes.write(...row, ...belongings, ...this.calls.linkQueries(end.id, storedLinks), ...excess);
    };
    await (areLarge(payload, links)
      ? this.#withPayloads(end.id, begun.record.instance, payload, links, write)
      : write(whole(payload), links));
  }

  /** Removes the finished executions of a workflow that expire, except the latest ones. */
  #excess(workflowId: string): WriteQuery {
    return sql`delete from execution where id in (
      select id from execution where workflow_id = ${workflowId} and expires_at is not null and +status not in ('running', 'waiting', 'new')
      order by started_at desc, id desc limit -1 offset ${KEPT_TEST_RUNS})`.compile(this.#queries);
  }

  /**
   * Resumes a waiting execution in an instance; returns false if it is no longer waiting, so that it is never resumed twice. `payload`: state to
   * resume with. `checkpoint`: time until which it waits again if the process ends immediately, in milliseconds since the epoch.
   */
  claim(id: string, instance: string, { payload, ...options }: ClaimOptions = {}): Promise<boolean> {
    if (payload === undefined) return this.#claim(id, instance, options);
    return this.#large.with([payload] as const, { id, instance }, (stored) => this.#claim(id, instance, options, stored));
  }

  async #claim(id: string, instance: string, { checkpoint, files = [] }: ClaimOptions, payload?: StoredPayload): Promise<boolean> {
    const row = this.#queries
      .updateTable('execution')
      .set({ status: 'running', instance, wait_till: checkpoint ?? null, stop_requested: 0 })
      .where('id', '=', id)
      .where('status', '=', 'waiting');
    const stored =
      payload === undefined
        ? []
        : [payloadQuery(this.#queries, id, payload, sql`exists (select 1 from execution where id = ${id} and status = 'waiting')`)];
    return (await this.#writes.write(...stored, ...this.#files.claim(id, files, instance), row.compile())) === 1;
  }

  /** Removes results for callers that have been deleted. */
  async removeAbandonedResults(parentIds: readonly string[]): Promise<void> {
    await this.#writes.write(this.calls.removeAbandoned(parentIds));
  }

  /** Returns the ids of queued executions, oldest first. */
  async queued(): Promise<readonly string[]> {
    const rows = await this.#queries
      .selectFrom('execution')
      .select('id')
      .where('status', '=', 'new')
      .orderBy(sql`rowid`)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Marks a queued execution as running; returns false if it was stopped or deleted. `startedAt`: in milliseconds since the epoch. */
  async claimQueued(id: string, instance: string, startedAt: number): Promise<boolean> {
    const row = this.#queries
      .updateTable('execution')
      .set({ status: 'running', instance, started_at: startedAt, stop_requested: 0 })
      .where('id', '=', id)
      .where('status', '=', 'new');
    return (await this.#writes.write(row.compile())) === 1;
  }

  /** Returns the executions that are stored as running. */
  async running(): Promise<readonly ExecutionRecord[]> {
    return (await this.#running().execute()).map(recordOf);
  }

  /** Returns the executions that are stored as running in other instances, latest first. */
  async runningElsewhere(instance: string): Promise<readonly ExecutionRecord[]> {
    return (await this.#running().where('instance', '<>', instance).orderBy('started_at', 'desc').execute()).map(recordOf);
  }

  /** Requests that an execution be stopped by the instance that runs it; returns false if it is no longer running. */
  async requestStop(id: string): Promise<boolean> {
    const row = this.#queries.updateTable('execution').set({ stop_requested: 1 }).where('id', '=', id).where('status', '=', 'running');
    return (await this.#writes.write(row.compile())) === 1;
  }

  /** Returns the ids of executions that this instance runs and was asked to stop. */
  async stopRequests(instance: string): Promise<readonly string[]> {
    const rows = await this.#running().where('instance', '=', instance).where('stop_requested', '=', 1).execute();
    return rows.map(({ id }) => id);
  }

  /** Marks an execution whose instance has ended as crashed, and stores the result for its caller. `now`: in milliseconds since the epoch. */
  async markCrashed(id: string, now: number, delivery?: Delivery): Promise<void> {
    await this.#endOne(id, 'running', 'crashed', now, delivery);
  }

  /** Returns the ids of crashed executions whose error workflows have not been started. */
  async errorsDue(): Promise<readonly string[]> {
    return (
      await this.#queries
        .selectFrom('execution')
        .select('id')
        .where(sql<boolean>`error_due = 1`)
        .execute()
    ).map(({ id }) => id);
  }

  /** Stores that the error workflow of a crashed execution is no longer due. */
  async errorReported(id: string): Promise<void> {
    await this.#writes.write(this.#reportedQuery(id));
  }

  /** Marks an execution whose instance has ended as canceled; returns false if it is not stored as running. */
  async cancelLost(id: string, now: number, delivery?: Delivery): Promise<boolean> {
    return (await this.#endOne(id, 'running', 'canceled', now, delivery)) === 1;
  }

  /**
   * Marks a waiting execution as stopped (whether it waits for a time, a call or a slot), and stores the result for its caller; returns false if
   * it is not waiting.
   */
  async cancelWaiting(id: string, now: number, delivery?: Delivery, errorMessage?: string): Promise<boolean> {
    if ((await this.#endOne(id, 'waiting', 'canceled', now, delivery, errorMessage)) === 1) return true;
    return (await this.#endOne(id, 'new', 'canceled', now, undefined, errorMessage)) === 1;
  }

  /** Returns the ids of some queued and waiting executions whose workflows were deleted. */
  async ofDeletedWorkflows(limit: number): Promise<readonly string[]> {
    const rows = await this.#queries
      .selectFrom('execution')
      .select('id')
      .where('status', 'in', ['new', 'waiting'])
      .where(sql<boolean>`exists (select 1 from removed_workflow where id = execution.workflow_id)`)
      .where(sql<boolean>`not exists (select 1 from workflow where id = execution.workflow_id)`)
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Stores that a retry of an execution succeeded. */
  async noteRetry(id: string, retryId: string): Promise<void> {
    await this.#writes.write(this.#queries.updateTable('execution').set({ retry_success_id: retryId }).where('id', '=', id).compile());
  }

  async get(id: string): Promise<ExecutionRecord | undefined> {
    const row = await this.#queries.selectFrom('execution').selectAll().where('id', '=', id).executeTakeFirst();
    return row === undefined ? undefined : recordOf(row);
  }

  /** Returns the packed payload; undefined if none is stored. */
  async payload(id: string): Promise<Uint8Array | undefined> {
    const row = await this.#queries
      .selectFrom('execution')
      .leftJoin('execution_data', 'execution_data.execution_id', 'execution.id')
      .select(['status', 'data', 'large_id', 'start_file'])
      .where('execution.id', '=', id)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const { data, large_id } = row;
    // If it was replaced while it was read, the new one is read.
    if (data !== null) return (await this.#large.read({ data, large_id })) ?? this.payload(id);
    if (row.start_file === null) return undefined;
    // An execution that an earlier process queued will end in this process.
    if (row.status === 'running') this.#withStartFile.add(id);
    return this.#startFiles?.read(row.start_file);
  }

  /** Returns the packed workflow that ran. */
  async snapshot(hash: string): Promise<Uint8Array | undefined> {
    return (await this.#queries.selectFrom('workflow_snapshot').select('data').where('hash', '=', hash).executeTakeFirst())?.data;
  }

  /** Returns waiting executions that are due, earliest first; at most `limit` if it is given. */
  async due(now: number, limit = -1): Promise<readonly ExecutionRecord[]> {
    const rows = await this.#waiting().where('wait_till', '<=', now).orderBy('wait_till').limit(limit).execute();
    return rows.map(recordOf);
  }

  /** Returns when the next waiting execution after `now` is due; undefined if there is none. */
  async nextDue(now: number): Promise<number | undefined> {
    const row = await this.#waiting().where('wait_till', '>', now).orderBy('wait_till').limit(1).executeTakeFirst();
    return row?.wait_till ?? undefined;
  }

  #running() {
    return this.#queries.selectFrom('execution').selectAll().where('status', '=', 'running');
  }

  #waiting() {
    // The unary plus makes SQLite use the index on times, which provides the order.
    return this.#queries
      .selectFrom('execution')
      .selectAll()
      .where(sql`+status`, '=', 'waiting')
      .where('wait_till', 'is not', null);
  }

  async #endOne(
    id: string,
    from: 'new' | 'running' | 'waiting',
    to: string,
    now: number,
    delivery?: Delivery,
    errorMessage?: string,
  ): Promise<number> {
    const message = errorMessage === undefined ? {} : { error_message: errorMessage };
    const row = this.#queries
      .updateTable('execution')
      .set({ status: to, stopped_at: now, wait_till: null, ...message, ...(to === 'crashed' ? { error_due: 1 } : {}) })
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

  #belongings(id: string, payload: StoredPayload | undefined, files: readonly string[] = []): readonly WriteQuery[] {
    const owned = files.map((file) => this.#statements.file.with({ execution_id: id, file_id: file, instance: null }));
    return payload === undefined
      ? owned
      : [...owned, this.#statements.payload.with({ execution_id: id, data: payload.data, large_id: payload.large_id })];
  }
}

/** Whether the data of an execution or the result for its caller is stored in parts. Most are not, and take the short way. */
const areLarge = (payload: Uint8Array | undefined, { delivery }: EndLinks): boolean =>
  (payload !== undefined && isLarge(payload)) || (delivery !== undefined && isLarge(delivery.data));
