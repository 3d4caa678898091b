// Outgoing HTTP as nodes see it: one call, one answer, nothing hidden.

export interface HttpRequest {
  readonly url: string;
  /** GET unless told. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>;
  /** Milliseconds until headers and body must have arrived; 300,000 unless told; 0 for none. */
  readonly timeout?: number;
  /** How many redirects to follow; 21 unless told, 0 for none. */
  readonly maxRedirects?: number;
  /** Proxy URL, `http://user:password@host:port`. */
  readonly proxy?: string;
  /** Accept certificates that cannot be verified. */
  readonly allowUnauthorizedCerts?: boolean;
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
