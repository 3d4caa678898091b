// A request as nodes see it. Expensive parts are computed on first use.
import type { BinaryEntry } from '../contract/run-data.ts';
import type { WebhookBody, WebhookRequest } from '../sdk/index.ts';
import { isHiddenCookie } from './response-headers.ts';
import { idsOf, readBody, type BodyStore } from './body.ts';
import { bodyStream } from './incoming-stream.ts';
import type { IncomingCall } from './ports.ts';
import { parseQuery } from './query.ts';
import type { WebhookSettings } from './settings.ts';

export interface CallAddress {
  /** Prefix and path of the request, without the query. */
  readonly prefix: string;
  readonly path: string;
  /** Query without the question mark. */
  readonly query: string;
}

/** The address, and the values of the `:name` segments of the webhook's path. */
export interface RequestAddress extends CallAddress {
  readonly params: Readonly<Record<string, string>>;
}

export class RequestView implements WebhookRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly params: Readonly<Record<string, string>>;
  readonly #incoming: IncomingCall;
  readonly #address: CallAddress;
  readonly #settings: WebhookSettings;
  readonly #store: BodyStore;
  #query: Readonly<Record<string, unknown>> | undefined;
  #chain: readonly string[] | undefined;
  #body: Promise<WebhookBody> | undefined;

  constructor(incoming: IncomingCall, address: RequestAddress, settings: WebhookSettings, store: BodyStore) {
    this.#incoming = incoming;
    this.#address = address;
    this.#settings = settings;
    this.#store = store;
    this.method = incoming.method ?? 'GET';
    this.path = address.path;
    this.params = address.params;
    this.headers = visibleHeaders(incoming.headers as Record<string, string | string[]>, settings.hiddenCookies);
  }

  get url(): string {
    const { prefix, path, query } = this.#address;
    return `${this.#settings.baseUrl()}/${prefix}/${path}${query === '' ? '' : `?${query}`}`;
  }

  get query(): Readonly<Record<string, unknown>> {
    this.#query ??= parseQuery(this.#address.query);
    return this.#query;
  }

  get ip(): string {
    return this.#addresses.at(Math.min(this.#settings.proxyHops, this.#addresses.length - 1)) ?? '';
  }

  get ips(): readonly string[] {
    return this.#addresses.slice(1, this.#settings.proxyHops + 1).reverse();
  }

  body(options: Parameters<WebhookRequest['body']>[0] = {}): Promise<WebhookBody> {
    this.#body ??= readBody(this.#incoming, this.#settings, this.#store, options);
    return this.#body;
  }

  raw(): AsyncIterable<Uint8Array> {
    return bodyStream(this.#incoming, this.#settings.fileLimit);
  }

  /** Removes the files of the request unless a run that may need them was started. */
  async discard(): Promise<void> {
    const files = await this.#body?.then(({ files }) => [...files.values()].flat()).catch((): BinaryEntry[] => []);
    if (files !== undefined && files.length > 0) await this.#store.removeFiles(idsOf(files));
  }

  /** The address of the socket, followed by the addresses that trusted proxies report. */
  get #addresses(): readonly string[] {
    if (this.#chain === undefined) {
      const forwarded = this.#settings.proxyHops === 0 ? undefined : this.#incoming.headers['x-forwarded-for'];
      const listed = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')).split(',').map((address) => address.trim());
      const behind = listed.filter((address) => address !== '').reverse();
      this.#chain = [this.#incoming.socket?.remoteAddress ?? '', ...behind].map(plainAddress);
    }
    return this.#chain;
  }
}

/** Removes the prefix that IPv4 addresses have on dual-stack sockets (`::ffff:1.2.3.4`). */
const plainAddress = (address: string): string => (address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address);

function visibleHeaders(
  headers: Readonly<Record<string, string | string[]>>,
  hiddenCookies: readonly string[],
): Readonly<Record<string, string | readonly string[]>> {
  const { cookie } = headers;
  if (cookie === undefined || hiddenCookies.length === 0) return headers;
  const visible = String(cookie)
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => !isHiddenCookie(pair.split('=', 1)[0] ?? '', hiddenCookies));
  const { cookie: _cookie, ...otherHeaders } = headers;
  return visible.length === 0 ? otherHeaders : { ...otherHeaders, cookie: visible.join('; ') };
}
