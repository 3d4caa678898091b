// Tables of the server: users and sessions, tags, workflow versions, schedules, credentials, settings and retries.
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const server: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await people(db);
    await workflows(db);
    await db.schema
      .createTable('credential')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('data', 'blob')
      .addColumn('nodes_access', 'text', (column) => column.notNull().defaultTo('[]'))
      .addColumn('owner_id', 'text', (column) => column.references('user.id'))
      .addColumn('created_at', 'integer', (column) => column.notNull())
      .addColumn('updated_at', 'integer', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('setting')
      .addColumn('key', 'text', (column) => column.primaryKey().notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('workflow_snapshot')
      .addColumn('hash', 'text', (column) => column.primaryKey().notNull())
      .addColumn('data', 'blob', (column) => column.notNull())
      .execute();
    await db.schema
      .alterTable('execution')
      .addColumn('snapshot', 'text', (column) => column.references('workflow_snapshot.hash'))
      .execute();
    await db.schema.createIndex('execution_by_snapshot').on('execution').column('snapshot').execute();
    await db.schema.alterTable('execution').addColumn('retry_of', 'text').execute();
    await db.schema.alterTable('execution').addColumn('retry_success_id', 'text').execute();
  },
};

async function people(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('user')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('email', 'text', (column) => column.unique())
    .addColumn('first_name', 'text')
    .addColumn('last_name', 'text')
    .addColumn('password_hash', 'text')
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('personalization', 'text')
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('updated_at', 'integer', (column) => column.notNull())
    .execute();
  for (const table of ['session', 'user_token', 'api_key']) {
    await db.schema
      .createTable(table)
      .addColumn('hash', 'text', (column) => column.primaryKey().notNull())
      .addColumn('user_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('created_at', 'integer', (column) => column.notNull())
      .addColumn('expires_at', 'integer')
      .execute();
    await db.schema.createIndex(`${table}_by_user`).on(table).column('user_id').execute();
  }
  await db.schema
    .alterTable('user_token')
    .addColumn('purpose', 'text', (column) => column.notNull().defaultTo('invite'))
    .execute();
  await db.schema
    .alterTable('api_key')
    .addColumn('shown', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
}

async function workflows(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('workflow').addColumn('owner_id', 'text').execute();
  await db.schema.createIndex('workflow_by_change').on('workflow').columns(['updated_at', 'id']).execute();
  await db.schema
    .createTable('workflow_history')
    .addColumn('workflow_id', 'text', (column) => column.notNull().references('workflow.id').onDelete('cascade'))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('file', 'text', (column) => column.notNull())
    .addColumn('saved_at', 'integer', (column) => column.notNull())
    .addColumn('saved_by', 'text')
    .addPrimaryKeyConstraint('workflow_history_key', ['workflow_id', 'version'])
    .execute();
  await db.schema
    .createTable('tag')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) =>
      column
        .notNull()
        .unique()
        .modifyEnd(sql`collate nocase`),
    )
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('updated_at', 'integer', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('workflow_tag')
    .addColumn('workflow_id', 'text', (column) => column.notNull().references('workflow.id').onDelete('cascade'))
    .addColumn('tag_id', 'text', (column) => column.notNull().references('tag.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('workflow_tag_key', ['workflow_id', 'tag_id'])
    .execute();
  await db.schema.createIndex('workflow_tag_by_tag').on('workflow_tag').column('tag_id').execute();
  await db.schema
    .createTable('schedule')
    .addColumn('workflow_id', 'text', (column) => column.notNull().references('workflow.id').onDelete('cascade'))
    .addColumn('node_id', 'text', (column) => column.notNull())
    .addColumn('rule', 'integer', (column) => column.notNull())
    .addColumn('next_run', 'integer')
    .addColumn('last_run', 'integer')
    .addColumn('times', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('schedule_key', ['workflow_id', 'node_id', 'rule'])
    .execute();
}
