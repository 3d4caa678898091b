// The tables as Kysely sees them. Times are milliseconds since the epoch; truth values are 0 and 1.
import type { Generated } from 'kysely';

export interface WorkflowTable {
  id: string;
  name: string;
  active: number;
  /** The whole workflow file as JSON, static data left out. */
  file: string;
  /** Static data as JSON; null when there is none. */
  static_data: string | null;
  /** Counted up by every save. */
  version: Generated<number>;
  created_at: number;
  updated_at: number;
}

export interface ExecutionTable {
  id: string;
  workflow_id: string;
  workflow_name: string;
  mode: string;
  status: string;
  started_at: number;
  /** Null while it runs. */
  stopped_at: number | null;
  /** When a waiting execution goes on; null otherwise. */
  wait_till: number | null;
  last_node: string | null;
  error_message: string | null;
  /** Id of the process that runs it, by which an execution is known whose process has died. */
  process: number;
}

/** Payloads lie apart, so that lists stay small and pruning gives whole pages back. */
export interface ExecutionDataTable {
  execution_id: string;
  /** zstd-compressed JSON. */
  data: Uint8Array;
}

/** Which execution a file of the binary store belongs to: without one it may be swept. */
export interface BinaryFileTable {
  id: string;
  execution_id: string;
}

export interface Tables {
  workflow: WorkflowTable;
  execution: ExecutionTable;
  execution_data: ExecutionDataTable;
  binary_file: BinaryFileTable;
}
