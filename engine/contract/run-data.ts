// The data of a run: items, binary entries, and what each node returned.
import type { JsonObject } from './json.ts';

/** The input item from which an output item derives. `input`: index of the node's input, default 0. */
export interface PairedItem {
  readonly item: number;
  readonly input?: number;
  /** Present if the item was passed on unchanged from a node other than the direct predecessor. */
  readonly sourceOverwrite?: TaskSource;
}

/** A file attached to an item. `data` contains the bytes as base64, or `id` is the file's id in the binary store. */
export interface BinaryEntry {
  readonly data: string;
  readonly mimeType: string;
  readonly fileName?: string;
  readonly fileExtension?: string;
  readonly fileType?: string;
  /** Human-readable size, such as `1.2 kB`. */
  readonly fileSize?: string;
  readonly directory?: string;
  readonly id?: string;
  /** Size in bytes. */
  readonly bytes?: number;
}

/** One item on a connection. Items and their json are immutable once passed on: copy them before changing them. */
export interface Item {
  readonly json: JsonObject;
  readonly binary?: { readonly [property: string]: BinaryEntry };
  readonly pairedItem?: number | PairedItem | readonly (number | PairedItem)[];
  /** Set on a failed item; the runner moves it to the error output if there is one. */
  readonly error?: ErrorData;
}

/** The items of one input or output; null if none arrived. */
export type ItemList = readonly Item[] | null;

/** A failure as stored with a run and shown in the editor. It contains no secrets and no class instances. */
export interface ErrorData {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly description?: string | null;
  /** How to fix it; plain text. */
  readonly hint?: string;
  readonly node?: string;
  readonly httpCode?: string;
  readonly timestamp?: number;
  readonly stack?: string;
  readonly cause?: unknown;
  /** How grave it is, for error workflows. Default: warning. */
  readonly level?: 'info' | 'warning' | 'error';
  readonly context?: { readonly [key: string]: unknown };
  readonly extra?: { readonly [key: string]: unknown };
}

/** Source of one input's data. Output and run default to 0. */
export interface TaskSource {
  readonly previousNode: string;
  readonly previousNodeOutput?: number;
  readonly previousNodeRun?: number;
}

export type TaskStatus = 'success' | 'error' | 'waiting' | 'running' | 'canceled';

/** Result of one run of one node. Times are in milliseconds; `startTime` since the epoch. */
export interface TaskData {
  readonly startTime: number;
  readonly executionTime: number;
  /** Position in the starting order of nodes, from 0. */
  readonly executionIndex: number;
  readonly executionStatus: TaskStatus;
  /** One entry per input; null if it received nothing. */
  readonly source: readonly (TaskSource | null)[];
  /** Connection type (mostly `main`) → one list per output. */
  readonly data?: { readonly [connectionType: string]: readonly ItemList[] };
  /** What a node received that another one used during its run, by connection type. */
  readonly inputOverride?: { readonly [connectionType: string]: readonly ItemList[] };
  readonly error?: ErrorData;
  /** Set if the node returned its pinned data instead of running. */
  readonly isPinned?: true;
  readonly hints?: readonly NodeHint[];
  readonly metadata?: { readonly [key: string]: unknown };
}

/** A notice about a node's run, shown with its output. */
export interface NodeHint {
  readonly message: string;
  readonly type?: 'info' | 'warning' | 'danger';
}

/** Runs by node name. A null-prototype object, since names are user input. */
export type RunData = { [nodeName: string]: TaskData[] };

/** Time of a wait without end: 3000-01-01 or later. */
export const WAIT_FOREVER: number = Date.UTC(3000, 0, 1);

/** How an execution was started. */
export type ExecutionMode = 'cli' | 'error' | 'integrated' | 'internal' | 'manual' | 'retry' | 'trigger' | 'webhook' | 'evaluation';

export type ExecutionStatus = 'new' | 'running' | 'success' | 'error' | 'waiting' | 'canceled' | 'crashed';

/** Result of a finished or waiting run. */
export interface RunResult {
  readonly status: ExecutionStatus;
  readonly mode: ExecutionMode;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly stoppedAt: number;
  /** Time at which the run will continue, in milliseconds since the epoch; present while it is waiting. */
  readonly waitTill?: number;
  readonly resultData: {
    readonly runData: RunData;
    readonly lastNodeExecuted?: string;
    readonly error?: ErrorData;
    readonly metadata?: { readonly [key: string]: string };
  };
}
