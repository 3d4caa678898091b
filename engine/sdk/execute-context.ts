// The context of a running node: parameters, input, credentials and ports. There are no globals and no stateful clients.
import type { JsonObject } from '../contract/json.ts';
import type { ModelUse } from '../contract/model-use.ts';
import type { BinaryEntry, ExecutionMode, ExecutionStatus, Item, ItemList, NodeHint, TaskSource } from '../contract/run-data.ts';
import type { AiConnectionType } from '../contract/connection-types.ts';
import type { WorkflowFile, WorkflowNode, WorkflowSettings } from '../contract/workflow.ts';
import type { NodePort } from '../workflow/node-type.ts';
import type { CodePort } from './code-port.ts';
import type { ConversationPort } from './conversation-port.ts';
import type { DataTablePort } from './data-table-port.ts';
import type { TokenUse } from './define-credential.ts';
import type { ArchiveBudget, BinaryPort, FilePort } from './file-port.ts';
import type { HttpPort, HttpRequest } from './http-port.ts';
import type { ModelCalls } from './model-calls-port.ts';
import type { Supply } from './supplied-parts.ts';
import type { Asking, TaskProgress, WaitingCall } from './task-progress.ts';
import type { VectorPort } from './vector-port.ts';

export interface Logger {
  debug(message: string, fields?: Readonly<Record<string, unknown>>): void;
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

export interface ParamOptions {
  /** Returns the text as the user wrote it, without evaluating expressions. */
  readonly raw?: boolean;
  /** Whether resource locators return their plain value, extracted by the mode's rule. Default: true. */
  readonly extractValue?: boolean;
  /**
   * Reads the text of a JSON field. `{{ }}` in it is evaluated even if the field is not marked as an expression, and values that are no texts are
   * written as JSON: `{ "at": {{ $now }} }`. `legacy`: as in versions of nodes that wrote them as texts, where that resulted in JSON.
   */
  readonly json?: boolean | 'legacy';
}

/** The response to a webhook request. */
export interface WebhookReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Text and bytes are sent unchanged; a binary entry is streamed from the binary store. */
  readonly body?: string | Uint8Array | BinaryEntry;
  /** Whether a text is sent without a content type unless the headers have one. Default: `text/plain`. */
  readonly isUntyped?: boolean;
}

/** A call of another workflow. Exactly one of `workflowId` and `workflow` is set. */
export interface SubWorkflowCall {
  readonly workflowId?: string;
  readonly workflow?: WorkflowFile;
  readonly items: readonly Item[];
  /** If false, the call returns as soon as the workflow has started. */
  readonly wait?: boolean;
}

export interface SubWorkflowResult {
  readonly executionId: string;
  /** `running` if the call does not wait for the result. */
  readonly status: ExecutionStatus;
  /** Items of output 0 of the last node that ran. `pairedItem` refers to the caller's items; absent if unknown. */
  readonly items: readonly Item[];
}

/** Parses content in a separate thread, with time and memory limits. */
export interface ParsingPort {
  /**
   * Runs one of the thread's tasks. Arguments and result are copied. Rejects with the task's NodeError, with PARSING_TIMEOUT or
   * PARSING_OUT_OF_MEMORY at a limit, or with the reason of an aborted signal.
   */
  run(task: string, args: readonly unknown[], signal: AbortSignal): Promise<unknown>;
}

export interface SignOptions {
  /** Whether a type that does not sign leaves the request unchanged. Default: false. */
  readonly mayLeaveUnsigned?: boolean;
  readonly tokenUse?: TokenUse | undefined;
  /** Decrypted data to sign with, instead of that of the credential selected on the node. It is neither evaluated nor stored. */
  readonly credentialData?: JsonObject | undefined;
}

export interface ExecuteContext {
  readonly node: WorkflowNode;
  /** Available version that runs the node. `node.typeVersion` may be an unknown one. */
  readonly version: number;
  readonly workflow: { readonly id: string; readonly name: string; readonly active: boolean; readonly settings: WorkflowSettings };
  /** IANA time zone of the workflow, by default that of the instance. */
  readonly timezone: string;
  readonly mode: ExecutionMode;
  readonly executionId: string;
  /** Number of earlier runs of this node in this execution. */
  readonly runIndex: number;
  /** One list per main input; null for inputs without data. */
  readonly inputs: readonly ItemList[];
  /** Source of each input. */
  readonly sources: readonly (TaskSource | null)[];
  /** Aborted when the execution is stopped or times out, or when the process ends. Long-running work must listen to it. */
  readonly signal: AbortSignal;
  /** Whether the node continues on failure (onError other than stopWorkflow). */
  readonly continueOnFail: boolean;
  readonly http: HttpPort;
  /** Local files. Nodes read, write and watch files only through this port. */
  readonly files: FilePort;
  /**
   * Resolves with the folder in which the command runs, once it may: in the desktop application, the person at the computer is asked. Throws
   * NodeError CONSENT_REFUSED, and FORBIDDEN if the instance runs no commands.
   */
  confirmCommand(command: string): Promise<string>;
  readonly binary: BinaryPort;
  /** Limits of the archives that the execution packs and unpacks. */
  readonly archives: ArchiveBudget;
  /** Data tables of the user on whose behalf the workflow runs. Throws NodeError if there is no database. */
  dataTables(): Promise<DataTablePort>;
  /** Returns the conversation of a session, which the workflow's memories share. `session`: an id of the workflow's choice. */
  conversation(session: string): ConversationPort;
  /** Counts calls of models that the node makes itself. Calls of attached models are counted where they are recorded. */
  readonly models: ModelCalls;
  /** Documents with vectors that in-memory vector stores keep between runs. */
  readonly vectors: VectorPort;
  readonly code: CodePort;
  /** Absent if content is parsed on the engine's own thread. */
  readonly parsing?: ParsingPort | undefined;
  readonly logger: Logger;

