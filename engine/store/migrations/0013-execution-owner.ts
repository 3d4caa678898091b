// The owners of executions; the ids of removed workflows and credentials, so that another user cannot take them over; and lent credentials.
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
    // Nested inline workflows could be stored under any id. Such rows have another workflow id than the execution that called them.
    await sql`
      with recursive forged (id) as (
        select child.id from execution as child where child.parent_id is not null and child.workflow_id = child.parent_workflow_id
          and not exists (select 1 from execution as caller where caller.id = child.parent_id and caller.workflow_id = child.workflow_id)
        union select child.id from execution as child join forged on child.parent_id = forged.id
          where child.workflow_id = child.parent_workflow_id
      ) update execution set owner_id = '' where id in (select id from forged)`.execute(db);
    // Executions of the instance owner are not indexed: the owner's lists are not filtered by owner.
    await sql`create index execution_of_owner on execution (owner_id, status, started_at, id) where owner_id is not null`.execute(db);
    for (const name of ['workflow', 'credential']) {
      await db.schema
        .createTable(`removed_${name}`)
        .addColumn('id', 'text', (column) => column.primaryKey().notNull())
        .addColumn('owner_id', 'text')
        .execute();
      await sql`
        create trigger ${sql.id(`${name}_removed`)} after delete on ${sql.id(name)} begin
          insert into ${sql.id(`removed_${name}`)} (id, owner_id) values (old.id, old.owner_id)
          on conflict (id) do update set owner_id = excluded.owner_id;
        end`.execute(db);
    }
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
