// Stores which packages of nodes may open connections by themselves.
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const packageNetwork: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('package')
      .addColumn('allows_network', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
