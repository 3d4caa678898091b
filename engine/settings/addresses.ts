// Addresses at which the instance can be reached.
import { networkInterfaces } from 'node:os';
import type { ListenOptions } from '../contract/gateway.ts';
import type { InstanceAddress } from '../contract/rest/addresses.ts';
import { isEverywhere, isLoopback, lanAddresses } from './lan-addresses.ts';
import { isReachable } from './reachable.ts';
import type { ServerSettings } from './table.ts';

/** Returns the network interfaces of this computer, as `networkInterfaces` of Node. */
export type Interfaces = typeof networkInterfaces;

/** Who uses an address: a browser on this computer, or anybody, also on other computers. */
export type Audience = 'here' | 'others';

/** URLs end with a slash, except `localLinkUrl` and `oauthRedirectUrl`. Until the server listens, they contain the port of the settings. */
export class InstanceAddresses {
  /** `/` or `/name/`. */
  readonly basePath: string;
  readonly #settings: ServerSettings;
  readonly #interfaces: Interfaces;
  #port: number;
  /** Host that the server listens on; undefined if it does not listen. */
  #host: string | undefined;

  constructor(settings: ServerSettings, interfaces: Interfaces = networkInterfaces) {
    this.#interfaces = interfaces;
    this.#settings = settings;
    this.#port = settings.port;
    this.basePath = `/${settings.path.replaceAll(/^\/+|\/+$/g, '')}/`.replace('//', '/');
  }

  /** Sets where the server listens; undefined if it no longer does. */
  listensOn(options: ListenOptions | undefined): void {
    this.#host = options?.host;
    this.#port = options?.port ?? this.#port;
  }

  /** Whether other computers can reach the server: it listens to them, or the settings name an address for them. */
  get areReachable(): boolean {
    return (this.#host !== undefined && !isLoopback(this.#host)) || isReachable(this.#settings);
  }

  /**
   * Returns the address at which the editor is reached. Everything that shows, sends or opens an address of the instance gets it here: the
   * configured public URL, otherwise a host at which the server listens. For others that is a network address if there is one; for `here`,
   * localhost if the server listens there, where local access works.
   */
  editor(audience: Audience): InstanceAddress {
    const { editorUrl } = this.#settings;
    return editorUrl === '' ? this.#listening(audience, this.#port) : configured(editorUrl);
  }

  /** Returns the addresses at which other computers of the network reach the editor; none if the server listens to this computer only. */
  lanEditors(): readonly InstanceAddress[] {
    return this.#host === undefined ? [] : this.#listeningOn(this.#host, this.#port).filter(({ kind }) => kind === 'lan');
  }

  /** Base of webhooks, forms and waiting pages, whose callers may be anywhere. */
  get webhooks(): InstanceAddress {
    const { webhookUrl, webhookHost, webhookPort } = this.#settings;
    const port = webhookPort === 0 ? this.#port : webhookPort;
    if (webhookUrl !== '') return configured(webhookUrl);
    if (webhookHost !== '') return configured(this.#on(webhookHost, port));
    return webhookPort === 0 ? this.editor('others') : this.#listening('others', port);
  }

  /** Returns the addresses at which webhooks can be reached. `listening`: where the server listens; undefined if it does not. */
  webhookAddresses(listening: ListenOptions | undefined): readonly InstanceAddress[] {
    const { editorUrl, webhookUrl, webhookHost, webhookPort } = this.#settings;
    const own = listening === undefined ? [] : this.#listeningOn(listening.host, webhookPort === 0 ? listening.port : webhookPort);
    const isConfigured = webhookUrl !== '' || webhookHost !== '' || editorUrl !== '';
    return isConfigured ? [...own, { kind: 'public', url: this.webhooks.url }] : own;
  }

  /** Address on this computer at which links of local access work; undefined if the server does not listen on localhost. */
  get localLinkUrl(): string | undefined {
    const here = this.#listeningOn(this.#host ?? this.#settings.host, this.#port).find(({ kind }) => kind === 'loopback');
    return here === undefined ? undefined : `${here.url}${this.#settings.restPrefix}/local-access`;
  }

  /**
   * Address to which services redirect the browser after sign-in. Most services accept http for localhost only, so a network address is used
   * only if the server does not listen at localhost.
   */
  oauthRedirectUrl(protocol: 'oauth1' | 'oauth2'): string {
    return `${this.editor('here').url}${this.#settings.restPrefix}/${protocol}-credential/callback`;
  }

  #listening(audience: Audience, port: number): InstanceAddress {
    const addresses = this.#listeningOn(this.#host ?? this.#settings.host, port);
    const preferred = addresses.find(({ kind }) => (kind === 'lan') === (audience === 'others'));
    return preferred ?? (addresses[0] as InstanceAddress);
  }

  /** Returns at least one address. */
  #listeningOn(host: string, port: number): readonly InstanceAddress[] {
    const at = (kind: InstanceAddress['kind'], name: string): InstanceAddress => ({ kind, url: this.#on(name, port) });
    if (isLoopback(host)) return [at('loopback', host === '127.0.0.1' ? 'localhost' : inUrl(host))];
    if (!isEverywhere(host)) return [at('lan', inUrl(host))];
    return [at('loopback', 'localhost'), ...lanAddresses(host, this.#interfaces()).map((address) => at('lan', address.host))];
  }

  #on(host: string, port: number): string {
    return `${this.#settings.protocol}://${host}:${port}${this.basePath}`;
  }
}

/** Returns the host as URLs contain it: addresses of IPv6 in brackets. */
const inUrl = (host: string): string => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host);

function configured(url: string): InstanceAddress {
  return { kind: isLoopback(new URL(url).hostname) ? 'loopback' : 'public', url: withSlash(url) };
}

const withSlash = (url: string): string => (url.endsWith('/') ? url : `${url}/`);
