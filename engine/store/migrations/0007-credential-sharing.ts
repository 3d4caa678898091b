// Users who may use a credential of another user.
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const credentialSharing: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('credential_share')
      .addColumn('credential_id', 'text', (column) => column.notNull().references('credential.id').onDelete('cascade'))
      .addColumn('user_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('created_at', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('credential_share_key', ['credential_id', 'user_id'])
      .execute();
    await db.schema.createIndex('credential_share_by_user').on('credential_share').column('user_id').execute();
  },
};
