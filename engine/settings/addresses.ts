// Addresses at which the instance can be reached.
import { networkInterfaces } from 'node:os';
import type { ListenOptions } from '../contract/door.ts';
import type { InstanceAddress } from '../contract/rest/addresses.ts';
import { isEverywhere, isLoopback, lanAddresses } from './lan-addresses.ts';
import { isReachable } from './reachable.ts';
import type { ServerSettings } from './table.ts';

/** Returns the network interfaces of this computer, as `networkInterfaces` of Node. */
export type Interfaces = typeof networkInterfaces;

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

  get editorUrl(): string {
    const { editorUrl } = this.#settings;
    return editorUrl === '' ? this.#on('localhost', this.#port) : withSlash(editorUrl);
  }

  /** Base URL of links sent to other people: the configured public URL, otherwise a network address, otherwise localhost. */
  get sharedEditor(): InstanceAddress {
    const { editorUrl } = this.#settings;
    if (editorUrl !== '') return { kind: isLoopback(new URL(editorUrl).hostname) ? 'loopback' : 'public', url: this.editorUrl };
    return this.lanEditors()[0] ?? { kind: 'loopback', url: this.editorUrl };
  }

  /** Returns the addresses at which other computers of the network reach the editor; none if the server listens to this computer only. */
  lanEditors(): readonly InstanceAddress[] {
    return this.#host === undefined ? [] : this.#listeningOn(this.#host, this.#port).filter(({ kind }) => kind === 'lan');
  }

  get webhookUrl(): string {
    const { webhookUrl, webhookHost, webhookPort } = this.#settings;
    if (webhookUrl !== '') return withSlash(webhookUrl);
    if (webhookHost === '' && webhookPort === 0) return this.editorUrl;
    return this.#on(webhookHost === '' ? 'localhost' : webhookHost, webhookPort === 0 ? this.#port : webhookPort);
  }

  /** Returns the addresses at which webhooks can be reached. `listening`: where the server listens; undefined if it does not. */
  webhookAddresses(listening: ListenOptions | undefined): readonly InstanceAddress[] {
    const { editorUrl, webhookUrl, webhookHost, webhookPort } = this.#settings;
    const isConfigured = webhookUrl !== '' || webhookHost !== '' || editorUrl !== '';
    const own = listening === undefined ? [] : this.#listeningOn(listening.host, webhookPort === 0 ? listening.port : webhookPort);
    return isConfigured ? [...own, { kind: 'public', url: this.webhookUrl }] : own;
  }

  #listeningOn(host: string, port: number): readonly InstanceAddress[] {
    const here: InstanceAddress = { kind: 'loopback', url: this.#on('localhost', port) };
    if (isLoopback(host)) return [here];
    const lan = (name: string): InstanceAddress => ({ kind: 'lan', url: this.#on(name, port) });
    if (!isEverywhere(host)) return [lan(host.includes(':') ? `[${host}]` : host)];
    return [here, ...lanAddresses(host, this.#interfaces()).map((address) => lan(address.host))];
  }

  /** Address on this computer that redeems links of local access. */
  get localLinkUrl(): string {
    return `${this.#on('localhost', this.#port)}${this.#settings.restPrefix}/local-access`;
  }

  /** Address to which services redirect the browser after sign-in. */
  oauthRedirectUrl(protocol: 'oauth1' | 'oauth2'): string {
    return `${this.editorUrl}${this.#settings.restPrefix}/${protocol}-credential/callback`;
  }

  #on(host: string, port: number): string {
    return `${this.#settings.protocol}://${host}:${port}${this.basePath}`;
  }
}

const withSlash = (url: string): string => (url.endsWith('/') ? url : `${url}/`);
