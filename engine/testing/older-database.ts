// A database as an earlier version left it. Each new migration is taken back here too.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The migration that is then the last one. */
export const olderSchema = '0012-data-tables';

/** Takes back the latest migrations of the database in the data folder, which no process uses. */
export function makeOlder(dataDir: string): void {
  const database = new DatabaseSync(join(dataDir, 'db', 'millrace.sqlite'));
  for (const table of ['execution_data', 'execution_step', 'execution_call']) {
    for (const name of ['uses', 'changes', 'drops']) database.exec(`drop trigger ${table}_${name}_parts`);
    database.exec(`alter table ${table} drop column large_id`);
  }
  database.exec(`
    drop table conversation;
    drop table vector_batch;
    drop table model_use;
    drop table execution_index; drop table execution_text;
    drop index execution_highlighted; alter table execution drop column highlighted; alter table execution drop column note;
    drop table workflow_version_name; alter table workflow drop column saved_by;
    drop index workflow_by_folder; alter table workflow drop column folder_id; drop table folder;
    drop table variable; drop index api_key_by_id;
    alter table api_key drop column id; alter table api_key drop column label;
    alter table api_key drop column scopes; alter table api_key drop column last_used_at;
    drop index execution_by_expiry; drop index execution_test_run; alter table execution drop column expires_at; alter table workflow drop column archived;
    drop table large_payload_part; drop table large_payload;
    drop trigger workflow_removed; drop trigger credential_removed; drop table removed_credential; drop table removed_workflow; drop table lent_credential;
    drop index execution_of_owner; alter table execution drop column owner_id;
    delete from kysely_migration where name in ('0013-execution-owner', '0014-large-payloads', '0015-archive-and-test-runs', '0016-claimed-files', '0017-public-api', '0018-around-workflows', '0019-execution-search', '0020-conversations', '0021-vectors', '0022-model-use')`);
  database.close();
}
