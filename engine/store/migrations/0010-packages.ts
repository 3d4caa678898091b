// Stores which packages are installed, so that they can be fetched again if their folder is lost.
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const packages: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('package')
      .addColumn('name', 'text', (column) => column.primaryKey().notNull())
      .addColumn('version', 'text', (column) => column.notNull())
      .addColumn('integrity', 'text', (column) => column.notNull())
      .addColumn('overrides', 'text', (column) => column.notNull().defaultTo('{}'))
      .addColumn('installed_at', 'integer', (column) => column.notNull())
      .execute();
  },
};
