// An OAuth2 server (oidc-provider) for tests on a free local port, with a consent page, and an API that requires its tokens.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider, type ClientMetadata, type Configuration } from 'oidc-provider';

export const CLIENT_SECRET = 'client-secret-4711+/=%';

/** Clients by their characteristic; the key is also the client id. */
const clients = {
  header: { token_endpoint_auth_method: 'client_secret_basic' },
  body: { token_endpoint_auth_method: 'client_secret_post' },
  pkce: { token_endpoint_auth_method: 'client_secret_basic' },
  public: { token_endpoint_auth_method: 'none', client_secret: undefined },
  machine: { grant_types: ['client_credentials'], redirect_uris: [], response_types: [] },
} as const satisfies Record<string, Partial<Record<keyof ClientMetadata, unknown>>>;

export interface TokenRequest {
  readonly grantType: string;
  readonly status: number;
}

export interface OAuth2Server {
  /** `http://127.0.0.1:port`, without a trailing slash. */
  readonly address: string;
  readonly authUrl: string;
  readonly tokenUrl: string;
  /** Responds with `{"user": …}` if the bearer token is a valid access token, otherwise with 401. */
  readonly apiUrl: string;
  /** Requests to the token endpoint. */
  readonly tokenRequests: readonly TokenRequest[];
  /** Authorization headers that reached the API. */
  readonly presented: readonly string[];
  /** Seconds for which new access tokens are valid. */
  lifetime: number;
  /** Whether responses contain a refresh token. */
  issuesRefreshTokens: boolean;
  /** Whether the consent page cuts the link to the window that opened it (Cross-Origin-Opener-Policy). */
  cutsOpener: boolean;
  /** Acts as the user at the URL; returns the URL that the browser is redirected to. */
  visit(url: string, decision: 'allow' | 'deny'): Promise<URL>;
  /** Invalidates an access token, as if it had expired. */
  endAccessToken(token: string): Promise<void>;
  /** Revokes the grant of this access token. */
  revokeGrant(accessToken: string): Promise<void>;
  close(): Promise<void>;
}

/** `redirectUris`: registered callbacks of the clients. */
export async function oauth2Server(redirectUris: readonly string[]): Promise<OAuth2Server> {
  const listener = createServer();
  await new Promise<void>((listening) => listener.listen(0, '127.0.0.1', listening));
  const address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const tokenRequests: TokenRequest[] = [];
  const presented: string[] = [];
  const settings = { lifetime: 3600, issuesRefreshTokens: true, cutsOpener: false };
  const provider = new Provider(address, configuration(redirectUris, settings));
  provider.use(async (ctx, next) => {
    await next();
    const { route, params } = (ctx.oidc ?? {}) as { route?: string; params?: { grant_type?: unknown } };
    if (route === 'token') tokenRequests.push({ grantType: String(params?.grant_type), status: ctx.status });
  });
  const oidc = provider.callback();
  listener.on('request', (request, response) => {
    const { url = '/' } = request;
    // A client may leave out the scope; the library rejects that, other servers have a default (RFC 6749, 3.3).
    if (url.startsWith('/auth?') && !/[?&]scope=./.test(url)) request.url = `${url.replace(/&scope=(?=&|$)/, '')}&scope=read`;
    if (url.startsWith('/api')) void respondAsApi(provider, presented, request, response);
    else if (url.startsWith('/interaction/')) void interact(provider, server.cutsOpener, request, response);
    else void oidc(request, response);
  });
  const server: OAuth2Server = Object.assign(settings, {
    address,
    authUrl: `${address}/auth`,
    tokenUrl: `${address}/token`,
    apiUrl: `${address}/api`,
    tokenRequests,
    presented,
    visit,
    endAccessToken: async (token: string) => (await provider.AccessToken.find(token))?.destroy(),
    revokeGrant: async (token: string) => {
      const { grantId = '' } = (await provider.AccessToken.find(token)) ?? {};
      await provider.RefreshToken.revokeByGrantId(grantId);
      await provider.AccessToken.revokeByGrantId(grantId);
    },
    close: () => closed(listener),
  });
  return server;
}

function configuration(redirectUris: readonly string[], settings: { lifetime: number; issuesRefreshTokens: boolean }): Configuration {
  return {
    clients: Object.entries(clients).map(([id, special]) => ({
      client_id: id,
      client_secret: CLIENT_SECRET,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      redirect_uris: [...redirectUris],
      ...special,
    })) as unknown as ClientMetadata[],
    scopes: ['read', 'write'],
    features: { devInteractions: { enabled: false }, clientCredentials: { enabled: true } },
    pkce: { required: (_ctx, client) => ['pkce', 'public'].includes(client.clientId) },
    rotateRefreshToken: true,
    issueRefreshToken: async () => settings.issuesRefreshTokens,
    ttl: {
      AccessToken: () => settings.lifetime,
      ClientCredentials: () => settings.lifetime,
      RefreshToken: 86_400,
      Grant: 86_400,
      Session: 86_400,
      Interaction: 3600,
    },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    cookies: { keys: [randomUUID()] },
    findAccount: (_ctx, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
  };
}

/** The consent page with its two buttons. */
async function interact(provider: Provider, cutsOpener: boolean, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { params, uid } = await provider.interactionDetails(request, response);
  if (request.method !== 'POST') {
    const button = (name: string): string => `<form method="post" action="/interaction/${uid}/${name}"><button>${name}</button></form>`;
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><title>Consent</title>${button('allow')}${button('deny')}`);
    return;
  }
  if (request.url?.endsWith('/deny') === true) {
    const rejected = { error: 'access_denied', error_description: 'The user did not agree' };
    return provider.interactionFinished(request, response, rejected, { mergeWithLastSubmission: false });
  }
  const grant = new provider.Grant({ accountId: 'ann', clientId: String(params['client_id']) });
  grant.addOIDCScope(String(params['scope'] ?? ''));
  const result = { login: { accountId: 'ann' }, consent: { grantId: await grant.save() } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

async function respondAsApi(provider: Provider, presented: string[], request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { authorization = '' } = request.headers;
  presented.push(authorization);
  const [, token = ''] = /^Bearer (.+)$/.exec(authorization) ?? [];
  const match = (await provider.AccessToken.find(token)) ?? (await provider.ClientCredentials.find(token));
  const isValid = match !== undefined && !match.isExpired;
  response.writeHead(isValid ? 200 : 401, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify(isValid ? { user: (match as { accountId?: string }).accountId ?? match.clientId } : { error: 'invalid_token' }),
  );
}

/** Follows sign-in and consent with the cookies of one browser. */
async function visit(start: string, decision: 'allow' | 'deny'): Promise<URL> {
  const { origin } = new URL(start);
  const cookies = new Map<string, string>();
  let url = new URL(start);
  for (let step = 0; step < 10; step++) {
    const isConsent = url.pathname.startsWith('/interaction/');
    const response = await fetch(isConsent ? `${url.href}/${decision}` : url, {
      method: isConsent ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`The server responded ${response.status}: ${await response.text()}`);
    url = new URL(location, url);
    if (url.origin !== origin) return url;
  }
  throw new Error('The server redirected in a circle');
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
