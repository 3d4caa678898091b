// Messages between the sandbox's pool and its workers, serialized by structured clone.
import type { ChannelMessage, IncomingCall } from '../channel/channel.ts';
import type { ErrorData } from '../channel/errors.ts';
import type { JsonObject } from '../contract/json.ts';
import type { CodeRun, SqlStatement } from '../sdk/index.ts';
import type { Bounds } from './bounds.ts';
import type { PreparedSource } from './source.ts';
import type { StaticDataCopies } from './static-data.ts';

/** Configuration of a process, sent when it starts. */
export interface WorkerSetup {
  /** Modules that user code may require, by name; `*` allows all built-in ones. */
  readonly allowedModules: readonly string[];
  /** Bounds of a process without access to files, the network and other programs; undefined for an unconfined process. */
  readonly bounds?: Bounds | undefined;
  /** Maximum memory of a run in MiB. */
  readonly memory: number;
}

interface JobHead {
  /** Number of items that follow. */
  readonly itemCount: number;
  readonly timezone: string;
}

/** One run of user code, as a worker receives it. */
export interface CodeJob extends JobHead {
  readonly kind: 'code';
  readonly source: PreparedSource;
  readonly mode: CodeRun['mode'];
  readonly dialect: CodeRun['dialect'];
  /** Index of the current item at the start. */
  readonly itemIndex: number;
  readonly names: JsonObject;
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

/** An error as it passes between code and the engine. */
export interface CodeErrorData extends ErrorData {
  /** Further fields of the error for the user's code. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Line of the user's code, from 1. */
  readonly line?: number;
}

/** Result of a finished job. */
export interface JobResult {
  /** Undefined if the value was sent in slices. */
  readonly value: unknown;
  readonly isSliced: boolean;
  readonly errors: readonly (readonly [index: number, error: CodeErrorData])[];
  readonly staticData: StaticDataCopies;
}

/** What the worker serves. The parts of `run` are the next entries of a list that is the job's value; it begins once all items have arrived. */
export type WorkerHandlers = {
  readonly run: (job: Job, call: IncomingCall) => Promise<JobResult>;
  readonly items: (items: readonly unknown[]) => void;
};

/** The content of a frame. */
export type JobMessage = ChannelMessage & {
  /** Number of the job within its process; messages of other jobs are ignored. */
  readonly job: number;
};

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
