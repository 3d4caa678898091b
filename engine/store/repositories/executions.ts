// Executions in the database: one slim row each, their payload and the workflow as it ran apart. A production run writes at most twice.
import { sql, type Kysely } from 'kysely';
import type { ExecutionTable, Tables } from '../schema.ts';
import { Template } from '../template.ts';
import type { PendingWrite, WriteGroup, WriteQuery } from '../write-group.ts';
import { ExecutionCalls, type Delivery, type EndLinks } from './execution-calls.ts';
import { recordOf, rowOf, type ExecutionBegin, type ExecutionEnd, type ExecutionRecord } from './execution-record.ts';

interface ClaimOptions {
  readonly payload?: Uint8Array;
  readonly checkpoint?: number;
}

interface Starting {
  readonly begun: ExecutionBegin;
  readonly write: PendingWrite;
}

export class ExecutionRepository {
  readonly #queries: Kysely<Tables>;
  readonly #writes: WriteGroup;
  /** Links between called executions and their callers. */
  readonly calls: ExecutionCalls;
  readonly #statements: ReturnType<typeof statements>;
  /** Starts that are not committed yet, by id: a run that ends before is written once. No Map: its outgrown tables would hold what came later. */
  readonly #starting = Object.create(null) as { [id: string]: Starting };

  constructor(queries: Kysely<Tables>, writes: WriteGroup) {
    this.#queries = queries;
    this.#writes = writes;
    this.calls = new ExecutionCalls(queries);
    this.#statements = statements(queries);
  }

