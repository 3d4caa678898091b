// Progress of running executions: steps, and checkpoints from which they resume after a crash.
import { sql, type Kysely } from 'kysely';
import { WAIT_FOREVER } from '../../contract/run-data.ts';
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

type Belongings = (id: string, payload: Uint8Array, files: readonly string[]) => readonly WriteQuery[];

export class ExecutionProgress {
  readonly #queries: Kysely<Tables>;
  readonly #writes: WriteGroup;
  readonly #statements: ReturnType<typeof statements>;
  readonly #belongings: Belongings;

  /** `belongings`: creates the writes that store a payload and the ids of its files. */
  constructor(queries: Kysely<Tables>, writes: WriteGroup, prepared: ReturnType<typeof statements>, belongings: Belongings) {
    this.#queries = queries;
    this.#writes = writes;
    this.#statements = prepared;
    this.#belongings = belongings;
  }

  /** Stores the progress of a running execution since the previous step, with its state and the ids of its files, atomically. */
  async add(id: string, { lastNode, payload, index, data, files }: ExecutionStep): Promise<void> {
    await this.#writes.write(
      this.#statements.progress.with({ last_node: lastNode ?? null, id }),
      // Discards the result of an earlier attempt.
      ...(index === 0 ? [this.#statements.noSteps.with({ execution_id: id })] : []),
      this.#statements.step.with({ execution_id: id, seq: index, data }),
      ...this.#belongings(id, payload, files),
    );
  }

  /** Packed steps of an execution. */
  async steps(id: string): Promise<readonly Uint8Array[]> {
    const rows = await this.#queries.selectFrom('execution_step').select('data').where('execution_id', '=', id).orderBy('seq').execute();
    return rows.map(({ data }) => data);
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
