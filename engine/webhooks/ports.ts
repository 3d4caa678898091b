// Dependencies of the webhooks: node types and parameters, executions, files, time.
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import type { JsonObject } from '../contract/json.ts';
import type { ExecutionMode, ItemList, NodeHint } from '../contract/run-data.ts';
import type { WorkflowFile } from '../contract/workflow.ts';
import type { Clock, RunOutcome, StandingNode, StandingRequest } from '../execution/index.ts';
import type { BinaryPort, Logger, Responder } from '../sdk/index.ts';

/** A request as node:http gives it, as far as this room looks. */
export type IncomingCall = Readable & {
  readonly method?: string;
  readonly url?: string;
  readonly headers: IncomingHttpHeaders;
  readonly socket?: { readonly remoteAddress?: string };
};

/** A response as node:http takes it, as far as this room writes. */
export type OutgoingAnswer = Writable & {
  readonly headersSent: boolean;
  writeHead(status: number, headers: OutgoingHttpHeaders): unknown;
};

/** Request of the editor for a test call. */
export interface TestCall {
  /** Who hears of it. */
  readonly sessionId?: string;
  /** Run only what leads to this node. */
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
  /** Remarks shown beside the output. */
  readonly hints?: readonly NodeHint[];
  readonly responder: Responder;
  /** The workflow's static data where the node changed it. */
  readonly staticData?: JsonObject;
  readonly test?: TestCall;
}

export interface WebhookRun {
  readonly executionId: string;
  /** Resolves when the start is kept; rejects when it cannot be: then nothing has run. */
  readonly started: Promise<void>;
  /** Resolves at the end, or when the run waits. Rejects only for a workflow that cannot run. */
  readonly done: Promise<Pick<RunOutcome, 'result'>>;
}

/** An execution as one who comes back to it finds it. */
export type ResumableExecution =
  | { readonly status: 'running' | 'finished' }
  | {
      readonly status: 'waiting';
      readonly workflowId: string;
      readonly workflow: WorkflowFile;
      readonly mode: ExecutionMode;
      /** The node that waits. */
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
  /** Undefined for an execution nobody knows. */
  resumable(executionId: string): Promise<ResumableExecution | undefined>;
  /** Undefined when the execution does not wait any more. */
  resume(request: WebhookResume): Promise<WebhookRun | undefined>;
  /** Static data of an active workflow, where it is newer than the file's; asked on every call. */
  staticData?(workflowId: string): JsonObject | undefined;
  /** Keeps static data that a node changed without starting a run. */
  keepStaticData?(workflowId: string, staticData: JsonObject): void;
  readonly binary: BinaryPort;
  /** Removes files that nobody will ever name. */
  removeFiles(ids: readonly string[]): Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Test webhooks that were called or gave up waiting. */
  onTestWebhook(event: TestWebhookEvent): void;
}

export interface TestWebhookEvent {
  readonly type: 'testWebhookReceived' | 'testWebhookDeleted';
  readonly workflowId: string;
  readonly sessionId?: string;
  /** Of the run that was started. */
  readonly executionId?: string;
}
