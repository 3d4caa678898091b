// Which process runs an execution, requests to stop it, files shared by several executions, and files without an execution.
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const instances: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('execution')
      .addColumn('instance', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await db.schema
      .alterTable('execution')
      .addColumn('stop_requested', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('execution').addColumn('start_file', 'text').execute();
    // No foreign key: a run creates files before its execution is stored, if it is stored at all.
    await sql`create table "execution_file" (
      "execution_id" text not null, "file_id" text not null, "instance" text, primary key ("execution_id", "file_id")) without rowid`.execute(
      db,
    );
    await db.schema.createIndex('execution_file_by_file').on('execution_file').column('file_id').execute();
    await sql`create index "execution_file_by_instance" on "execution_file" ("instance") where "instance" is not null`.execute(db);
    await sql`insert into "execution_file" ("execution_id", "file_id") select "execution_id", "id" from "binary_file"`.execute(db);
    await db.schema
      .createTable('removed_file')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .execute();
    await triggers(db);
  },
};

async function triggers(db: Kysely<unknown>): Promise<void> {
  await sql`create trigger "execution_removed" after delete on "execution" begin
    delete from "execution_file" where "execution_id" = old."id" and "instance" is null;
    insert or ignore into "removed_file" select 'start:' || old."start_file" where old."start_file" is not null;
  end`.execute(db);
  await sql`create trigger "execution_start_superseded" after update of "start_file" on "execution"
    when old."start_file" is not null and new."start_file" is null begin
    insert or ignore into "removed_file" values ('start:' || old."start_file");
  end`.execute(db);
  await sql`create trigger "execution_file_claimed" after insert on "execution_file" when new."execution_id" <> '' begin
    delete from "execution_file" where "execution_id" = '' and "file_id" = new."file_id";
  end`.execute(db);
  await sql`create trigger "execution_file_removed" after delete on "execution_file"
    when not exists (select 1 from "execution_file" where "file_id" = old."file_id") begin
    insert or ignore into "removed_file" values (old."file_id");
  end`.execute(db);
}
