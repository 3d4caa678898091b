// Addresses at which the instance can be reached.
import type { ServerSettings } from './table.ts';

/** URLs end with a slash, except `localLinkUrl` and `oauthRedirectUrl`. Until the server listens, they contain the port of the settings. */
export class InstanceAddresses {
  /** `/` or `/name/`. */
  readonly basePath: string;
  readonly #settings: ServerSettings;
  #port: number;

  constructor(settings: ServerSettings) {
    this.#settings = settings;
    this.#port = settings.port;
    this.basePath = `/${settings.path.replaceAll(/^\/+|\/+$/g, '')}/`.replace('//', '/');
  }

  /** Sets the port that the server listens on. */
  listensOn(port: number): void {
    this.#port = port;
  }

  get editorUrl(): string {
    const { editorUrl } = this.#settings;
    return editorUrl === '' ? this.#on('localhost', this.#port) : withSlash(editorUrl);
  }

  get webhookUrl(): string {
    const { webhookUrl, webhookHost, webhookPort } = this.#settings;
    if (webhookUrl !== '') return withSlash(webhookUrl);
    if (webhookHost === '' && webhookPort === 0) return this.editorUrl;
    return this.#on(webhookHost === '' ? 'localhost' : webhookHost, webhookPort === 0 ? this.#port : webhookPort);
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
