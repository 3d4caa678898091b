// Webhooks as nodes see them: the request, the items to run with, and the response.
import type { JsonObject } from '../contract/json.ts';
import type { BinaryEntry, Item, ItemList, NodeHint } from '../contract/run-data.ts';
import type { WebhookReply } from './execute-context.ts';
import type { NodeError } from './node-error.ts';
import type { Question } from './task-progress.ts';
import type { DetachedContext } from './detached-context.ts';

/** The body of a request that has been read. */
export interface WebhookBody {
  readonly kind: 'none' | 'json' | 'form' | 'multipart' | 'text' | 'xml' | 'binary';
  /** Parsed JSON, form fields (repeated ones as lists), or text; undefined for an empty body and for files. */
  readonly value: unknown;
  /** Files by field name, already in the binary store. For `binary`, the whole body under `data`. */
  readonly files: ReadonlyMap<string, readonly BinaryEntry[]>;
  /** The unparsed bytes, if requested; absent for `none`, `multipart` and `binary`. */
  readonly raw?: Uint8Array;
}

export interface WebhookRequest {
  /** HTTP method in upper case. */
  readonly method: string;
  /** The requested URL with its query; its origin is the public one of the instance. */
  readonly url: string;
  /** Path after the prefix, without a leading slash. */
  readonly path: string;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Decoded values of the path's `:name` segments. */
  readonly params: Readonly<Record<string, string>>;
  readonly ip: string;
  /** Addresses reported by trusted proxies, the nearest last. */
  readonly ips: readonly string[];
  /** Parses the body by its content type; files are streamed to the binary store. Throws BAD_REQUEST if the body does not match its content type. */
  body(options?: {
    /** Whether to keep the unparsed bytes, too. */
    readonly keepRaw?: boolean;
    /** Whether a body that is a file is discarded. */
    readonly skipsFiles?: boolean;
  }): Promise<WebhookBody>;
  /** Yields the unparsed body. Call either this or `body()`, once. */
  raw(): AsyncIterable<Uint8Array>;
}

/** A response whose parts are sent as they arrive. If the caller disconnects, the stream is cancelled. */
export interface StreamedWebhookReply extends Omit<WebhookReply, 'body'> {
  readonly body: ReadableStream<Uint8Array>;
}

/** Where the response comes from: the last node's output, or a node that responds itself. */
export type WebhookResponse =
  | {
      readonly from: 'lastNode';
      readonly data: 'firstEntryJson' | 'firstEntryBinary' | 'allEntries' | 'noData';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string | readonly string[]>>;
      /** `firstEntryJson`: path of the only property to return. */
      readonly propertyName?: string;
      /** `firstEntryBinary`: name of the entry to return. Default: the first. */
      readonly binaryProperty?: string;
    }
  | { readonly from: 'respondNode'; readonly headers?: Readonly<Record<string, string | readonly string[]>> }
  /** Chunks that nodes write (`ctx.respondChunk`); the response ends with the run. */
  | { readonly from: 'stream'; readonly headers?: Readonly<Record<string, string | readonly string[]>> }
  /**
   * For forms: when the run waits, the browser is redirected to its page; when the run ends, the browser receives a node's response, otherwise
   * `end`, or `failed` if the run failed.
   */
  | {
      readonly from: 'pages';
      readonly end: WebhookReply;
      readonly failed: WebhookReply;
      /** Whether `end` is returned immediately if no node of the workflow shows pages. */
      readonly early?: boolean;
    };

export interface WebhookResult {
  /** Items to start or resume a run with, one list per output; if absent, no run is started. */
  readonly items?: readonly ItemList[];
  /** Items that the node receives as its input, instead of `items`: the run starts with its `execute`, which can use the attached nodes. */
  readonly input?: readonly Item[];
  /** Error of the call. The execution is saved as failed at this node, and the caller receives the message with status 500. */
  readonly failure?: NodeError;
  /** Custom data of the execution that is started. */
  readonly customData?: readonly (readonly [key: string, value: string])[];
  /** Response to send once the start of the run is stored. */
  readonly reply?: WebhookReply | StreamedWebhookReply;
  /** Required if `reply` is absent. */
  readonly response?: WebhookResponse;
}

/** Context of the functions that register webhooks at the service that calls them. */
export interface RegistrationContext extends DetachedContext {
  /** Returns the URL of a webhook of the node, by its name in the description; undefined if there is none. */
  webhookUrl(name: string): string | undefined;
}

/** Registers a webhook at the service that calls it. State, such as the service's id of the webhook, is kept in `ctx.staticData('node')`. */
export interface WebhookRegistration {
  /** Whether the service knows the webhook. */
  checkExists(ctx: RegistrationContext): Promise<boolean>;
  /** Returns false if the service did not accept the webhook. */
  create(ctx: RegistrationContext): Promise<boolean>;
  delete(ctx: RegistrationContext): Promise<boolean>;
}

/** A person with an account of this instance. */
export interface SignedInUser {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

export interface WebhookContext extends RegistrationContext {
  readonly request: WebhookRequest;
  /** Name of the webhook in the node's description. */
  readonly webhookName: string;
  /** Whether the test URL was called. */
  readonly isTest: boolean;
  /**
   * Returns the person who is signed in to this instance in the browser that sent the request; undefined if nobody is. `mustSeeWorkflow`: undefined,
   * too, for people who may not see the workflow.
   */
  signedInUser(mustSeeWorkflow: boolean): Promise<SignedInUser | undefined>;
  /** Returns a signature of a text, valid for this node on every server of the instance. */
  sign(text: string): string;
  /** Whether `sign` returned the signature for the text; compared in constant time. */
  isSigned(text: string, signature: string): boolean;
  /** Present if the request resumes a waiting execution: its id, and the signed URL of the request. */
  readonly resumes?: {
    readonly executionId: string;
    readonly url: string;
    /** Values that the node stored in `ctx.nodeContext()` before it waited: its parameters for its items. */
    readonly state: JsonObject;
    /** The question about a call of a tool that the request may answer. */
    readonly question?: Question;
  };
}

/** Receives the response of a run. Only the first response is sent; `respond` and `respondChunk` return whether a caller was still waiting. */
export interface Responder {
  /** Whether chunks are sent as they are written. */
  readonly isStreaming: boolean;
  /** Whether the caller waits for what the run responds. Default: yes. */
  readonly isAwaited?: boolean;
  respond(reply: WebhookReply): boolean;
  respondChunk(chunk: string): boolean;
  /** Returns warnings about response headers that are not sent. */
  hintsFor(result: Pick<WebhookResult, 'reply' | 'response'>): readonly NodeHint[];
}
