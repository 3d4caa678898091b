// Tables of data that workflows keep: their columns, and their rows.
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const dataTables: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('data_table')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('owner_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('columns', 'text', (column) => column.notNull())
      .addColumn('next_row', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('size', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('created_at', 'integer', (column) => column.notNull())
      .addColumn('updated_at', 'integer', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('data_table_of_owner').on('data_table').columns(['owner_id', 'name']).execute();
    await db.schema
      .createTable('data_table_row')
      .addColumn('table_id', 'text', (column) => column.notNull().references('data_table.id').onDelete('cascade'))
      .addColumn('id', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'integer', (column) => column.notNull())
      .addColumn('updated_at', 'integer', (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('data_table_row_key', ['table_id', 'id'])
      // The rows of a table lie next to each other, in the order in which they are read.
      .modifyEnd(sql`without rowid`)
      .execute();
  },
};
