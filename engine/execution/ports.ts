// External dependencies of execution, provided by the composition root (or by a test).
import type { JsonObject } from '../contract/json.ts';
import type { RunEvent } from '../contract/push.ts';
import type { ExecutionMode } from '../contract/run-data.ts';
import type { ConsentKind } from '../contract/rest/consents.ts';
import type { CredentialReference, WorkflowNode } from '../contract/workflow.ts';
import type {
  ArchiveLimits,
  BinaryPort,
  ConversationPort,
  CredentialDefinition,
  DataTablePort,
  ExecuteContext,
  HttpPort,
  Logger,
  NodeVersion,
  ParsingPort,
  SandboxPort,
  VectorPort,
} from '../sdk/index.ts';
import type { LocalFilePort } from '../files/file-access.ts';
import type { NodeDescription, NodeTypeLookup } from '../workflow/node-type.ts';
import type { ModelLedger } from './models/model-ledger.ts';
import type { AdmittedWorkflow, Principal } from './principal.ts';

export interface Clock {
  /** Returns the current time in milliseconds since the epoch. */
  now(): number;
  /** Resolves after the given time; rejects with the signal's reason if it is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** Source of node types for the runner: after `load()`, `node()` returns synchronously. */
export interface NodeSource extends NodeTypeLookup {
  load(types: Iterable<string>): Promise<void>;
  /** Whether the instance's settings exclude a type; excluded types count as unknown. */
  isExcluded?(type: string): boolean;
  /** Whether a package of nodes is installed. */
  hasPackage?(name: string): boolean;
  /** Returns what to do about the nodes of a package that is not installed. Default: install it. */
  packageHint?(name: string): string;
  node(type: string, version?: number): (Omit<NodeVersion, 'description'> & { readonly description: NodeDescription }) | undefined;
}

/** The run and the node that request a credential. */
export interface CredentialAsker {
  /** The identity of the run. */
  readonly principal: Principal;
  /** Name of the node. */
  readonly node: string;
  readonly nodeType: string;
}

/** A node that wants to use files or run a command of the computer. */
export interface ConsentRequest extends CredentialAsker {
  /** Name in the workflow file, shown for a workflow that is not saved. */
  readonly workflowName: string;
  readonly kind: ConsentKind;
  /** Absolute path of a folder, or a command. */
  readonly subject: string;
  readonly mode: ExecutionMode;
  readonly executionId: string;
  readonly signal: AbortSignal;
}

/** External secrets that are read while a credential is resolved. */
export interface SecretsInUse {
  /** The value of `$secrets`. */
  readonly table: object;
  /** The values that have been read so far. */
  readonly used: ReadonlySet<string>;
}

/** Storage of the static data of saved workflows. */
export interface StaticDataPort {
  /** Returns the latest static data; undefined if the workflow file already has it. */
  get(workflowId: string): JsonObject | undefined;
  /** Returns a function that reads the latest static data; undefined if other processes do not change it. `known`: that of the workflow file. */
  reader?(workflowId: string, known: unknown): (() => Promise<unknown>) | undefined;
  /** Stores the changes from `before`, the data at the start of a run, to `after`. */
  save(workflowId: string, before: unknown, after: JsonObject): Promise<void>;
}

/** Binary data of runs. */
interface RunBinary extends BinaryPort {
  /** Returns the same store, which assigns written files to an execution. Absent if files are stored inline in items. */
  ownedBy?(executionId: string): BinaryPort;
}

/** A node that is computing. Triggers and webhooks belong to no execution: the id is empty. */
export interface WorkMark {
  readonly executionId: string;
  readonly workflowId: string;
  readonly node: string;
  readonly mode: ExecutionMode;
}

/** Records which node is computing, for a watchdog that detects a blocked event loop. Called often, so it must be cheap. */
export interface WorkMarks {
  /** Marks the node as computing until `unmark` is called or the current turn of the event loop ends. */
  mark(work: WorkMark): void;
  unmark(work: WorkMark): void;
  /** Marks the node as waiting; call the returned function when the wait has ended. */
  waits(work: WorkMark): () => void;
}

export interface ExecutionPorts {
  readonly nodes: NodeSource;
  readonly clock: Clock;
  readonly random: () => number;
  readonly uuid: () => string;
  /** Ids of executions whose request names none. Default: UUIDs. */
  readonly executionIds?: () => string;
  readonly http: HttpPort;
  /** Files of the computer that nodes may access. Default: all. */
  readonly files?: LocalFilePort;
  /** Returns the folder in which commands start. Default: the home folder. Throws NodeError FORBIDDEN if workflows may run none. */
  readonly commandFolder?: () => Promise<string>;
  /** Resolves once the person at this computer has agreed; absent if nobody is asked. Throws NodeError CONSENT_REFUSED. */
  readonly consent?: (request: ConsentRequest) => Promise<void>;
  readonly binary: RunBinary;
  readonly sandbox: SandboxPort;
  /** Data tables that a run may use; work on them ends with the signal. Absent without a database. */
  readonly dataTables?: (principal: Principal, signal: AbortSignal) => Promise<DataTablePort>;
  /** Conversations that memories of a saved workflow store, by session. Absent without a database: then they are in the memory of the process. */
  readonly conversations?: (workflowId: string, session: string) => ConversationPort;
  /** In-memory vector stores of a run. `workflowId`: of the run's file. Default: in the memory of the process, for runs with the same ports. */
  readonly vectors?: (principal: Principal, workflowId: string) => VectorPort;
  /** Limits, prices and daily use of models. Default: only the limits of workflows per execution apply. */
  readonly models?: ModelLedger;
  /** Default: content is parsed on the engine's own thread. */
  readonly parsing?: ParsingPort;
  readonly logger: Logger;
  /** Returns the decrypted data of a credential that the requester may use; absent without a credential store. Throws CREDENTIAL_NOT_FOUND. */
  readonly credential?: (type: string, reference: CredentialReference, asker: CredentialAsker) => Promise<JsonObject>;
  /**
   * Returns external secrets for the expressions in a credential's data; absent if none are set up. Throws the errors of `credential`, and an
   * error if the credential may not read secrets.
   */
  readonly externalSecrets?: (type: string, reference: CredentialReference, asker: CredentialAsker) => Promise<SecretsInUse>;
  /**
   * Returns resolved data of a credential with fetched fields (such as a token) that are valid and differ from those in `data`, and stores them.
   * Present if `credential` is. Throws the errors of `credential` and of fetching.
   */
  readonly renewedCredential?: (
    type: CredentialDefinition,
    reference: CredentialReference,
    asker: CredentialAsker,
    data: JsonObject,
  ) => Promise<JsonObject>;
  /** Credential types by name; absent without a credential store. */
  readonly credentialTypes?: { type(name: string): Promise<CredentialDefinition | undefined> };
  /** Identifies the user whose permissions a run has: code of different users never shares a process. Absent if there is only one user. */
  readonly owner?: (principal: Principal) => Promise<string>;
  /** Returns the URLs, by name, of a node's webhooks that start its workflow. Absent without a server. Throws if an expression in them fails. */
  readonly webhookUrls?: (
    node: WorkflowNode,
    read: { readonly context: Pick<ExecuteContext, 'evaluate'>; readonly type: { readonly description: NodeDescription } },
    workflowId: string,
    isTest: boolean,
  ) => ReadonlyMap<string, string>;
  /** Returns stored workflows by id, for sub-workflows and error workflows. They run on behalf of their owners. */
  readonly workflow?: (id: string) => Promise<AdmittedWorkflow | undefined>;
  /** Static data of called workflows. Changes by other runs are part of their outcome. Absent without storage. */
  readonly staticData?: StaticDataPort;
  /** Checks whether a run may call a workflow by id, or use it as error workflow. Default: all may. Throws WORKFLOW_NOT_CALLABLE. */
  readonly assertCallable?: (called: AdmittedWorkflow, caller: Principal) => void;
  /** Absent without a watchdog. */
  readonly marks?: WorkMarks;
}

export interface ExecutionSettings {
  /** IANA time zone of workflows that set none. */
  readonly timezone: string;
  /** Maximum duration of a run in milliseconds; 0 for no limit. The workflow's own setting takes precedence. */
  readonly timeout: number;
  /** Value of `$vars`. */
  readonly vars: Readonly<Record<string, unknown>>;
  /** Value of `$env`; undefined blocks access. */
  readonly env: Readonly<Record<string, string>> | undefined;
  /** Limits of each archive, and of all archives of an execution together. */
  readonly archives: ArchiveLimits;
  /** Returns the signed URL that resumes a waiting execution; absent if no server runs. */
  readonly resumeUrl?: (endpoint: 'webhook-waiting' | 'form-waiting', executionId: string) => string;
}

export const defaultSettings: ExecutionSettings = {
  timezone: 'America/New_York',
  timeout: 0,
  vars: {},
  env: undefined,
  archives: { maxBytes: 256 * 1024 * 1024, maxEntries: 1000 },
};

/** Called synchronously for every start and end during a run, so it must be cheap. */
export type RunListener = (event: RunEvent) => void;
