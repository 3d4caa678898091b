// Stores the key that encrypts credentials, itself encrypted with the master key, which is never in the database.
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const vault: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('vault_key')
      .addColumn('id', 'integer', (column) => column.primaryKey().notNull())
      .addColumn('sealed_key', 'blob', (column) => column.notNull())
      .addColumn('key_fingerprint', 'text', (column) => column.notNull())
      .addColumn('master_fingerprint', 'text', (column) => column.notNull())
      .addColumn('place', 'text', (column) => column.notNull())
      .addColumn('account', 'text')
      .addColumn('created_at', 'integer', (column) => column.notNull())
      .execute();
  },
};
