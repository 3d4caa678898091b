// The first tables: workflows, executions with their payloads in a separate table, and the owners of binary files.
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const initial: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('workflow')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('active', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('file', 'text', (column) => column.notNull())
      .addColumn('static_data', 'text')
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('created_at', 'integer', (column) => column.notNull())
      .addColumn('updated_at', 'integer', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('execution')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('workflow_id', 'text', (column) => column.notNull())
      .addColumn('workflow_name', 'text', (column) => column.notNull())
      .addColumn('mode', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('started_at', 'integer', (column) => column.notNull())
      .addColumn('stopped_at', 'integer')
      .addColumn('wait_till', 'integer')
      .addColumn('last_node', 'text')
      .addColumn('error_message', 'text')
      .addColumn('process', 'integer', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('execution_by_start').on('execution').columns(['started_at', 'id']).execute();
    await db.schema.createIndex('execution_by_workflow').on('execution').columns(['workflow_id', 'started_at']).execute();
    await db.schema.createIndex('execution_by_wait').on('execution').columns(['status', 'wait_till']).execute();
    await db.schema
      .createTable('execution_data')
      .addColumn('execution_id', 'text', (column) => column.primaryKey().notNull().references('execution.id').onDelete('cascade'))
      .addColumn('data', 'blob', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('binary_file')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('execution_id', 'text', (column) => column.notNull().references('execution.id').onDelete('cascade'))
      .execute();
    await db.schema.createIndex('binary_file_by_execution').on('binary_file').column('execution_id').execute();
  },
};
