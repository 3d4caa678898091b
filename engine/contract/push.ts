// Events of running executions, and events sent to the editor, as one discriminated union.
import type { ErrorData, ExecutionMode, ExecutionStatus, NodeHint, TaskData, TaskSource } from './run-data.ts';
import type { PackageInstallation } from './rest/packages.ts';

export interface ExecutionStartedEvent {
  readonly type: 'executionStarted';
  readonly executionId: string;
  readonly workflowId: string;
  readonly workflowName: string;
  readonly mode: ExecutionMode;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly retryOf?: string;
}

export interface NodeExecuteBeforeEvent {
  readonly type: 'nodeExecuteBefore';
  readonly executionId: string;
  readonly nodeName: string;
  readonly startTime: number;
  readonly source: readonly (TaskSource | null)[];
}

export interface NodeExecuteAfterEvent {
  readonly type: 'nodeExecuteAfter';
  readonly executionId: string;
  readonly nodeName: string;
  readonly data: TaskData;
}

export interface ExecutionFinishedEvent {
  readonly type: 'executionFinished';
  readonly executionId: string;
  readonly workflowId: string;
  readonly status: ExecutionStatus;
  readonly stoppedAt: number;
  readonly waitTill?: number;
  readonly error?: ErrorData;
  readonly lastNodeExecuted?: string;
}

/** A production execution was queued; `executionStarted` follows when it runs. */
export interface ExecutionQueuedEvent {
  readonly type: 'executionQueued';
  readonly executionId: string;
  readonly workflowId: string;
  readonly workflowName: string;
  readonly mode: ExecutionMode;
}

const consoleLevels = ['debug', 'log', 'info', 'warn', 'error'] as const;

export type ConsoleLevel = (typeof consoleLevels)[number];

export const isConsoleLevel = (level: unknown): level is ConsoleLevel => consoleLevels.some((each) => each === level);

/** A line that a node has written to the console. */
export interface ConsoleMessageEvent {
  readonly type: 'sendConsoleMessage';
  readonly executionId: string;
  /** Name of the node. */
  readonly source: string;
  readonly level: ConsoleLevel;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly messages: readonly unknown[];
}

export interface NodeHintEvent {
  readonly type: 'nodeHint';
  readonly executionId: string;
  readonly nodeName: string;
  readonly hint: NodeHint;
}

/** A node responds to the caller of a run that an editor started with the output of its trigger. */
export interface NodeResponseEvent {
  readonly type: 'nodeResponse';
  readonly executionId: string;
  /** The body as text; with `isPart`, one or more lines of JSON `{type: 'begin' | 'item' | 'end' | 'error', content?, metadata}`. */
  readonly content: string;
  readonly isPart: boolean;
}

export interface TestWebhookReceivedEvent {
  readonly type: 'testWebhookReceived';
  readonly workflowId: string;
  readonly executionId: string;
}

export interface TestWebhookDeletedEvent {
  readonly type: 'testWebhookDeleted';
  readonly workflowId: string;
  readonly executionId?: string;
}

/** Executions were queued, have started or have ended at another server; sent once for many. */
export interface ExecutionsChangedEvent {
  readonly type: 'executionsChanged';
}

/** Another server has ended; executions that it was running are now marked as crashed. */
export interface ServerEndedEvent {
  readonly type: 'serverEnded';
}

/** A service redirected the browser back after the user signed in there, or declined to. */
export interface OAuthFinishedEvent {
  readonly type: 'oauthFinished';
  readonly credentialId: string;
  readonly outcome: 'success' | 'failure';
}

/** The address that the instance listens on has changed. */
export interface AddressesChangedEvent {
  readonly type: 'addressesChanged';
}

/** The owner has changed settings of the instance. */
export interface SettingsChangedEvent {
  readonly type: 'settingsChanged';
}

/** A part of the answer to a question that this session asked the assistant's model. */
export interface AssistantTextEvent {
  readonly type: 'assistantText';
  /** Id of the question. */
  readonly id: string;
  readonly text: string;
}

/** A node asks for the consent of the person at this computer, or no longer waits for it. */
export interface ConsentsChangedEvent {
  readonly type: 'consentAsked' | 'consentAnswered';
  /** Id of the question. */
  readonly id: string;
}

/** Progress of installing or updating a package. */
export interface PackageProgressEvent extends PackageInstallation {
  readonly type: 'packageProgress';
}

/** An installation or update of a package has ended. */
export interface PackageInstallationEndedEvent {
  readonly type: 'packageInstallationEnded';
  readonly packageName: string;
  /** Why it failed; absent after a success, and if the user stopped it. */
  readonly failure?: string;
}

/** Node or credential types were added, replaced or removed. */
export interface NodeTypesChangedEvent {
  readonly type: 'nodeTypesChanged';
}

export interface ReloadNodeTypeEvent {
  readonly type: 'reloadNodeType';
  readonly name: string;
  readonly version: number;
}

export interface RemoveNodeTypeEvent {
  readonly type: 'removeNodeType';
  readonly name: string;
  readonly version: number;
}

/** Events of a run. Listeners are synchronous and must be cheap. */
export type RunEvent =
  | ExecutionStartedEvent
  | NodeExecuteBeforeEvent
  | NodeExecuteAfterEvent
  | ExecutionFinishedEvent
  | ConsoleMessageEvent
  | NodeHintEvent;

/** Events sent to an editor session. */
export type PushEvent =
  | RunEvent
  | ExecutionQueuedEvent
  | ExecutionsChangedEvent
  | ServerEndedEvent
  | NodeResponseEvent
  | TestWebhookReceivedEvent
  | TestWebhookDeletedEvent
  | OAuthFinishedEvent
  | AddressesChangedEvent
  | SettingsChangedEvent
  | AssistantTextEvent
  | ConsentsChangedEvent
  | PackageProgressEvent
  | PackageInstallationEndedEvent
  | NodeTypesChangedEvent
  | ReloadNodeTypeEvent
  | RemoveNodeTypeEvent;
