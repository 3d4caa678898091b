// Large payloads of executions in parts. Triggers of the database keep track of the rows that use them.
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The tables whose payloads may be stored in parts. */
const users = ['execution_data', 'execution_step', 'execution_call'] as const;

export const largePayloads: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('large_payload')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('writer', 'text')
      .execute();
    await sql`create index unused_large_payload on large_payload (writer) where writer is not null`.execute(db);
    await db.schema
      .createTable('large_payload_part')
      .addColumn('payload_id', 'text', (column) => column.notNull().references('large_payload.id'))
      .addColumn('seq', 'integer', (column) => column.notNull())
      .addColumn('data', 'blob', (column) => column.notNull())
      .addPrimaryKeyConstraint('large_payload_part_key', ['payload_id', 'seq'])
      .execute();
    for (const table of users) {
      await db.schema.alterTable(table).addColumn('large_id', 'text').execute();
      const use = sql`update large_payload set writer = null where id = new.large_id;`;
      const drop = sql`update large_payload set writer = '' where id = old.large_id;`;
      const trigger = (name: string): ReturnType<typeof sql.id> => sql.id(`${table}_${name}`);
      await sql`create trigger ${trigger('uses_parts')} after insert on ${sql.id(table)} when new.large_id is not null begin ${use} end`.execute(
        db,
      );
      await sql`create trigger ${trigger('changes_parts')} after update of large_id on ${sql.id(table)}
        when old.large_id is not new.large_id begin ${drop} ${use} end`.execute(db);
      await sql`create trigger ${trigger('drops_parts')} after delete on ${sql.id(table)} when old.large_id is not null begin ${drop} end`.execute(
        db,
      );
    }
  },
};
