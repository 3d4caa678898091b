// Outgoing HTTP as nodes see it: one call, one answer, nothing hidden.

export interface HttpRequest {
  readonly url: string;
  /** GET unless told. */
  readonly method?: string;
  /** Names are sent as they are written. Those that belong to the connection (Content-Length, Connection …) are passed over. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Parts are asked for anew when a redirect has the body sent once more. */
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>;
  /** Bytes of a body in parts, told ahead to services that want to know. */
  readonly bodyLength?: number;
  /** Milliseconds until the answer begins, and at most between two parts of it; 300,000 unless told; 0 for none. */
  readonly timeout?: number;
  /** Maximum number of redirects to follow before failing; defaults to 21. With 0, a redirect is the response. */
  readonly maxRedirects?: number;
  /** Send Authorization and Cookie on when a redirect leads to another origin; false unless told. */
  readonly sendsCredentialsElsewhere?: boolean;
  /** Proxy URL, `http://user:password@host:port`; without a protocol http. */
  readonly proxy?: string;
  /** Accept certificates that cannot be verified. */
  readonly allowUnauthorizedCerts?: boolean;
  /** Asked of every address that is about to be connected to, after redirects too; false keeps the request from going there. Not with a proxy. */
  readonly allowsAddress?: (address: string) => boolean;
  readonly signal?: AbortSignal;
}

export interface HttpResponse {
  readonly status: number;
  readonly statusText: string;
  /** Lower-case names; repeated headers joined by ', ' except set-cookie, which is a list. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** URL after redirects. */
  readonly url: string;
  /** The whole body (decompressed). Call once: this, or stream(). */
  bytes(): Promise<Uint8Array>;
  /** The body in chunks (decompressed), for large files. */
  stream(): AsyncIterable<Uint8Array>;
}

export interface HttpPort {
  /** Sends one request. Any status is an answer; only transport failures throw (NodeError NODE_REQUEST_FAILED with the system's code as hint). */
  request(request: HttpRequest): Promise<HttpResponse>;
}
