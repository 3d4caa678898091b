// Webhooks that workflows declared when they were last activated.
import type { Kysely } from 'kysely';
import type { Tables } from '../schema.ts';
import type { Database } from '../sql-database.ts';
import type { Writes } from '../writes.ts';

export interface ActiveWorkflowWebhooks {
  readonly workflowId: string;
  readonly workflowName: string;
  /** As JSON; absent if the current version of the workflow has not been activated yet. */
  readonly declared?: string;
}

export class WebhookRepository {
  readonly #queries: Kysely<Tables>;
  readonly #writes: Writes;

  constructor({ queries, writes }: Database) {
    this.#queries = queries;
    this.#writes = writes;
  }

  /** Returns one row per active workflow, last changed first. */
  async ofActiveWorkflows(): Promise<readonly ActiveWorkflowWebhooks[]> {
    const rows = await this.#queries
      .selectFrom('workflow')
      .leftJoin('workflow_webhooks', (join) =>
        join.onRef('workflow_webhooks.workflow_id', '=', 'workflow.id').onRef('workflow_webhooks.version', '=', 'workflow.version'),
      )
      .select(['workflow.id', 'workflow.name', 'workflow_webhooks.declared'])
      .where('workflow.active', '=', 1)
      .orderBy('workflow.updated_at', 'desc')
      .orderBy('workflow.id')
      .execute();
    return rows.map(({ id, name, declared }) => ({ workflowId: id, workflowName: name, ...(declared === null ? {} : { declared }) }));
  }

  /** Stores the webhooks that a version of a workflow declares, as JSON. Writes nothing if they are already stored. */
  async save(workflowId: string, version: number, declared: string): Promise<void> {
    const query = this.#queries
      .insertInto('workflow_webhooks')
      .values({ workflow_id: workflowId, version, declared })
      .onConflict((conflict) =>
        conflict
          .column('workflow_id')
          .doUpdateSet({ version, declared })
          .where((eb) => eb.or([eb('workflow_webhooks.version', '!=', version), eb('workflow_webhooks.declared', '!=', declared)])),
      );
    await this.#writes.write(query.compile());
  }
}
