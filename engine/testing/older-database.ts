// A database as the version before the latest migration left it. Each new migration changes what is taken back here.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The migration that is then the last one. */
export const olderSchema = '0012-data-tables';

/** Takes back the latest migration of the database in the data folder, which no process uses. */
export function makeOlder(dataDir: string): void {
  const database = new DatabaseSync(join(dataDir, 'db', 'millrace.sqlite'));
  database.exec(`
    drop trigger workflow_removed; drop trigger credential_removed; drop table removed_credential; drop table removed_workflow; drop table lent_credential;
    drop index execution_of_owner; alter table execution drop column owner_id;
    delete from kysely_migration where name = '0013-execution-owner'`);
  database.close();
}
