// Folders and commands that workflows may use, or wanted to use.
import type { Kysely } from 'kysely';
import type { ConsentKind } from '../../contract/rest/consents.ts';
import type { Tables } from '../schema.ts';
import type { Database } from '../sql-database.ts';
import type { Writes } from '../writes.ts';

export interface ConsentRecord {
  readonly id: string;
  readonly workflowId: string;
  readonly kind: ConsentKind;
  readonly subject: string;
  readonly isGranted: boolean;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** Number of requests for consent that are kept per workflow: callers of a workflow may choose what it asks for. */
const MOST_OPEN = 20;

export class ConsentRepository {
  readonly #queries: Kysely<Tables>;
  readonly #writes: Writes;

  constructor({ queries, writes }: Database) {
    this.#queries = queries;
    this.#writes = writes;
  }

  /** Returns all, latest first, with the names of their workflows. */
  async list(): Promise<readonly (ConsentRecord & { readonly workflowName: string })[]> {
    const rows = await this.#queries
      .selectFrom('consent')
      .innerJoin('workflow', 'workflow.id', 'consent.workflow_id')
      .selectAll('consent')
      .select('workflow.name as workflow_name')
      .orderBy('consent.created_at', 'desc')
      .orderBy('consent.id')
      .execute();
    return rows.map((row) => ({ ...recordOf(row), workflowName: row.workflow_name }));
  }

  /** Returns the granted subjects of a kind (files or commands) for a workflow. */
  async grantedTo(workflowId: string, kind: ConsentKind): Promise<readonly string[]> {
    const rows = await this.#queries
      .selectFrom('consent')
      .select('subject')
      .where('workflow_id', '=', workflowId)
      .where('kind', '=', kind)
      .where('is_granted', '=', 1)
      .execute();
    return rows.map(({ subject }) => subject);
  }

  /** Stores a consent. If it exists, it becomes granted if this one is granted; it is never revoked. Of those not granted, the latest of a workflow are kept. */
  async put({ id, workflowId, kind, subject, isGranted, createdAt }: ConsentRecord): Promise<void> {
    const row = { id, workflow_id: workflowId, kind, subject, is_granted: Number(isGranted), created_at: createdAt };
    const insert = this.#queries
      .insertInto('consent')
      .values(row)
      .onConflict((conflict) => {
        const same = conflict.columns(['workflow_id', 'kind', 'subject']);
        return isGranted ? same.doUpdateSet({ is_granted: 1, created_at: createdAt }) : same.doNothing();
      });
    await this.#writes.write(insert.compile());
    if (isGranted) return;
    const latest = this.#openOf(workflowId).select('id').orderBy('created_at', 'desc').orderBy('id').limit(MOST_OPEN);
    const older = this.#queries.deleteFrom('consent').where('workflow_id', '=', workflowId).where('is_granted', '=', 0);
    await this.#writes.write(older.where('id', 'not in', latest).compile());
  }

  /** Returns the id of the workflow of a consent; undefined if the consent is unknown. */
  async workflowOf(id: string): Promise<string | undefined> {
    const row = await this.#queries.selectFrom('consent').select('workflow_id').where('id', '=', id).executeTakeFirst();
    return row?.workflow_id;
  }

  async grant(id: string, createdAt: number): Promise<void> {
    await this.#writes.write(
      this.#queries.updateTable('consent').set({ is_granted: 1, created_at: createdAt }).where('id', '=', id).compile(),
    );
  }

  /** Returns false if the id is unknown. */
  async remove(id: string): Promise<boolean> {
    const isKnown = (await this.workflowOf(id)) !== undefined;
    await this.#writes.write(this.#queries.deleteFrom('consent').where('id', '=', id).compile());
    return isKnown;
  }

  #openOf(workflowId: string) {
    return this.#queries.selectFrom('consent').where('workflow_id', '=', workflowId).where('is_granted', '=', 0);
  }
}

const recordOf = (row: Tables['consent']): ConsentRecord => ({
  id: row.id,
  workflowId: row.workflow_id,
  kind: row.kind as ConsentKind,
  subject: row.subject,
  isGranted: row.is_granted === 1,
  createdAt: row.created_at,
});
