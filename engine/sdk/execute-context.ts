// The context of a running node: parameters, input, credentials and ports. There are no globals and no stateful clients.
import type { JsonObject } from '../contract/json.ts';
import type { ExecutionMode, ExecutionStatus, Item, ItemList, NodeHint, TaskSource } from '../contract/run-data.ts';
import type { WorkflowFile, WorkflowNode, WorkflowSettings } from '../contract/workflow.ts';
import type { BinaryPort } from './binary-port.ts';
import type { CodePort } from './code-port.ts';
import type { FilePort } from './file-port.ts';
import type { HttpPort } from './http-port.ts';
import type { WebhookReply } from './webhook-reply.ts';

export interface Logger {
  debug(message: string, fields?: Readonly<Record<string, unknown>>): void;
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

export interface ParamOptions {
  /** Give the text as the user wrote it, expressions not evaluated. */
  readonly raw?: boolean;
  /** Resource locators answer their plain value (after the mode's extraction rule); true unless told otherwise. */
  readonly extractValue?: boolean;
}

/** A call of another workflow. Exactly one of `workflowId` and `workflow` is set. */
export interface SubWorkflowCall {
  readonly workflowId?: string;
  readonly workflow?: WorkflowFile;
  readonly items: readonly Item[];
  /** False: start it and do not wait for its end. */
  readonly wait?: boolean;
}

export interface SubWorkflowResult {
  readonly executionId: string;
  /** `running` if the call does not wait for the end. */
  readonly status: ExecutionStatus;
  /** Items of output 0 of the last node that ran. `pairedItem` names the caller's items each one stems from; absent if unknown. */
  readonly items: readonly Item[];
}

/** Parses content in a thread of its own, with limits of time and memory. */
export interface ParsingPort {
  /**
   * Runs one of the tasks that the thread knows; arguments and result are copied. Rejects with the task's NodeError, with PARSING_TIMEOUT or
   * PARSING_OUT_OF_MEMORY at a limit, and with the reason of an aborted signal.
   */
  run(task: string, args: readonly unknown[], signal: AbortSignal): Promise<unknown>;
}

export interface ExecuteContext {
  readonly node: WorkflowNode;
  /** The known version that runs the node. `node.typeVersion` may be an unknown one. */
  readonly version: number;
  readonly workflow: { readonly id: string; readonly name: string; readonly active: boolean; readonly settings: WorkflowSettings };
  /** IANA zone of the workflow, or the instance's. */
  readonly timezone: string;
  readonly mode: ExecutionMode;
  readonly executionId: string;
  /** Number of earlier runs of this node in this execution. */
  readonly runIndex: number;
  /** One list per input of main connections; null where nothing arrived. */
  readonly inputs: readonly ItemList[];
  /** Source of each input. */
  readonly sources: readonly (TaskSource | null)[];
  /** Aborted when the execution is stopped, times out, or the process ends. Long work must listen to it. */
  readonly signal: AbortSignal;
  /** The node is set to go on after a failure (onError other than stopWorkflow). */
  readonly continueOnFail: boolean;
  readonly http: HttpPort;
  /** Files of the computer. Nodes ask it before they read, write or watch one. */
  readonly files: FilePort;
  readonly binary: BinaryPort;
  readonly code: CodePort;
  /** Absent where content is parsed in the engine's own thread. */
  readonly parsing?: ParsingPort | undefined;
  readonly logger: Logger;

  /** Items of one input (0 unless told); empty when nothing arrived. */
  input(index?: number): readonly Item[];
  /**
   * A parameter's value for one item, expressions evaluated, defaults filled in. `path` may reach into collections:
   * `options.timeout`, `fieldsToSplit.values[0].name`. The value is shared: never change it. Throws NodeError/AppError when an
   * expression fails. `fallback` is given when the parameter is absent or hidden.
   */
  param(path: string, itemIndex: number | undefined, fallback: string, options?: ParamOptions): string;
  param(path: string, itemIndex: number | undefined, fallback: number, options?: ParamOptions): number;
  param(path: string, itemIndex: number | undefined, fallback: boolean, options?: ParamOptions): boolean;
  param<T = unknown>(path: string, itemIndex?: number, fallback?: NoInfer<T>, options?: ParamOptions): T;
  /** True when the parameter gives the same value for every item (holds no expression). */
  isParamConstant(path: string): boolean;
  /** Evaluates an expression text (`={{ … }}`) against one item. `extra` adds names such as `$response`. */
  evaluate(expression: string, itemIndex: number, extra?: Readonly<Record<string, unknown>>): unknown;
  /** Decrypted data of the credential chosen on the node, for this item. Throws when none is chosen. */
  credentials(type: string, itemIndex?: number): Promise<JsonObject>;
  /** State kept with the workflow between executions of production; change it in place. */
  staticData(scope: 'node' | 'global'): JsonObject;
  /** State of this node within this execution, kept between its runs (loops); change it in place. */
  nodeContext(): JsonObject;
  /** Milliseconds since the epoch. */
  now(): number;
  /** A number from 0 (included) to 1 (excluded). */
  random(): number;
  /** A new random UUID. */
  uuid(): string;
  /** Resolves after this many milliseconds; rejects at once when the execution is stopped. */
  sleep(milliseconds: number): Promise<void>;
  /**
   * Resolves at this time (milliseconds since the epoch), as `sleep` does, for nodes that then hand on their input: where the engine closes
   * meanwhile, the execution is parked as by `waitUntil`.
   */
  pauseUntil(time: number): Promise<void>;
  /**
   * Ends this run of the node by parking the execution until then (milliseconds since the epoch; WAIT_FOREVER for no end). When the time
   * has come its input passes through; when the node's own webhook takes it up, what that gives.
   */
  waitUntil(time: number): void;
  /** Address under which this execution is taken up again while it waits; `endpoint` is the first part of its path. Undefined where no server runs. */
  resumeUrl(endpoint: 'webhook-waiting' | 'form-waiting'): string | undefined;
  /** Answers the webhook call that started this run; false when nobody waits for an answer (any more). */
  respond(reply: WebhookReply): boolean;
  /** Sends a part of the answer, where the webhook streams it. */
  respondChunk(chunk: string): boolean;
  /**
   * Calls another workflow. If the called execution waits, this one waits with it: later the node is run again from its input, and the calls it
   * made before return what they returned. A node must therefore make its calls in the same order each time.
   */
  runWorkflow(call: SubWorkflowCall): Promise<SubWorkflowResult>;
  /** A remark shown with the node's output. */
  hint(hint: NodeHint): void;
  /** Custom data of the execution, searchable in the list of executions. Values are stored as text. */
  setExecutionData(key: string, value: string): void;
  /** Items another node gave in this execution (last run), for nodes which compare with earlier results; undefined when it did not run. */
  itemsOf(nodeName: string, output?: number, run?: number): readonly Item[] | undefined;
  /** Shows a line in the editor's console. */
  log(...values: readonly unknown[]): void;
}
