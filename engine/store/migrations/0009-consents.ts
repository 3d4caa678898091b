// Stores which folders and commands the person at this computer allows a workflow to use.
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const consents: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('consent')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('workflow_id', 'text', (column) => column.notNull().references('workflow.id').onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('is_granted', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'integer', (column) => column.notNull())
      .addUniqueConstraint('consent_of_workflow', ['workflow_id', 'kind', 'subject'])
      .execute();
  },
};
