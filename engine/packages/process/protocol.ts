// Messages between the engine and a package's process, serialized by structured clone. A process serves many calls at the same time.
import type { JsonObject } from '../../contract/json.ts';
import type { BinaryEntry, Item, ItemList, NodeHint, TaskSource } from '../../contract/run-data.ts';
import type { Bounds } from '../../sandbox/bounds.ts';
import type { TokenUse } from '../../sdk/index.ts';
import type { PackedList } from './packed-form.ts';

/** Configuration of a process, sent when it starts. */
export interface PackageSetup {
  /** Name of the package, for messages. */
  readonly packageName: string;
  /** Real path of the folder that contains the package's `node_modules`. */
  readonly folder: string;
  /** Whether the package may open connections by itself. Requests through the helpers of the context are the engine's. */
  readonly allowsNetwork: boolean;
  /** Flags of the process for Node's permission model. Threads that the package starts need them, too. */
  readonly nodeFlags: readonly string[];
  /** What each thread of the process checks before it runs code. */
  readonly bounds: Bounds;
  /** Maximum memory in MiB. */
  readonly memory: number;
  /** Milliseconds without a response after which the process is terminated. */
  readonly stuckAfter: number;
  /** Milliseconds that a call may do nothing after a connection of its own was refused. */
  readonly stalledAfter: number;
}

/** A class of the package: path of its file below the package's folder, and name of its export. */
export interface ClassPlace {
  readonly file: string;
  readonly className: string;
}

/** A node of a workflow, as package code sees it. Credentials are references without data. */
export interface NodeData {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly typeVersion: number;
  readonly position: readonly [number, number];
  /** Complete: with the defaults of visible parameters, and expressions as text. */
  readonly parameters: JsonObject;
  readonly disabled?: boolean;
  readonly webhookId?: string;
  readonly onError?: string;
  readonly credentials?: JsonObject;
}

/** The parts of a call's context that are known in advance. */
export interface ContextData {
  readonly node: NodeData;
  readonly workflow: { readonly id: string; readonly name: string; readonly active: boolean; readonly settings: JsonObject };
  readonly timezone: string;
  readonly mode: string;
  readonly executionId: string;
  readonly instanceId: string;
  /** Public URL of this instance, without a trailing slash. */
  readonly instanceUrl: string;
  /** Parameters without expressions, by name. The others are requested for many items at once. */
  readonly constants: JsonObject;
  /** Names of parameters with expressions. */
  readonly variable: readonly string[];
  /** Their values for the first items, if the node runs. */
  readonly firstValues?: ParamWindow;
  /** Types of the parameters that are checked and converted, by path: `fields.from`. Absent if there are none. */
  readonly checked?: Readonly<Record<string, string>>;
}

/** What a run of a node knows besides. */
export interface RunContextData {
  readonly inputs: readonly ItemList[];
  readonly sources: readonly (TaskSource | null)[];
  readonly runIndex: number;
  readonly continueOnFail: boolean;
  readonly isStreaming: boolean;
  /** URLs of the node's webhooks that start its workflow, by name. */
  readonly webhookUrls: Readonly<Record<string, string>>;
  /** Whether a model runs the node as a tool. */
  readonly isTool: boolean;
}

/** What a node knows outside of a run: while its workflow is active or being tested. */
export interface DetachedData {
  readonly activation: 'activate' | 'manual';
  /** URLs of the node's webhooks by name. */
  readonly webhookUrls: Readonly<Record<string, string>>;
}

/** A request to a webhook, whose body has been read. */
export interface WebhookData {
  /** Name of the webhook in the node's description. */
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly params: Readonly<Record<string, string>>;
  readonly ip: string;
  readonly ips: readonly string[];
  readonly isMultipart: boolean;
  /** Parsed JSON, form fields or text. */
  readonly body: unknown;
  /** The unparsed body; absent for multipart bodies and large files. */
  readonly raw?: Uint8Array;
  /** Files by field name. */
  readonly files: Readonly<Record<string, readonly BinaryEntry[]>>;
}

/** A call of the node outside of a run. */
interface DetachedCall {
  readonly place: ClassPlace;
  readonly context: ContextData;
  readonly detachedNode: DetachedData;
}

/** What a function of a description does: changes a request, changes items of a response, or requests pages. */
export type RoutingStep = 'preSend' | 'postReceive' | 'pagination';

