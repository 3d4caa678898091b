// Indexes for every filter of the executions list, so that no query scans the history. Snapshots are removed with their last execution.
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const growth: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Each index ends in the order of the list, so that the rows of one status (and workflow, and mode) are read in order, and a few such streams
    // are merged.
    const keys = {
      execution_by_status: ['status'],
      execution_by_mode: ['mode', 'status'],
      execution_by_workflow_status: ['workflow_id', 'status'],
      execution_by_workflow_mode: ['workflow_id', 'mode', 'status'],
    };
    for (const [name, columns] of Object.entries(keys)) {
      await db.schema
        .createIndex(name)
        .on('execution')
        .columns([...columns, 'started_at', 'id'])
        .execute();
    }
    for (const replaced of ['execution_by_start', 'execution_by_workflow', 'execution_by_wait'])
      await db.schema.dropIndex(replaced).execute();
    await db.schema
      .createIndex('execution_by_wait_till')
      .on('execution')
      .column('wait_till')
      .where(sql.ref('wait_till'), 'is not', null)
      .execute();
    await db.schema.createIndex('workflow_by_owner').on('workflow').column('owner_id').execute();
    await sql`delete from workflow_snapshot where not exists (select 1 from execution where snapshot = hash)`.execute(db);
    await sql`
      create trigger execution_snapshot_unused after delete on execution when old.snapshot is not null
      begin
        delete from workflow_snapshot where hash = old.snapshot and not exists (select 1 from execution where snapshot = old.snapshot);
      end`.execute(db);
  },
};
