// Outgoing HTTP over undici: connections, redirects, timeouts, and the proxies of nodes and of the environment.
import { createHash } from 'node:crypto';
import type * as UndiciModule from 'undici';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { NodeError, displayUrl, type Certificates, type HttpPort, type HttpRequest, type HttpResponse } from '../../sdk/index.ts';
import { proxyFromEnvironment, type Environment, type EnvironmentProxy } from './environment-proxy.ts';
import { responseOf } from './response.ts';
import { outgoingRequest } from './credential-limit.ts';
import { Deadline, transportFailure } from './failure.ts';
import { guardedDispatcher } from './guarded.ts';
import { noticed, type Connector, type OnConnect, type OwnConnections } from './own-connections.ts';

const DEFAULT_TIMEOUT = 300_000;
const DEFAULT_REDIRECTS = 21;
/** Maximum number of bytes converted to a single text; the maximum length of a string. */
const MAX_BYTES = 512 * 1000 * 1000;
/** Maximum number of bytes of a decompressed response. */
const MAX_UNPACKED = 256 * 1024 * 1024;
/** Maximum number of bytes read from a discarded response. */
const MAX_SKIPPED = 65_536;
/** Maximum number of open dispatchers (one per combination of proxy, certificate check and client certificate). */
const MAX_DISPATCHERS = 8;

type Undici = typeof UndiciModule;

export interface HttpClient extends HttpPort {
  close(): Promise<void>;
}

export interface HttpClientOptions {
  /** Maximum size in bytes of a response that is read as a whole. */
  readonly maxBytes?: number;
  /** Maximum size in bytes of a compressed response after it is decompressed. */
  readonly maxUnpacked?: number;
  /** Environment variables, which may set proxies. They are ignored for requests with a proxy or address limits of their own. */
  readonly environment?: Environment;
  /** Is notified of every opened connection, and recognizes rejections by this server itself, which become errors. */
  readonly ownConnections?: OwnConnections;
}

/** Creates a client with its own connections. The library is loaded with the first request. */
export function createHttpClient({
  maxBytes = MAX_BYTES,
  maxUnpacked = MAX_UNPACKED,
  environment = {},
  ownConnections,
}: HttpClientOptions = {}): HttpClient {
  const onConnect: OnConnect = (socket) => ownConnections?.track(socket);
  const limits = { maxBytes, maxUnpacked, isRejection: (headers: IncomingHttpHeaders) => ownConnections?.isRejection(headers) === true };
  const dispatchers = new Dispatchers(proxyFromEnvironment(environment), onConnect);
  let library: Promise<Undici> | undefined;
  const client: HttpClient = {
    request: async ({ rejection, ...request }) => {
      if (rejection !== undefined) return withRejection(client, request, rejection);
      library ??= import('undici');
      const undici = await library;
      const { allowsAddress } = request;
      if (allowsAddress === undefined) {
        const wayTo: WayTo = async (current, url) => {
          const proxy = dispatchers.proxyFor(current, url);
          const isDirect = proxy !== undefined && (await ownConnections?.leadsHere(url)) === true;
          return () => dispatchers.for(undici, current, isDirect ? undefined : proxy);
        };
        return send(undici, wayTo, request, limits);
      }
      const guarded = guardedDispatcher(undici, allowsAddress, request.allowUnauthorizedCerts !== true, onConnect);
      try {
        return await send(undici, async () => () => guarded, request, limits);
      } finally {
        // Resolves after the response has been read, so it is not awaited.
        guarded.close().catch(() => undefined);
      }
    },
    close: () => dispatchers.close(),
  };
  return client;
}

async function withRejection(
  client: HttpClient,
  request: HttpRequest,
  rejection: NonNullable<HttpRequest['rejection']>,
): Promise<HttpResponse> {
  let response = await client.request(request);
  for (let remaining = rejection.attempts ?? 1; remaining > 0; remaining--) {
    const isRejected = rejection.statuses.includes(response.status) && new URL(response.url).origin === new URL(request.url).origin;
    const next = isRejected ? await rejection.retry(response) : undefined;
    if (next === undefined) return response;
    await skipBody(response);
    const { rejection: _own, ...again } = next;
    response = await client.request(again);
  }
  return response;
}

