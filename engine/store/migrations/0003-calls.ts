// Called executions: links to their callers, pending results, steps of progress, and pending error workflows.
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const calls: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const column of ['parent_id', 'parent_workflow_id', 'parent_node'] as const) {
      await db.schema.alterTable('execution').addColumn(column, 'text').execute();
    }
    await db.schema.alterTable('execution').addColumn('parent_call', 'integer').execute();
    await db.schema
      .alterTable('execution')
      .addColumn('error_due', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`create index execution_by_parent on execution (parent_id) where parent_id is not null`.execute(db);
    await sql`create index execution_by_error_due on execution (id) where error_due = 1`.execute(db);
    // No foreign key: a result may be stored before the caller's row, which is written only when the caller parks.
    await db.schema
      .createTable('execution_call')
      .addColumn('child_id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('parent_id', 'text', (column) => column.notNull())
      .addColumn('data', 'blob', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('execution_call_by_parent').on('execution_call').column('parent_id').execute();
    await sql`create trigger execution_call_removal after delete on execution begin
      delete from execution_call where parent_id = old.id;
    end`.execute(db);
    await db.schema
      .createTable('execution_step')
      .addColumn('execution_id', 'text', (column) => column.notNull().references('execution.id').onDelete('cascade'))
      .addColumn('seq', 'integer', (column) => column.notNull())
      .addColumn('data', 'blob', (column) => column.notNull())
      .addPrimaryKeyConstraint('execution_step_key', ['execution_id', 'seq'])
      .execute();
  },
};
