// Use of models per day and workflow.
import { sql, type Kysely } from 'kysely';
import type { ModelTotals } from '../../contract/model-use.ts';
import type { Tables } from '../schema.ts';
import type { Database } from '../sql-database.ts';
import type { Writes } from '../writes.ts';

/** Use by the runs of one workflow. */
export interface WorkflowUse {
  /** Empty for all workflows that are not saved. */
  readonly workflowId: string;
  readonly totals: ModelTotals;
}

/** Costs are stored as whole numbers. */
const PER_DOLLAR = 1_000_000_000;

export class ModelUseRepository {
  readonly #queries: Kysely<Tables>;
  readonly #writes: Writes;

  constructor({ queries, writes }: Database) {
    this.#queries = queries;
    this.#writes = writes;
  }

  /** Adds to the use of a day, such as `2026-01-31`. Several processes may add at the same time. */
  async add(day: string, uses: readonly WorkflowUse[]): Promise<void> {
    const queries = uses.map(({ workflowId, totals: { tokens, milliseconds, cost } }) =>
      sql`
        insert into model_use (day, workflow_id, tokens, milliseconds, nanodollars)
        values (${day}, ${workflowId}, ${Math.round(tokens)}, ${Math.round(milliseconds)}, ${Math.round(cost * PER_DOLLAR)})
        on conflict (day, workflow_id) do update set tokens = model_use.tokens + excluded.tokens,
          milliseconds = model_use.milliseconds + excluded.milliseconds, nanodollars = model_use.nanodollars + excluded.nanodollars`.compile(
        this.#queries,
      ),
    );
    if (queries.length > 0) await this.#writes.write(...queries);
  }

  /** Returns the use of a day by a workflow, and by all together. */
  async of(day: string, workflowId: string): Promise<{ readonly workflow: ModelTotals; readonly instance: ModelTotals }> {
    const rows = await this.#queries
      .selectFrom('model_use')
      .select(['tokens', 'milliseconds', 'nanodollars', 'workflow_id'])
      .where('day', '=', day)
      .execute();
    const sum = (all: typeof rows): ModelTotals => {
      const [tokens, milliseconds, nanodollars] = (['tokens', 'milliseconds', 'nanodollars'] as const).map((name) =>
        all.reduce((total, row) => total + Number(row[name]), 0),
      ) as [number, number, number];
      return { tokens, milliseconds, cost: nanodollars / PER_DOLLAR };
    };
    return { workflow: sum(rows.filter((row) => row.workflow_id === workflowId)), instance: sum(rows) };
  }

  /** Removes the use of days before this one. */
  async prune(before: string): Promise<void> {
    await this.#writes.write(this.#queries.deleteFrom('model_use').where('day', '<', before).compile());
  }
}