  /** Returns the items of one input (by default the first); empty if it received none. */
  input(index?: number): readonly Item[];
  /**
   * Returns a parameter's value for one item, with expressions evaluated and defaults applied. `path` may lead into collections:
   * `options.timeout`, `fieldsToSplit.values[0].name`. The value is shared: do not modify it. `fallback` is returned if the parameter is absent
   * or hidden. Throws NodeError or AppError if an expression fails.
   */
  param(path: string, itemIndex: number | undefined, fallback: string, options?: ParamOptions): string;
  param(path: string, itemIndex: number | undefined, fallback: number, options?: ParamOptions): number;
  param(path: string, itemIndex: number | undefined, fallback: boolean, options?: ParamOptions): boolean;
  param<T = unknown>(path: string, itemIndex?: number, fallback?: NoInfer<T>, options?: ParamOptions): T;
  /**
   * Returns the text of a parameter's number for one item if JavaScript cannot represent it, such as the digits of an integer beyond 2⁵³, and the
   * parameter only reads it. Undefined for all other values.
   */
  exactText(path: string, itemIndex?: number): string | undefined;
  /** Whether the parameter, read with these options, has the same value for every item because it contains no expression. */
  isParamConstant(path: string, options?: ParamOptions): boolean;
  /** Evaluates an expression (`={{ … }}`) for one item. `extra` adds names such as `$response`. */
  evaluate(expression: string, itemIndex: number, extra?: Readonly<Record<string, unknown>>): unknown;
  /** Returns the decrypted data, for this item, of the credential selected on the node. Throws if none is selected. */
  credentials(type: string, itemIndex?: number): Promise<JsonObject>;
  /**
   * Returns the request, signed with the credential selected on the node. Throws NodeError if none is selected, if its type does not sign
   * requests, unless `mayLeaveUnsigned` is true, or if it may not be sent to the URL.
   */
  signRequest(type: string, request: HttpRequest, itemIndex: number, options?: SignOptions): Promise<HttpRequest>;
  /**
   * Fetches a new token for the credential selected on the node, stores it, and returns the credential's data. Throws NodeError if its type fetches
   * none, and the errors of fetching.
   */
  renewCredential(type: string, itemIndex: number): Promise<JsonObject>;
  /**
   * Reads static data that another server may have changed; to be awaited before the first call of `staticData`. Returns undefined if there is
   * nothing to wait for. Throws STORE_FAILED.
   */
  loadStaticData(): Promise<void> | undefined;
  /** State stored with the workflow between production executions; modify it in place. */
  staticData(scope: 'node' | 'global'): JsonObject;
  /** State of this node within the execution, shared by its runs (in loops); modify it in place. */
  nodeContext(): JsonObject;
  /** Returns the current time in milliseconds since the epoch. */
  now(): number;
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  random(): number;
  /** Returns a new random UUID. */
  uuid(): string;
  /** Resolves after the given milliseconds; rejects immediately when the execution is stopped. */
  sleep(milliseconds: number): Promise<void>;
  /**
   * Resolves at the given time (milliseconds since the epoch), like `sleep`. Only for nodes that then pass on their input: if the engine shuts
   * down meanwhile, the execution is suspended as with `waitUntil`.
   */
  pauseUntil(time: number): Promise<void>;
  /**
   * Ends this run of the node and suspends the execution until the given time (milliseconds since the epoch; WAIT_FOREVER for no limit). Then the
   * input passes through; if the node's own webhook resumes the execution, the webhook's items are used instead.
   */
  waitUntil(time: number): void;
  /**
   * Returns the URL that resumes this execution while it is waiting; `endpoint` is the first segment of its path. Undefined if no server is
   * running.
   */
  resumeUrl(endpoint: 'webhook-waiting' | 'form-waiting'): string | undefined;
  /** Returns the URLs, by name, of the node's webhooks that start its workflow; in a manual run, those for tests. Empty if no server is running. */
  webhookUrls(): ReadonlyMap<string, string>;
  /** Responds to the webhook request that started this run. Returns false if no caller is waiting for a response. */
  respond(reply: WebhookReply): boolean;
  /** Whether the caller of the workflow's webhook receives chunks as they are written. */
  readonly isStreaming: boolean;
  /** Sends a chunk of the response, if the webhook streams it. */
  respondChunk(chunk: string): boolean;
  /**
   * Calls another workflow. If the called execution waits, this one waits too. Later the node runs again from its input, and the calls that it has
   * already made return their earlier results. A node must therefore always make its calls in the same order. Calls by tools that can wait may come in
   * any order.
   */
  runWorkflow(call: SubWorkflowCall): Promise<SubWorkflowResult>;
  /** Adds a hint that is shown with the node's output. */
  hint(hint: NodeHint): void;
  /** Sets custom data of the execution, which can be searched in the list of executions. Values are stored as text. */
  setExecutionData(key: string, value: string): void;
  /** Returns the items that another node returned in its last run in this execution; undefined if it has not run. */
  itemsOf(nodeName: string, output?: number, run?: number): readonly Item[] | undefined;
  /** Returns the nodes above or below a node of the workflow, with complete parameters; `type`: connection type, by default `main`. */
  relatives(nodeName: string, direction: 'parents' | 'children', type?: string): readonly WorkflowNode[];
  /** Returns the node's inputs or outputs, those that depend on its parameters too. Throws if their expression fails. */
  ports(direction: 'inputs' | 'outputs'): readonly NodePort[];
  /**
   * Returns the first node of a type in a saved workflow that this one may call, with complete parameters; undefined if it has none. Throws
   * WORKFLOW_NOT_FOUND or WORKFLOW_NOT_CALLABLE.
   */
  nodeOfWorkflow(workflowId: string, type: string): Promise<WorkflowNode | undefined>;
  /** Returns the nodes that are attached to this one by connections of a type. Throws NodeError if a required one is missing, or if there are too many. */
  connected(type: AiConnectionType): ConnectedNodes;
  /** Returns the inputs or outputs that the node has with its parameters. */
  ports(direction: 'inputs' | 'outputs'): readonly NodePort[];
  /**
   * Returns the context of one call of this node, which a model uses as a tool: `$fromAI` reads the arguments, and the executions that it starts are
   * linked with the recorded run. `asking`: the node asks a person about the call of another tool.
   */
  forCall(args: JsonObject, run: number, asking?: Asking): ExecuteContext;
  /** What the node has done in this task before the execution waited. Undefined if the node cannot wait in the middle of its task. */
  readonly progress: TaskProgress | undefined;
  /** Writes a line to the editor's console. */
  log(...values: readonly unknown[]): void;
}

