// Port for outgoing HTTP requests of nodes, and URLs in the form that messages show.

/** Certificates and keys in PEM format. */
export interface Certificates {
  /** Certificates of trusted authorities, which replace the default ones. */
  readonly ca?: string;
  /** The client's certificate with its chain. */
  readonly cert?: string;
  readonly key?: string;
  /** Passphrase of an encrypted private key. */
  readonly passphrase?: string;
}

export interface HttpRequest {
  readonly url: string;
  /** Default: GET. */
  readonly method?: string;
  /** Names are sent as written. Connection headers (Content-Length, Connection …) are ignored. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** An iterable is iterated again if a redirect sends the body again. */
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>;
  /** Size in bytes of a chunked body, for services that require a Content-Length. */
  readonly bodyLength?: number;
  /** Maximum milliseconds until the response starts, and between two of its chunks. Default: 300,000; 0 for no limit. */
  readonly timeout?: number;
  /** Maximum number of redirects to follow before the request fails. Default: 21. With 0, the redirect itself is returned. */
  readonly maxRedirects?: number;
  /** Whether Authorization and Cookie are sent to another origin after a redirect. Default: false. */
  readonly sendsCredentialsElsewhere?: boolean;
  /** Names of further secret headers in lower case, which are not sent to another origin after a redirect either. */
  readonly secretHeaders?: readonly string[];
  /** Whether the body contains secrets: a redirect that would send it to another origin then fails. */
  readonly hasSecretBody?: boolean;
  /** Secret values in the request, which must not appear in errors. */
  readonly secrets?: readonly string[];
  /** Called with each request immediately before it is sent, also after redirects and rejections. Throws if it must not be sent. */
  readonly checkOutgoing?: (outgoing: OutgoingRequest) => void;
  /** Proxy URL, `http://user:password@host:port`. Default protocol: http. */
  readonly proxy?: string;
  /** Authenticates the client and verifies the service. Not used for another origin after a redirect. */
  readonly certificates?: Certificates;
  /** Whether to accept certificates that cannot be verified. */
  readonly allowUnauthorizedCerts?: boolean;
  /** Called for every address before connecting to it, also after redirects; returning false cancels the request. Not called if a proxy is used. */
  readonly allowsAddress?: (address: string) => boolean;
  /** What to do if the service rejects the request. Does not apply if another origin rejects it after a redirect. */
  readonly rejection?: {
    readonly statuses: readonly number[];
    /** Maximum number of retries. Default: 1. */
    readonly attempts?: number;
    /** Returns the request to send instead; undefined keeps the response. */
    readonly retry: (response: Pick<HttpResponse, 'status' | 'headers' | 'url'>) => Promise<HttpRequest | undefined>;
  };
  readonly signal?: AbortSignal;
}

/** A request immediately before it is sent. */
export interface OutgoingRequest {
  /** Without user and password. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** Proxy of the request itself. One from the environment is not included, since the administrator chose it. */
  readonly proxy?: string | undefined;
  /** Whether the request brings its own rules for certificates: none are verified, or those of an authority that it names. */
  readonly hasOwnTrust: boolean;
  /** The URL whose response redirects here. */
  readonly redirectedFrom?: URL | undefined;
}

export interface HttpResponse {
  readonly status: number;
  readonly statusText: string;
  /** Names are in lower case. Values of repeated headers are joined by ', ', except set-cookie, which is a list. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** URL after redirects. */
  readonly url: string;
  /** Returns the whole decompressed body. Call either this or `stream()`, once. */
  bytes(): Promise<Uint8Array>;
  /** Yields the decompressed body in chunks, for large files. */
  stream(): AsyncIterable<Uint8Array>;
}

export interface HttpPort {
  /**
   * Sends one request. Every status is a response; only transport failures throw (NodeError NODE_REQUEST_FAILED with the system's error code as
   * hint).
   */
  request(request: HttpRequest): Promise<HttpResponse>;
}

/** Maximum length of a shown URL in characters. */
const MAX_LENGTH = 200;

/** Returns a URL (or a text entered as one) without user, password, query and fragment. */
export function displayUrl(text: string): string {
  const bare = text.replace(/[?#].*$/s, '');
  const address = isAddress(bare) ? withoutUser(bare) : bare.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, '$1');
  return address.length > MAX_LENGTH ? `${address.slice(0, MAX_LENGTH)}…` : address;
}

const isAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

/** In a URL, only the text before the first slash can contain a user. */
const withoutUser = (address: string): string => address.replace(/^(https?:\/\/)[^/]*@/i, '$1');
