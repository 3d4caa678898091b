// Folders and commands that workflows may use, or wanted to use.
import type { Kysely } from 'kysely';
import type { ConsentKind } from '../../contract/rest/consents.ts';
import type { Tables } from '../schema.ts';
import type { WriteGroup } from '../write-group.ts';

export interface ConsentRecord {
  readonly id: string;
  readonly workflowId: string;
  readonly kind: ConsentKind;
  readonly subject: string;
  readonly isGranted: boolean;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

export class ConsentRepository {
  readonly #queries: Kysely<Tables>;
  readonly #writes: WriteGroup;

  constructor(queries: Kysely<Tables>, writes: WriteGroup) {
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

  /** Returns what a workflow may use of a kind. */
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

  /** Stores a consent. If it exists, it becomes granted if this one is granted; it is never revoked. */
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
  }

  /** Returns false if the id is unknown. */
  async grant(id: string, createdAt: number): Promise<boolean> {
    const isKnown = await this.#has(id);
    await this.#writes.write(
      this.#queries.updateTable('consent').set({ is_granted: 1, created_at: createdAt }).where('id', '=', id).compile(),
    );
    return isKnown;
  }

  /** Returns false if the id is unknown. */
  async remove(id: string): Promise<boolean> {
    const isKnown = await this.#has(id);
    await this.#writes.write(this.#queries.deleteFrom('consent').where('id', '=', id).compile());
    return isKnown;
  }

  async #has(id: string): Promise<boolean> {
    return (await this.#queries.selectFrom('consent').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
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
