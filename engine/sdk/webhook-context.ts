// Webhooks from a node's view: the request, the items to run with, and the response.
import type { JsonObject } from '../contract/json.ts';
import type { BinaryEntry, ItemList, NodeHint } from '../contract/run-data.ts';
import type { WebhookReply } from './execute-context.ts';
import type { StandingContext } from './standing-context.ts';

/** The body of a request, after it was read. */
export interface WebhookBody {
  readonly kind: 'none' | 'json' | 'form' | 'multipart' | 'text' | 'xml' | 'binary';
  /** Parsed JSON, form fields (repeated ones as lists), or text; `{}` if there is none. */
  readonly value: unknown;
  /** Files by field name, already in the binary store. For `binary` the whole body under `data`. */
  readonly files: ReadonlyMap<string, readonly BinaryEntry[]>;
  /** The unparsed bytes, if requested; absent for `none`, `multipart` and `binary`. */
  readonly raw?: Uint8Array;
}

export interface WebhookRequest {
  /** Upper case. */
  readonly method: string;
  /** The requested URL with query; its origin is the public one of the instance. */
  readonly url: string;
  /** The path after the prefix, without a leading slash. */
  readonly path: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Decoded values of the path's `:name` segments. */
  readonly params: Readonly<Record<string, string>>;
  readonly ip: string;
  /** Addresses added by trusted proxies, the nearest last. */
  readonly ips: readonly string[];
  /** Parses the body by its content type; files are streamed to the binary store. Throws BAD_REQUEST if the body does not match its content type. */
  body(options?: { readonly keepRaw?: boolean }): Promise<WebhookBody>;
  /** The unparsed body as a stream. Call either this or `body()`, once. */
  raw(): AsyncIterable<Uint8Array>;
}

/** Source of the response: the last node's output, or a node that responds itself. */
export type WebhookAnswer =
  | {
      readonly from: 'lastNode';
      readonly data: 'firstEntryJson' | 'firstEntryBinary' | 'allEntries' | 'noData';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string | readonly string[]>>;
      /** `firstEntryJson`: return only this property (a path). */
      readonly propertyName?: string;
      /** `firstEntryBinary`: name of the entry to return; defaults to the first. */
      readonly binaryProperty?: string;
    }
  | { readonly from: 'respondNode'; readonly headers?: Readonly<Record<string, string | readonly string[]>> }
  /** Chunks that nodes write (`ctx.respondChunk`); the response ends with the run. */
  | { readonly from: 'stream'; readonly headers?: Readonly<Record<string, string | readonly string[]>> }
  /**
   * A person fills in forms: when the run waits, the browser is redirected to its page; when the run ends, it receives a node's response, or else
   * `end`, or `failed` if the run failed.
   */
  | {
      readonly from: 'pages';
      readonly end: WebhookReply;
      readonly failed: WebhookReply;
      /** If no node of the workflow shows pages, `end` is returned immediately. */
      readonly early?: boolean;
    };

export interface WebhookResult {
  /** Items to start or resume a run with, one list per output; if absent, nothing runs. */
  readonly items?: readonly ItemList[];
  /** Sent immediately, as soon as the start of the run is stored. */
  readonly reply?: WebhookReply;
  /** Required if `reply` is absent. */
  readonly answer?: WebhookAnswer;
}

export interface WebhookContext extends StandingContext {
  readonly request: WebhookRequest;
  /** Name of the webhook in the node's description. */
  readonly webhookName: string;
  /** Whether the test URL was called. */
  readonly isTest: boolean;
  /** Set if the request resumes a waiting execution: its id, and the signed URL of the request. */
  readonly resumes?: {
    readonly executionId: string;
    readonly url: string;
    /** Values that the node stored in `ctx.nodeContext()` before it waited: its parameters for its items. */
    readonly state: JsonObject;
  };
}

/** Receives the response of a run. The first response counts; `respond` and `respondChunk` return whether a caller was still waiting. */
export interface Responder {
  respond(reply: WebhookReply): boolean;
  respondChunk(chunk: string): boolean;
  /** Warnings about response headers that are not sent. */
  hintsFor(result: Pick<WebhookResult, 'reply' | 'answer'>): readonly NodeHint[];
}
