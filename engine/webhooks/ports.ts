// Dependencies of the webhooks: node types and parameters, executions, files, time.
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import type { JsonObject } from '../contract/json.ts';
import type { ExecutionMode, ItemList, NodeHint } from '../contract/run-data.ts';
import type { WorkflowFile } from '../contract/workflow.ts';
import type { Clock, RunOutcome, StandingNode, StandingRequest } from '../execution/index.ts';
import type { BinaryPort, Logger, Responder } from '../sdk/index.ts';

/** The part of a node:http request that is used. */
export type IncomingCall = Readable & {
  readonly method?: string;
  readonly url?: string;
  readonly headers: IncomingHttpHeaders;
  readonly socket?: { readonly remoteAddress?: string };
};

/** The part of a node:http response that is used. */
export type OutgoingAnswer = Writable & {
  readonly headersSent: boolean;
  writeHead(status: number, headers: OutgoingHttpHeaders): unknown;
};

/** The editor's request for a test call. */
export interface TestCall {
  /** The session that receives its events. */
  readonly sessionId?: string;
  /** Run only the nodes that lead to this one. */
  readonly destination?: string;
  readonly pinData?: Readonly<Record<string, ItemList>>;
}

export interface WebhookStart {
  readonly workflowId: string;
  readonly workflow: WorkflowFile;
  readonly mode: ExecutionMode;
  readonly startNode: string;
  /** Output of the start node, one list per output. */
  readonly output: readonly ItemList[];
  /** Hints shown with the output. */
  readonly hints?: readonly NodeHint[];
  readonly responder: Responder;
  /** The workflow's static data, if the node changed it. */
  readonly staticData?: JsonObject;
  readonly test?: TestCall;
}

export interface WebhookRun {
  readonly executionId: string;
  /** Resolves when the start is stored; rejects if it cannot be stored, and nothing runs then. */
  readonly started: Promise<void>;
  /** Resolves when the run ends or waits. Rejects only for a workflow that cannot run. */
  readonly done: Promise<Pick<RunOutcome, 'result'>>;
}

/** State of an execution that a request tries to resume. */
export type ResumableExecution =
  | { readonly status: 'running' | 'finished' }
  | {
      readonly status: 'waiting';
      readonly workflowId: string;
      readonly workflow: WorkflowFile;
      readonly mode: ExecutionMode;
      /** The waiting node. */
      readonly nodeName: string;
      /** The node's context, stored with the execution. */
      readonly state: JsonObject;
      readonly staticData?: JsonObject;
    };

export interface WebhookResume {
  readonly executionId: string;
  readonly output: readonly ItemList[];
  readonly responder: Responder;
  readonly staticData?: JsonObject;
}

export interface WebhookPorts {
  standing(workflow: WorkflowFile, nodeName: string, request: StandingRequest): Promise<StandingNode>;
  /** The file of an active workflow; undefined if it is not active. */
  activeWorkflow(workflowId: string): Promise<WorkflowFile | undefined>;
  start(request: WebhookStart): WebhookRun;
  /** Undefined if the execution is unknown. */
  resumable(executionId: string): Promise<ResumableExecution | undefined>;
  /** Undefined if the execution is no longer waiting. */
  resume(request: WebhookResume): Promise<WebhookRun | undefined>;
  /** Static data of an active workflow, if newer than the file's; called for every request. */
  staticData?(workflowId: string): JsonObject | undefined;
  /** Stores static data that a node changed without starting a run. */
  keepStaticData?(workflowId: string, staticData: JsonObject): void;
  readonly binary: BinaryPort;
  /** Removes files that nothing will refer to. */
  removeFiles(ids: readonly string[]): Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called when a test webhook was requested or its time is over. */
  onTestWebhook(event: TestWebhookEvent): void;
}

export interface TestWebhookEvent {
  readonly type: 'testWebhookReceived' | 'testWebhookDeleted';
  readonly workflowId: string;
  readonly sessionId?: string;
  /** Id of the started run. */
  readonly executionId?: string;
}
