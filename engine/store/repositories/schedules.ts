// The next runs of scheduled triggers.
import type { Kysely } from 'kysely';
import type { ScheduleTable, Tables } from '../schema.ts';
import type { Database } from '../sql-database.ts';
import { Template, type Writes } from '../writes.ts';

/** Times are in milliseconds since the epoch. */
export interface ScheduleRecord {
  readonly nodeId: string;
  readonly rule: number;
  readonly nextRun: number | null;
  readonly lastRun: number | null;
  readonly times: string;
}

export class ScheduleRepository {
  readonly #queries: Kysely<Tables>;
  readonly #writes: Writes;
  readonly #statement: Template<ScheduleTable>;

  constructor({ queries, writes }: Database) {
    this.#queries = queries;
    this.#writes = writes;
    this.#statement = new Template((row) =>
      queries
        .insertInto('schedule')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['workflow_id', 'node_id', 'rule']).doUpdateSet((eb) => ({
            next_run: eb.ref('excluded.next_run'),
            last_run: eb.ref('excluded.last_run'),
            times: eb.ref('excluded.times'),
          })),
        )
        .compile(),
    );
  }

  async load(workflowId: string): Promise<readonly ScheduleRecord[]> {
    const rows = await this.#queries.selectFrom('schedule').selectAll().where('workflow_id', '=', workflowId).execute();
    return rows.map((row) => ({ nodeId: row.node_id, rule: row.rule, nextRun: row.next_run, lastRun: row.last_run, times: row.times }));
  }

  /** Replaces the workflow's rows with these. */
  async save(workflowId: string, records: readonly ScheduleRecord[]): Promise<void> {
    await this.#writes.write(this.#removal(workflowId), ...records.map((record) => this.#statement.with(rowOf(workflowId, record))));
  }

  /** Stores one record; the workflow's other records stay. */
  async saveRow(workflowId: string, record: ScheduleRecord): Promise<void> {
    await this.#writes.write(this.#statement.with(rowOf(workflowId, record)));
  }

  async remove(workflowId: string): Promise<void> {
    await this.#writes.write(this.#removal(workflowId));
  }

  #removal(workflowId: string) {
    return this.#queries.deleteFrom('schedule').where('workflow_id', '=', workflowId).compile();
  }
}

function rowOf(workflowId: string, { nodeId, rule, nextRun, lastRun, times }: ScheduleRecord): ScheduleTable {
  return { workflow_id: workflowId, node_id: nodeId, rule, next_run: nextRun, last_run: lastRun, times };
}
