// Port for outgoing HTTP requests of nodes, and URLs as messages show them.

/** Certificates and keys as PEM. */
export interface Certificates {
  /** Certificates of the authorities that are trusted, in place of the usual ones. */
  readonly ca?: string;
  /** Certificate of the client, with its chain. */
  readonly cert?: string;
  readonly key?: string;
  /** Passphrase of an encrypted key. */
  readonly passphrase?: string;
}

export interface HttpRequest {
  readonly url: string;
  /** Defaults to GET. */
  readonly method?: string;
  /** Names are sent as written. Headers that belong to the connection (Content-Length, Connection …) are ignored. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** An iterable is iterated again if a redirect sends the body again. */
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>;
  /** Size in bytes of a chunked body, for services that require a Content-Length. */
  readonly bodyLength?: number;
  /** Maximum milliseconds until the response starts and between two of its chunks; defaults to 300,000; 0 for no limit. */
  readonly timeout?: number;
  /** Maximum number of redirects to follow before failing; defaults to 21. With 0, a redirect is the response. */
  readonly maxRedirects?: number;
  /** Send Authorization and Cookie also to another origin after a redirect; defaults to false. */
  readonly sendsCredentialsElsewhere?: boolean;
  /** Names of further headers with secrets, in lower case: they are not sent to another origin after a redirect either. */
  readonly secretHeaders?: readonly string[];
  /** The body contains secrets: a redirect that would send it to another origin fails. */
  readonly hasSecretBody?: boolean;
  /** Secret values in the request, which errors must not show. */
  readonly secrets?: readonly string[];
  /** Whether the request may be sent to a URL, also after redirects; default: any. */
  readonly allowsUrl?: (url: string) => boolean;
  /** Proxy URL, `http://user:password@host:port`; the protocol defaults to http. */
  readonly proxy?: string;
  /** Authenticates the client, and verifies the service. Not used for another origin after a redirect. */
  readonly certificates?: Certificates;
  /** Accept certificates that cannot be verified. */
  readonly allowUnauthorizedCerts?: boolean;
  /** Called for every address before connecting to it, also after redirects; returning false cancels the request. Not called if a proxy is used. */
  readonly allowsAddress?: (address: string) => boolean;
  /** What to do if the service refuses the request. Not applied if another origin refuses it after a redirect. */
  readonly refusal?: {
    readonly statuses: readonly number[];
    /** Maximum number of retries; defaults to 1. */
    readonly attempts?: number;
    /** Returns the request to send in place of this one; undefined keeps the response. */
    readonly retry: (response: Pick<HttpResponse, 'status' | 'headers' | 'url'>) => Promise<HttpRequest | undefined>;
  };
  readonly signal?: AbortSignal;
}

export interface HttpResponse {
  readonly status: number;
  readonly statusText: string;
  /** Names are lower-case; repeated headers are joined by ', ' except set-cookie, which is a list. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** URL after redirects. */
  readonly url: string;
  /** The whole decompressed body. Call either this or stream(), once. */
  bytes(): Promise<Uint8Array>;
  /** The decompressed body in chunks, for large files. */
  stream(): AsyncIterable<Uint8Array>;
}

export interface HttpPort {
  /** Sends one request. Every status is a response; only transport failures throw (NodeError NODE_REQUEST_FAILED with the system's error code as hint). */
  request(request: HttpRequest): Promise<HttpResponse>;
}

/** Maximum number of characters shown. */
const MAX_LENGTH = 200;

/** Returns a URL (or a text entered as one) without user, password, query and fragment. */
export function shownUrl(text: string): string {
  const bare = text.replace(/[?#].*$/s, '');
  const shown = isAddress(bare) ? withoutUser(bare) : bare.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, '$1');
  return shown.length > MAX_LENGTH ? `${shown.slice(0, MAX_LENGTH)}…` : shown;
}

const isAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

/** In a URL, only the text before the first slash can contain a user. */
const withoutUser = (address: string): string => address.replace(/^(https?:\/\/)[^/]*@/i, '$1');
