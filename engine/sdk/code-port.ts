// User code in the sandbox, as the Code, Function, Sort and similar nodes call it.
import type { JsonObject } from '../contract/json.ts';
import type { Item } from '../contract/run-data.ts';
import type { HttpPort } from './http-port.ts';
import type { BinaryPort } from './binary-port.ts';

export interface CodeRun {
  readonly source: string;
  /** `all`: once, with `items` and `$input`. `each`: once per item, with `item`, `$json`, `$input.item`. */
  readonly mode: 'all' | 'each';
  /**
   * Which names the code finds besides the shared ones: `code` is the Code node ($input, $json, items …), `function` the old Function node
   * (items, getWorkflowStaticData …), `functionItem` the old Function Item node (item is its json), `sort` a comparison with `a` and `b`.
   */
  readonly dialect: 'code' | 'function' | 'functionItem' | 'sort';
  readonly items: readonly Item[];
  /** Milliseconds; the instance's setting (60,000) when absent. */
  readonly timeout?: number;
}

export interface CodeResult {
  /** Mode `all`: what the code returned, as it returned it. Mode `each`: one entry per item. Dialect `sort`: the item indexes in their new order. */
  readonly value: unknown;
  /** Mode `each`, when the node goes on after failures: what failed, by item index. */
  readonly errors?: ReadonlyMap<number, Error>;
}

/** A table in memory. */
export interface SqlTable {
  /** A letter and a number, as those of the columns: names of users never become part of a statement. */
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns that get an index. */
  readonly indexes: readonly string[];
  /** Each begins with the row's number, the column `rid`. */
  readonly rows: readonly (readonly SqlValue[])[];
}

export type SqlValue = string | number | bigint | null;

export interface SqlStatement {
  /** SELECT, INSERT, UPDATE or DELETE in SQLite's dialect, with the functions of the sandbox (`fn_…`). */
  readonly sql: string;
  /** Values of `?1`, `?2` … */
  readonly bindings: readonly SqlValue[];
}

/** Statements over tables that exist only for them. */
export interface SqlRun {
  readonly tables: readonly SqlTable[];
  readonly statements: readonly SqlStatement[];
  /** Position of the statement whose rows are returned; none unless told. */
  readonly result?: number | undefined;
}

/** User code as a node calls it. */
export interface CodePort {
  /** Runs user code; console lines go to the execution's console, static data the code changed is kept. Throws CODE_FAILED, CODE_TIMEOUT, CODE_QUEUE_FULL or CODE_OUT_OF_MEMORY. */
  run(run: CodeRun): Promise<CodeResult>;
  /** Runs statements in a database in memory, and returns the rows of one. Throws what `run` throws. */
  query(run: SqlRun): Promise<readonly (readonly SqlValue[])[]>;
}

/** Access to the run that the execution gives the sandbox. */
export interface CodeSession {
  /** The user in whose name the code runs: code of different owners never shares a process. Absent where there is only one. */
  readonly owner?: string;
  readonly nodeName: string;
  readonly continueOnFail: boolean;
  readonly signal: AbortSignal;
  /** Aborted when code that has not begun must not begin any more: `run` then rejects with its reason. */
  readonly parking?: AbortSignal;
  readonly timezone: string;
  /** The data name as plain JavaScript ($input, $node, `$`, $items, $prevNode, $workflow, $execution, $vars, $env, $jmespath …), for item `itemIndex`. */
  lookup(name: string, itemIndex: number): unknown;
  staticData(scope: 'node' | 'global'): JsonObject;
  onConsole(values: readonly unknown[]): void;
  readonly http: HttpPort;
  readonly binary: BinaryPort;
}

/** The machine that runs user code. */
export interface SandboxPort {
  run(run: CodeRun, session: CodeSession): Promise<CodeResult>;
  query(run: SqlRun, session: CodeSession): Promise<readonly (readonly SqlValue[])[]>;
  /** Makes ready ahead of need. */
  warm(): void;
}
