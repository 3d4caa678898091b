// Registering as a client at the service of an MCP server: the addresses, the registration, the token, and its renewal.
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { createHttpClient } from '../../execution/http/client.ts';
import { stubServer, type ReceivedRequest, type StubServer } from '../../testing/stub-server.ts';
import { registeredToken, registeringConnection } from './client-registration.ts';

let server: StubServer;
afterEach(() => server.close());

const http = createHttpClient({ environment: {} });
const call = { http, now: 1_000_000, name: 'MCP' };
const redirectUrl = 'https://millrace.example/callback';

async function serve(documents: (address: string) => Readonly<Record<string, JsonObject>>): Promise<void> {
  server = await stubServer((request, response) => {
    const document = documents(server.address)[request.url];
    response.writeHead(document === undefined ? 404 : 200).end(JSON.stringify(document ?? {}));
  });
}

const token = { access_token: 'mcp-token', token_type: 'Bearer', refresh_token: 'again', expires_in: 3600 };

const complete =
  (methods?: readonly string[]) =>
  (address: string): Readonly<Record<string, JsonObject>> => ({
    '/.well-known/oauth-protected-resource/mcp': { authorization_servers: [`${address}/tenant`], scopes_supported: ['read', 'write'] },
    '/.well-known/oauth-authorization-server/tenant': {
      authorization_endpoint: `${address}/authorize`,
      token_endpoint: `${address}/token`,
      registration_endpoint: `${address}/register`,
      ...(methods === undefined ? {} : { token_endpoint_auth_methods_supported: methods }),
    },
    '/register': { client_id: 'client-7', ...(methods === undefined ? {} : { client_secret: 'client-secret' }) },
    '/token': token,
  });

const data = (): JsonObject => ({ useDynamicClientRegistration: true, serverUrl: `${server.address}/mcp` });
const last = (url: string): ReceivedRequest | undefined => server.received.findLast((request) => request.url === url);

async function connected(): Promise<JsonObject> {
  const { url, memory } = await registeringConnection.begin(data(), { ...call, redirectUrl, state: 'state-1' });
  expect(url).toContain('/authorize?');
  return registeringConnection.finish(data(), { ...call, redirectUrl, memory, query: { code: 'code-1', state: 'state-1' } });
}

describe('a client that registers itself', () => {
  it('finds the service of the server, and signs in with PKCE', async () => {
    await serve(complete());
    const { url } = await registeringConnection.begin(data(), { ...call, redirectUrl, state: 'state-1' });
    const { origin, searchParams } = new URL(url);
    expect(origin).toBe(server.address);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: 'client-7',
      redirect_uri: redirectUrl,
      scope: 'read write',
      code_challenge_method: 'S256',
      resource: `${server.address}/mcp`,
    });
    expect(JSON.parse(last('/register')?.body ?? '')).toMatchObject({ redirect_uris: [redirectUrl], token_endpoint_auth_method: 'none' });
  });

  it('stores the registration with the token, and renews the token with it', async () => {
    await serve(complete());
    const fields = await connected();
    expect(fields).toMatchObject({ oauthTokenData: { access_token: 'mcp-token', registration: { clientId: 'client-7' } } });
    expect(Object.fromEntries(new URLSearchParams(last('/token')?.body))).toMatchObject({ client_id: 'client-7', code: 'code-1' });
    const renewed = await registeredToken.fetch({ ...data(), ...fields }, call);
    expect(Object.fromEntries(new URLSearchParams(last('/token')?.body))).toMatchObject({ refresh_token: 'again', client_id: 'client-7' });
    expect(renewed).toMatchObject({ oauthTokenData: { registration: { clientId: 'client-7' } } });
  });

  it.each([
    ['client_secret_basic', 'authorization', `Basic ${Buffer.from('client-7:client-secret').toString('base64')}`],
    ['client_secret_post', 'body', 'client-secret'],
  ])('authenticates by %s if the service wants a secret', async (method, place, value) => {
    await serve(complete([method]));
    await connected();
    const request = last('/token');
    expect(place === 'body' ? new URLSearchParams(request?.body).get('client_secret') : request?.headers['authorization']).toBe(value);
  });

  it('says what to do if the service registers nobody, or has not been connected', async () => {
    await serve(() => ({}));
    await expect(registeringConnection.begin(data(), { ...call, redirectUrl, state: 's' })).rejects.toThrow('does not register clients');
    await expect(registeredToken.fetch(data(), call)).rejects.toMatchObject({ code: 'CREDENTIAL_NOT_CONNECTED' });
  });

  it('uses the data of a client that somebody has registered', async () => {
    await serve(complete());
    const own = {
      useDynamicClientRegistration: false,
      grantType: 'pkce',
      clientId: 'own',
      authUrl: `${server.address}/authorize`,
      accessTokenUrl: `${server.address}/token`,
    };
    const { url } = await registeringConnection.begin(own, { ...call, redirectUrl, state: 's' });
    expect(new URL(url).searchParams.get('client_id')).toBe('own');
    expect(server.received).toEqual([]);
  });
});