/** Frees the connection. A short body is read to its end, so that the connection can be reused. */
async function skipBody(response: HttpResponse): Promise<void> {
  let size = 0;
  for await (const part of response.stream()) {
    size += part.byteLength;
    if (size > MAX_SKIPPED) break;
  }
}

/** Dispatchers by proxy, certificate check and client certificate; most recently used last. */
class Dispatchers {
  readonly #dispatchers = new Map<string, Dispatcher>();
  readonly #environmentProxy: (url: URL) => EnvironmentProxy | undefined;

  readonly #onConnect: OnConnect;

  constructor(environmentProxy: (url: URL) => EnvironmentProxy | undefined, onConnect: OnConnect) {
    this.#environmentProxy = environmentProxy;
    this.#onConnect = onConnect;
  }

  /** Returns the URL of the proxy to use, if any. `url`: target of the request, or of the redirect that it follows. */
  proxyFor(request: HttpRequest, url: URL): string | undefined {
    if (request.proxy !== undefined) return proxyUrl(request.proxy);
    const proxy = this.#environmentProxy(url);
    return proxy === undefined ? undefined : environmentProxyUrl(proxy);
  }

  for(undici: Undici, request: HttpRequest, proxy: string | undefined): Dispatcher {
    const rejectUnauthorized = request.allowUnauthorizedCerts !== true;
    const { certificates } = request;
    const key = `${rejectUnauthorized} ${proxy ?? ''}${certificates === undefined ? '' : ` ${fingerprintOf(certificates)}`}`;
    const existing = this.#dispatchers.get(key);
    this.#dispatchers.delete(key);
    const dispatcher = existing ?? dispatcherFor(undici, proxy, { rejectUnauthorized, timeout: 0 }, certificates, this.#onConnect);
    this.#dispatchers.set(key, dispatcher);
    if (this.#dispatchers.size > MAX_DISPATCHERS) this.#closeOldest();
    return dispatcher;
  }

  async close(): Promise<void> {
    const open = [...this.#dispatchers.values()];
    this.#dispatchers.clear();
    await Promise.all(open.map((dispatcher) => dispatcher.destroy()));
  }

  /** Requests in progress are completed before it closes. */
  #closeOldest(): void {
    const [[key, dispatcher]] = this.#dispatchers as unknown as [[string, Dispatcher]];
    this.#dispatchers.delete(key);
    // A request that breaks it off closes it, too.
    dispatcher.close().catch(() => undefined);
  }
}

/** Timeouts are implemented here, since the library's have other semantics. */
function dispatcherFor(
  undici: Undici,
  proxy: string | undefined,
  tls: { rejectUnauthorized: boolean; timeout: number },
  certificates: Certificates | undefined,
  onConnect: OnConnect,
): Dispatcher {
  const limits = { headersTimeout: 0, bodyTimeout: 0 };
  if (proxy === undefined)
    return new undici.Agent({ connect: noticed(undici.buildConnector({ ...tls, ...certificates }), onConnect), ...limits });
  // The proxy may be this server itself.
  const pool = (origin: string | URL, options: object): Dispatcher =>
    new undici.Pool(origin, { ...options, connect: noticed((options as { connect: Connector }).connect, onConnect) });
  return new undici.ProxyAgent({
    uri: proxy,
    requestTls: { ...tls, ...certificates },
    proxyTls: tls,
    ...limits,
    clientFactory: pool,
    factory: pool,
  });
}

const fingerprintOf = ({ ca, cert, key, passphrase }: Certificates): string =>
  createHash('sha256')
    .update(JSON.stringify([ca, cert, key, passphrase]))
    .digest('base64');

/** Returns the URL of a proxy including its protocol; undefined if it is invalid. */
function usableProxy(text: string): string | undefined {
  const written = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  return URL.canParse(written) && /^https?:/i.test(written) ? written : undefined;
}

function environmentProxyUrl({ url, variable }: EnvironmentProxy): string {
  const usable = usableProxy(url);
  if (usable !== undefined) return usable;
  throw new NodeError(`The proxy "${displayUrl(url)}" that ${variable} names is not an address of http or https.`, {
    code: 'NODE_REQUEST_FAILED',
    hint: `Set the environment variable ${variable} to http://host:port and start again.`,
  });
}

function proxyUrl(text: string): string {
  const usable = usableProxy(text);
  if (usable !== undefined) return usable;
  throw new NodeError(
    `The proxy "${displayUrl(text)}" is not a URL. Write it as http://host:port, with user:password@ before the host if it requires them.`,
    {
      code: 'PARAMETER_INVALID',
      parameter: 'options.proxy',
    },
  );
}

interface Limits {
  readonly maxBytes: number;
  readonly maxUnpacked: number;
  /** Whether a response with these headers is this server's rejection of a call by its own nodes. */
  readonly isRejection: (headers: IncomingHttpHeaders) => boolean;
}

/** Returns a function that provides the dispatcher for a request. Call it immediately before use, since unused dispatchers are closed. */
type WayTo = (request: HttpRequest, url: URL) => Promise<() => Dispatcher>;

async function send(undici: Undici, wayTo: WayTo, request: HttpRequest, limits: Limits): Promise<HttpResponse> {
  const timeout = request.timeout ?? DEFAULT_TIMEOUT;
  const most = request.maxRedirects ?? DEFAULT_REDIRECTS;
  const deadline = new Deadline(timeout, request.signal);
  let current: HttpRequest = { ...request, timeout };
  let redirectedFrom: URL | undefined;
  const failure = (error: unknown): unknown => transportFailure(error, current.url, { ...request, timeout }, deadline);
  try {
    for (let count = 0; ; count++) {
      const { url, headers } = addressed(current);
      current.checkOutgoing?.(outgoingRequest(current, url, headers, redirectedFrom));
      current = { ...current, url: url.href };
      const way = await wayTo(current, url);
      const response = await undici.request(url, {
        method: (current.method ?? 'GET') as Dispatcher.HttpMethod,
        headers,
        body: bodyOf(current),
        dispatcher: way(),
        signal: deadline.signal,
      });
      if (limits.isRejection(response.headers)) {
        await response.body.dump();
        throw ownCallRejected(url);
      }
      const next = most > 0 ? redirected(current, response.statusCode, response.headers['location']) : undefined;
      if (next === undefined) {
        deadline.pause();
        return responseOf(response, { url: current.url, deadline, maxBytes: limits.maxBytes, maxUnpacked: limits.maxUnpacked, failure });
      }
      if (count === most) throw tooManyRedirects(current.url, most);
      await response.body.dump();
      redirectedFrom = url;
      current = next;
    }
  } catch (error) {
    deadline.end();
    throw failure(error);
  }
}

const ownCallRejected = (url: URL): NodeError =>
  new NodeError(
    `Nodes cannot call Millrace's editor or its REST calls, and ${url.host} leads to them. Use the Execute Workflow node, the address of a webhook or form, or the public API with an API key.`,
    { code: 'NODE_REQUEST_FAILED', name: 'NodeApiError' },
  );

const tooManyRedirects = (url: string, most: number): NodeError =>
  new NodeError(`The request was redirected more than ${most} times, last by ${new URL(url).host}.`, {
    code: 'NODE_REQUEST_FAILED',
    name: 'NodeApiError',
    httpCode: 'ERR_FR_TOO_MANY_REDIRECTS',
  });

/** Returns target and headers of a request. User and password in the URL become an Authorization header. */
function addressed({ url: text, headers = {}, body, bodyLength }: HttpRequest): { url: URL; headers: Record<string, string | string[]> } {
  const url = checkedUrl(text);
  const sentHeaders = Object.create(null) as Record<string, string | string[]>;
  const names = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (connectionHeaders.has(lower)) continue;
    names.add(lower);
    sentHeaders[name] = typeof value === 'string' ? value : [...value];
  }
  if (!names.has('accept-encoding')) sentHeaders['accept-encoding'] = 'gzip, deflate, br';
  if (body !== undefined && bodyLength !== undefined) sentHeaders['content-length'] = String(bodyLength);
  const { username, password } = url;
  if (username !== '' || password !== '') {
    const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    if (!names.has('authorization')) sentHeaders['authorization'] = `Basic ${Buffer.from(pair).toString('base64')}`;
    url.username = '';
    url.password = '';
  }
  return { url, headers: sentHeaders };
}

/** Headers about the connection or the encoding. The client sets them; values that a user copied from another request would be wrong. */
const connectionHeaders: ReadonlySet<string> = new Set(
  'connection keep-alive proxy-connection transfer-encoding content-length upgrade expect te trailer'.split(' '),
);

function checkedUrl(text: string): URL {
  if (!URL.canParse(text)) {
    throw new NodeError(`Invalid URL: ${displayUrl(text)}. URL must start with "http" or "https".`, { code: 'PARAMETER_INVALID' });
  }
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new NodeError(`The URL ${displayUrl(text)} has the protocol "${url.protocol}". Use http or https.`, {
      code: 'PARAMETER_INVALID',
    });
  }
  return url;
}

