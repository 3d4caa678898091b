// User code in the sandbox, as the Code, Function, Sort and similar nodes call it.
import type { JsonObject } from '../contract/json.ts';
import type { ConsoleLevel } from '../contract/push.ts';
import type { Item } from '../contract/run-data.ts';
import type { HttpPort } from './http-port.ts';
import type { BinaryPort } from './file-port.ts';

export interface CodeRun {
  readonly source: string;
  /** `all`: once, with `items` and `$input`. `each`: once per item, with `item`, `$json`, `$input.item`. */
  readonly mode: 'all' | 'each';
  /**
   * Dialect, which adds names to the shared ones: `code` is the Code node ($input, $json, items …), `function` the old Function node (items,
   * getWorkflowStaticData …), `functionItem` the old Function Item node (`item` is the item's json), `sort` a comparison of `a` and `b`.
   */
  readonly dialect: 'code' | 'function' | 'functionItem' | 'sort';
  readonly items: readonly Item[];
  /** Mode `all`: index of the current item. Default: 0. */
  readonly itemIndex?: number;
  /** Further names of the code, with their values. */
  readonly names?: JsonObject;
  /** Time limit in milliseconds. Default: the instance's setting (60,000). */
  readonly timeout?: number;
}

export interface CodeResult {
  /** Mode `all`: the code's return value, unchanged. Mode `each`: one entry per item. Dialect `sort`: the item indexes in their new order. */
  readonly value: unknown;
  /** Mode `each`, if the node continues on failure: errors by item index. */
  readonly errors?: ReadonlyMap<number, Error>;
}

/** An in-memory table. */
export interface SqlTable {
  /** A letter and a number, like the column names, so that user-defined names never become part of a statement. */
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns to index. */
  readonly indexes: readonly string[];
  /** Rows of values; the first value is the row's number, column `rid`. */
  readonly rows: readonly (readonly SqlValue[])[];
}

export type SqlValue = string | number | bigint | null;

export interface SqlStatement {
  /** SELECT, INSERT, UPDATE or DELETE in SQLite's dialect, with the functions of the sandbox (`fn_…`). */
  readonly sql: string;
  /** Values of the parameters `?1`, `?2` … */
  readonly bindings: readonly SqlValue[];
}

/** SQL statements and the tables they run on. The database is discarded afterwards. */
export interface SqlRun {
  readonly tables: readonly SqlTable[];
  readonly statements: readonly SqlStatement[];
  /** Index of the statement whose rows are returned. Default: none. */
  readonly result?: number | undefined;
}

/** User code as nodes call it. */
export interface CodePort {
  /**
   * Runs user code. Console output goes to the execution's console, and changed static data is stored. Throws CODE_FAILED, CODE_TIMEOUT,
   * CODE_QUEUE_FULL or CODE_OUT_OF_MEMORY.
   */
  run(run: CodeRun): Promise<CodeResult>;
  /** Runs statements in an in-memory database and returns the rows of one of them. Throws the same errors as `run`. */
  query(run: SqlRun): Promise<readonly (readonly SqlValue[])[]>;
}

/** Gives the sandbox access to the run. */
export interface CodeSession {
  /** The user on whose behalf the code runs; absent if there is only one user. Code of different owners never shares a process. */
  readonly owner?: string;
  readonly nodeName: string;
  readonly continueOnFail: boolean;
  readonly signal: AbortSignal;
  /** If it is aborted before the code has started, `run` rejects with the signal's reason. */
  readonly parking?: AbortSignal;
  readonly timezone: string;
  /**
   * Returns the value of a data name ($input, $node, `$`, $items, $prevNode, $workflow, $execution, $vars, $env, $jmespath …) for item
   * `itemIndex`, as a plain JavaScript value.
   */
  lookup(name: string, itemIndex: number): unknown;
  staticData(scope: 'node' | 'global'): JsonObject;
  onConsole(values: readonly unknown[], level: ConsoleLevel): void;
  readonly http: HttpPort;
  readonly binary: BinaryPort;
}

/** Runs user code. */
export interface SandboxPort {
  run(run: CodeRun, session: CodeSession): Promise<CodeResult>;
  query(run: SqlRun, session: CodeSession): Promise<readonly (readonly SqlValue[])[]>;
  /** Starts processes before they are needed. */
  warm(): void;
}