export type CallContent =
  /** Calls a function of a credential type. Its result is `{ result }`. */
  | {
      readonly kind: 'credential';
      readonly place: ClassPlace;
      readonly step: 'authenticate' | 'preAuthentication';
      readonly args: readonly unknown[];
    }
  /** Calls a node's function that tests a credential. Its result is `{ result }`. */
  | {
      readonly kind: 'credentialTest';
      readonly place: ClassPlace;
      readonly version: number;
      readonly method: string;
      /** The decrypted credential: `id`, `name`, `type` and `data`. */
      readonly credential: JsonObject;
    }
  /** Returns the items of the inputs without running package code. The host makes such calls to see whether calls still work. */
  | { readonly kind: 'echo'; readonly run: Pick<RunContextData, 'inputs'> }
  /** Loads these classes and returns their descriptions as plain data. */
  | { readonly kind: 'describe'; readonly nodes: readonly ClassPlace[]; readonly credentials: readonly ClassPlace[] }
  /** The items of `run.inputs` are sent before, in slices, or with the call. */
  | {
      readonly kind: 'execute';
      readonly place: ClassPlace;
      readonly context: ContextData;
      readonly run: RunContextData;
      /** Operation with a function of its own, which is called instead of `execute`. */
      readonly operation?: { readonly resource: string; readonly operation: string };
    }
  | {
      readonly kind: 'method';
      readonly place: ClassPlace;
      readonly context: ContextData;
      readonly group: 'loadOptions' | 'listSearch' | 'resourceMapping' | 'localResourceMapping' | 'actionHandler';
      readonly method: string;
      readonly args: readonly unknown[];
    }
  /** Calls a function of the node's description. The result is returned as `result`. */
  | {
      readonly kind: 'routing';
      readonly place: ClassPlace;
      readonly context: ContextData;
      readonly step: RoutingStep;
      /** Path of the function in the description. */
      readonly path: readonly (string | number)[];
      readonly args: readonly unknown[];
      readonly item: Item;
      readonly itemIndex: number;
    }
  | (DetachedCall & { readonly kind: 'poll' })
  /** Ends when it is closed, and not before. */
  | (DetachedCall & { readonly kind: 'trigger' })
  /** `isStreaming`: whether the response is a stream that the nodes of the run write, once the webhook has written its headers. */
  | (DetachedCall & { readonly kind: 'webhook'; readonly request: WebhookData; readonly isStreaming: boolean })
  | (DetachedCall & { readonly kind: 'registration'; readonly webhook: string; readonly step: 'checkExists' | 'create' | 'delete' });

/** A request that blocks the package's code until the response. */
export type SyncQuestion =
  /** Values of the parameters with expressions, for many items from `itemIndex` on. Answered with ParamWindow. */
  | { readonly type: 'params'; readonly itemIndex: number }
  /** One value that could not be read as part of its parameter. This and the next two are answered with a list of the value that `packValues` has packed. */
  | { readonly type: 'param'; readonly path: string; readonly itemIndex: number; readonly raw: boolean }
  /** Value of a resource locator, extracted by the rule of its mode. */
  | { readonly type: 'extract'; readonly path: string; readonly itemIndex: number }
  /** `extra`: further names in the expression. */
  | {
      readonly type: 'evaluate';
      readonly expression: string;
      readonly itemIndex: number;
      readonly extra?: Readonly<Record<string, unknown>>;
    }
  | { readonly type: 'resumeUrl' }
  /** The nodes above or below a node. Answered with NodeData, without credentials. */
  | { readonly type: 'relatives'; readonly name: string; readonly direction: 'parents' | 'children'; readonly connection?: string }
  /** The inputs or outputs of the node. */
  | { readonly type: 'ports'; readonly direction: 'inputs' | 'outputs' }
  /** Names of all node types. */
  | { readonly type: 'knownTypes' }
  | { readonly type: 'staticData'; readonly scope: 'node' | 'global' }
  | { readonly type: 'nodeContext' }
  /** Content of a stored file. Answered with base64. */
  | { readonly type: 'storedContent'; readonly entry: BinaryEntry }
  /** Index of the next run of an attached node. */
  | { readonly type: 'nextRun' }
  /** Records that a use of an attached node begins. Answered with the index of the run. */
  | { readonly type: 'beginUse'; readonly inputs: unknown }
  /** Begins a use with these items, unless this run has begun. Answered with the number of a call for the attached node with these items. */
  | { readonly type: 'withInput'; readonly items: unknown; readonly runIndex: number };

/** Values of parameters for a window of items. */
export interface ParamWindow {
  readonly from: number;
  readonly count: number;
  readonly values: { readonly [name: string]: PackedList };
  /** Values whose expression failed, by their index in the window. */
  readonly failures: { readonly [name: string]: readonly (readonly [index: number, failure: FailureData])[] };
}

