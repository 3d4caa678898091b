// What execution needs from outside, provided by the composition root (or by a test).
import type { JsonObject } from '../contract/json.ts';
import type { RunEvent } from '../contract/push.ts';
import type { ExecutionMode } from '../contract/run-data.ts';
import type { CredentialReference, WorkflowFile } from '../contract/workflow.ts';
import type { BinaryPort, CredentialDefinition, FilePort, HttpPort, Logger, NodeVersion, ParsingPort, SandboxPort } from '../sdk/index.ts';
import type { NodeDescription, NodeTypeLookup } from '../workflow/node-type.ts';

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after that many milliseconds; rejects with the signal's reason when it is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** Node types as the runner needs them: after load(), node() returns synchronously. */
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
  readonly nodeType: string;
}

/** External secrets that one use of a credential reads. */
export interface SecretsInUse {
  /** The value of `$secrets`. */
  readonly table: object;
  /** The values that were read so far. */
  readonly used: ReadonlySet<string>;
}

/** Storage of the static data of saved workflows. */
export interface StaticDataPort {
  /** The latest static data; undefined if the workflow's file has it. */
  get(workflowId: string): JsonObject | undefined;
  /** Stores what `after` changed of `before`, the data at the start of a run. */
  keep(workflowId: string, before: unknown, after: JsonObject): Promise<void>;
}

/** Binary data of runs. */
interface RunBinary extends BinaryPort {
  /** The same store, with written files assigned to an execution. Absent if files are stored inline in items. */
  ownedBy?(executionId: string): BinaryPort;
}

/** A node that is computing. Triggers and webhooks have no execution: its id is empty. */
export interface WorkMark {
  readonly executionId: string;
  readonly workflowId: string;
  readonly node: string;
  readonly mode: ExecutionMode;
}

/** Records which node is computing, for a watchdog that detects a blocked engine. Called often, so it must be cheap. */
export interface WorkMarks {
  /** The node computes until `unmark` or the end of this turn of the event loop. */
  mark(work: WorkMark): void;
  unmark(work: WorkMark): void;
  /** The node waits; call the returned function when the wait has ended. */
  waits(work: WorkMark): () => void;
}

export interface ExecutionPorts {
  readonly nodes: NodeSource;
  readonly clock: Clock;
  readonly random: () => number;
  readonly uuid: () => string;
  readonly http: HttpPort;
  /** Files of the computer that nodes may use; default: all. */
  readonly files?: FilePort;
  readonly binary: RunBinary;
  readonly sandbox: SandboxPort;
  /** Default: content is parsed in the engine's own thread. */
  readonly parsing?: ParsingPort;
  readonly logger: Logger;
  /** Decrypted data of a credential that the requester may use; absent if there is no credential store. Throws CREDENTIAL_NOT_FOUND. */
  readonly credential?: (type: string, reference: CredentialReference, asker: CredentialAsker) => Promise<JsonObject>;
  /** External secrets for the expressions in a credential's data; absent if there are none. Throws as `credential`, and if it may read none. */
  readonly externalSecrets?: (type: string, reference: CredentialReference, asker: CredentialAsker) => Promise<SecretsInUse>;
  /**
   * Returns resolved data of a credential with fetched fields (such as a token) that are valid and differ from those in `data`, and stores them. Present
   * if `credential` is. Throws as `credential`, and what fetching throws.
   */
  readonly renewedCredential?: (
    type: CredentialDefinition,
    reference: CredentialReference,
    asker: CredentialAsker,
    data: JsonObject,
  ) => Promise<JsonObject>;
  /** Credential types by name; absent if there is no credential store. */
  readonly credentialTypes?: { type(name: string): Promise<CredentialDefinition | undefined> };
  /** Identifies the user whose permissions a workflow has: code of different users never shares a process. Absent if there is only one. */
  readonly owner?: (workflow: WorkflowFile) => Promise<string>;
  /** Workflows by id, for sub-workflows and error workflows. */
  readonly workflow?: (id: string) => Promise<WorkflowFile | undefined>;
  /** Static data of called workflows; changes by others are in their outcome. Absent without storage. */
  readonly staticData?: StaticDataPort;
  /** Checks whether a workflow may call another one by its id, or use it as error workflow; default: all may. Throws WORKFLOW_NOT_CALLABLE. */
  readonly assertCallable?: (called: WorkflowFile, caller: WorkflowFile) => Promise<void>;
  /** Absent without a watchdog. */
  readonly marks?: WorkMarks;
}

export interface ExecutionSettings {
  /** IANA zone of workflows without one. */
  readonly timezone: string;
  /** Maximum duration of a run in milliseconds; 0: no limit unless the workflow sets one. */
  readonly timeout: number;
  /** `$vars`. */
  readonly vars: Readonly<Record<string, unknown>>;
  /** `$env`; undefined blocks access. */
  readonly env: Readonly<Record<string, string>> | undefined;
  /** The signed URL that resumes a waiting execution; absent if no server runs. */
  readonly resumeUrl?: (endpoint: 'webhook-waiting' | 'form-waiting', executionId: string) => string;
}

export const defaultSettings: ExecutionSettings = { timezone: 'America/New_York', timeout: 0, vars: {}, env: undefined };

/** Called for every start and end during a run: synchronous, and must be cheap. */
export type RunListener = (event: RunEvent) => void;
