// Credentials that a user lets the workflow of another user read while running it by hand.
import type { Kysely } from 'kysely';
import type { Tables } from '../schema.ts';
import type { Database } from '../sql-database.ts';
import type { Writes } from '../writes.ts';

export interface Loan {
  readonly userId: string;
  readonly workflowId: string;
}

export class LentCredentialRepository {
  readonly #queries: Kysely<Tables>;
  readonly #writes: Writes;

  constructor({ queries, writes }: Database) {
    this.#queries = queries;
    this.#writes = writes;
  }

  /** Returns the ids of the credentials that the user lends to the workflow. */
  async lent({ userId, workflowId }: Loan): Promise<ReadonlySet<string>> {
    const rows = await this.#queries
      .selectFrom('lent_credential')
      .select('credential_id')
      .where('user_id', '=', userId)
      .where('workflow_id', '=', workflowId)
      .execute();
    return new Set(rows.map((row) => row.credential_id));
  }

  /** Lends a credential. The rows go when the user, the workflow or the credential is removed. */
  async lend({ userId, workflowId }: Loan, credentialId: string, now: number): Promise<void> {
    await this.#writes.write(
      this.#queries
        .insertInto('lent_credential')
        .values({ user_id: userId, workflow_id: workflowId, credential_id: credentialId, created_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .compile(),
    );
  }
}
