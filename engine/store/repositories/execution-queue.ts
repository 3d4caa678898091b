// Queued executions in the database: those that are stored as new wait for a slot.
import { sql } from 'kysely';
import type { ExecutionStatus } from '../../contract/run-data.ts';
import { claimStatement, type QueueClaim } from '../postgres/claim.ts';
import type { Database } from '../sql-database.ts';
import { recordOf, type ExecutionRecord } from './execution-record.ts';

export class ExecutionQueueRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns the ids of queued executions, oldest first. */
  async queued(): Promise<readonly string[]> {
    const { queries, dialect } = this.#database;
    const rows = await queries.selectFrom('execution').select('id').where('status', '=', 'new').orderBy(dialect.insertionOrder).execute();
    return rows.map(({ id }) => id);
  }

  /** Marks a queued execution as running; returns false if it was stopped or deleted. `startedAt`: in milliseconds since the epoch. */
  async claim(id: string, instance: string, startedAt: number): Promise<boolean> {
    const row = this.#database.queries
      .updateTable('execution')
      .set({ status: 'running', instance, started_at: startedAt, stop_requested: 0 })
      .where('id', '=', id)
      .where('status', '=', 'new');
    return (await this.#database.writes.write(row.compile())) === 1;
  }

  /**
   * Marks some queued executions as running, in Postgres only, and returns them. After a failure it is not known whether some were taken, so that
   * `putBack` must be called before another claim.
   */
  async claimSome(claim: QueueClaim): Promise<readonly ExecutionRecord[]> {
    const { queries, writes } = this.#database;
    if ((await writes.write(claimStatement(claim).compile(queries))) === 0) return [];
    const rows = await queries
      .selectFrom('execution')
      .selectAll()
      .where('status', '=', 'running')
      .where('instance', '=', claim.instance)
      .where('process', '=', claim.number)
      .orderBy('id')
      .execute();
    return rows.map(recordOf);
  }

  /** Queues the executions of a claim again, when none of them has started. */
  async putBack({ instance, number }: Pick<QueueClaim, 'instance' | 'number'>): Promise<void> {
    const rows = this.#database.queries
      .updateTable('execution')
      .set({ status: 'new', process: 0 })
      .where('status', '=', 'running')
      .where('instance', '=', instance)
      .where('process', '=', number);
    await this.#database.writes.write(rows.compile());
  }

  /** Returns the status of each of these executions that exists. */
  async statuses(ids: readonly string[]): Promise<ReadonlyMap<string, ExecutionStatus>> {
    const { queries, dialect } = this.#database;
    const rows = await queries
      .selectFrom('execution')
      .select(['id', 'status'])
      .where(sql<boolean>`id in ${dialect.texts(ids)}`)
      .execute();
    return new Map(rows.map(({ id, status }) => [id, status as ExecutionStatus]));
  }
}
