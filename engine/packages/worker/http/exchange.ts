// A request to a webhook and its response, with the members that nodes use of Express's objects.
import { STATUS_CODES } from 'node:http';
import { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { jsonOf } from '../../process/packed-list.ts';
import type { WebhookData } from '../../process/protocol.ts';

/** Returns the request: a stream of its unparsed body with the usual fields. */
export function packageRequest(request: WebhookData, body: unknown): object {
  const { method, url, headers, query, params, ip, ips, raw } = request;
  const bytes = raw === undefined ? undefined : Buffer.from(raw);
  const parsed = new URL(url);
  const header = (name: string): unknown => {
    const key = name.toLowerCase();
    return Object.hasOwn(headers, key) ? headers[key] : undefined;
  };
  const stream = Readable.from(bytes === undefined ? [] : [bytes]);
  const fields = {
    method,
    url: `${parsed.pathname}${parsed.search}`,
    originalUrl: `${parsed.pathname}${parsed.search}`,
    baseUrl: '',
    path: parsed.pathname,
    protocol: parsed.protocol.replace(':', ''),
    secure: parsed.protocol === 'https:',
    hostname: parsed.hostname,
    host: parsed.host,
    headers,
    rawHeaders: Object.entries(headers).flatMap(([name, values]) => [values].flat().flatMap((value) => [name, value])),
    httpVersion: '1.1',
    httpVersionMajor: 1,
    httpVersionMinor: 1,
    complete: true,
    query,
    params,
    ip,
    ips,
    body,
    rawBody: bytes,
    readRawBody: async () => bytes,
    contentType: String(header('content-type') ?? '').split(';')[0],
    get: header,
    header,
    is: (type: string) => String(header('content-type') ?? '').includes(type),
    socket: { remoteAddress: ip },
    connection: { remoteAddress: ip },
  };
  return Object.defineProperties(stream, Object.getOwnPropertyDescriptors(fields));
}

type HeaderValue = string | string[];

/** The response: a stream that collects what the node writes, until it is told where to pass that on. */
export class PackageResponse extends Writable {
  statusCode = 200;
  statusMessage = '';
  readonly locals: Record<string, unknown> = {};
  readonly #headers = new Map<string, HeaderValue>();
  readonly #chunks: Buffer[] = [];
  /** Number of bytes in the chunks so far. */
  #collected = 0;
  readonly #begun = Promise.withResolvers<void>();
  #areHeadersSent = false;
  #pass: ((chunk: Buffer) => Promise<void>) | undefined;
  /** Resolves once all parts so far have been passed on. */
  #passed: Promise<void> = Promise.resolve();

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    this._writev([{ chunk }], done);
  }

  override _writev(written: readonly { readonly chunk: Buffer }[], done: (error?: Error) => void): void {
    this.#areHeadersSent = true;
    this.#begun.resolve();
    const chunks = written.map(({ chunk }) => chunk);
    if (this.#pass === undefined) {
      for (const chunk of chunks) {
        this.#chunks.push(chunk);
        this.#collected += chunk.byteLength;
      }
      // Lets other code run, so that a long response begins to be passed on before all of it has been written.
      if (this.#collected < JOINED) done();
      else setImmediate(done);
    } else void this.#passAndGoOn(chunks, done);
  }

  async #passAndGoOn(chunks: readonly Buffer[], goOn: (error?: Error) => void): Promise<void> {
    let failure: Error | undefined;
    try {
      await this.#passOn(chunks);
    } catch (error) {
      failure = error as Error;
    }
    goOn(failure);
  }

  #passOn(chunks: readonly Buffer[]): Promise<void> {
    return (this.#passed = this.#passed.then(async () => {
      for (const part of joined(chunks)) await this.#pass?.(part);
    }));
  }

  /** Resolves when the first part or the headers have been written. */
  get begun(): Promise<void> {
    return this.#begun.promise;
  }

  /** Passes on what was written so far, and then each further part. `pass` resolves when it can take another one; until then, writing waits. */
  passTo(pass: (chunk: Buffer) => Promise<void>): void {
    this.#pass = pass;
    // If it fails, so does the next part.
    this.#passOn(this.#chunks.splice(0)).catch(() => undefined);
  }

  get isEnded(): boolean {
    return this.writableEnded;
  }

  get headersSent(): boolean {
    return this.writableEnded || this.#areHeadersSent;
  }

  /** Resolves when the response is complete, or the signal is aborted. */
  async ended(signal: AbortSignal): Promise<void> {
    await finished(this, { signal }).catch(() => undefined);
  }

  /** Returns what has been written so far. For a whole response, wait for `ended` first. */
  reply(): { readonly status: number; readonly headers: Record<string, HeaderValue>; readonly body: Uint8Array } {
    return { status: this.statusCode, headers: Object.fromEntries(this.#headers), body: Buffer.concat(this.#chunks) };
  }

  status(code: number): this {
    this.statusCode = code;
    return this;
  }

  sendStatus(code: number): this {
    return this.status(code).send(STATUS_CODES[code] ?? String(code));
  }

  /** Sets one header, or several by an object. */
  set(name: string | Readonly<Record<string, unknown>>, value?: unknown): this {
    if (typeof name !== 'string') {
      for (const [key, each] of Object.entries(name)) this.set(key, each);
      return this;
    }
    this.#headers.set(name.toLowerCase(), Array.isArray(value) ? value.map(String) : String(value));
    return this;
  }

  header(name: string | Readonly<Record<string, unknown>>, value?: unknown): this {
    return this.set(name, value);
  }

  setHeader(name: string, value: unknown): this {
    return this.set(name, value);
  }

  append(name: string, value: string | readonly string[]): this {
    const before = this.#headers.get(name.toLowerCase());
    return this.set(name, before === undefined ? value : [before, value].flat());
  }

  get(name: string): HeaderValue | undefined {
    return this.#headers.get(name.toLowerCase());
  }

  getHeader(name: string): HeaderValue | undefined {
    return this.get(name);
  }

  removeHeader(name: string): void {
    this.#headers.delete(name.toLowerCase());
  }

  writeHead(status: number, ...more: readonly unknown[]): this {
    const headers = more.find((each) => typeof each === 'object' && each !== null);
    return this.status(status).set((headers ?? {}) as Readonly<Record<string, unknown>>);
  }

  flushHeaders(): void {
    this.#areHeadersSent = true;
    this.#begun.resolve();
  }

  type(type: string): this {
    const known: Readonly<Record<string, string>> = { html: 'text/html', json: 'application/json', text: 'text/plain', txt: 'text/plain' };
    return this.set('content-type', known[type] ?? type);
  }

  contentType(type: string): this {
    return this.type(type);
  }

  cookie(name: string, value: unknown, options: CookieOptions = {}): this {
    const text = typeof value === 'string' ? value : `j:${JSON.stringify(value)}`;
    return this.append('set-cookie', [`${name}=${encodeURIComponent(text)}`, ...cookieAttributes(options)].join('; '));
  }

  clearCookie(name: string, options: CookieOptions = {}): this {
    return this.cookie(name, '', { ...options, expires: new Date(0) });
  }

  redirect(first: number | string, second?: string): this {
    const [status, address] = typeof first === 'number' ? [first, second ?? ''] : [302, first];
    this.status(status).set('location', address);
    this.end();
    return this;
  }

  json(value: unknown): this {
    if (this.get('content-type') === undefined) this.set('content-type', 'application/json; charset=utf-8');
    this.end(JSON.stringify(jsonOf(value, 'The response')));
    return this;
  }

  send(body?: unknown): this {
    if (typeof body === 'object' && body !== null && !ArrayBuffer.isView(body)) return this.json(body);
    if (typeof body === 'number' || typeof body === 'boolean') return this.json(body);
    if (typeof body === 'string' && this.get('content-type') === undefined) this.set('content-type', 'text/html; charset=utf-8');
    if (body === undefined || body === null) this.end();
    else this.end(body);
    return this;
  }
}

/** Parts are joined until they have at least this many bytes. */
const JOINED = 64 * 1024;

/** Joins parts that were written one after the other, since each takes time to be passed on. */
function* joined(chunks: readonly Buffer[]): Generator<Buffer> {
  let [waiting, bytes]: [Buffer[], number] = [[], 0];
  for (const chunk of chunks) {
    waiting.push(chunk);
    bytes += chunk.byteLength;
    if (bytes < JOINED) continue;
    yield Buffer.concat(waiting);
    [waiting, bytes] = [[], 0];
  }
  if (waiting.length > 0) yield Buffer.concat(waiting);
}

interface CookieOptions {
  readonly domain?: string;
  readonly path?: string;
  readonly expires?: Date;
  /** Milliseconds. */
  readonly maxAge?: number;
  readonly httpOnly?: boolean;
  readonly secure?: boolean;
  readonly sameSite?: boolean | string;
}

const cookieAttributes = ({ domain, path = '/', expires, maxAge, httpOnly, secure, sameSite }: CookieOptions): string[] => [
  `Path=${path}`,
  ...(domain === undefined ? [] : [`Domain=${domain}`]),
  ...(maxAge === undefined ? [] : [`Max-Age=${Math.floor(maxAge / 1000)}`]),
  ...(expires === undefined ? [] : [`Expires=${expires.toUTCString()}`]),
  ...(httpOnly === true ? ['HttpOnly'] : []),
  ...(secure === true ? ['Secure'] : []),
  ...(sameSite === undefined || sameSite === false ? [] : [`SameSite=${sameSite === true ? 'Strict' : sameSite}`]),
];
