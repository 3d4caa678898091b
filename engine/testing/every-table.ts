// A SQLite database with rows in every table, with values that databases store differently.
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Store } from '../store/index.ts';

/** Number of executions: enough for several batches of a move. */
export const EXECUTIONS = 1200;
/** Text with characters that need care: NUL, its symbol, and others beyond the usual. */
const ODD_TEXT = 'a\0b\u2400\u2061c\u2400d \u{1f600} "\'\\ \ufeff\u2028';

const tables = `
insert into user (id, email, first_name, role, created_at, updated_at) values ('boss', 'boss@example.com', 'Ada', 'owner', 1, 2),
  ('ann', 'ann@example.com', null, 'member', 1, 2);
insert into session values ('hash-1', 'boss', 1, 1764492000000);
insert into user_token values ('hash-2', 'ann', 1, null, 'reset');
insert into api_key (hash, user_id, created_at, expires_at, shown, id, label, scopes) values ('hash-3', 'boss', 1, null, 'key…', 'k', 'Key', '["a"]');
insert into variable values ('v', 'region', 'eu', 1);
insert into setting values ('installation', '{"id":"1","addressSecret":"2"}'), ('executionIndex.seen', '5');
insert into vault_key values (1, x'00ff10', 'fingerprint', 'master', 'file', null, 1764492000000);
insert into folder values ('child', 'Child', null, 'boss', 1, 2), ('parent', 'Parent', null, null, 1, 2);
update folder set parent_id = 'parent' where id = 'child';
insert into workflow (id, name, active, file, static_data, created_at, updated_at, owner_id, folder_id)
  values ('w', 'Workflow', 1, '{"id":"w","name":"Workflow","nodes":[],"connections":{}}', '{"n":1}', 1, 2, 'boss', 'child');
insert into workflow_history values ('w', 1, 'Before', '{}', 3, null);
insert into workflow_version_name values ('w', 1, 'First', '', 4, 'boss');
insert into workflow_webhooks values ('w', 1, '[]');
insert into tag values ('t', 'Ünïcode', 1, 2);
insert into workflow_tag values ('w', 't');
insert into schedule values ('w', 'n', 0, 1764492000000, null, '{}');
insert into consent values ('c', 'w', 'folder', '/srv', 1, 5);
insert into package values ('n8n-nodes-a', '1.2.3', 'sha512-a', '{}', 6, 1);
insert into credential values ('cred', 'Mail', 'smtp', x'', '[]', 'boss', 1, 2), ('empty', 'No data', 'smtp', null, '[]', null, 1, 2);
insert into credential_share values ('cred', 'ann', 1);
insert into lent_credential values ('ann', 'w', 'cred', 1);
insert into data_table values ('d', 'boss', 'Rows', '[]', 3, 10, 1, 1, 2);
insert into data_table_row values ('d', 10, 1, 2, '{"a":"ten"}'), ('d', 9, 1, 2, '{"a":9007199254740993}');
insert into conversation values ('w', 'session "1"', '[{"role":"user","text":"Hi"}]', 3, 1764492000000);
insert into vector_batch values ('v1', 'w', 'w', 'notes', x'7b7d', 1764492000000);
insert into model_use values ('2025-11-30', 'w', 1200, 3400, 5600000);
insert into workflow_snapshot values ('s', x'28b52ffd');
insert into execution_call values ('child-1', 'e1', x'7b7d', null);
insert into execution_step values ('e1', 0, x'7b7d', null), ('e1', 1, x'', 'large');
insert into execution_file values ('', 'file:unclaimed', 'instance'), ('e1', 'file:unclaimed', null), ('e2', 'file:2', null);
insert into execution_index values (1849548177408000001, 'e1');
insert into removed_file values ('file:gone');
insert into removed_workflow values ('old', 'ann');
insert into removed_credential values ('old', null);`;

/**
 * Fills the database of a data folder. The ids of executions do not rise with their insertion. The queued one has start data of `startSize` bytes in a
 * file.
 */
export async function fillEveryTable(dataDir: string, startSize = 3_000_000): Promise<void> {
  await (await Store.open(dataDir)).close();
  const database = new DatabaseSync(join(dataDir, 'db', 'millrace.sqlite'));
  // Rows are inserted as they are, also those that a trigger would remove.
  database.exec('pragma foreign_keys = off');
  const triggers = database.prepare("select name, sql from sqlite_master where type = 'trigger'").all() as { name: string; sql: string }[];
  for (const { name } of triggers) database.exec(`drop trigger ${name}`);
  database.exec(`begin; ${tables}`);
  const insert =
    database.prepare(`insert into execution (id, workflow_id, workflow_name, mode, status, started_at, stopped_at, error_message,
    process, snapshot, start_file) values (?, 'w', ?, 'webhook', ?, 1, 2, ?, 0, 's', ?)`);
  const data = database.prepare('insert into execution_data values (?, ?, null)');
  for (let index = 0; index < EXECUTIONS; index++) {
    const id = `e${(index * 7919) % EXECUTIONS}`;
    insert.run(id, `Workflow ${index}`, 'error', index === 3 ? ODD_TEXT : null, null);
    // Bound values without bytes would be null.
    data.run(id, randomBytes(1 + (index % 2000)));
  }
  insert.run('queued', 'Workflow', 'new', null, 'queued.instance');
  database.exec("insert into large_payload values ('large', null), ('unused', '')");
  const part = database.prepare("insert into large_payload_part values ('large', ?, ?)");
  for (let seq = 0; seq < 20; seq++) part.run(seq, randomBytes(256 * 1024));
  for (const { sql } of triggers) database.exec(sql);
  database.exec('commit');
  database.close();
  const starts = join(dataDir, 'db', 'starts');
  mkdirSync(starts, { recursive: true });
  writeFileSync(join(starts, 'queued.instance'), randomBytes(startSize));
}
