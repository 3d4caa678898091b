// Messages between the sandbox's pool and its workers, serialized by structured clone.
import type { JsonObject } from '../contract/json.ts';
import type { BinaryEntry } from '../contract/run-data.ts';
import type { CodeRun, SqlStatement } from '../sdk/index.ts';
import type { Bounds } from './bounds.ts';
import type { HelperForm } from './http-helper.ts';
import type { PreparedSource } from './source.ts';

/** Configuration of a process, sent when it starts. */
export interface WorkerSetup {
  /** Modules that user code may require, by name; `*` allows all built-in ones. */
  readonly allowedModules: readonly string[];
  /** The bounds of a process that is denied access to files, the network and other programs; undefined for one that is not. */
  readonly bounds?: Bounds | undefined;
  /** Maximum memory of a run in MiB. */
  readonly memory: number;
}

interface JobHead {
  readonly type: 'job';
  /** Number of the job within its process; messages of other jobs are ignored. */
  readonly job: number;
  /** Number of items that follow in `items` messages. */
  readonly itemCount: number;
  readonly timezone: string;
}

/** One run of user code, as a worker receives it. */
export interface CodeJob extends JobHead {
  readonly kind: 'code';
  readonly source: PreparedSource;
  readonly mode: CodeRun['mode'];
  readonly dialect: CodeRun['dialect'];
  readonly continueOnFail: boolean;
  readonly nodeName: string;
}

/** Statements on tables in memory. The items are the rows of all tables, one table after the other. */
export interface SqlJob extends JobHead {
  readonly kind: 'sql';
  readonly tables: readonly {
    readonly name: string;
    readonly columns: readonly string[];
    readonly indexes: readonly string[];
    readonly rowCount: number;
  }[];
  readonly statements: readonly SqlStatement[];
  readonly result: number | undefined;
}

export type Job = CodeJob | SqlJob;

/** A job sent by the pool. */
export interface JobContent {
  readonly head: Omit<CodeJob, keyof JobHead> | Omit<SqlJob, keyof JobHead>;
  readonly items: readonly unknown[];
  /** Time limit in milliseconds. */
  readonly timeout?: number | undefined;
}

/** A step on a data name: a member, which is called if `args` is present. */
export interface LookupStep {
  readonly member: string;
  readonly args?: readonly unknown[];
}

/** A synchronous request: user code is blocked until the response. */
export type SyncQuestion =
  | {
      readonly type: 'lookup';
      readonly name: string;
      readonly args?: readonly unknown[];
      readonly steps: readonly LookupStep[];
      readonly itemIndex: number;
    }
  | { readonly type: 'staticData'; readonly scope: 'node' | 'global' };

/** An asynchronous request, answered by a message. */
export type AsyncQuestion =
  | { readonly type: 'httpRequest'; readonly form: HelperForm; readonly options: unknown }
  | { readonly type: 'readBinary'; readonly entry: BinaryEntry }
  | { readonly type: 'writeBinary'; readonly bytes: Uint8Array; readonly fileName?: string; readonly mimeType?: string };

export interface FailureData {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly description?: string;
  /** Further fields of the error for the user's code. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Line of the user's code, from 1. */
  readonly line?: number;
  readonly itemIndex?: number;
}

export type CallOutcome = { readonly value: unknown } | { readonly failure: FailureData };

/** Result of a finished job. */
export interface JobResult {
  /** Undefined if the value was sent in slices. */
  readonly value: unknown;
  readonly isSliced: boolean;
  readonly errors: readonly (readonly [index: number, failure: FailureData])[];
  readonly staticData: { readonly global?: JsonObject; readonly node?: JsonObject };
}

/** The end of a job: the content of an `end` frame. */
export type JobEnd = { readonly job: number } & (
  | { readonly type: 'done'; readonly result: JobResult }
  | { readonly type: 'failed'; readonly failure: FailureData }
);

/** The content of a `message` frame from a worker. */
export type FromWorker = { readonly job: number } & (
  | { readonly type: 'sync'; readonly question: SyncQuestion }
  | { readonly type: 'async'; readonly id: number; readonly question: AsyncQuestion }
  | { readonly type: 'console'; readonly values: readonly unknown[] }
  /** The next entries of a list that is the job's value. */
  | { readonly type: 'slice'; readonly values: readonly unknown[] }
);

/** The content of a `job` or `message` frame to a worker. */
export type ToWorker =
  | Job
  | { readonly type: 'items'; readonly job: number; readonly items: readonly unknown[] }
  | { readonly type: 'answer'; readonly job: number; readonly id: number; readonly response: CallOutcome };

/** Number of list entries that are transferred at once: long lists are sent in slices, so that the engine can yield in between. */
export const sliceLength = 1000;

/** Maximum size in bytes of a whole result. */
export const mostResultBytes = 128 * 1024 * 1024;

/** A frame on its way from the host to the worker thread, which sends whole frames back. */
export interface WorkerFrame {
  readonly kind: number;
  readonly content: Uint8Array;
}

/** Worker data: the worker's part of the setup, and the channel for synchronous responses. */
export interface WorkerData extends Pick<WorkerSetup, 'allowedModules' | 'bounds'> {
  /** Notified when the response to a synchronous request is available in the port. */
  readonly signal: SharedArrayBuffer;
}
