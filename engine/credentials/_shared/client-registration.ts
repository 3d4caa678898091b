// Dynamic client registration (RFC 7591), as servers of the Model Context Protocol use it: the server names its authorization server (RFC 9728),
// which describes its addresses (RFC 8414) and registers this instance as a client. The registration is stored with the token.
import type { JsonObject } from '../../contract/json.ts';
import { NodeError, type AccountConnection, type CredentialCall, type CredentialData, type PreAuthentication } from '../../sdk/index.ts';
import { oauth2Connection, oauth2Token } from './oauth2.ts';
import { endpoint } from './token-endpoint.ts';

const TIMEOUT = 30_000;
const WELL_KNOWN = '/.well-known';

/** The fields of the credential that a registration fills in. */
type Registration = Readonly<Record<'authUrl' | 'accessTokenUrl' | 'clientId' | 'clientSecret' | 'authentication' | 'scope', string>>;

const isDynamic = (data: CredentialData): boolean => data['useDynamicClientRegistration'] === true;

const withRegistration = (data: CredentialData, registration: JsonObject): CredentialData => ({
  ...data,
  grantType: 'pkce',
  ...registration,
});

export const registeringConnection: AccountConnection = {
  protocol: 'oauth2',
  begin: async (data, call) => {
    if (!isDynamic(data)) return oauth2Connection.begin(data, call);
    const registration = await register(data, call, call.redirectUrl);
    const { url, memory } = await oauth2Connection.begin(withRegistration(data, registration), call);
    const address = new URL(url);
    address.searchParams.set('resource', endpoint(data['serverUrl'], 'server'));
    return { url: address.href, memory: { ...memory, registration: JSON.stringify(registration) } };
  },
  finish: async (data, call) => {
    if (!isDynamic(data)) return oauth2Connection.finish(data, call);
    const registration = JSON.parse(call.memory['registration'] ?? '{}') as JsonObject;
    const { oauthTokenData } = await oauth2Connection.finish(withRegistration(data, registration), call);
    return { oauthTokenData: { ...(oauthTokenData as JsonObject), registration } };
  },
};

export const registeredToken: PreAuthentication = {
  ...oauth2Token,
  fetch: (data, call) => {
    if (!isDynamic(data)) return oauth2Token.fetch(data, call);
    const { registration = {} } = (data['oauthTokenData'] ?? {}) as { readonly registration?: JsonObject };
    // Without a registration, the account is not connected, which the fetch reports; it needs any client for that.
    return oauth2Token.fetch(withRegistration(data, { clientId: 'unregistered', ...registration }), call);
  },
};

async function register(data: CredentialData, call: CredentialCall, redirectUrl: string): Promise<Registration> {
  const server = endpoint(data['serverUrl'], 'server');
  const resource = await metadata(data, call, wellKnown(server, 'oauth-protected-resource'));
  const issuer = texts(resource?.['authorization_servers'])[0] ?? new URL(server).origin;
  const service = await metadata(data, call, [
    ...wellKnown(issuer, 'oauth-authorization-server'),
    ...wellKnown(issuer, 'openid-configuration'),
  ]);
  const { authorization_endpoint: authUrl, token_endpoint: accessTokenUrl, registration_endpoint: address } = service ?? {};
  if (typeof authUrl !== 'string' || typeof accessTokenUrl !== 'string' || typeof address !== 'string') {
    throw new NodeError(`${new URL(issuer).origin} does not register clients.`, {
      code: 'NODE_REQUEST_FAILED',
      hint: 'Turn off "Use Dynamic Client Registration", and enter the data of a client that you have registered at the service.',
    });
  }
  const methods = texts(service?.['token_endpoint_auth_methods_supported']);
  const method =
    methods.length === 0 || methods.includes('none') ? 'none' : (methods.find((each) => each.startsWith('client_secret_')) ?? 'none');
  const scope = texts(resource?.['scopes_supported'] ?? service?.['scopes_supported']).join(' ');
  const client = await request(data, call, address, {
    client_name: 'Millrace',
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: method,
    ...(scope === '' ? {} : { scope }),
  });
  const { client_id: clientId, client_secret: clientSecret = '', token_endpoint_auth_method: chosen = method } = client ?? {};
  if (typeof clientId !== 'string') {
    throw new NodeError(`${new URL(address).origin} did not register this instance as a client.`, {
      code: 'NODE_REQUEST_FAILED',
      hint: 'The service may only allow known programs. Register a client there, and turn off "Use Dynamic Client Registration".',
    });
  }
  const authentication = chosen === 'client_secret_basic' ? 'header' : 'body';
  return { authUrl, accessTokenUrl, clientId, clientSecret: String(clientSecret), authentication, scope };
}

/** Addresses of a document about a URL: with its path after the name, and for the whole origin. */
function wellKnown(url: string, name: string): readonly string[] {
  const { origin, pathname } = new URL(endpoint(url, 'authorization server'));
  const path = pathname.replace(/\/+$/, '');
  const whole = `${origin}${WELL_KNOWN}/${name}`;
  return path === '' ? [whole] : [`${whole}${path}`, `${origin}${path}${WELL_KNOWN}/${name}`, whole];
}

/** Returns the first document that exists. */
async function metadata(data: CredentialData, call: CredentialCall, urls: readonly string[]): Promise<JsonObject | undefined> {
  for (const url of urls) {
    const document = await request(data, call, url);
    if (document !== undefined) return document;
  }
  return undefined;
}

/** Returns the JSON object of a response; undefined if the service refuses the request, or responds otherwise. */
async function request(
  { ignoreSSLIssues }: CredentialData,
  { http }: CredentialCall,
  url: string,
  body?: JsonObject,
): Promise<JsonObject | undefined> {
  const response = await http.request({
    url,
    headers: {
      accept: 'application/json',
      'user-agent': 'Millrace',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    timeout: TIMEOUT,
    maxRedirects: 0,
    allowUnauthorizedCerts: ignoreSSLIssues === true,
  });
  const text = new TextDecoder().decode(await response.bytes());
  if (response.status < 200 || response.status >= 300) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []);
