// Progress of running executions: steps, and checkpoints from which they resume after a crash.
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { WAIT_FOREVER } from '../../contract/run-data.ts';
import type { LargePayloads, StoredPayload } from '../large-payloads.ts';
import type { Tables } from '../schema.ts';
import type { WriteGroup, WriteQuery } from '../write-group.ts';
import type { statements } from './execution-statements.ts';

interface ExecutionStep {
  readonly lastNode: string | undefined;
  /** Compressed by `payload.ts`. */
  readonly payload: Uint8Array;
  readonly index: number;
  /** Compressed by `payload.ts`. */
  readonly data: Uint8Array;
  readonly files: readonly string[];
}

type Belongings = (id: string, payload: StoredPayload, files: readonly string[]) => readonly WriteQuery[];

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
  readonly #writes: WriteGroup;
  readonly #statements: ReturnType<typeof statements>;
  readonly #belongings: Belongings;
  readonly #large: LargePayloads;

  /** `belongings`: creates the writes that store a payload and the ids of its files. */
  constructor(
    queries: Kysely<Tables>,
    writes: WriteGroup,
    large: LargePayloads,
    prepared: ReturnType<typeof statements>,
    belongings: Belongings,
  ) {
    this.#queries = queries;
    this.#large = large;
    this.#writes = writes;
    this.#statements = prepared;
    this.#belongings = belongings;
  }

  /** Stores the progress of a running execution since the previous step, with its state and the ids of its files, atomically. */
  async add(id: string, { lastNode, payload, index, data, files }: ExecutionStep): Promise<void> {
    await this.#large.with([payload, data] as const, { id }, (state, step) =>
      this.#writes.write(
        this.#statements.progress.with({ last_node: lastNode ?? null, id }),
        // Discards the result of an earlier attempt.
        ...(index === 0 ? [this.#statements.noSteps.with({ execution_id: id })] : []),
        this.#statements.step.with({ execution_id: id, seq: index, data: step.data, large_id: step.large_id }),
        ...this.#belongings(id, state, files),
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

  /**
   * Stores the state from which a running execution resumes after a crash; it then waits until `waitTill`, in milliseconds since the epoch. Has
   * no effect if the execution is no longer running.
   */
  async checkpoint(
    id: string,
    waitTill: number,
    lastNode: string | undefined,
    payload: Uint8Array,
    files: readonly string[],
  ): Promise<void> {
    await this.#large.with([payload] as const, { id }, (stored) => this.#writeCheckpoint(id, waitTill, lastNode, stored, files));
  }

  async #writeCheckpoint(
    id: string,
    waitTill: number,
    lastNode: string | undefined,
    payload: StoredPayload,
    files: readonly string[],
  ): Promise<void> {
    const isRunning = sql`exists (select 1 from execution where id = ${id} and status = 'running')`;
    await this.#writes.write(
      payloadQuery(this.#queries, id, payload, isRunning),
      ...files.map((file) => this.#statements.file.with({ execution_id: id, file_id: file, instance: null })),
      this.#queries
        .updateTable('execution')
        .set({ wait_till: waitTill, last_node: lastNode ?? null })
        .where('id', '=', id)
        .where('status', '=', 'running')
        .compile(),
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
  async parkLost(ids: readonly string[], now: number): Promise<void> {
    for (const id of ids) {
      const waitTill = sql<number>`case when wait_till >= ${WAIT_FOREVER} then ${now} else wait_till end`;
      const row = this.#queries.updateTable('execution').set({ status: 'waiting', wait_till: waitTill }).where('id', '=', id);
      await this.#writes.write(row.where('status', '=', 'running').where('wait_till', 'is not', null).compile());
    }
  }
}
