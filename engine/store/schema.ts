// The tables as Kysely sees them. Times are in milliseconds since the epoch; booleans are 0 and 1.
import type { Generated } from 'kysely';

/** The result of a condition: a number in SQLite. */
export type SqlBoolean = number | boolean;

interface WorkflowTable {
  id: string;
  name: string;
  active: number;
  /** The whole workflow file as JSON, without static data. */
  file: string;
  /** Static data as JSON; null if there is none. */
  static_data: string | null;
  /** Incremented by every save. */
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  /** Id of the owner; null if the command line added the workflow before the owner was set up. */
  owner_id: string | null;
  /** 1 if the workflow is archived: it is inactive, and the list shows it on request. */
  archived: Generated<number>;
  /** Null: not in a folder. */
  folder_id: string | null;
  /** Id of the user who saved this version; null for the command line. */
  saved_by: string | null;
}

/** Folders of workflows. Deleting one deletes the folders in it; their workflows are then in no folder. */
interface FolderTable {
  id: string;
  name: string;
  parent_id: string | null;
  /** As in the table of workflows. */
  owner_id: string | null;
  created_at: number;
  updated_at: number;
}

/** Earlier versions of workflows. The newest version is in the table of workflows. */
interface WorkflowHistoryTable {
  workflow_id: string;
  version: number;
  name: string;
  file: string;
  saved_at: number;
  /** Id of the user who saved it; null for the command line. */
  saved_by: string | null;
}

/** Names of versions, earlier or newest ones. Named versions are not pruned. */
interface WorkflowVersionNameTable {
  workflow_id: string;
  version: number;
  name: string;
  description: Generated<string>;
  named_at: number;
  named_by: string | null;
}

interface TagTable {
  id: string;
  name: string;
  created_at: number;
  updated_at: number;
}

interface WorkflowTagTable {
  workflow_id: string;
  tag_id: string;
}

/** Webhooks that a workflow declared at its last activation. */
interface WorkflowWebhooksTable {
  workflow_id: string;
  /** Version of the workflow. */
  version: number;
  /** JSON. */
  declared: string;
}

/** The next runs of scheduled triggers. */
export interface ScheduleTable {
  workflow_id: string;
  node_id: string;
  /** Index of the rule within the node. */
  rule: number;
  next_run: number | null;
  last_run: number | null;
  /** JSON of the rule from which the next run was computed; different text means that the rule has changed. */
  times: string;
}

export interface UserTable {
  id: string;
  /** In lower case; null for an owner before set-up. */
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  /** Null until the user has signed up. */
  password_hash: string | null;
  /** `owner` or `member`. */
  role: string;
  /** Answers to the survey, as JSON. */
  personalization: string | null;
  created_at: number;
  updated_at: number;
}

/** Issued secrets, by their hash. */
interface SessionTable {
  hash: string;
  user_id: string;
  created_at: number;
  expires_at: number | null;
}

interface UserTokenTable extends SessionTable {
  /** `invite` or `reset`. */
  purpose: string;
}

interface ApiKeyTable extends SessionTable {
  id: string;
  label: string;
  /** Visible part of the key. */
  shown: string;
  /** Scopes as a JSON list; null for all. */
  scopes: string | null;
  last_used_at: number | null;
}

interface VariableTable {
  id: string;
  name: string;
  value: string;
  created_at: number;
}

interface CredentialTable {
  id: string;
  name: string;
  type: string;
  /** Encrypted by the vault. */
  data: Uint8Array | null;
  /** Node types as a JSON list. */
  nodes_access: string;
  owner_id: string | null;
  created_at: number;
  updated_at: number;
}

/** Users with whom the owner of a credential shares it. */
interface CredentialShareTable {
  credential_id: string;
  user_id: string;
  created_at: number;
}

/** Credentials that a user lets the workflow of another user read while running it by hand. */
interface LentCredentialTable {
  user_id: string;
  workflow_id: string;
  credential_id: string;
  created_at: number;
}

/** Ids of removed workflows or credentials, written by a trigger of the database: only their owners may use them again. */
interface RemovedTable {
  id: string;
  owner_id: string | null;
}

