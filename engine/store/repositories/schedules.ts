// When scheduled triggers fire next.
import type { Kysely } from 'kysely';
import type { Tables } from '../schema.ts';
import type { WriteGroup } from '../write-group.ts';

/** Times in milliseconds since the epoch. */
export interface ScheduleRecord {
  readonly nodeId: string;
  readonly rule: number;
  readonly nextRun: number | null;
  readonly lastRun: number | null;
  readonly times: string;
}

export class ScheduleRepository {
  readonly #queries: Kysely<Tables>;
  readonly #writes: WriteGroup;

  constructor(queries: Kysely<Tables>, writes: WriteGroup) {
    this.#queries = queries;
    this.#writes = writes;
  }

  async load(workflowId: string): Promise<readonly ScheduleRecord[]> {
    const rows = await this.#queries.selectFrom('schedule').selectAll().where('workflow_id', '=', workflowId).execute();
    return rows.map((row) => ({ nodeId: row.node_id, rule: row.rule, nextRun: row.next_run, lastRun: row.last_run, times: row.times }));
  }

  /** Keeps these rows and no others for the workflow. */
  async save(workflowId: string, records: readonly ScheduleRecord[]): Promise<void> {
    const rows = records.map(({ nodeId, rule, nextRun, lastRun, times }) => ({
      workflow_id: workflowId,
      node_id: nodeId,
      rule,
      next_run: nextRun,
      last_run: lastRun,
      times,
    }));
    await this.#writes.write(this.#removal(workflowId), ...rows.map((row) => this.#queries.insertInto('schedule').values(row).compile()));
  }

  async remove(workflowId: string): Promise<void> {
    await this.#writes.write(this.#removal(workflowId));
  }

  #removal(workflowId: string) {
    return this.#queries.deleteFrom('schedule').where('workflow_id', '=', workflowId).compile();
  }
}
