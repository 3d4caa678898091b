// A request to a webhook, with the members of Node's http.IncomingMessage, and those that nodes use of Express's.
import { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { rejectMissing } from '../../modules/unsupported.ts';
import type { WebhookData } from '../../process/protocol.ts';
import { PackageSocket } from './package-socket.ts';

type Lists = Readonly<Record<string, readonly string[]>>;

/** The request of a webhook as package code sees it: a stream of the unparsed body, with the fields of http.IncomingMessage and common ones of Express. */
export class PackageRequest extends Readable {
  readonly method: string;
  readonly url: string;
  readonly originalUrl: string;
  readonly baseUrl = '';
  readonly path: string;
  readonly protocol: string;
  readonly secure: boolean;
  readonly hostname: string;
  readonly host: string;
  readonly headers: WebhookData['headers'];
  readonly rawHeaders: readonly string[];
  readonly httpVersion = '1.1';
  readonly httpVersionMajor = 1;
  readonly httpVersionMinor = 1;
  readonly complete = true;
  readonly upgrade = false;
  readonly trailers = {};
  readonly trailersDistinct = {};
  readonly rawTrailers: readonly string[] = [];
  // Of responses only, as documented.
  readonly statusCode = null;
  readonly statusMessage = null;
  readonly query: WebhookData['query'];
  readonly params: WebhookData['params'];
  readonly ip: string;
  readonly ips: readonly string[];
  readonly body: unknown;
  readonly rawBody: Buffer | undefined;
  readonly contentType: string;
  readonly cookies: Readonly<Record<string, string>>;
  readonly signedCookies = {};
  readonly subdomains: readonly string[] = [];
  readonly fresh = false;
  readonly stale = true;
  readonly socket: PackageSocket;
  /** The response, once there is one. */
  res: object | undefined;
  #unread: Buffer | undefined;

  constructor({ method, url, headers, query, params, ip, ips, raw }: WebhookData, body: unknown) {
    // Closes with its response, so that `close` is emitted once both have ended.
    super({ autoDestroy: false });
    const { pathname, search, protocol, hostname, host, port } = new URL(url);
    this.method = method;
    this.url = `${pathname}${search}`;
    this.originalUrl = this.url;
    this.path = pathname;
    this.protocol = protocol.replace(':', '');
    this.secure = protocol === 'https:';
    this.hostname = hostname;
    this.host = host;
    this.headers = headers;
    this.rawHeaders = Object.entries(headers).flatMap(([name, values]) => [values].flat().flatMap((value) => [name, value]));
    this.query = query;
    this.params = params;
    this.ip = ip;
    this.ips = ips;
    this.body = body;
    this.rawBody = raw === undefined ? undefined : Buffer.from(raw);
    this.#unread = this.rawBody;
    this.contentType = String(this.header('content-type') ?? '').split(';')[0] ?? '';
    this.cookies = cookiesOf(String(this.header('cookie') ?? ''));
    const localPort = port === '' ? (this.secure ? 443 : 80) : Number(port);
    this.socket = new PackageSocket({ remoteAddress: ip, localPort, isEncrypted: this.secure }, this.rawBody?.byteLength);
  }

  override _read(): void {
    const bytes = this.#unread;
    this.#unread = undefined;
    if (bytes !== undefined && bytes.byteLength > 0) this.push(bytes);
    this.push(null);
  }

  async readRawBody(): Promise<Buffer | undefined> {
    return this.rawBody;
  }

  get(name: string): string | readonly string[] | undefined {
    return this.header(name);
  }

  header(name: string): string | readonly string[] | undefined {
    const key = name.toLowerCase();
    return Object.hasOwn(this.headers, key) ? this.headers[key] : undefined;
  }

  is(type: string): boolean {
    return String(this.header('content-type') ?? '').includes(type);
  }

  get headersDistinct(): Lists {
    return Object.fromEntries(Object.entries(this.headers).map(([name, values]) => [name, [values].flat()]));
  }

  get xhr(): boolean {
    return String(this.header('x-requested-with') ?? '').toLowerCase() === 'xmlhttprequest';
  }

  get connection(): PackageSocket {
    return this.socket;
  }

  get client(): PackageSocket {
    return this.socket;
  }

  /** Whether the caller has disconnected before the response was complete. */
  get aborted(): boolean {
    return this.socket.destroyed;
  }

  setTimeout(milliseconds: number, onTimeout?: () => void): this {
    if (onTimeout !== undefined) this.on('timeout', onTimeout);
    this.socket.setTimeout(milliseconds);
    return this;
  }
}

rejectMissing(PackageRequest.prototype, 'request', {
  like: IncomingMessage.prototype,
  below: Readable.prototype,
  // Of Express.
  names: ['accepts', 'acceptsCharsets', 'acceptsEncodings', 'acceptsLanguages', 'param', 'range'],
});

/** Cookies by name. Cookies with invalid encoding are returned undecoded. */
function cookiesOf(header: string): Readonly<Record<string, string>> {
  const pairs = header.split(';').flatMap((part) => {
    const at = part.indexOf('=');
    return at < 1 ? [] : [[part.slice(0, at).trim(), decoded(part.slice(at + 1).trim())] as const];
  });
  // The first of a name counts.
  return Object.fromEntries(pairs.toReversed());
}

function decoded(value: string): string {
  const unquoted = /^".*"$/.test(value) ? value.slice(1, -1) : value;
  try {
    return decodeURIComponent(unquoted);
  } catch {
    return unquoted;
  }
}