/** Settings stored by the instance, as JSON by name. */
interface SettingTable {
  key: string;
  value: string;
}

export interface ExecutionTable {
  id: string;
  workflow_id: string;
  workflow_name: string;
  mode: string;
  status: string;
  started_at: number;
  /** Null while the execution is running. */
  stopped_at: number | null;
  /** Time at which a waiting execution continues; otherwise null. */
  wait_till: number | null;
  last_node: string | null;
  error_message: string | null;
  /** Always 0. Earlier versions stored the process id, which is ambiguous once the system reuses it. */
  process: number;
  /** Id of the instance that runs the execution, or ran it last. A running execution whose instance has ended has crashed. */
  instance: string;
  /** 1 if another process has asked the instance to stop the execution. */
  stop_requested: number;
  /** Name of the file with its start data, as long as that is too large for the database; otherwise null. */
  start_file: string | null;
  /** The workflow that ran: hash of a row in `workflow_snapshot`. */
  snapshot: string | null;
  /** The execution that this one retries. */
  retry_of: string | null;
  /** The successful retry of this execution. */
  retry_success_id: string | null;
  /** The execution that called this one, with its workflow and the calling node. */
  parent_id: string | null;
  parent_workflow_id: string | null;
  parent_node: string | null;
  /** Number of the call within its task; null if the caller does not wait for the result. */
  parent_call: number | null;
  /** Id of the member to whom the execution belongs; null for the instance owner; empty for nobody. */
  owner_id: string | null;
  /** Time at which a manual execution expires; null if it does not expire. */
  expires_at: number | null;
  /** 1 if the execution crashed and its error workflow has not been started yet. */
  error_due: Generated<number>;
  /** What a user wrote about the execution. */
  note: string | null;
  /** 1 if a user highlighted the execution: it is not pruned. */
  highlighted: Generated<number>;
}

/** The executions in the index of words, `execution_text`, by their row in it. */
interface ExecutionIndexTable {
  search_id: number;
  execution_id: string;
}

/** Results of called executions whose callers are waiting. */
interface ExecutionCallTable {
  child_id: string;
  parent_id: string;
  /** Compressed by `payload.ts`; empty if the payload is large. */
  data: Uint8Array;
  large_id: string | null;
}

/** Tasks of a running execution since its previous step. */
export interface ExecutionStepTable {
  execution_id: string;
  seq: number;
  /** Compressed by `payload.ts`; empty if the payload is large. */
  data: Uint8Array;
  large_id: string | null;
}

/** Workflow files as they ran, each stored once for all its executions. */
export interface WorkflowSnapshotTable {
  hash: string;
  /** zstd-compressed JSON. */
  data: Uint8Array;
}

/** Payloads of executions, stored separately so that lists stay small and pruning frees whole pages. */
export interface ExecutionDataTable {
  execution_id: string;
  /** zstd-compressed JSON; empty if the payload is large. */
  data: Uint8Array;
  large_id: string | null;
}

/** Payloads that are stored in parts, because they are too large for one commit. */
interface LargePayloadTable {
  id: string;
  /** Id of the instance that is writing it; null once a row refers to it, and empty once none does. Database triggers change it. */
  writer: string | null;
}

interface LargePayloadPartTable {
  payload_id: string;
  /** Counts from 0. */
  seq: number;
  data: Uint8Array;
}

/** Files in the binary store, by the executions that use them. Several executions may use a file, such as an execution and its retry. */
export interface ExecutionFileTable {
  /** Empty if the file came with a call whose execution is not stored yet. */
  execution_id: string;
  file_id: string;
  /** The instance that created the file; null once the execution is stored and refers to the file. */
  instance: string | null;
}

/** Files that are no longer used but still have to be removed from the disk. Database triggers add them. */
interface RemovedFileTable {
  id: string;
}

