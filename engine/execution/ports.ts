// What the execution room needs from outside, handed in by the composition root (or by a test).
import type { JsonObject } from '../contract/json.ts';
import type { RunEvent } from '../contract/push.ts';
import type { ExecutionMode } from '../contract/run-data.ts';
import type { CredentialReference, WorkflowFile } from '../contract/workflow.ts';
import type { BinaryPort, FilePort, HttpPort, Logger, NodeVersion, ParsingPort, SandboxPort } from '../sdk/index.ts';
import type { NodeDescription, NodeTypeLookup } from '../workflow/node-type.ts';

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after that many milliseconds, rejects with the signal's reason when it is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** Node types as the runner needs them; load() first, then node() answers at once. */
export interface NodeSource extends NodeTypeLookup {
  load(types: Iterable<string>): Promise<void>;
  /** Whether the instance's settings exclude a type; excluded types count as unknown. */
  isExcluded?(type: string): boolean;
  node(type: string, version?: number): (Omit<NodeVersion, 'description'> & { readonly description: NodeDescription }) | undefined;
}

/** The node and workflow that request a credential. */
export interface CredentialAsker {
  /** Workflow whose owner's credentials are used: the node's own, or the caller's for a workflow passed in by the call. */
  readonly workflow: WorkflowFile;
  /** Name of the node. */
  readonly node: string;
}

/** The static data of saved workflows, where it is kept. */
export interface StaticDataPort {
  /** The latest static data; undefined if the workflow's file has it. */
  get(workflowId: string): JsonObject | undefined;
  /** Keeps what `after` changed of `before`, which a run started from. */
  keep(workflowId: string, before: unknown, after: JsonObject): Promise<void>;
}

/** Binary data of runs. */
export interface RunBinary extends BinaryPort {
  /** The same store, with written files assigned to an execution. Absent if files are stored inline in items. */
  ownedBy?(executionId: string): BinaryPort;
}

/** A node at work. Triggers and webhooks have no execution: its id is empty. */
export interface WorkMark {
  readonly executionId: string;
  readonly workflowId: string;
  readonly node: string;
  readonly mode: ExecutionMode;
}

/** Notes which node is at work, for a watcher that finds the engine held. Called often: must be cheap. */
export interface WorkMarks {
  /** The node computes from now on, until `unmark` or the end of this turn of the event loop. */
  mark(work: WorkMark): void;
  unmark(work: WorkMark): void;
  /** The node waits for something; the returned function is called when it has ended. */
  waits(work: WorkMark): () => void;
}

export interface ExecutionPorts {
  readonly nodes: NodeSource;
  readonly clock: Clock;
  readonly random: () => number;
  readonly uuid: () => string;
  readonly http: HttpPort;
  /** Files of the computer that nodes may use; all of them if absent. */
  readonly files?: FilePort;
  readonly binary: RunBinary;
  readonly sandbox: SandboxPort;
  /** Content is parsed in the engine's own thread if absent. */
  readonly parsing?: ParsingPort;
  readonly logger: Logger;
  /** Decrypted data of a credential that the asker may use; absent where no credentials are kept. Throws CREDENTIAL_NOT_FOUND. */
  readonly credential?: (type: string, reference: CredentialReference, asker: CredentialAsker) => Promise<JsonObject>;
  /** Identifies the user in whose name a workflow runs: code of different users never shares a process. Absent where there is only one. */
  readonly owner?: (workflow: WorkflowFile) => Promise<string>;
  /** Workflows by id, for sub-workflows and error workflows. */
  readonly workflow?: (id: string) => Promise<WorkflowFile | undefined>;
  /** For called workflows; what others change is in their outcome. Absent where nothing is kept. */
  readonly staticData?: StaticDataPort;
  /** Whether a workflow may call another one by its id, or have it handle its failures; all may where it is absent. Throws WORKFLOW_NOT_CALLABLE. */
  readonly assertCallable?: (called: WorkflowFile, caller: WorkflowFile) => Promise<void>;
  /** Absent where nothing watches the engine. */
  readonly marks?: WorkMarks;
}

export interface ExecutionSettings {
  /** IANA zone for workflows that name none. */
  readonly timezone: string;
  /** Milliseconds; a run longer than that is stopped. 0: no limit unless the workflow sets one. */
  readonly timeout: number;
  /** `$vars`. */
  readonly vars: Readonly<Record<string, unknown>>;
  /** `$env`; undefined blocks access. */
  readonly env: Readonly<Record<string, string>> | undefined;
  /** The signed address under which a waiting execution is taken up; absent when no server runs. */
  readonly resumeUrl?: (endpoint: 'webhook-waiting' | 'form-waiting', executionId: string) => string;
}

export const defaultSettings: ExecutionSettings = { timezone: 'America/New_York', timeout: 0, vars: {}, env: undefined };

/** Called for every start and end while a run goes on: synchronous, and must be cheap. */
export type RunListener = (event: RunEvent) => void;
