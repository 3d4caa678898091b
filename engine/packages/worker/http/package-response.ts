// The response to a webhook's request, with the members of Node's http.ServerResponse, and those that nodes use of Express's.
import { ServerResponse, STATUS_CODES } from 'node:http';
import Stream, { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { rejectMissing } from '../../modules/unsupported.ts';
import { jsonOf } from '../../process/packed-list.ts';
import type { PackageRequest } from './package-request.ts';
import type { PackageSocket } from './package-socket.ts';

type HeaderValue = string | string[];

/** The response: a stream that collects what the node writes, until its destination is set. */
export class PackageResponse extends Writable {
  statusCode = 200;
  statusMessage = '';
  sendDate = true;
  strictContentLength = false;
  shouldKeepAlive = true;
  chunkedEncoding = false;
  readonly req: PackageRequest;
  readonly socket: PackageSocket;
  readonly locals: Record<string, unknown> = {};
  /** By name in lower case; `name` is as it was written. */
  readonly #headers = new Map<string, { readonly name: string; readonly value: HeaderValue }>();
  readonly #chunks: Buffer[] = [];
  /** Number of bytes in the chunks so far. */
  #collected = 0;
  readonly #started = Promise.withResolvers<void>();
  #areHeadersSent = false;
  #pass: ((chunk: Buffer) => Promise<void>) | undefined;
  /** Resolves once all parts so far have been passed on. */
  #passed: Promise<void> = Promise.resolve();

  constructor(request: PackageRequest) {
    super();
    this.req = request;
    this.socket = request.socket;
    request.res = this;
    this.once('close', () => {
      if (!this.writableFinished) this.socket.destroy();
      request.destroy();
    });
    this.socket.once('close', () => this.destroy());
    this.socket.on('timeout', () => {
      const isHandled = [request.emit('timeout', this.socket), this.emit('timeout', this.socket)].includes(true);
      if (!isHandled) this.socket.destroy();
    });
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    this._writev([{ chunk }], done);
  }

  override _writev(written: readonly { readonly chunk: Buffer }[], done: (error?: Error) => void): void {
    this.#areHeadersSent = true;
    this.#started.resolve();
    const chunks = written.map(({ chunk }) => chunk);
    this.socket.countWritten(chunks.reduce((sum, { byteLength }) => sum + byteLength, 0));
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
  get started(): Promise<void> {
    return this.#started.promise;
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
  async waitForEnd(signal: AbortSignal): Promise<void> {
    await finished(this, { signal }).catch(() => undefined);
  }

  /** Returns what has been written so far. For a whole response, wait for `ended` first. */
  reply(): { readonly status: number; readonly headers: Record<string, HeaderValue>; readonly body: Uint8Array } {
    return { status: this.statusCode, headers: this.getHeaders(), body: Buffer.concat(this.#chunks) };
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
    this.#headers.set(name.toLowerCase(), { name, value: Array.isArray(value) ? value.map(String) : String(value) });
    return this;
  }

  header(name: string | Readonly<Record<string, unknown>>, value?: unknown): this {
    return this.set(name, value);
  }

  setHeader(name: string, value: unknown): this {
    return this.set(name, value);
  }

  /** `headers`: a `Headers`, or a `Map`. */
  setHeaders(headers: Iterable<readonly [string, unknown]>): this {
    for (const [name, value] of headers) {
      // `Headers` has each cookie in an entry of its own.
      if (name.toLowerCase() === 'set-cookie' && headers instanceof Headers) this.append(name, String(value));
      else this.set(name, value);
    }
    return this;
  }

  append(name: string, value: string | readonly string[]): this {
    const previous = this.get(name);
    return this.set(name, previous === undefined ? value : [previous, value].flat());
  }

  appendHeader(name: string, value: string | readonly string[]): this {
    return this.append(name, value);
  }

  get(name: string): HeaderValue | undefined {
    return this.#headers.get(name.toLowerCase())?.value;
  }

  getHeader(name: string): HeaderValue | undefined {
    return this.get(name);
  }

  getHeaders(): Record<string, HeaderValue> {
    return Object.fromEntries([...this.#headers].map(([key, { value }]) => [key, value]));
  }

  getHeaderNames(): string[] {
    return [...this.#headers.keys()];
  }

  getRawHeaderNames(): string[] {
    return [...this.#headers.values()].map(({ name }) => name);
  }

  hasHeader(name: string): boolean {
    return this.#headers.has(name.toLowerCase());
  }

  removeHeader(name: string): void {
    this.#headers.delete(name.toLowerCase());
  }

  /** `more`: the message, and headers as an object or as a list of names and values. */
  writeHead(status: number, ...more: readonly unknown[]): this {
    const [message] = more;
    if (typeof message === 'string') this.statusMessage = message;
    const headers = more.find((each) => typeof each === 'object' && each !== null);
    if (!Array.isArray(headers)) return this.status(status).set((headers ?? {}) as Readonly<Record<string, unknown>>);
    const pairs: readonly (readonly [string, unknown])[] = Array.isArray(headers[0])
      ? (headers as [string, unknown][])
      : headers.flatMap((name, index) => (index % 2 === 0 ? [[String(name), headers[index + 1]] as const] : []));
    // As in Node, several of a name are all sent.
    for (const [name] of pairs) this.removeHeader(name);
    for (const [name, value] of pairs) this.append(name, value as string);
    return this.status(status);
  }

  writeHeader(status: number, ...more: readonly unknown[]): this {
    return this.writeHead(status, ...more);
  }

  // The caller receives the final response only; informational responses before it may be left out.

  writeContinue(onWritten?: () => void): void {
    if (onWritten !== undefined) setImmediate(onWritten);
  }

  writeProcessing(onWritten?: () => void): void {
    this.writeContinue(onWritten);
  }

  writeEarlyHints(_hints: unknown, onWritten?: () => void): void {
    this.writeContinue(onWritten);
  }

  get connection(): PackageSocket {
    return this.socket;
  }

  get finished(): boolean {
    return this.writableEnded;
  }

  setTimeout(milliseconds: number, onTimeout?: () => void): this {
    if (onTimeout !== undefined) this.on('timeout', onTimeout);
    this.socket.setTimeout(milliseconds);
    return this;
  }

  flushHeaders(): void {
    this.#areHeadersSent = true;
    this.#started.resolve();
  }

  type(type: string): this {
    const shortTypes: Readonly<Record<string, string>> = {
      html: 'text/html',
      json: 'application/json',
      text: 'text/plain',
      txt: 'text/plain',
    };
    return this.set('content-type', shortTypes[type] ?? type);
  }

  contentType(type: string): this {
    return this.type(type);
  }

  location(address: string): this {
    return this.set('location', address);
  }

  vary(names: string | readonly string[]): this {
    const current = [this.get('vary') ?? []].flat();
    return this.set('vary', [...new Set([...current, ...[names].flat()])].join(', '));
  }

  links(addresses: Readonly<Record<string, string>>): this {
    const current = [this.get('link') ?? []].flat();
    return this.set('link', [...current, ...Object.entries(addresses).map(([name, url]) => `<${url}>; rel="${name}"`)].join(', '));
  }

  cookie(name: string, value: unknown, options: CookieOptions = {}): this {
    const serialized = typeof value === 'string' ? value : `j:${JSON.stringify(value)}`;
    return this.append('set-cookie', [`${name}=${encodeURIComponent(serialized)}`, ...cookieAttributes(options)].join('; '));
  }

  clearCookie(name: string, options: CookieOptions = {}): this {
    return this.cookie(name, '', { ...options, expires: new Date(0) });
  }

  redirect(first: number | string, second?: string): this {
    const [status, address] = typeof first === 'number' ? [first, second ?? ''] : [302, first];
    this.status(status).location(address);
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

rejectMissing(PackageResponse.prototype, 'response', {
  like: ServerResponse.prototype,
  below: Stream.prototype,
  // Of Express.
  names: ['attachment', 'download', 'format', 'jsonp', 'render', 'sendFile'],
});

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