/** The key of the credentials, as a single row with the id 1. */
interface VaultKeyTable {
  id: number;
  /** Encrypted with the master key. */
  sealed_key: Uint8Array;
  /** One-way fingerprints, which distinguish a wrong key from damaged data. */
  key_fingerprint: string;
  master_fingerprint: string;
  /** Where the master key is stored: `environment`, `file` or `keychain`. */
  place: string;
  /** Name of the keychain entry. */
  account: string | null;
  created_at: number;
}

/** Folders and commands that workflows may use, or wanted to use. */
interface ConsentTable {
  id: string;
  workflow_id: string;
  /** `folder` or `command`. */
  kind: string;
  /** Absolute path or command. */
  subject: string;
  /** 0 or 1. */
  is_granted: number;
  created_at: number;
}

/** Installed packages of nodes. */
interface PackageTable {
  name: string;
  version: string;
  integrity: string;
  /** JSON: versions of other packages, by name. */
  overrides: string;
  installed_at: number;
  /** 0 or 1. */
  allows_network: number;
}

/** Tables of data that workflows keep. */
interface DataTableTable {
  id: string;
  owner_id: string;
  name: string;
  /** JSON: a list of columns with their id, name and type. */
  columns: string;
  /** Id of the next row. */
  next_row: Generated<number>;
  /** Characters of the data of all rows. */
  size: Generated<number>;
  /** Incremented by every change of rows. */
  version: Generated<number>;
  created_at: number;
  updated_at: number;
}

interface DataTableRowTable {
  table_id: string;
  /** Counts from 1 in each table. */
  id: number;
  created_at: number;
  updated_at: number;
  /** JSON: values by id of the column. Dates are in milliseconds since the epoch. */
  data: string;
}

/** Conversations that memories of workflows store. */
interface ConversationTable {
  workflow_id: string;
  /** Id of the session, which the workflow chooses. */
  session: string;
  /** JSON: a list of messages, the oldest first. */
  messages: string;
  /** Incremented by every change. */
  version: Generated<number>;
  updated_at: number;
}

/** Documents with vectors of in-memory vector stores: one row per insertion. */
interface VectorBatchTable {
  id: string;
  workflow_id: string;
  /** JSON: the user, and the workflow if only its runs may use the store. */
  owner: string;
  /** Name of the store. */
  name: string;
  /** zstd-compressed JSON: a list of documents. */
  data: Uint8Array;
  created_at: number;
}

/** Use of models by the runs of a workflow on one day. */
interface ModelUseTable {
  /** Such as `2026-01-31`, in the time zone of the instance. */
  day: string;
  /** Empty for workflows that are not saved. */
  workflow_id: string;
  tokens: number;
  milliseconds: number;
  /** Cost in billionths of a US dollar. */
  nanodollars: number;
}

export interface Tables {
  conversation: ConversationTable;
  vector_batch: VectorBatchTable;
  model_use: ModelUseTable;
  data_table: DataTableTable;
  data_table_row: DataTableRowTable;
  package: PackageTable;
  consent: ConsentTable;
  workflow: WorkflowTable;
  execution: ExecutionTable;
  execution_data: ExecutionDataTable;
  execution_file: ExecutionFileTable;
  large_payload: LargePayloadTable;
  large_payload_part: LargePayloadPartTable;
  removed_file: RemovedFileTable;
  execution_call: ExecutionCallTable;
  execution_index: ExecutionIndexTable;
  execution_step: ExecutionStepTable;
  workflow_snapshot: WorkflowSnapshotTable;
  workflow_history: WorkflowHistoryTable;
  workflow_version_name: WorkflowVersionNameTable;
  folder: FolderTable;
  tag: TagTable;
  workflow_tag: WorkflowTagTable;
  schedule: ScheduleTable;
  workflow_webhooks: WorkflowWebhooksTable;
  user: UserTable;
  session: SessionTable;
  user_token: UserTokenTable;
  api_key: ApiKeyTable;
  variable: VariableTable;
  credential: CredentialTable;
  credential_share: CredentialShareTable;
  lent_credential: LentCredentialTable;
  removed_workflow: RemovedTable;
  removed_credential: RemovedTable;
  setting: SettingTable;
  vault_key: VaultKeyTable;
}