/** An HTTP request, complete except for its signature. */
export interface WireRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array;
  /** Milliseconds. */
  readonly timeout?: number;
  readonly maxRedirects?: number;
  readonly allowUnauthorizedCerts?: boolean;
  readonly proxy?: string;
  /** Signs the request with the node's credential of this type. */
  readonly credential?: {
    readonly type: string;
    readonly itemIndex: number;
    readonly tokenUse?: TokenUse;
    /** Decrypted data to sign with instead. */
    readonly credentialData?: JsonObject;
  };
  /** Whether the body of the response is read in chunks (`readChunk`). */
  readonly isStreamed: boolean;
  /** Names the request until its response (`endRequest`). */
  readonly number?: number;
}

export interface WireResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** URL after redirects. */
  readonly url: string;
  /** Number of the stream of a streamed response. */
  readonly body: Uint8Array | { readonly stream: number };
}

/** A request that is answered by a message. */
export type AsyncQuestion =
  | { readonly type: 'http'; readonly request: WireRequest }
  | { readonly type: 'endRequest'; readonly request: number }
  /** Next chunk of a stream; undefined at its end. */
  | { readonly type: 'readChunk'; readonly stream: number }
  | { readonly type: 'closeStream'; readonly stream: number }
  | { readonly type: 'credentials'; readonly name: string; readonly itemIndex: number }
  /** Answered with the data of the credential, which has a new token. */
  | { readonly type: 'renewCredential'; readonly name: string; readonly itemIndex: number }
  /** Answered with the first trigger of a type in the workflow that the node's parameter `workflowId` names, without credentials; undefined if it has none. */
  | { readonly type: 'calledTrigger'; readonly nodeType: string }
  | { readonly type: 'openBinary'; readonly entry: BinaryEntry }
  /** Answered with the path without links, if it may be used. */
  | { readonly type: 'resolvePath'; readonly path: string }
  /** Opens a file of the computer for reading; the answer is the number of a stream. */
  | { readonly type: 'openLocal'; readonly path: string }
  /** Opens a file of the computer for writing; the answer is its number. */
  | { readonly type: 'createLocal'; readonly path: string; readonly appends: boolean }
  | { readonly type: 'writeLocal'; readonly file: number; readonly bytes: Uint8Array }
  | { readonly type: 'endLocal'; readonly file: number }
  | { readonly type: 'readBinary'; readonly entry: BinaryEntry }
  /** Starts a file that is written in chunks; the answer is its number. */
  | { readonly type: 'startFile'; readonly fileName?: string; readonly mimeType?: string }
  | { readonly type: 'writeChunk'; readonly file: number; readonly bytes: Uint8Array }
  /** Answered with the entry of the complete file. */
  | { readonly type: 'endFile'; readonly file: number }
  | {
      readonly type: 'runWorkflow';
      readonly workflowId?: string;
      readonly workflow?: JsonObject;
      readonly items: unknown;
      readonly wait: boolean;
    }
  | { readonly type: 'writeBinary'; readonly bytes: Uint8Array; readonly fileName?: string; readonly mimeType?: string }
  /** A call of the data tables: of one table, or of all. */
  | { readonly type: 'dataTable'; readonly method: string; readonly table?: string; readonly args: readonly unknown[] }
  | { readonly type: 'sleep'; readonly milliseconds: number }
  /** Runs JavaScript as the Code node does, with the items of the node. Answered with what it returns. */
  | { readonly type: 'runCode'; readonly source: string; readonly isPerItem: boolean }
  /** Answered with ConnectedData. */
  | { readonly type: 'connected'; readonly connection: string }
  /** The next part of the response of a webhook. Answered once another one can follow. */
  | { readonly type: 'replyPart'; readonly bytes: Uint8Array }
  /** Runs an attached node as a tool. Answered with the json of its items. */
  | { readonly type: 'runTool'; readonly args: unknown }
  /** Sends a request as the node's routing does, and returns its items. */
  | { readonly type: 'routingRequest'; readonly request: unknown }
  /** Starts an execution with items of a trigger, one list per output. The answer is empty, or how the execution ended if that is awaited. */
  | {
      readonly type: 'emit';
      readonly outputs: unknown;
      readonly staticData: CallEnd['staticData'];
      readonly awaitsEnd: boolean;
      /** Number by which the response of the workflow is sent, if it is wanted. */
      readonly response?: number;
    };

