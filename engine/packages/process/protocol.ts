// Messages between the engine and a package's process, serialized by structured clone. A process serves many calls at the same time.
import type { ChannelMessage, IncomingCall } from '../../channel/channel.ts';
import type { ErrorData } from '../../channel/errors.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { BinaryEntry, Item, ItemList, TaskSource } from '../../contract/run-data.ts';
import type { Bounds } from '../../sandbox/bounds.ts';
import type { StaticDataCopies } from '../../sandbox/static-data.ts';
import type { TokenUse, ToolData } from '../../sdk/index.ts';
import type { CrossingType } from '../../workflow/attached-parts.ts';
import type { PackedList } from './packed-form.ts';
import type { PartCall, PartDescription } from './part-protocol.ts';

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
  /** Milliseconds that a call may do nothing after a connection of its own was denied. */
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

/** What a run of a node knows in addition. */
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
  /** Makes what root nodes of other packages, or of core, use of the node: a part of this connection type. Ends when it is closed. */
  | {
      readonly kind: 'supply';
      readonly place: ClassPlace;
      readonly context: ContextData;
      readonly run: RunContextData;
      readonly connection: CrossingType;
      readonly itemIndex: number;
    }
  | (DetachedCall & { readonly kind: 'poll' })
  /** Ends when it is closed, and not before. */
  | (DetachedCall & { readonly kind: 'trigger' })
  /** `isStreaming`: whether the response is a stream that the nodes of the run write, once the webhook has written its headers. */
  | (DetachedCall & { readonly kind: 'webhook'; readonly request: WebhookData; readonly isStreaming: boolean })
  | (DetachedCall & { readonly kind: 'registration'; readonly webhook: string; readonly step: 'checkExists' | 'create' | 'delete' });

/** Values of parameters for a window of items. */
export interface ParamWindow {
  readonly from: number;
  readonly count: number;
  readonly values: { readonly [name: string]: PackedList };
  /** Values whose expression failed, by their index in the window. */
  readonly failures: { readonly [name: string]: readonly (readonly [index: number, error: ErrorData])[] };
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

/** An attached node. Its code asks by a call of its own, which ends with the root node's call. */
export type AttachedData = { readonly name: string } & (
  | {
      readonly kind: 'supplier';
      readonly call: number;
      readonly place: ClassPlace;
      readonly context: ContextData;
      readonly run: RunContextData;
    }
  | { readonly kind: 'tool'; readonly call: number; readonly tool: ToolData }
  /** What a node of core, or of another package, supplies. `part`: its number for uses. */
  | { readonly kind: 'part'; readonly part: number; readonly connection: CrossingType; readonly description: PartDescription }
);

/** The nodes that are attached to a root node by connections of one type. */
export interface ConnectedData {
  /** Whether package code receives a list of them. */
  readonly isList: boolean;
  readonly nodes: readonly AttachedData[];
}

/** What a finished call returns in addition to its value. */
export interface CallEnd {
  readonly value: unknown;
  /** Static data and the node's context, as far as the call requested them. */
  readonly staticData: StaticDataCopies;
  readonly nodeContext?: JsonObject;
  /** Time until which the execution waits, in milliseconds since the epoch. */
  readonly waitTill?: number;
}

/** Items of an input or an output. */
export interface PackedPart {
  readonly index: number;
  readonly items: PackedList;
}

/** What a package's process serves, except for the cancellation of a call. */
export type PackageHandlers = {
  /** Items of an input: the next ones, before the call itself. */
  readonly input: (part: PackedPart) => void;
  /** `items`: the items of each input, if there are only a few. The parts of the result are items of its outputs. */
  readonly run: (input: PackageInput, call: IncomingCall) => Promise<PackageOutput>;
  /** The response of a workflow that a trigger has started. */
  readonly response: (input: { readonly response: number; readonly reply: unknown }) => void;
  /** Uses what the call supplies; parts of an answer are emitted. */
  readonly usePart: (input: Omit<PartCall, 'part'>, call: IncomingCall) => Promise<unknown>;
  /** A trigger shall stop listening, a part is no longer used, or the caller of a webhook has disconnected; the call then ends. */
  readonly close: (input: undefined) => void;
};

export interface PackageInput {
  readonly content: CallContent;
  readonly items?: readonly (PackedList | null)[];
}

/** `items`: the items of each output, if there are only a few. */
export interface PackageOutput {
  readonly end: CallEnd;
  readonly items?: readonly (PackedList | null)[];
}

/** Id of the message `run`, the first call on each channel: its result ends the call, and its cancellation all of it. */
export const RUN_ID = 1;

/** A message about a call. */
export type ToPackage = ChannelMessage & { readonly call: number };

export type FromPackage = { readonly call: number } & (
  | ChannelMessage
  /** The worker has received a cancellation or `close`. */
  | { readonly type: 'cancelled' }
);