function bodyOf({ body }: HttpRequest): string | Uint8Array | Readable | null {
  if (body === undefined) return null;
  return typeof body === 'string' || body instanceof Uint8Array ? body : Readable.from(body, { objectMode: false });
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const secretHeaders: readonly string[] = ['authorization', 'cookie', 'proxy-authorization'];
const bodyHeaders: readonly string[] = ['content-type', 'content-encoding', 'content-language', 'content-location'];

/** Services may repeat a secret of the request in the address of a redirect. Removes it from the query; throws if it is in another part. */
function removeSecrets(from: URL, to: URL, secrets: readonly string[]): void {
  const has = (text: string): boolean => secrets.some((secret) => text.includes(secret));
  const isOpen = (pair: string): boolean => ![...new URLSearchParams(pair)].flat().some(has);
  const pairs = to.search.slice(1).split('&');
  if (!pairs.every(isOpen)) to.search = pairs.filter(isOpen).join('&');
  if (![to.href, percentDecoded(to.href)].some(has)) return;
  throw new NodeError(`The redirect from ${from.host} leads to ${to.host}, and the address contains the credential.`, {
    code: 'NODE_REQUEST_FAILED',
    name: 'NodeApiError',
  });
}

/** Decodes all valid escapes; invalid ones are unchanged. */
const percentDecoded = (text: string): string =>
  text.replaceAll(/(?:%[\da-f]{2})+/gi, (escapes) => Buffer.from(escapes.replaceAll('%', ''), 'hex').toString());

/** Returns the request that follows a redirect; undefined if the response is not a redirect. Throws if the target is not a URL. */
function redirected(request: HttpRequest, status: number, location: unknown): HttpRequest | undefined {
  if (!redirects.has(status) || typeof location !== 'string') return undefined;
  const from = new URL(request.url);
  if (!URL.canParse(location, from.href)) {
    throw new NodeError(`The redirect that ${from.host} answers with leads to no address.`, {
      code: 'NODE_REQUEST_FAILED',
      name: 'NodeApiError',
    });
  }
  const to = new URL(location, from.href);
  const { method = 'GET' } = request;
  const becomesGet = status === 303 ? method !== 'GET' && method !== 'HEAD' : status < 303 && method === 'POST';
  const isElsewhere = to.origin !== from.origin;
  if (isElsewhere && !becomesGet && request.hasSecretBody === true && request.sendsCredentialsElsewhere !== true) {
    throw new NodeError(`The redirect from ${from.host} leads to ${to.host}, and the body of the request contains the credential.`, {
      code: 'NODE_REQUEST_FAILED',
      name: 'NodeApiError',
      hint: 'Enter the address that the redirect leads to as the URL, if its service may receive the credential.',
    });
  }
  if (isElsewhere && request.sendsCredentialsElsewhere !== true) removeSecrets(from, to, request.secrets ?? []);
  const dropped = new Set<string>();
  if (becomesGet) for (const name of bodyHeaders) dropped.add(name);
  if (isElsewhere) {
    dropped.add('host');
    if (request.sendsCredentialsElsewhere !== true)
      for (const name of [...secretHeaders, ...(request.secretHeaders ?? [])]) dropped.add(name);
  }
  const sendsCertificates = !isElsewhere || request.sendsCredentialsElsewhere === true;
  const headers = Object.fromEntries(Object.entries(request.headers ?? {}).filter(([name]) => !dropped.has(name.toLowerCase())));
  return {
    ...request,
    url: to.href,
    headers,
    ...(sendsCertificates ? {} : { certificates: undefined }),
    ...(becomesGet ? { method: 'GET', body: undefined } : {}),
  };
}
