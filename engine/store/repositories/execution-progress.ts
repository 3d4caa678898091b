// Progress of running executions: steps, and checkpoints from which they resume after a crash.
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { WAIT_FOREVER } from '../../contract/run-data.ts';
import type { LargePayloads, StoredPayload } from '../large-payloads.ts';
import type { Tables } from '../schema.ts';
import type { ExecutionQueries } from './execution-queries.ts';
import type { ExecutionRecord } from './execution-record.ts';
import type { Database } from '../sql-database.ts';
import type { WriteQuery, Writes } from '../writes.ts';

export interface ExecutionStep {
  readonly lastNode: string | undefined;
  /** Compressed by `payload.ts`. */
  readonly payload: Uint8Array;
  readonly index: number;
  /** Compressed by `payload.ts`. */
  readonly data: Uint8Array;
  readonly files: readonly string[];
}

/** A state from which a running execution resumes after a crash. */
export interface ExecutionCheckpoint {
  /** Time until which the execution waits after a crash, in milliseconds since the epoch. */
  readonly waitTill: number;
  readonly lastNode: string | undefined;
  /** Compressed by `payload.ts`. */
  readonly payload: Uint8Array;
  readonly files: readonly string[];
}

/** Stores the payload of an execution if a condition is met. */
export const payloadQuery = (
  queries: Kysely<Tables>,
  id: string,
  { data, large_id }: StoredPayload,
  condition: RawBuilder<unknown>,
): WriteQuery =>
  sql`insert into execution_data (execution_id, data, large_id) select ${id}, ${data}, ${large_id} where ${condition}
    on conflict (execution_id) do update set data = excluded.data, large_id = excluded.large_id`.compile(queries);

export class ExecutionProgress {
  readonly #queries: Kysely<Tables>;
  readonly #writes: Writes;
  readonly #rowQueries: ExecutionQueries;
  readonly #large: LargePayloads;

  constructor({ queries, writes }: Database, large: LargePayloads, rowQueries: ExecutionQueries) {
    this.#queries = queries;
    this.#large = large;
    this.#writes = writes;
    this.#rowQueries = rowQueries;
  }

  /** Stores the progress of a running execution since the previous step, with its state and the ids of its files, atomically. */
  async add(id: string, { lastNode, payload, index, data, files }: ExecutionStep): Promise<void> {
    const { statements } = this.#rowQueries;
    await this.#large.with([payload, data] as const, { id }, (state, step) =>
      this.#writes.write(
        statements.progress.with({ last_node: lastNode ?? null, id }),
        // Discards the result of an earlier attempt.
        ...(index === 0 ? [statements.noSteps.with({ execution_id: id })] : []),
        statements.step.with({ execution_id: id, seq: index, data: step.data, large_id: step.large_id }),
        ...this.#rowQueries.belongings(id, state, files),
      ),
    );
  }

  /** Packed steps of an execution. */
  async steps(id: string): Promise<readonly Uint8Array[]> {
    const rows = await this.#queries
      .selectFrom('execution_step')
      .select(['data', 'large_id'])
      .where('execution_id', '=', id)
      .orderBy('seq')
      .execute();
    const steps: Uint8Array[] = [];
    for (const row of rows) {
      const data = await this.#large.read(row);
      if (data !== undefined) steps.push(data);
    }
    return steps;
  }

  /** Stores a checkpoint. Has no effect if the execution is no longer running. */
  async checkpoint(id: string, { waitTill, lastNode, payload, files }: ExecutionCheckpoint): Promise<void> {
    const isRunning = sql`exists (select 1 from execution where id = ${id} and status = 'running')`;
    await this.#large.with([payload] as const, { id }, (stored) =>
      this.#writes.write(
        payloadQuery(this.#queries, id, stored, isRunning),
        ...this.#rowQueries.belongings(id, undefined, files),
        this.#queries
          .updateTable('execution')
          .set({ wait_till: waitTill, last_node: lastNode ?? null })
          .where('id', '=', id)
          .where('status', '=', 'running')
          .compile(),
      ),
    );
  }

  /** Removes the checkpoint of an execution that continues by itself. */
  async clearCheckpoint(id: string): Promise<void> {
    const row = this.#queries.updateTable('execution').set({ wait_till: null }).where('id', '=', id).where('status', '=', 'running');
    await this.#writes.write(row.compile());
  }

  /**
   * Parks executions at their checkpoints after their process has ended. Callers resume at `now`, to check which of their calls
   * have ended: a result may have arrived before the crash, or the call may not be stored.
   */
  async parkLost(records: readonly Pick<ExecutionRecord, 'id' | 'instance'>[], now: number): Promise<void> {
    for (const { id, instance } of records) {
      const waitTill = sql<number>`case when wait_till >= ${WAIT_FOREVER} then ${now} else wait_till end`;
      const row = this.#queries.updateTable('execution').set({ status: 'waiting', wait_till: waitTill }).where('id', '=', id);
      await this.#writes.write(
        row.where('status', '=', 'running').where('instance', '=', instance).where('wait_till', 'is not', null).compile(),
      );
    }
  }
}
