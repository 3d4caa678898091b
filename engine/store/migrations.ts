// All migrations, in order, as SQL. Missing ones are applied to each database. A shipped migration never changes; new ones only add.

interface Migration {
  /** Number and subject. Numbers sort as text. */
  readonly name: string;
  readonly sql: string;
}

/** Columns of tables whose rows are secrets of a user, stored as hashes. */
const userSecret = `hash text not null primary key, user_id text not null references user (id) on delete cascade,
  created_at integer not null, expires_at integer`;

export const migrations: readonly Migration[] = [
  {
    // Workflows, executions with their payloads in a separate table, and the owners of binary files.
    name: '0001-initial',
    sql: `
create table workflow (id text not null primary key, name text not null, active integer default 0 not null, file text not null,
  static_data text, version integer default 1 not null, created_at integer not null, updated_at integer not null);
create table execution (id text not null primary key, workflow_id text not null, workflow_name text not null, mode text not null,
  status text not null, started_at integer not null, stopped_at integer, wait_till integer, last_node text, error_message text,
  process integer not null);
create index execution_by_start on execution (started_at, id);
create index execution_by_workflow on execution (workflow_id, started_at);
create index execution_by_wait on execution (status, wait_till);
create table execution_data (execution_id text not null primary key references execution (id) on delete cascade, data blob not null);
create table binary_file (id text not null primary key, execution_id text not null references execution (id) on delete cascade);
create index binary_file_by_execution on binary_file (execution_id);`,
  },
  {
    // Users and sessions, tags, workflow versions, schedules, credentials, settings and retries.
    name: '0002-server',
    sql: `
create table user (id text not null primary key, email text unique, first_name text, last_name text, password_hash text, role text not null,
  personalization text, created_at integer not null, updated_at integer not null);
create table session (${userSecret});
create index session_by_user on session (user_id);
create table user_token (${userSecret}, purpose text default 'invite' not null);
create index user_token_by_user on user_token (user_id);
create table api_key (${userSecret}, shown text default '' not null);
create index api_key_by_user on api_key (user_id);
alter table workflow add column owner_id text;
create index workflow_by_change on workflow (updated_at, id);
create table workflow_history (workflow_id text not null references workflow (id) on delete cascade, version integer not null,
  name text not null, file text not null, saved_at integer not null, saved_by text,
  constraint workflow_history_key primary key (workflow_id, version));
create table tag (id text not null primary key, name text not null unique collate nocase, created_at integer not null,
  updated_at integer not null);
create table workflow_tag (workflow_id text not null references workflow (id) on delete cascade,
  tag_id text not null references tag (id) on delete cascade, constraint workflow_tag_key primary key (workflow_id, tag_id));
create index workflow_tag_by_tag on workflow_tag (tag_id);
create table schedule (workflow_id text not null references workflow (id) on delete cascade, node_id text not null, rule integer not null,
  next_run integer, last_run integer, times text not null, constraint schedule_key primary key (workflow_id, node_id, rule));
create table credential (id text not null primary key, name text not null, type text not null, data blob,
  nodes_access text default '[]' not null, owner_id text references user (id), created_at integer not null, updated_at integer not null);
create table setting (key text not null primary key, value text not null);
create table workflow_snapshot (hash text not null primary key, data blob not null);
alter table execution add column snapshot text references workflow_snapshot (hash);
create index execution_by_snapshot on execution (snapshot);
alter table execution add column retry_of text;
alter table execution add column retry_success_id text;`,
  },
  {
    // Called executions: links to their callers, pending results, steps of progress, and pending error workflows.
    name: '0003-calls',
    sql: `
alter table execution add column parent_id text;
alter table execution add column parent_workflow_id text;
alter table execution add column parent_node text;
alter table execution add column parent_call integer;
alter table execution add column error_due integer default 0 not null;
create index execution_by_parent on execution (parent_id) where parent_id is not null;
create index execution_by_error_due on execution (id) where error_due = 1;
-- No foreign key: a result may be stored before the caller's row, which is written only when the caller parks.
create table execution_call (child_id text not null primary key, parent_id text not null, data blob not null);
create index execution_call_by_parent on execution_call (parent_id);
create trigger execution_call_removal after delete on execution begin
  delete from execution_call where parent_id = old.id;
end;
create table execution_step (execution_id text not null references execution (id) on delete cascade, seq integer not null,
  data blob not null, constraint execution_step_key primary key (execution_id, seq));`,
  },
  {
    // Which process runs an execution, requests to stop it, files shared by several executions, and files without an execution.
    name: '0004-instances',
    sql: `
alter table execution add column instance text default '' not null;
alter table execution add column stop_requested integer default 0 not null;
alter table execution add column start_file text;
-- No foreign key: a run creates files before its execution is stored, if it is stored at all.
create table execution_file (execution_id text not null, file_id text not null, instance text,
  primary key (execution_id, file_id)) without rowid;
create index execution_file_by_file on execution_file (file_id);
create index execution_file_by_instance on execution_file (instance) where instance is not null;
insert into execution_file (execution_id, file_id) select execution_id, id from binary_file;
create table removed_file (id text not null primary key);
create trigger execution_removed after delete on execution begin
  delete from execution_file where execution_id = old.id and instance is null;
  insert or ignore into removed_file select 'start:' || old.start_file where old.start_file is not null;
end;
create trigger execution_start_superseded after update of start_file on execution
when old.start_file is not null and new.start_file is null begin
  insert or ignore into removed_file values ('start:' || old.start_file);
end;
create trigger execution_file_claimed after insert on execution_file when new.execution_id <> '' begin
  delete from execution_file where execution_id = '' and file_id = new.file_id;
end;
create trigger execution_file_removed after delete on execution_file
when not exists (select 1 from execution_file where file_id = old.file_id) begin
  insert or ignore into removed_file values (old.file_id);
end;`,
  },
  {
    // Indexes for every filter of the executions list, so that no query scans the history. Each ends in the order of the list, so that the rows of
    // one status (and workflow, and mode) are read in order, and a few such streams are merged. Snapshots are removed with their last execution.
    name: '0005-growth',
    sql: `
create index execution_by_status on execution (status, started_at, id);
create index execution_by_mode on execution (mode, status, started_at, id);
create index execution_by_workflow_status on execution (workflow_id, status, started_at, id);
create index execution_by_workflow_mode on execution (workflow_id, mode, status, started_at, id);
drop index execution_by_start;
drop index execution_by_workflow;
drop index execution_by_wait;
create index execution_by_wait_till on execution (wait_till) where wait_till is not null;
create index workflow_by_owner on workflow (owner_id);
delete from workflow_snapshot where not exists (select 1 from execution where snapshot = hash);
create trigger execution_snapshot_unused after delete on execution when old.snapshot is not null begin
  delete from workflow_snapshot where hash = old.snapshot and not exists (select 1 from execution where snapshot = old.snapshot);
end;`,
  },
  {
    // The webhooks that each workflow declares, so that a server can register them before it listens.
    name: '0006-webhooks',
    sql: `
create table workflow_webhooks (workflow_id text not null primary key references workflow (id) on delete cascade,
  version integer not null, declared text not null);`,
  },
  {
    name: '0007-credential-sharing',
    sql: `
create table credential_share (credential_id text not null references credential (id) on delete cascade,
  user_id text not null references user (id) on delete cascade, created_at integer not null,
  constraint credential_share_key primary key (credential_id, user_id));
create index credential_share_by_user on credential_share (user_id);`,
  },
  {
    // The key that encrypts the credentials, itself encrypted by a master key outside of the database.
    name: '0008-vault',
    sql: `
create table vault_key (id integer not null primary key, sealed_key blob not null, key_fingerprint text not null,
  master_fingerprint text not null, place text not null, account text, created_at integer not null);`,
  },
  {
    // What the user allowed or denied a workflow, such as reading a file.
    name: '0009-consents',
    sql: `
create table consent (id text not null primary key, workflow_id text not null references workflow (id) on delete cascade,
  kind text not null, subject text not null, is_granted integer not null, created_at integer not null,
  constraint consent_of_workflow unique (workflow_id, kind, subject));`,
  },
  {
    name: '0010-packages',
    sql: `
create table package (name text not null primary key, version text not null, integrity text not null,
  overrides text default '{}' not null, installed_at integer not null);`,
  },
  {
    name: '0011-package-network',
    sql: 'alter table package add column allows_network integer default 0 not null;',
  },
  {
    // Tables of data that workflows store. The rows of a table lie next to each other, in the order in which they are read.
    name: '0012-data-tables',
    sql: `
create table data_table (id text not null primary key, owner_id text not null references user (id) on delete cascade, name text not null,
  columns text not null, next_row integer default 1 not null, size integer default 0 not null, version integer default 0 not null,
  created_at integer not null, updated_at integer not null);
create index data_table_of_owner on data_table (owner_id, name);
create table data_table_row (table_id text not null references data_table (id) on delete cascade, id integer not null,
  created_at integer not null, updated_at integer not null, data text not null,
  constraint data_table_row_key primary key (table_id, id)) without rowid;`,
  },
  {
    // The owners of executions; the ids of removed workflows and credentials, so that another user cannot take them over; and lent credentials.
    name: '0013-execution-owner',
    sql: `
alter table execution add column owner_id text;
update execution set owner_id = workflow.owner_id from workflow join user on user.id = workflow.owner_id
  where workflow.id = execution.workflow_id and user.role = 'member';
-- The owner of a deleted workflow is not known: what is left of its executions must not act on behalf of the instance owner.
update execution set owner_id = '' where not exists (select 1 from workflow where id = execution.workflow_id);
-- Nested inline workflows could be stored under any id. Such rows have another workflow id than the execution that called them.
with recursive forged (id) as (
  select child.id from execution as child where child.parent_id is not null and child.workflow_id = child.parent_workflow_id
    and not exists (select 1 from execution as caller where caller.id = child.parent_id and caller.workflow_id = child.workflow_id)
  union select child.id from execution as child join forged on child.parent_id = forged.id
    where child.workflow_id = child.parent_workflow_id
) update execution set owner_id = '' where id in (select id from forged);
-- Executions of the instance owner are not indexed: the owner's lists are not filtered by owner.
create index execution_of_owner on execution (owner_id, status, started_at, id) where owner_id is not null;${['workflow', 'credential']
      .map(
        (table) => `
create table removed_${table} (id text not null primary key, owner_id text);
create trigger ${table}_removed after delete on ${table} begin
  insert into removed_${table} (id, owner_id) values (old.id, old.owner_id) on conflict (id) do update set owner_id = excluded.owner_id;
end;`,
      )
      .join('')}
create table lent_credential (user_id text not null references user (id) on delete cascade,
  workflow_id text not null references workflow (id) on delete cascade,
  credential_id text not null references credential (id) on delete cascade, created_at integer not null,
  constraint lent_credential_key primary key (user_id, workflow_id, credential_id));`,
  },
  {
    // Large payloads of executions in parts. Triggers keep track of the rows that use them.
    name: '0014-large-payloads',
    sql: `
create table large_payload (id text not null primary key, writer text);
create index unused_large_payload on large_payload (writer) where writer is not null;
create table large_payload_part (payload_id text not null references large_payload (id), seq integer not null, data blob not null,
  constraint large_payload_part_key primary key (payload_id, seq));${['execution_data', 'execution_step', 'execution_call']
    .map(
      (table) => `
alter table ${table} add column large_id text;
create trigger ${table}_uses_parts after insert on ${table} when new.large_id is not null begin
  update large_payload set writer = null where id = new.large_id;
end;
create trigger ${table}_changes_parts after update of large_id on ${table} when old.large_id is not new.large_id begin
  update large_payload set writer = '' where id = old.large_id;
  update large_payload set writer = null where id = new.large_id;
end;
create trigger ${table}_drops_parts after delete on ${table} when old.large_id is not null begin
  update large_payload set writer = '' where id = old.large_id;
end;`,
    )
    .join('')}`,
  },
  {
    // Archived workflows, and manual executions that expire.
    name: '0015-archive-and-test-runs',
    sql: `
alter table workflow add column archived integer default 0 not null;
alter table execution add column expires_at integer;
create index execution_by_expiry on execution (expires_at) where expires_at is not null;
create index execution_test_run on execution (workflow_id, started_at, id) where expires_at is not null;`,
  },
  {
    // On 22 November 2026, for some commits, this trigger also removed the files that a running instance had claimed.
    name: '0016-claimed-files',
    sql: `
drop trigger execution_removed;
create trigger execution_removed after delete on execution begin
  delete from execution_file where execution_id = old.id and instance is null;
  insert or ignore into removed_file select 'start:' || old.start_file where old.start_file is not null;
end;`,
  },
  {
    // API keys: several per user, each with a label and scopes, and variables. Earlier keys may do what their users may.
    name: '0017-public-api',
    sql: `
alter table api_key add column id text;
alter table api_key add column label text default 'API key' not null;
alter table api_key add column scopes text;
alter table api_key add column last_used_at integer;
update api_key set id = lower(hex(randomblob(8)));
create unique index api_key_by_id on api_key (id);
create table variable (id text not null primary key, name text not null unique, value text not null, created_at integer not null);`,
  },
  {
    // Folders of workflows, names of versions, who saved a version, and notes on executions.
    name: '0018-around-workflows',
    sql: `
create table folder (id text not null primary key, name text not null, parent_id text references folder (id) on delete cascade,
  owner_id text, created_at integer not null, updated_at integer not null);
create index folder_by_parent on folder (parent_id);
create index folder_by_owner on folder (owner_id);
alter table workflow add column folder_id text references folder (id) on delete set null;
create index workflow_by_folder on workflow (folder_id) where folder_id is not null;
alter table workflow add column saved_by text;
create table workflow_version_name (workflow_id text not null references workflow (id) on delete cascade, version integer not null,
  name text not null, description text default '' not null, named_at integer not null, named_by text,
  constraint workflow_version_name_key primary key (workflow_id, version));
alter table execution add column note text;
alter table execution add column highlighted integer default 0 not null;
create index execution_highlighted on execution (started_at, id) where highlighted = 1;
-- Earlier versions of the program stored when and by whom a version was replaced. The version after it was saved then.
create temp table replaced as select workflow_id, version, saved_at, saved_by from workflow_history;
update workflow_history set
  saved_at = coalesce((select saved_at from replaced where workflow_id = workflow_history.workflow_id and version = workflow_history.version - 1),
    (select created_at from workflow where id = workflow_history.workflow_id)),
  saved_by = (select saved_by from replaced where workflow_id = workflow_history.workflow_id and version = workflow_history.version - 1);
update workflow set saved_by = (select saved_by from replaced where workflow_id = workflow.id and version = workflow.version - 1);
drop table replaced;`,
  },
  {
    // Words of the data of executions. The ids of the index rise with the start of the executions.
    name: '0019-execution-search',
    sql: `
create table execution_index (search_id integer not null primary key, execution_id text not null unique references execution (id) on delete cascade);
create virtual table execution_text using fts5 (data, custom, content = '', contentless_delete = 1, tokenize = 'unicode61');
create trigger execution_index_removed after delete on execution_index begin
  delete from execution_text where rowid = old.search_id;
end;`,
  },
  {
    // Messages that memories of chats store, per workflow and session.
    name: '0020-conversations',
    sql: `
create table conversation (workflow_id text not null references workflow (id) on delete cascade, session text not null,
  messages text not null, version integer default 1 not null, updated_at integer not null,
  constraint conversation_key primary key (workflow_id, session));
create index conversation_by_change on conversation (updated_at);`,
  },
  {
    // Documents and vectors of in-memory vector stores that are also stored in the database: one row per insertion.
    name: '0021-vectors',
    sql: `
create table vector_batch (id text not null primary key, workflow_id text not null references workflow (id) on delete cascade,
  owner text not null, name text not null, data blob not null, created_at integer not null);
create index vector_batch_by_store on vector_batch (owner, name);
create index vector_batch_by_workflow on vector_batch (workflow_id);`,
  },
  {
    // Use of models per day and workflow. It outlives the workflow, because it counts for the instance.
    name: '0022-model-use',
    sql: `
create table model_use (day text not null, workflow_id text not null, tokens integer not null, milliseconds integer not null,
  nanodollars integer not null, constraint model_use_key primary key (day, workflow_id));`,
  },
];

/** Name of the latest migration, such as `0008-vault`. Later schemas sort after earlier ones. */
export const latestSchema = migrations.at(-1)?.name ?? '';
