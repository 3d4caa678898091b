// Webhooks as nodes see them: one request in, what to run, and how the caller is answered.
import type { JsonObject } from '../contract/json.ts';
import type { BinaryEntry, ItemList, NodeHint } from '../contract/run-data.ts';
import type { StandingContext } from './standing-context.ts';
import type { WebhookReply } from './webhook-reply.ts';

/** A request's body, read once. */
export interface WebhookBody {
  readonly kind: 'none' | 'json' | 'form' | 'multipart' | 'text' | 'xml' | 'binary';
  /** Parsed JSON, form fields (repeated ones as lists), or text; `{}` when there is none. */
  readonly value: unknown;
  /** Files by field name, in the binary store already. For `binary` the whole body under `data`. */
  readonly files: ReadonlyMap<string, readonly BinaryEntry[]>;
  /** The bytes as they came, when asked for; absent for `none`, `multipart` and `binary`. */
  readonly raw?: Uint8Array;
}

export interface WebhookRequest {
  /** Upper case. */
  readonly method: string;
  /** As it was called, with query; the origin is the one the instance is reached by. */
  readonly url: string;
  /** The path behind the prefix, without a slash before it. */
  readonly path: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Values of `:name` parts of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly ip: string;
  /** Addresses by way of proxies that are trusted, the nearest last. */
  readonly ips: readonly string[];
  /** Parses the body by its content type; files are streamed to the binary store. Throws BAD_REQUEST for a body that is not what it claims. */
  body(options?: { readonly keepRaw?: boolean }): Promise<WebhookBody>;
  /** The body as it came. Either this or `body()`, once. */
  raw(): AsyncIterable<Uint8Array>;
}

/** Source of the response: the last node's output, or a node that responds itself. */
export type WebhookAnswer =
  | {
      readonly from: 'lastNode';
      readonly data: 'firstEntryJson' | 'firstEntryBinary' | 'allEntries' | 'noData';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string | readonly string[]>>;
      /** `firstEntryJson`: only this property (a path) of it. */
      readonly propertyName?: string;
      /** `firstEntryBinary`: which entry; the first when absent. */
      readonly binaryProperty?: string;
    }
  | { readonly from: 'respondNode'; readonly headers?: Readonly<Record<string, string | readonly string[]>> }
  /** Chunks as nodes write them (`ctx.respondChunk`), ended with the run. */
  | { readonly from: 'stream'; readonly headers?: Readonly<Record<string, string | readonly string[]>> }
  /**
   * A person fills in forms: as soon as the run waits they are led to its page; at its end they get what a node answered, else `end`, or
   * `failed` when it failed.
   */
  | {
      readonly from: 'pages';
      readonly end: WebhookReply;
      readonly failed: WebhookReply;
      /** If no node of the workflow shows pages, `end` is returned immediately. */
      readonly early?: boolean;
    };

export interface WebhookResult {
  /** Starts (or goes on with) a run, one list per output; absent: nothing runs. */
  readonly items?: readonly ItemList[];
  /** Answered at once, as soon as the start of the run is kept. */
  readonly reply?: WebhookReply;
  /** Needed where `reply` is absent. */
  readonly answer?: WebhookAnswer;
}

export interface WebhookContext extends StandingContext {
  readonly request: WebhookRequest;
  /** Name of the webhook in the node's description. */
  readonly webhookName: string;
  /** Called by the test URL. */
  readonly isTest: boolean;
  /** Set when the call takes up a waiting execution: its id, and the signed address under which it is called. */
  readonly resumes?: {
    readonly executionId: string;
    readonly url: string;
    /** Values that the node stored in `ctx.nodeContext()` before it waited: its parameters for its items. */
    readonly state: JsonObject;
  };
}

/** Receives the response of a run. The first response counts; `respond` and `respondChunk` return whether a caller still waited. */
export interface Responder {
  respond(reply: WebhookReply): boolean;
  respondChunk(chunk: string): boolean;
  /** Warnings about headers of the answer that are not sent. */
  hintsFor(result: Pick<WebhookResult, 'reply' | 'answer'>): readonly NodeHint[];
}