/** Package code that makes what a root node uses of a node, such as a language model. */
export interface Supplier {
  /** Name of the package. */
  readonly package: string;
  /** The node's class: path of its file below the package's folder, and name of its export. */
  readonly place: { readonly file: string; readonly className: string };
  /** Names of the node's parameters. */
  readonly parameters: readonly string[];
}

/** The nodes at inputs of one type, the last input first. Disabled ones are left out. */
export interface ConnectedNodes {
  /** Whether the root node accepts several. */
  readonly isList: boolean;
  readonly nodes: readonly ConnectedNode[];
}

/** How a use of an attached node ended, and the calls of models that it made. */
export type UseResult = ({ readonly outputs: readonly ItemList[] } | { readonly error: unknown }) & {
  readonly modelUse?: readonly ModelUse[];
};

/** A node that is attached to a root node. Each use of it is a run of its own, recorded with the execution. */
export interface ConnectedNode {
  /** The node's context. Its expressions see the items of the root node. */
  readonly ctx: ExecuteContext;
  /** Type of the connection. */
  readonly type: AiConnectionType;
  /** Makes what the root node uses, for one of its items. Absent for nodes that run unchanged when a model calls them as a tool. */
  readonly supply: ((itemIndex: number) => Supply | Promise<Supply>) | undefined;
  /** Present for nodes of packages that supply something. */
  readonly supplier: Supplier | undefined;
  /** Name of the node's type for people; undefined for an unknown type. */
  readonly displayName: string | undefined;
  /** Index of the root node's input among those of the type. */
  readonly input: number;
  /** Index of its next run. */
  readonly nextRun: number;
  /** Counts calls of the node's model. Their records are passed to `end`. */
  readonly models: ModelCalls;
  /** Records that a use begins. Returns the index of the run. `waits`: the call of a tool, if it can wait. */
  begin(inputs: readonly ItemList[], waits?: WaitingCall): number;
  /** Records the end of a use. */
  end(run: number, result: UseResult): void;
  /** Runs the node with the arguments that a model chose. Returns the items of its first output. Throws the node's error. */
  runAsTool(args: JsonObject, waits?: WaitingCall): Promise<readonly Item[]>;
  /** Returns the same node with other items and another run. Its `$fromAI` reads the first item. */
  withInput(items: readonly Item[], runIndex: number): ConnectedNode;
}
