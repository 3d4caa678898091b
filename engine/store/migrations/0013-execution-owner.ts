// The owners of executions, and the ids of removed workflows, so that another user cannot take them over.
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const executionOwner: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('execution').addColumn('owner_id', 'text').execute();
    await sql`
      update execution set owner_id = workflow.owner_id
      from workflow join user on user.id = workflow.owner_id
      where workflow.id = execution.workflow_id and user.role = 'member'`.execute(db);
    // The owner of a deleted workflow is not known: what is left of its executions must not act on behalf of the instance owner.
    await sql`update execution set owner_id = '' where not exists (select 1 from workflow where id = execution.workflow_id)`.execute(db);
    // Executions of the instance owner, who sees all of them, are not in the index.
    await sql`create index execution_of_owner on execution (owner_id, status, started_at, id) where owner_id is not null`.execute(db);
    await db.schema
      .createTable('removed_workflow')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('owner_id', 'text')
      .execute();
    await sql`
      create trigger workflow_removed after delete on workflow begin
        insert into removed_workflow (id, owner_id) values (old.id, old.owner_id) on conflict (id) do update set owner_id = excluded.owner_id;
      end`.execute(db);
    await db.schema
      .createTable('lent_credential')
      .addColumn('user_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('workflow_id', 'text', (column) => column.notNull().references('workflow.id').onDelete('cascade'))
      .addColumn('credential_id', 'text', (column) => column.notNull().references('credential.id').onDelete('cascade'))
      .addColumn('created_at', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('lent_credential_key', ['user_id', 'workflow_id', 'credential_id'])
      .execute();
  },
};