  /** Notes that an execution has begun. What belongs to it is asked for no sooner than it is written: a run that ends before needs less. */
  async start(begun: ExecutionBegin): Promise<void> {
    const write = this.#writes.pend(() => {
      const payload = begun.payload?.();
      return [...this.#rowQueries(begun.record, begun), ...this.#belongings(begun.record.id, payload, begun.files)];
    });
    this.#starting[begun.record.id] = { begun, write };
    try {
      await write.done;
    } finally {
      delete this.#starting[begun.record.id];
    }
  }

  /** Notes how it ended (or that it waits), with its packed payload and the ids of its files when they are to be kept: all or nothing. */
  async end(end: ExecutionEnd, payload?: Uint8Array, files: readonly string[] = [], links: EndLinks = {}): Promise<void> {
    const starting = this.#starting[end.id];
    if (starting !== undefined) {
      const whole = (): readonly WriteQuery[] => [
        ...this.#rowQueries({ ...starting.begun.record, ...end }, starting.begun),
        ...this.#belongings(end.id, payload, files),
        ...this.calls.linkQueries(end.id, links),
      ];
      if (starting.write.replace(whole)) {
        await starting.write.done;
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
    await this.#writes.write(row, ...this.#belongings(end.id, payload, files), ...this.calls.linkQueries(end.id, links));
  }

  /** Keeps how far an execution has come that began and goes on, with the ids of its files: all or nothing. */
  async progress(id: string, lastNode: string | undefined, payload: Uint8Array, files: readonly string[]): Promise<void> {
    const row = this.#statements.progress.with({ last_node: lastNode ?? null, id });
    await this.#writes.write(row, ...this.#belongings(id, payload, files));
  }

  /**
   * Stores how an execution that runs could go on after a crash: then it waits until `waitTill`, in milliseconds since the epoch. Nothing happens to
   * one that does not run any more.
   */
  async checkpoint(
    id: string,
    waitTill: number,
    lastNode: string | undefined,
    payload: Uint8Array,
    files: readonly string[],
  ): Promise<void> {
    const isRunning = sql`exists (select 1 from execution where id = ${id} and status = 'running')`;
    await this.#writes.write(
      sql`insert into execution_data (execution_id, data) select ${id}, ${payload} where ${isRunning}
        on conflict (execution_id) do update set data = excluded.data`.compile(this.#queries),
      ...files.map((file) => this.#statements.file.with({ execution_id: id, file_id: file, instance: null })),
      this.#queries
        .updateTable('execution')
        .set({ wait_till: waitTill, last_node: lastNode ?? null })
        .where('id', '=', id)
        .where('status', '=', 'running')
        .compile(),
    );
  }

  /** An execution that runs goes on by itself: after a crash it does not wait any more. */
  async clearCheckpoint(id: string): Promise<void> {
    const row = this.#queries.updateTable('execution').set({ wait_till: null }).where('id', '=', id).where('status', '=', 'running');
    await this.#writes.write(row.compile());
  }

  /** Executions that have a checkpoint and whose process died: they wait, as the checkpoint says. */
  async parkLost(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const row = this.#queries.updateTable('execution').set({ status: 'waiting' }).where('id', '=', id);
      await this.#writes.write(row.where('status', '=', 'running').where('wait_till', 'is not', null).compile());
    }
  }

  /** Removes an execution with all that belongs to it; if its start is not committed yet, nothing is written at all. */
  async remove(id: string, links: EndLinks = {}): Promise<void> {
    const linked = this.calls.linkQueries(id, links);
    const starting = this.#starting[id];
    if (linked.length === 0 && starting !== undefined) {
      const { reports } = starting.begun;
      const isEarly = reports === undefined ? starting.write.withdraw() : starting.write.replace(() => [this.#reportedQuery(reports)]);
      if (isEarly) {
        await starting.write.done;
        return;
      }
    }
    await this.#writes.write(...linked, this.#queries.deleteFrom('execution').where('id', '=', id).compile());
  }

  /** Keeps an execution that was not noted when it began. */
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
   * Takes up a waiting execution for an instance; returns false if it does not wait any more, so that it is never taken up twice. `payload`: the
   * state with what it is taken up with. `checkpoint`: when it waits again should the process die at once, in milliseconds since the epoch.
   */
  async claim(id: string, instance: string, { payload, checkpoint }: ClaimOptions = {}): Promise<boolean> {
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
    return (await this.#writes.write(...stored, row.compile())) === 1;
  }

  /** Ids of executions that wait for their turn, the first stored first. */
  async queued(): Promise<readonly string[]> {
    const rows = await this.#queries
      .selectFrom('execution')
      .select('id')
      .where('status', '=', 'new')
      .orderBy(sql`rowid`)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Marks an execution that waited for its turn as running; false if it was stopped or deleted. `startedAt` in milliseconds since the epoch. */
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

  /** Executions that count as running in other instances, the latest first. */
  async runningElsewhere(instance: string): Promise<readonly ExecutionRecord[]> {
    return (await this.#running().where('instance', '<>', instance).orderBy('started_at', 'desc').execute()).map(recordOf);
  }

  /** Asks the instance that runs it to stop an execution; returns false if it does not run any more. */
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

  /** Notes that a crashed execution needs no error workflow any more. */
  async errorReported(id: string): Promise<void> {
    await this.#writes.write(this.#reportedQuery(id));
  }

  /** Marks an execution as canceled whose instance has ended; returns false if it does not count as running. */
  async cancelLost(id: string, now: number, delivery?: Delivery): Promise<boolean> {
    return (await this.#endOne(id, 'running', 'canceled', now, delivery)) === 1;
  }

  /** Stores that an execution was stopped that waits, for a time, for a call or for its turn, with its result for its caller; false if it does not wait. */
  async cancelWaiting(id: string, now: number, delivery?: Delivery): Promise<boolean> {
    if ((await this.#endOne(id, 'waiting', 'canceled', now, delivery)) === 1) return true;
    return (await this.#endOne(id, 'new', 'canceled', now)) === 1;
  }

  /** Notes that a retry of an execution went well. */
  async noteRetry(id: string, retryId: string): Promise<void> {
    await this.#writes.write(this.#queries.updateTable('execution').set({ retry_success_id: retryId }).where('id', '=', id).compile());
  }

  /** Ids of the executions that use a file. */
  async ownersOfFile(id: string): Promise<readonly string[]> {
    const rows = await this.#queries
      .selectFrom('execution_file')
      .select('execution_id')
      .where('file_id', '=', id)
      .where('execution_id', '<>', '')
      .execute();
    return rows.map((row) => row.execution_id);
  }

  async get(id: string): Promise<ExecutionRecord | undefined> {
    const row = await this.#queries.selectFrom('execution').selectAll().where('id', '=', id).executeTakeFirst();
    return row === undefined ? undefined : recordOf(row);
  }

  /** The packed payload; undefined when none was kept. */
  async payload(id: string): Promise<Uint8Array | undefined> {
    const row = await this.#queries.selectFrom('execution_data').select('data').where('execution_id', '=', id).executeTakeFirst();
    return row?.data;
  }

  /** The packed workflow file as it ran. */
  async snapshot(hash: string): Promise<Uint8Array | undefined> {
    return (await this.#queries.selectFrom('workflow_snapshot').select('data').where('hash', '=', hash).executeTakeFirst())?.data;
  }

  /** Waiting executions whose time has come, the earliest first; at most `limit` of them if it is given. */
  async due(now: number, limit = -1): Promise<readonly ExecutionRecord[]> {
    const rows = await this.#waiting().where('wait_till', '<=', now).orderBy('wait_till').limit(limit).execute();
    return rows.map(recordOf);
  }

  /** When the next waiting execution goes on that is not due at `now`; undefined if there is none. */
  async nextDue(now: number): Promise<number | undefined> {
    const row = await this.#waiting().where('wait_till', '>', now).orderBy('wait_till').limit(1).executeTakeFirst();
    return row?.wait_till ?? undefined;
  }

  #running() {
    return this.#queries.selectFrom('execution').selectAll().where('status', '=', 'running');
  }

  #waiting() {
    // The sign keeps the index of times in use, in whose order these are wanted.
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

  #rowQueries(record: ExecutionRecord, { snapshot: makeSnapshot, reports }: ExecutionBegin): readonly WriteQuery[] {
    const reported = reports === undefined ? [] : [this.#reportedQuery(reports)];
    if (makeSnapshot === undefined) return [...reported, this.#statements.row.with(rowOf(record))];
    const { hash, data } = makeSnapshot();
    return [...reported, this.#statements.snapshot.with({ hash, data }), this.#statements.row.with(rowOf({ ...record, snapshot: hash }))];
  }

  #reportedQuery(id: string): WriteQuery {
    return this.#queries.updateTable('execution').set({ error_due: 0 }).where('id', '=', id).compile();
  }

  #belongings(id: string, payload: Uint8Array | undefined, files: readonly string[] = []): readonly WriteQuery[] {
    const owned = files.map((file) => this.#statements.file.with({ execution_id: id, file_id: file, instance: null }));
    return payload === undefined ? owned : [...owned, this.#statements.payload.with({ execution_id: id, data: payload })];
  }
}

/** The statements of the hot path, each compiled once. */
function statements(queries: Kysely<Tables>) {
  return {
    row: new Template<ReturnType<typeof rowOf>>((row) => queries.insertInto('execution').values(row).compile()),
    snapshot: new Template<Tables['workflow_snapshot']>((row) =>
      queries
        .insertInto('workflow_snapshot')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .compile(),
    ),
    end: new Template<Pick<ExecutionTable, 'status' | 'stopped_at' | 'wait_till' | 'last_node' | 'error_message' | 'id'>>(
      ({ id, ...changed }) => queries.updateTable('execution').set(changed).where('id', '=', id).compile(),
    ),
    progress: new Template<Pick<ExecutionTable, 'last_node' | 'id'>>(({ id, ...changed }) =>
      queries.updateTable('execution').set(changed).where('id', '=', id).compile(),
    ),
    payload: new Template<Tables['execution_data']>((row) =>
      queries
        .insertInto('execution_data')
        .values(row)
        .onConflict((conflict) => conflict.column('execution_id').doUpdateSet((eb) => ({ data: eb.ref('excluded.data') })))
        .compile(),
    ),
    file: new Template<Tables['execution_file']>((row) =>
      queries
        .insertInto('execution_file')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['execution_id', 'file_id']).doUpdateSet((eb) => ({ instance: eb.ref('excluded.instance') })),
        )
        .compile(),
    ),
  };
}
