// Stores the webhooks that each workflow declares, so that a server can register them before it listens.
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const webhooks: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('workflow_webhooks')
      .addColumn('workflow_id', 'text', (column) => column.primaryKey().notNull().references('workflow.id').onDelete('cascade'))
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('declared', 'text', (column) => column.notNull())
      .execute();
  },
};
