// Dependencies of the webhooks: node types and parameters, executions, files, time.
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import type { JsonObject, JsonValue } from '../contract/json.ts';
import type { ExecutionMode, Item, ItemList, NodeHint } from '../contract/run-data.ts';
import type { WorkflowFile } from '../contract/workflow.ts';
import type { AdmittedWorkflow, Clock, Principal, RunOutcome, DetachedNode, DetachedRequest } from '../execution/index.ts';
import type { BinaryPort, Logger, Question, Responder, SignedInUser, WebhookResult } from '../sdk/index.ts';

/** The properties of a node:http request that are used. */
export type IncomingCall = Readable & {
  readonly method?: string;
  readonly url?: string;
  readonly headers: IncomingHttpHeaders;
  readonly socket?: { readonly remoteAddress?: string };
};

/** The methods of a node:http response that are used. */
export type OutgoingResponse = Writable & {
  readonly headersSent: boolean;
  writeHead(status: number, headers: OutgoingHttpHeaders): unknown;
  flushHeaders(): void;
};

/** The editor's request for a test call. */
export interface TestCall {
  /** The session that receives the events. */
  readonly sessionId?: string;
  /** The user who waits: nobody else ends or replaces the wait. */
  readonly userId?: string;
  /** Name of the only node whose webhooks are opened. Default: all nodes. */
  readonly start?: string;
  /** Runs only the nodes that lead to this one. */
  readonly destination?: string;
  readonly pinData?: Readonly<Record<string, ItemList>>;
}

export interface WebhookStart {
  readonly workflowId: string;
  readonly workflow: WorkflowFile;
  readonly principal: Principal;
  readonly mode: ExecutionMode;
  readonly startNode: string;
  /** Output of the start node, one list per output. Absent if the node itself runs. */
  readonly output?: readonly ItemList[];
  /** Input of the start node, if it runs. */
  readonly items?: readonly Item[];
  /** Error with which the start node failed: the execution is saved, and nothing runs. */
  readonly failed?: unknown;
  /** Hints shown with the output. */
  readonly hints?: readonly NodeHint[];
  readonly customData?: WebhookResult['customData'];
  readonly responder: Responder;
  /** Static data of the workflow, if the node has changed it. */
  readonly staticData?: JsonObject;
  readonly test?: TestCall;
}

export interface WebhookRun {
  readonly executionId: string;
  /** Resolves once the start is stored; rejects if it cannot be stored; then nothing runs. */
  readonly started: Promise<void>;
  /** Resolves when the run has ended or is waiting. Rejects only if the workflow cannot run. */
  readonly done: Promise<RunEnd>;
}

export type RunEnd = Pick<RunOutcome, 'result' | 'state'>;

/** State of an execution that a request tries to resume. */
export type ResumableExecution =
  /** `asking`: it waits for answers to questions, each of which has an address of its own; `answered`: the question of the address is not open. */
  | { readonly status: 'running' | 'finished' | 'asking' | 'answered' }
  | {
      readonly status: 'waiting';
      readonly workflowId: string;
      readonly workflow: WorkflowFile;
      readonly principal: Principal;
      readonly mode: ExecutionMode;
      /** Name of the waiting node. */
      readonly nodeName: string;
      /** The node's context, stored with the execution. */
      readonly state: JsonObject;
      /** The question that the request may answer. */
      readonly question?: Question;
      readonly staticData?: JsonObject;
    };

export interface WebhookResume {
  readonly executionId: string;
  readonly output: readonly ItemList[];
  /** Id of the question that the output answers. */
  readonly question?: string;
  /** Absent if the caller has its response. */
  readonly responder?: Responder;
  readonly staticData?: JsonObject;
}

/** The other servers on the same database. */
export interface WebhookTeam {
  /** Sends a message to all of them. */
  tell(topic: string, body: JsonValue): void;
  on(topic: string, listener: (body: JsonValue) => void): void;
  /** Sets what this server answers to calls of others; undefined if the call does not concern it. */
  serve(topic: string, handler: (body: JsonValue) => JsonValue | undefined | Promise<JsonValue | undefined>): void;
  /** Returns the first answer of another server; undefined if the call concerns none. */
  first(topic: string, body: JsonValue): Promise<JsonValue | undefined>;
  /** Returns the answers of all other servers that respond in time. */
  all(topic: string, body: JsonValue): Promise<readonly JsonValue[]>;
}

export interface WebhookPorts {
  /** Default: this server is alone. */
  readonly team?: WebhookTeam;
  detachedNode(workflow: WorkflowFile, nodeName: string, request: DetachedRequest): Promise<DetachedNode>;
  /** Whether errors of a run may name another workflow: its user sees that too. By default, none is named. */
  mayName?(principal: Principal, otherWorkflowId: string): Promise<boolean>;
  /**
   * Returns the person of a session, by the cookies of a request; undefined for unknown sessions, and for people who may not see the workflow, if one
   * is named.
   */
  signedInUser?(cookies: string, isLocal: boolean, workflowId: string | undefined): Promise<SignedInUser | undefined>;
  /** Returns an active workflow; undefined if it is not active. */
  activeWorkflow(workflowId: string): Promise<AdmittedWorkflow | undefined>;
  start(request: WebhookStart): WebhookRun;
  /** Returns undefined if the execution is unknown. `question`: id of the question that a request answers. */
  resumable(executionId: string, question?: string): Promise<ResumableExecution | undefined>;
  /** Returns undefined if the execution is no longer waiting. */
  resume(request: WebhookResume): Promise<WebhookRun | undefined>;
  /** Returns static data of an active workflow if it is newer than the file's. Called for every request. */
  staticData?(workflowId: string): JsonObject | undefined;
  /** Returns a function that reads static data which another server may have changed; undefined if none can. `workflow`: the active one. */
  latestStaticData?(workflowId: string, workflow: WorkflowFile): (() => Promise<unknown>) | undefined;
  /** Throws STORE_FAILED if what services return at a registration could not be stored. */
  assertWritable?(): Promise<void>;
  /** Stores static data that a node changed without starting a run. Never rejects; a failed write is repeated. */
  keepStaticData?(workflowId: string, staticData: JsonObject): Promise<void>;
  readonly binary: BinaryPort;
  /** Removes files that nothing refers to. */
  removeFiles(ids: readonly string[]): Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called when a test webhook has received its request or has expired. */
  onTestWebhook(event: TestWebhookEvent): void;
}

export interface TestWebhookEvent {
  readonly type: 'testWebhookReceived' | 'testWebhookDeleted';
  readonly workflowId: string;
  readonly sessionId?: string;
  /** Id of the started run. */
  readonly executionId?: string;
}
