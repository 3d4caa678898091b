// Archived workflows, and manual executions that expire.
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const archiveAndTestRuns: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('workflow')
      .addColumn('archived', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('execution').addColumn('expires_at', 'integer').execute();
    await sql`create index execution_by_expiry on execution (expires_at) where expires_at is not null`.execute(db);
    await sql`create index execution_test_run on execution (workflow_id, started_at, id) where expires_at is not null`.execute(db);
  },
};
