// Executions in the database: one small row each, with payload and workflow snapshot in tables of their own. Each execution is written by a
// writer of its own.
import { sql, type Kysely } from 'kysely';
import type { LargePayloads, StoredPayload } from '../large-payloads.ts';
import type { Tables } from '../schema.ts';
import type { StartFiles } from '../start-files.ts';
import { ExecutionCalls, type Delivery } from './execution-calls.ts';
import type { ExecutionFileRepository } from './execution-files.ts';
import { ExecutionProgress, payloadQuery } from './execution-progress.ts';
import { ExecutionQueries } from './execution-queries.ts';
import { ExecutionQueueRepository } from './execution-queue.ts';
import { recordOf, type ExecutionRecord, type ExecutionStart } from './execution-record.ts';
import { SqliteExecutionWriter, type ExecutionWriter, type WriterParts } from './execution-writer.ts';
import type { Database } from '../sql-database.ts';
import type { Dialect } from '../dialect.ts';
import type { Writes } from '../writes.ts';

interface ClaimOptions {
  readonly payload?: Uint8Array;
  readonly checkpoint?: number;
  /** Ids of the files that its new input refers to. */
  readonly files?: readonly string[];
}

interface EndOptions {
  readonly delivery?: Delivery | undefined;
  readonly errorMessage?: string | undefined;
  /** Ends the execution only if this instance has it. */
  readonly instance?: string;
}

export class ExecutionRepository {
  readonly #queries: Kysely<Tables>;
  readonly #dialect: Dialect;
  readonly #writes: Writes;
  readonly #rowQueries: ExecutionQueries;
  /** Links between called executions and their callers. */
  readonly calls: ExecutionCalls;
  /** Progress of running executions. */
  readonly progress: ExecutionProgress;
  readonly queue: ExecutionQueueRepository;
  readonly #writerParts: WriterParts;
  readonly #files: ExecutionFileRepository;
  readonly #large: LargePayloads;
  readonly #startFiles: StartFiles | undefined;
  /** Ids of executions whose start data is in a file that this process has written or read. */
  readonly #withStartFile = new Set<string>();

  /** `startFiles`: absent for a database in memory. */
  constructor(database: Database, files: ExecutionFileRepository, large: LargePayloads, startFiles?: StartFiles) {
    const { queries, writes, dialect } = database;
    this.#dialect = dialect;
    this.#queries = queries;
    this.#writes = writes;
    this.#files = files;
    this.#large = large;
    this.#startFiles = startFiles;
    this.queue = new ExecutionQueueRepository(database);
    this.calls = new ExecutionCalls(database, large);
    this.#rowQueries = new ExecutionQueries(database);
    this.progress = new ExecutionProgress(database, large, this.#rowQueries);
    const { calls, progress } = this;
    const withStartFile = this.#withStartFile;
    this.#writerParts = { writes, queries: this.#rowQueries, calls, progress, files, large, startFiles, withStartFile };
  }

  /** Returns the writer of a new execution. */
  writer(start: ExecutionStart): ExecutionWriter {
    return new SqliteExecutionWriter(this.#writerParts, start, 'unsaved');
  }

  /** Returns the writer of an execution whose start is stored. */
  storedWriter(record: ExecutionRecord): ExecutionWriter {
    return new SqliteExecutionWriter(this.#writerParts, { record }, 'startSaved');
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

  /**
   * Marks an execution whose instance has ended as crashed, and stores the result for its caller; returns false if another instance has done that.
   * `now`: in milliseconds since the epoch.
   */
  async markCrashed({ id, instance }: ExecutionRecord, now: number, delivery?: Delivery): Promise<boolean> {
    return (await this.#endOne(id, 'running', 'crashed', now, { delivery, instance })) === 1;
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
    await this.#writes.write(this.#rowQueries.errorReported(id));
  }

  /** Marks an execution whose instance has ended as canceled; returns false if it is not stored as running. */
  async cancelLost({ id, instance }: ExecutionRecord, now: number, delivery?: Delivery): Promise<boolean> {
    return (await this.#endOne(id, 'running', 'canceled', now, { delivery, instance })) === 1;
  }

  /**
   * Marks a waiting execution as stopped (whether it waits for a time, a call or a slot), and stores the result for its caller; returns false if
   * it is not waiting.
   */
  async cancelWaiting(id: string, now: number, delivery?: Delivery, errorMessage?: string): Promise<boolean> {
    if ((await this.#endOne(id, 'waiting', 'canceled', now, { delivery, errorMessage })) === 1) return true;
    return (await this.#endOne(id, 'new', 'canceled', now, { errorMessage })) === 1;
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

  /** Stores a user's note (null removes it) or highlight. Returns false for an unknown id. */
  async annotate(
    id: string,
    { note, isHighlighted }: { readonly note?: string | null; readonly isHighlighted?: boolean },
  ): Promise<boolean> {
    const changed = {
      ...(note === undefined ? {} : { note }),
      ...(isHighlighted === undefined ? {} : { highlighted: isHighlighted ? 1 : 0 }),
    };
    if (Object.keys(changed).length === 0) return (await this.get(id)) !== undefined;
    return (await this.#writes.write(this.#queries.updateTable('execution').set(changed).where('id', '=', id).compile())) === 1;
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
  async due(now: number, limit?: number): Promise<readonly ExecutionRecord[]> {
    const query = this.#waiting().where('wait_till', '<=', now).orderBy('wait_till');
    const rows = await (limit === undefined ? query : query.limit(limit)).execute();
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
      .where(this.#dialect.unindexed('status'), '=', 'waiting')
      .where('wait_till', 'is not', null);
  }

  async #endOne(
    id: string,
    from: 'new' | 'running' | 'waiting',
    to: string,
    now: number,
    { delivery, errorMessage, instance }: EndOptions,
  ): Promise<number> {
    const message = errorMessage === undefined ? {} : { error_message: errorMessage };
    const row = this.#queries
      .updateTable('execution')
      .set({ status: to, stopped_at: now, wait_till: null, ...message, ...(to === 'crashed' ? { error_due: 1 } : {}) })
      .where('id', '=', id)
      .where('status', '=', from);
    const own = instance === undefined ? row : row.where('instance', '=', instance);
    const delivered = delivery === undefined ? [] : this.calls.deliveryQueries(delivery, from, instance);
    return this.#writes.write(...delivered, own.compile());
  }
}
