// Executions in the database: one slim row each, their payload apart. A production run writes twice: at its start and at its end.
import type { CompiledQuery, Kysely } from 'kysely';
import type { ExecutionMode, ExecutionStatus } from '../../contract/run-data.ts';
import type { Tables } from '../schema.ts';
import type { WriteGroup } from '../write-group.ts';

export interface ExecutionRecord {
  readonly id: string;
  readonly workflowId: string;
  readonly workflowName: string;
  readonly mode: ExecutionMode;
  readonly status: ExecutionStatus;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly stoppedAt?: number;
  readonly waitTill?: number;
  readonly lastNode?: string;
  readonly errorMessage?: string;
  /** Id of the process that runs it. */
  readonly process: number;
}

export type ExecutionEnd = Pick<ExecutionRecord, 'id' | 'status' | 'stoppedAt' | 'waitTill' | 'lastNode' | 'errorMessage'>;

export class ExecutionRepository {
  readonly #queries: Kysely<Tables>;
  readonly #writes: WriteGroup;

  constructor(queries: Kysely<Tables>, writes: WriteGroup) {
    this.#queries = queries;
    this.#writes = writes;
  }

  /** Notes that an execution has begun. */
  async start(record: ExecutionRecord): Promise<void> {
    const { id, workflowId, workflowName, mode, status, startedAt, process } = record;
    const row = {
      id,
      workflow_id: workflowId,
      workflow_name: workflowName,
      mode,
      status,
      started_at: startedAt,
      stopped_at: null,
      wait_till: null,
      last_node: null,
      error_message: null,
      process,
    };
    await this.#writes.write(this.#queries.insertInto('execution').values(row).compile());
  }

  /** Notes how it ended (or that it waits), with its packed payload and the ids of its files when they are to be kept: all or nothing. */
  async end(end: ExecutionEnd, payload?: Uint8Array, files: readonly string[] = []): Promise<void> {
    const row = this.#queries
      .updateTable('execution')
      .set({
        status: end.status,
        stopped_at: end.stoppedAt ?? null,
        wait_till: end.waitTill ?? null,
        last_node: end.lastNode ?? null,
        error_message: end.errorMessage ?? null,
      })
      .where('id', '=', end.id);
    const owned = files.map((id) =>
      this.#queries
        .insertInto('binary_file')
        .values({ id, execution_id: end.id })
        .onConflict((conflict) => conflict.doNothing()),
    );
    const queries = [row.compile(), ...owned.map((query) => query.compile())];
    await this.#writes.write(...queries, ...(payload === undefined ? [] : [this.#payloadQuery(end.id, payload)]));
  }

  /** Takes up a waiting execution for this process; false when it does not wait (any more), so that nobody takes it up twice. */
  async claim(id: string, process: number): Promise<boolean> {
    const row = this.#queries
      .updateTable('execution')
      .set({ status: 'running', process })
      .where('id', '=', id)
      .where('status', '=', 'waiting');
    return (await this.#writes.write(row.compile())) === 1;
  }

  /** Executions that count as running. */
  async running(): Promise<readonly ExecutionRecord[]> {
    return (await this.#queries.selectFrom('execution').selectAll().where('status', '=', 'running').execute()).map(recordOf);
  }

  /** Notes that the process of these executions died. `now` in milliseconds since the epoch. */
  async markCrashed(ids: readonly string[], now: number): Promise<void> {
    for (const id of ids) {
      const row = this.#queries
        .updateTable('execution')
        .set({ status: 'crashed', stopped_at: now })
        .where('id', '=', id)
        .where('status', '=', 'running');
      await this.#writes.write(row.compile());
    }
  }

  /** Whether an execution owns the file of this id. */
  async ownsFile(id: string): Promise<boolean> {
    return (await this.#queries.selectFrom('binary_file').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
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

  /** The latest executions first; `before` is an id to go on from. */
  async list(limit: number, before?: string): Promise<readonly ExecutionRecord[]> {
    let query = this.#queries.selectFrom('execution').selectAll().orderBy('started_at', 'desc').orderBy('id', 'desc').limit(limit);
    if (before !== undefined) {
      const last = await this.get(before);
      if (last === undefined) return [];
      query = query.where((eb) =>
        eb.or([eb('started_at', '<', last.startedAt), eb.and([eb('started_at', '=', last.startedAt), eb('id', '<', before)])]),
      );
    }
    return (await query.execute()).map(recordOf);
  }

  /** Waiting executions whose time has come. */
  async due(now: number): Promise<readonly ExecutionRecord[]> {
    const rows = await this.#queries
      .selectFrom('execution')
      .selectAll()
      .where('status', '=', 'waiting')
      .where('wait_till', '<=', now)
      .orderBy('wait_till')
      .execute();
    return rows.map(recordOf);
  }

  /** Removes up to `limit` executions that started before `time` and are over, with their payloads; answers how many went. */
  async pruneBefore(time: number, limit: number): Promise<number> {
    const ids = this.#queries
      .selectFrom('execution')
      .select('id')
      .where('started_at', '<', time)
      .where('status', 'not in', ['new', 'running', 'waiting'])
      .orderBy('started_at')
      .limit(limit);
    const { numDeletedRows } = await this.#queries.deleteFrom('execution').where('id', 'in', ids).executeTakeFirst();
    return Number(numDeletedRows);
  }

  #payloadQuery(id: string, data: Uint8Array): CompiledQuery {
    return this.#queries
      .insertInto('execution_data')
      .values({ execution_id: id, data })
      .onConflict((conflict) => conflict.column('execution_id').doUpdateSet((eb) => ({ data: eb.ref('excluded.data') })))
      .compile();
  }
}

function recordOf(row: Tables['execution']): ExecutionRecord {
  return {
    id: row.id,
    workflowId: row.workflow_id,
    workflowName: row.workflow_name,
    mode: row.mode as ExecutionMode,
    status: row.status as ExecutionStatus,
    startedAt: row.started_at,
    ...(row.stopped_at === null ? {} : { stoppedAt: row.stopped_at }),
    ...(row.wait_till === null ? {} : { waitTill: row.wait_till }),
    ...(row.last_node === null ? {} : { lastNode: row.last_node }),
    ...(row.error_message === null ? {} : { errorMessage: row.error_message }),
    process: row.process,
  };
}
