// The row of an execution, as other modules see it.
import type { ExecutionMode, ExecutionStatus } from '../../contract/run-data.ts';
import type { ExecutionTable } from '../schema.ts';
import type { Claim } from './trigger-claims.ts';

export interface ExecutionRecord {
  readonly id: string;
  readonly workflowId: string;
  readonly workflowName: string;
  /** Id of the member on whose behalf the execution runs; absent for the instance owner. */
  readonly ownerId?: string;
  readonly mode: ExecutionMode;
  readonly status: ExecutionStatus;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly stoppedAt?: number;
  readonly waitTill?: number;
  readonly lastNode?: string;
  readonly errorMessage?: string;
  /** Id of the instance that runs the execution. */
  readonly instance: string;
  /** Hash of the workflow that ran. */
  readonly snapshot?: string;
  readonly retryOf?: string;
  readonly retrySuccessId?: string;
  /** The execution that called this one. */
  readonly parent?: ParentLink;
  /** Time at which the execution expires, in milliseconds since the epoch; absent if it does not expire. */
  readonly expiresAt?: number;
  /** What a user wrote about the execution. */
  readonly note?: string;
  /** Whether a user highlighted the execution: it is not pruned. */
  readonly isHighlighted?: boolean;
}

interface ParentLink {
  readonly id: string;
  readonly workflowId: string;
  /** Name of the node. */
  readonly node: string;
  /** Number of the call within its task; absent if the caller does not wait for the result. */
  readonly call?: number;
}

/** A workflow file as it ran. Equal files have equal hashes. */
export interface Snapshot {
  readonly hash: string;
  /** Compressed by `payload.ts`. */
  readonly data: Uint8Array;
}

/** The start of an execution. */
export interface ExecutionStart {
  readonly record: ExecutionRecord;
  /** The crashed execution for which this one runs as error workflow. */
  readonly reports?: string;
  /** Fails the commit of the start if another server has started the same run. The run must not begin before that commit. */
  readonly claim?: Claim;
  /** Returns the workflow that runs. */
  readonly snapshot?: () => Snapshot;
  /** Returns packed data for a retry; a promise if packing takes long. */
  readonly payload?: () => Uint8Array | Promise<Uint8Array>;
  /** Returns the ids of the files in its start data. */
  readonly files?: () => readonly string[];
}

/** The columns of a new execution. */
type NewRow = Omit<ExecutionTable, 'error_due' | 'note' | 'highlighted'>;

/** A row without the columns that only queries use. */
interface RecordRow extends NewRow {
  readonly note: string | null;
  readonly highlighted: number;
}

export function recordOf(row: RecordRow): ExecutionRecord {
  return {
    id: row.id,
    workflowId: row.workflow_id,
    workflowName: row.workflow_name,
    ...(row.owner_id === null ? {} : { ownerId: row.owner_id }),
    mode: row.mode as ExecutionMode,
    status: row.status as ExecutionStatus,
    startedAt: row.started_at,
    ...(row.stopped_at === null ? {} : { stoppedAt: row.stopped_at }),
    ...(row.wait_till === null ? {} : { waitTill: row.wait_till }),
    ...(row.last_node === null ? {} : { lastNode: row.last_node }),
    ...(row.error_message === null ? {} : { errorMessage: row.error_message }),
    instance: row.instance,
    ...(row.snapshot === null ? {} : { snapshot: row.snapshot }),
    ...(row.retry_of === null ? {} : { retryOf: row.retry_of }),
    ...(row.retry_success_id === null ? {} : { retrySuccessId: row.retry_success_id }),
    ...(row.parent_id === null ? {} : { parent: parentOf(row.parent_id, row) }),
    ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
    ...(row.note === null ? {} : { note: row.note }),
    ...(row.highlighted === 1 ? { isHighlighted: true } : {}),
  };
}

const parentOf = (id: string, row: NewRow): ParentLink => ({
  id,
  workflowId: row.parent_workflow_id ?? '',
  node: row.parent_node ?? '',
  ...(row.parent_call === null ? {} : { call: row.parent_call }),
});

/** The row of a new execution. */
export function rowOf(record: ExecutionRecord, startFile?: string): NewRow {
  return {
    id: record.id,
    workflow_id: record.workflowId,
    workflow_name: record.workflowName,
    mode: record.mode,
    status: record.status,
    started_at: record.startedAt,
    stopped_at: record.stoppedAt ?? null,
    wait_till: record.waitTill ?? null,
    last_node: record.lastNode ?? null,
    error_message: record.errorMessage ?? null,
    process: 0,
    instance: record.instance,
    stop_requested: 0,
    start_file: startFile ?? null,
    snapshot: record.snapshot ?? null,
    retry_of: record.retryOf ?? null,
    retry_success_id: record.retrySuccessId ?? null,
    parent_id: record.parent?.id ?? null,
    parent_workflow_id: record.parent?.workflowId ?? null,
    parent_node: record.parent?.node ?? null,
    parent_call: record.parent?.call ?? null,
    owner_id: record.ownerId ?? null,
    expires_at: record.expiresAt ?? null,
  };
}