/** Messages without a response. */
export type Notice =
  | { readonly type: 'log'; readonly level: 'debug' | 'info' | 'warn' | 'error'; readonly message: string }
  | { readonly type: 'console'; readonly values: readonly unknown[] }
  | { readonly type: 'hint'; readonly hint: NodeHint }
  | { readonly type: 'customData'; readonly key: string; readonly value: string }
  /** The response to the webhook that started the run. */
  | { readonly type: 'respond'; readonly reply: unknown }
  | { readonly type: 'respondChunk'; readonly chunk: string }
  /** The response of a webhook that is written in parts begins: its status and headers. */
  | { readonly type: 'replyHead'; readonly reply: unknown }
  /** Records the end of a use of an attached node: its outputs, or its error. */
  | { readonly type: 'endUse'; readonly run: number; readonly outputs?: unknown; readonly failure?: FailureData }
  /** A trigger listens for events. */
  | { readonly type: 'listening' }
  /** An event made an execution fail before it began. The trigger goes on. */
  | { readonly type: 'failedRun'; readonly failure: FailureData }
  /** A trigger has failed and stopped listening. */
  | { readonly type: 'broken'; readonly failure: FailureData };

/** An error as it crosses the border. */
export interface FailureData {
  readonly name: string;
  readonly message: string;
  readonly description?: string;
  readonly httpCode?: string;
  readonly itemIndex?: number;
  readonly runIndex?: number;
  /** Code of the engine's error table, for errors of the engine that package code did not handle. */
  readonly code?: string;
  readonly hint?: string;
  readonly stack?: string;
}

/** An attached node. Its code asks by a call of its own, which ends with the root node's call. */
export type AttachedData = { readonly call: number; readonly name: string } & (
  | { readonly kind: 'supplier'; readonly place: ClassPlace; readonly context: ContextData; readonly run: RunContextData }
  | { readonly kind: 'tool'; readonly tool: ToolData }
);

/** The nodes that are attached to a root node by connections of one type. */
export interface ConnectedData {
  /** Whether package code receives a list of them. */
  readonly isList: boolean;
  readonly nodes: readonly AttachedData[];
}

/** A node as a model sees it. */
export interface ToolData {
  readonly name: string;
  readonly description: string;
  readonly fields: readonly ToolField[];
}

/** A value that the model chooses, from a call of `$fromAI`. */
export interface ToolField {
  readonly key: string;
  readonly description?: string;
  readonly type: 'string' | 'number' | 'boolean' | 'json';
  readonly defaultValue?: unknown;
}

export type CallOutcome = { readonly value: unknown } | { readonly failure: FailureData };

/** What a finished call returns besides its value. */
export interface CallEnd {
  readonly value: unknown;
  /** Static data and the node's context, as far as the call requested them. */
  readonly staticData: { readonly global?: JsonObject; readonly node?: JsonObject };
  readonly nodeContext?: JsonObject;
  /** Time until which the execution waits, in milliseconds since the epoch. */
  readonly waitTill?: number;
}

export type FromPackage = { readonly call: number } &
  /** `abort` or `close` has been received. */
  (
    | { readonly type: 'cancelled' }
    | { readonly type: 'sync'; readonly question: SyncQuestion }
    | { readonly type: 'async'; readonly id: number; readonly question: AsyncQuestion }
    | { readonly type: 'notice'; readonly notice: Notice }
    /** Items of the result: the next ones of an output. */
    | { readonly type: 'items'; readonly output: number; readonly items: PackedList }
    /** `items`: the items of each output, if there are only a few. */
    | { readonly type: 'done'; readonly end: CallEnd; readonly items?: readonly (PackedList | null)[] }
    | { readonly type: 'failed'; readonly failure: FailureData }
  );

/** A message about a call. */
export type CallMessage =
  /** Items of an input: the next ones, before the call itself. */
  | { readonly type: 'input'; readonly input: number; readonly items: PackedList }
  /** `items`: the items of each input, if there are only a few. */
  | { readonly type: 'call'; readonly content: CallContent; readonly items?: readonly (PackedList | null)[] }
  | { readonly type: 'answer'; readonly id: number; readonly response: CallOutcome }
  /** The response of a workflow that a trigger has started. */
  | { readonly type: 'response'; readonly response: number; readonly reply: unknown }
  /** The call was stopped: what it still returns is ignored. */
  | { readonly type: 'abort'; readonly reason: string }
  /** A trigger shall stop listening, or the caller of a webhook has disconnected; the call then ends. */
  | { readonly type: 'close' };

export type ToPackage = { readonly call: number } & CallMessage;
