// The tables of a Postgres database. They have the names, columns and triggers of the SQLite database; see its migrations for their meaning.

/** Columns of tables whose rows are secrets of a user, stored as hashes. */
const userSecret = `hash text not null primary key, user_id text not null references "user" (id) on delete cascade,
  created_at bigint not null, expires_at bigint`;

/** A trigger for each row. `action`: statements of a function in PL/pgSQL. */
const trigger = (name: string, event: string, table: string, action: string, condition?: string): string => `
create function ${name}() returns trigger language plpgsql as $$ begin ${action} return null; end $$;
create trigger ${name} after ${event} on ${table} for each row ${condition === undefined ? '' : `when (${condition})`} execute function ${name}();`;

/** Tables whose changes others must know. The course of executions changes none of them. */
const changing = [
  'workflow', 'workflow_webhooks', 'workflow_tag', 'folder', 'tag', 'credential', 'credential_share', 'lent_credential', 'variable', 'setting', 'user',
  'package', 'consent', 'ended_member',
]; // oxfmt-ignore

export const initialSchema = `
-- Names are equal if they differ only in the case of letters.
create collation nocase (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
-- A JSON object, also within JSON text; anything else counts as an empty one.
create function object_in(text text) returns json language plpgsql immutable as $$
declare parsed json;
begin
  parsed := text::json;
  if json_typeof(parsed) = 'object' then return parsed; end if;
  if json_typeof(parsed) = 'string' then
    parsed := (parsed #>> '{}')::json;
    if json_typeof(parsed) = 'object' then return parsed; end if;
  end if;
  return '{}';
exception when others then return '{}';
end $$;

create table "user" (id text not null primary key, email text unique, first_name text, last_name text, password_hash text, role text not null,
  personalization text, created_at bigint not null, updated_at bigint not null);
create table session (${userSecret});
create index session_by_user on session (user_id);
create table user_token (${userSecret}, purpose text default 'invite' not null);
create index user_token_by_user on user_token (user_id);
create table api_key (${userSecret}, shown text default '' not null, id text unique, label text default 'API key' not null, scopes text,
  last_used_at bigint);
create index api_key_by_user on api_key (user_id);
create table variable (id text not null primary key, name text not null unique, value text not null, created_at bigint not null);
create table setting (key text not null primary key, value text not null);
create table vault_key (id integer not null primary key, sealed_key bytea not null, key_fingerprint text not null,
  master_fingerprint text not null, place text not null, account text, created_at bigint not null);

create table folder (id text not null primary key, name text not null, parent_id text references folder (id) on delete cascade,
  owner_id text, created_at bigint not null, updated_at bigint not null);
create index folder_by_parent on folder (parent_id);
create index folder_by_owner on folder (owner_id);
create table workflow (id text not null primary key, name text not null, active integer default 0 not null, file text not null,
  static_data text, version integer default 1 not null, created_at bigint not null, updated_at bigint not null, owner_id text,
  archived integer default 0 not null, folder_id text references folder (id) on delete set null, saved_by text);
create index workflow_by_change on workflow (updated_at, id);
create index workflow_by_owner on workflow (owner_id);
create index workflow_by_folder on workflow (folder_id) where folder_id is not null;
create table workflow_history (workflow_id text not null references workflow (id) on delete cascade, version integer not null,
  name text not null, file text not null, saved_at bigint not null, saved_by text, primary key (workflow_id, version));
create table workflow_version_name (workflow_id text not null references workflow (id) on delete cascade, version integer not null,
  name text not null, description text default '' not null, named_at bigint not null, named_by text, primary key (workflow_id, version));
create table tag (id text not null primary key, name text collate nocase not null unique, created_at bigint not null, updated_at bigint not null);
create table workflow_tag (workflow_id text not null references workflow (id) on delete cascade,
  tag_id text not null references tag (id) on delete cascade, primary key (workflow_id, tag_id));
create index workflow_tag_by_tag on workflow_tag (tag_id);
create table schedule (workflow_id text not null references workflow (id) on delete cascade, node_id text not null, rule integer not null,
  next_run bigint, last_run bigint, times text not null, primary key (workflow_id, node_id, rule));
create table workflow_webhooks (workflow_id text not null primary key references workflow (id) on delete cascade,
  version integer not null, declared text not null);
create table consent (id text not null primary key, workflow_id text not null references workflow (id) on delete cascade,
  kind text not null, subject text not null, is_granted integer not null, created_at bigint not null, unique (workflow_id, kind, subject));
create table package (name text not null primary key, version text not null, integrity text not null,
  overrides text default '{}' not null, installed_at bigint not null, allows_network integer default 0 not null);

create table credential (id text not null primary key, name text not null, type text not null, data bytea,
  nodes_access text default '[]' not null, owner_id text references "user" (id), created_at bigint not null, updated_at bigint not null);
create table credential_share (credential_id text not null references credential (id) on delete cascade,
  user_id text not null references "user" (id) on delete cascade, created_at bigint not null, primary key (credential_id, user_id));
create index credential_share_by_user on credential_share (user_id);
create table lent_credential (user_id text not null references "user" (id) on delete cascade,
  workflow_id text not null references workflow (id) on delete cascade,
  credential_id text not null references credential (id) on delete cascade, created_at bigint not null,
  primary key (user_id, workflow_id, credential_id));

create table data_table (id text not null primary key, owner_id text not null references "user" (id) on delete cascade, name text not null,
  columns text not null, next_row bigint default 1 not null, size bigint default 0 not null, version bigint default 0 not null,
  created_at bigint not null, updated_at bigint not null);
create index data_table_of_owner on data_table (owner_id, name);
create table data_table_row (table_id text not null references data_table (id) on delete cascade, id bigint not null,
  created_at bigint not null, updated_at bigint not null, data text not null, primary key (table_id, id));

create table workflow_snapshot (hash text not null primary key, data bytea not null);
create table execution (id text not null primary key, workflow_id text not null, workflow_name text not null, mode text not null,
  status text not null, started_at bigint not null, stopped_at bigint, wait_till bigint, last_node text, error_message text,
  process integer not null, snapshot text references workflow_snapshot (hash), retry_of text, retry_success_id text, parent_id text,
  parent_workflow_id text, parent_node text, parent_call integer, error_due integer default 0 not null, instance text default '' not null,
  stop_requested integer default 0 not null, start_file text, owner_id text, expires_at bigint, note text,
  highlighted integer default 0 not null, position bigint generated always as identity);
create index execution_by_snapshot on execution (snapshot);
create index execution_by_parent on execution (parent_id) where parent_id is not null;
create index execution_by_error_due on execution (id) where error_due = 1;
create index execution_by_status on execution (status, started_at, id);
create index execution_by_mode on execution (mode, status, started_at, id);
create index execution_by_workflow_status on execution (workflow_id, status, started_at, id);
create index execution_by_workflow_mode on execution (workflow_id, mode, status, started_at, id);
create index execution_by_wait_till on execution (wait_till) where wait_till is not null;
create index execution_of_owner on execution (owner_id, status, started_at, id) where owner_id is not null;
create index execution_by_expiry on execution (expires_at) where expires_at is not null;
create index execution_queue on execution (workflow_id, started_at, id) where status = 'new';
create index execution_test_run on execution (workflow_id, started_at, id) where expires_at is not null;
create index execution_highlighted on execution (started_at, id) where highlighted = 1;
create table execution_data (execution_id text not null primary key references execution (id) on delete cascade, data bytea not null, large_id text);
create table execution_call (child_id text not null primary key, parent_id text not null, data bytea not null, large_id text);
create index execution_call_by_parent on execution_call (parent_id);
create table execution_step (execution_id text not null references execution (id) on delete cascade, seq integer not null,
  data bytea not null, large_id text, primary key (execution_id, seq));
create table execution_file (execution_id text not null, file_id text not null, instance text, primary key (execution_id, file_id));
create index execution_file_by_file on execution_file (file_id);
create index execution_file_by_instance on execution_file (instance) where instance is not null;
create table removed_file (id text not null primary key);
create table large_payload (id text not null primary key, writer text);
create index unused_large_payload on large_payload (writer) where writer is not null;
create table large_payload_part (payload_id text not null references large_payload (id), seq integer not null, data bytea not null,
  primary key (payload_id, seq));
create table execution_index (search_id bigint not null primary key, execution_id text not null unique references execution (id) on delete cascade);
create table execution_text (rowid bigint not null primary key references execution_index (search_id) on delete cascade,
  data text not null, custom text not null);
create function execution_words(data text, custom text) returns tsvector language sql immutable parallel safe
  return array_to_tsvector(array_remove(string_to_array(data || custom, ' '), ''));
create index execution_words on execution_text using gin (execution_words(data, custom));
-- migration: the last one that the program of the member knows.
create table member (id text not null primary key, place text not null, kind text not null, started_at bigint not null, seen_at bigint not null,
  migration text not null, state text);
create table ended_member (id text not null primary key, ended_at bigint not null);
-- The server that runs the long-lived triggers of a workflow.
create table workflow_lease (workflow_id text not null primary key references workflow (id) on delete cascade,
  member_id text not null references member (id) on delete cascade);
create index workflow_lease_by_member on workflow_lease (member_id);
-- The latest poll of a node; member_id: the server that is making it.
create table poll (workflow_id text not null references workflow (id) on delete cascade, node_id text not null, polled_at bigint not null,
  member_id text references member (id) on delete set null, primary key (workflow_id, node_id));
create index poll_by_member on poll (member_id) where member_id is not null;
-- Messages between servers that are too large for a notification.
create table message (id bigint generated always as identity primary key, body text not null, sent_at bigint not null);
-- Prevents the lease of a member from ending before the transaction.
create function assert_member(member_id text) returns void language plpgsql as $$ begin
  perform 1 from member where id = member_id for key share;
  if not found then raise exception 'its lease has expired, and others have taken over its executions' using errcode = 'MR001'; end if;
end $$;
-- Lets one server start the error workflow of a crashed execution.
create function claim_error_run(of_execution text) returns void language plpgsql as $$ begin
  perform 1 from execution where id = of_execution and error_due = 1 for update;
  if not found then raise exception 'another server was first' using errcode = 'MR002'; end if;
end $$;
-- Moves a rule on from a run that is due, unless another server has done so.
create function claim_schedule(of_workflow text, of_node text, of_rule integer, of_times text, due bigint, next bigint, last bigint)
  returns void language plpgsql as $$ begin
  update schedule set next_run = next, last_run = last
    where workflow_id = of_workflow and node_id = of_node and rule = of_rule and times = of_times and next_run = due;
  if not found then raise exception 'another server was first' using errcode = 'MR002'; end if;
end $$;
-- Keeps other servers from polling until the end of the transaction.
create function assert_poll(of_workflow text, of_node text, due bigint, of_member text) returns void language plpgsql as $$ begin
  perform 1 from poll where workflow_id = of_workflow and node_id = of_node and polled_at = due and member_id = of_member for share;
  if not found then raise exception 'another server was first' using errcode = 'MR002'; end if;
end $$;
-- Keeps other servers from taking over the long-lived triggers of a workflow until the end of the transaction.
create function assert_lease(of_workflow text, of_member text) returns void language plpgsql as $$ begin
  perform 1 from workflow_lease where workflow_id = of_workflow and member_id = of_member for share;
  if not found then raise exception 'another server was first' using errcode = 'MR002'; end if;
end $$;
create function notify_change() returns trigger language plpgsql as $$ begin
  perform pg_notify('millrace_changes', coalesce(current_setting('millrace.opener', true), '') || ' ' || tg_table_name);
  return null;
end $$;
${changing.map((table) => `create trigger ${table}_changed after insert or update or delete on "${table}" execute function notify_change();`).join('\n')}
create trigger execution_deleted after delete on execution execute function notify_change();
create trigger execution_stopped after update on execution for each row
  when ((new.stop_requested = 1 and old.stop_requested = 0) or (old.status in ('waiting', 'new') and new.status = 'canceled'))
  execute function notify_change();
create table removed_workflow (id text not null primary key, owner_id text);
create table removed_credential (id text not null primary key, owner_id text);
-- Files of items, by the UUIDs in their ids. The size is null until a file is complete; a position is that of a part's first byte.
create table stored_file (id text not null primary key, size bigint, changed_at bigint not null);
create table stored_file_part (file_id text not null references stored_file (id) on delete cascade, position bigint not null,
  data bytea not null, primary key (file_id, position));
-- Compressing the parts would take longer than storing them.
alter table stored_file_part alter column data set storage external;
${[
  trigger('execution_call_removal', 'delete', 'execution', 'delete from execution_call where parent_id = old.id;'),
  trigger(
    'execution_removed',
    'delete',
    'execution',
    `delete from execution_file where execution_id = old.id and instance is null;
    insert into removed_file select 'start:' || old.start_file where old.start_file is not null on conflict do nothing;`,
  ),
  trigger(
    'execution_start_superseded',
    'update of start_file',
    'execution',
    "insert into removed_file values ('start:' || old.start_file) on conflict do nothing;",
    'old.start_file is not null and new.start_file is null',
  ),
  trigger(
    'execution_file_claimed',
    'insert',
    'execution_file',
    "delete from execution_file where execution_id = '' and file_id = new.file_id;",
    "new.execution_id <> ''",
  ),
  trigger(
    'execution_file_removed',
    'delete',
    'execution_file',
    `if not exists (select 1 from execution_file where file_id = old.file_id) then
      insert into removed_file values (old.file_id) on conflict do nothing;
    end if;`,
  ),
  trigger(
    'execution_snapshot_unused',
    'delete',
    'execution',
    'delete from workflow_snapshot where hash = old.snapshot and not exists (select 1 from execution where snapshot = old.snapshot);',
    'old.snapshot is not null',
  ),
  ...['workflow', 'credential'].map((table) =>
    trigger(
      `${table}_removed`,
      'delete',
      table,
      `insert into removed_${table} (id, owner_id) values (old.id, old.owner_id) on conflict (id) do update set owner_id = excluded.owner_id;`,
    ),
  ),
  ...['execution_data', 'execution_step', 'execution_call'].flatMap((table) => [
    trigger(
      `${table}_uses_parts`,
      'insert',
      table,
      'update large_payload set writer = null where id = new.large_id;',
      'new.large_id is not null',
    ),
    trigger(
      `${table}_changes_parts`,
      'update of large_id',
      table,
      "update large_payload set writer = '' where id = old.large_id; update large_payload set writer = null where id = new.large_id;",
      'old.large_id is distinct from new.large_id',
    ),
    trigger(
      `${table}_drops_parts`,
      'delete',
      table,
      "update large_payload set writer = '' where id = old.large_id;",
      'old.large_id is not null',
    ),
  ]),
].join('\n')}
`;
