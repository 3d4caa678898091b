// OAuth2 against a real server: connecting, client credentials, renewing tokens, and what happens when the grant is gone.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { STORED_SECRET } from '../../contract/rest/constants.ts';
import { evaluateAlone, resolvedData, signedRequest, systemClock } from '../../execution/index.ts';
import { createHttpClient } from '../../execution/http/client.ts';
import { noLogger } from '../../logger.ts';
import { createCredentialTypes } from '../../registry/index.ts';
import type { CredentialDefinition, HttpResponse } from '../../sdk/index.ts';
import { Store } from '../../store/index.ts';
import { CLIENT_SECRET, oauth2Server, type OAuth2Server } from '../../testing/oauth2-server.ts';
import { VaultCipher } from '../../vault/vault-cipher.ts';
import type { Asker } from '../access.ts';
import { CredentialService } from './credentials.ts';
import { UnsavedTokens } from './unsaved-tokens.ts';
import { OAuthConnections, type OAuthBrowser } from './oauth-connections.ts';

const REDIRECT = 'http://127.0.0.1:5999/rest/oauth2-credential/callback';
const ann: Asker = { userId: 'ann', role: 'owner' };
/** Reported outcomes: user, credential, and whether it is connected. */
const finished: (readonly [userId: string, credentialId: string, isConnected: boolean])[] = [];
const browser: OAuthBrowser & { origin: string } = { session: 'session of ann', isLocal: false, origin: 'http://127.0.0.1:5999' };
const cipher = new VaultCipher(crypto.getRandomValues(new Uint8Array(32)));
const http = createHttpClient();
const types = createCredentialTypes();

let time = Date.now();
const now = (): number => time;
let store: Store;
let oauth: OAuth2Server;
let unsavedTokens: UnsavedTokens;
let service: CredentialService;
let connections: OAuthConnections;

beforeAll(async () => {
  oauth = await oauth2Server([REDIRECT]);
  store = await Store.inMemory();
  await store.users.addOwner('ann', 1);
  let count = 0;
  const { credentials, users, assertWritable } = store;
  unsavedTokens = new UnsavedTokens({ credentials, cipher, clock: systemClock, logger: noLogger });
  service = new CredentialService({
    credentials,
    users,
    cipher,
    types,
    http,
    now,
    ids: () => `c${++count}`,
    unsavedTokens,
    assertWritable,
  });
  connections = new OAuthConnections({
    service,
    cipher,
    unsavedTokens,
    assertWritable,
    types,
    http,
    now,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    redirectUrl: () => REDIRECT,
    onFinished: (...outcome) => finished.push(outcome),
  });
});
afterAll(async () => {
  await Promise.all([oauth.close(), store.close(), http.close()]);
});
beforeEach(() => {
  time = Date.now();
  oauth.lifetime = 3600;
  oauth.issuesRefreshTokens = true;
});

/** A credential of the generic type for one of the server's clients. */
async function credentialFor(clientId: string, changes: JsonObject = {}): Promise<string> {
  const data = {
    grantType: 'authorizationCode',
    authUrl: oauth.authUrl,
    accessTokenUrl: oauth.tokenUrl,
    clientId,
    clientSecret: CLIENT_SECRET,
    scope: 'read write',
    authentication: 'header',
    ...changes,
  };
  return (await service.create({ name: `Account of ${clientId}`, type: 'oAuth2Api', data }, ann)).id;
}

const callbackOf = async (id: string, decision: 'allow' | 'deny' = 'allow'): Promise<Record<string, string>> => {
  const url = await connections.begin('oauth2', id, ann, browser);
  return Object.fromEntries((await oauth.visit(url, decision)).searchParams);
};

async function connected(clientId: string, changes: JsonObject = {}): Promise<string> {
  const id = await credentialFor(clientId, changes);
  const outcome = await connections.finish('oauth2', await callbackOf(id), browser);
  expect(outcome).toEqual({ isConnected: true, credentialId: id, origin: browser.origin });
  return id;
}

const storedData = async (id: string): Promise<JsonObject> => (await service.connectable(id, ann)).data;
const tokenOf = async (id: string): Promise<JsonObject> => (await storedData(id))['oauthTokenData'] as JsonObject;
const accessToken = async (id: string): Promise<string> => String((await tokenOf(id))['access_token']);

/** Sends a signed request to the API, as a node does. */
async function request(id: string): Promise<HttpResponse> {
  const type = (await types.type('oAuth2Api')) as CredentialDefinition;
  const reader = { user: 'instance', node: 'Request', nodeType: 'n8n-nodes-base.httpRequest' } as const;
  const reference = { id, name: '' };
  const data = resolvedData(await service.read('oAuth2Api', reference, reader), type, evaluateAlone);
  const renewed = (used: JsonObject): Promise<JsonObject> => service.renewed(type, reference, reader, used);
  return http.request(await signedRequest({ type, data, evaluate: evaluateAlone, now: now(), renewed }, { url: oauth.apiUrl }));
}

async function userOf(id: string): Promise<unknown> {
  const response = await request(id);
  expect(response.status).toBe(200);
  return (JSON.parse(Buffer.from(await response.bytes()).toString()) as { user: unknown }).user;
}

const countTokens = (grantType: string): number =>
  oauth.tokenRequests.filter((each) => each.grantType === grantType && each.status === 200).length;

describe('connecting', () => {
  it.each<[string, JsonObject]>([
    ['header', {}],
    ['body', { authentication: 'body' }],
    ['pkce', { grantType: 'pkce' }],
    ['public', { grantType: 'pkce', clientSecret: '' }],
  ])('the client "%s" gets a token that the API accepts', async (clientId, changes) => {
    const id = await connected(clientId, changes);
    expect(await userOf(id)).toBe('ann');
    expect(await tokenOf(id)).toMatchObject({ token_type: 'Bearer', scope: 'read write', refresh_token: expect.any(String) });
  });

  it('shows the connection to the browser, and no token', async () => {
    const id = await connected('header');
    const visible = JSON.stringify(await service.get(id, ann, true));
    expect(visible).toContain('oauthTokenData');
    for (const secret of [await accessToken(id), String((await tokenOf(id))['refresh_token']), CLIENT_SECRET])
      expect(visible).not.toContain(secret);
  });

  it('the list says which accounts are connected, and of no other credential', async () => {
    const [isConnected, isNot, needsNone] = [
      await connected('header'),
      await credentialFor('header'),
      await credentialFor('header', { grantType: 'clientCredentials' }),
    ];
    const { id: other } = await service.create({ name: 'Other', type: 'httpHeaderAuth', data: {} }, ann);
    const listed = new Map((await service.list(ann)).map((credential) => [credential.id, credential.isConnected]));
    expect([isConnected, isNot, needsNone, other].map((id) => listed.get(id))).toEqual([true, false, undefined, undefined]);
    expect(JSON.stringify(await service.list(ann))).not.toContain('oauthTokenData');
    expect((await service.get(isConnected, ann)).isConnected).toBe(true);
  });

  it('a denied access stores nothing and says so', async () => {
    const id = await credentialFor('header');
    const outcome = await connections.finish('oauth2', await callbackOf(id, 'deny'), browser);
    expect(outcome).toMatchObject({ isConnected: false, credentialId: id, problem: 'The access was denied: The user did not agree' });
    expect(await storedData(id)).not.toHaveProperty('oauthTokenData');
  });

  it('a state is valid once, for ten minutes, for its protocol and for its session', async () => {
    const id = await credentialFor('header');
    const rejected = async (
      changes: () => void | object,
      by: OAuthBrowser = browser,
      protocol: 'oauth1' | 'oauth2' = 'oauth2',
    ): Promise<void> => {
      const query = { ...(await callbackOf(id)), ...changes() };
      const outcome = await connections.finish(protocol, query, by);
      expect(outcome.isConnected).toBe(false);
      // Without a valid state, the page does not report to any window.
      expect(outcome).not.toHaveProperty('credentialId');
      expect((await connections.finish('oauth2', query, browser)).isConnected).toBe(false);
      expect(await storedData(id)).not.toHaveProperty('oauthTokenData');
      time = Date.now();
    };
    await rejected(() => ({ state: 'guessed' }));
    await rejected(() => void (time += 600_001));
    await rejected(() => {}, browser, 'oauth1');
    await rejected(() => {}, { session: 'session of ben', isLocal: false });
    await rejected(() => {}, { session: undefined, isLocal: true });

    const query = await callbackOf(id);
    expect((await connections.finish('oauth2', query, browser)).isConnected).toBe(true);
    const former = await storedData(id);
    expect((await connections.finish('oauth2', query, browser)).isConnected).toBe(false);
    expect(await storedData(id)).toEqual(former);
  });

  it('needs no session if it begins and ends on this computer, as with the system browser', async () => {
    const id = await credentialFor('header');
    const here = { session: undefined, isLocal: true };
    const url = await connections.begin('oauth2', id, ann, { ...browser, isLocal: true });
    const query = Object.fromEntries((await oauth.visit(url, 'allow')).searchParams);
    expect((await connections.finish('oauth2', query, here)).isConnected).toBe(true);
    expect(finished.at(-1)).toEqual([ann.userId, id, true]);
  });

  it('may begin in the desktop window and end in a browser of this computer, whoever is signed in there', async () => {
    const id = await credentialFor('header');
    const url = await connections.begin('oauth2', id, ann, { ...browser, session: undefined, isLocal: true });
    const query = Object.fromEntries((await oauth.visit(url, 'allow')).searchParams);
    expect((await connections.finish('oauth2', query, { session: 'another', isLocal: true })).isConnected).toBe(true);
    const again = await connections.begin('oauth2', id, ann, { ...browser, session: undefined, isLocal: true });
    const denied = Object.fromEntries((await oauth.visit(again, 'allow')).searchParams);
    expect((await connections.finish('oauth2', denied, { session: 'another', isLocal: false })).isConnected).toBe(false);
  });

  it('does not store a token for data that was changed meanwhile', async () => {
    const id = await credentialFor('header');
    const query = await callbackOf(id);
    await service.update(id, { data: { ...(await storedData(id)), scope: 'read' } }, ann);
    expect(await connections.finish('oauth2', query, browser)).toMatchObject({
      isConnected: false,
      problem: expect.stringContaining('changed'),
    });
    expect(await storedData(id)).not.toHaveProperty('oauthTokenData');
  });

  it('the token is dropped when other data changes, and retained when it does not', async () => {
    const id = await connected('header');
    const { data: visibleData = {} } = await service.get(id, ann, true);
    await service.update(id, { name: 'Renamed', data: { ...visibleData, ignoreSSLIssues: false } }, ann);
    expect(await storedData(id)).toHaveProperty('oauthTokenData');
    await service.update(id, { data: { ...visibleData, allowedHttpRequestDomains: 'domains', allowedDomains: 'api.example' } }, ann);
    expect(await storedData(id)).toMatchObject({ allowedDomains: 'api.example', oauthTokenData: expect.anything() });
    await service.update(id, { data: { ...visibleData, clientId: 'body' } }, ann);
    expect(await storedData(id)).not.toHaveProperty('oauthTokenData');
  });

  it('is stored although the allowed domains were changed meanwhile', async () => {
    const id = await credentialFor('header');
    const query = await callbackOf(id);
    await service.update(id, { data: { ...(await storedData(id)), allowedHttpRequestDomains: 'none' } }, ann);
    expect(await connections.finish('oauth2', query, browser)).toMatchObject({ isConnected: true });
    expect(await storedData(id)).toMatchObject({ allowedHttpRequestDomains: 'none', oauthTokenData: expect.anything() });
  });

  it("adds the parameters of the credential, which cannot replace the protocol's own", async () => {
    const id = await credentialFor('header', {
      authQueryParameters: 'prompt=consent&state=mine&redirect_uri=https%3A%2F%2Fevil.example',
      scope: 'a,b',
    });
    const url = new URL(await connections.begin('oauth2', id, ann, browser));
    expect(url.searchParams.get('prompt')).toBe('consent');
    expect(url.searchParams.getAll('redirect_uri')).toEqual([REDIRECT]);
    expect(url.searchParams.get('state')).not.toBe('mine');
    expect(url.searchParams.get('scope')).toBe('a,b');
    expect(url.searchParams.get('code_challenge')).toBeNull();
  });

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'no address', ''])('refuses the authorization URL "%s"', async (authUrl) => {
    const id = await credentialFor('header', { authUrl });
    await expect(connections.begin('oauth2', id, ann, browser)).rejects.toThrow(/authorization URL/);
  });

  it('is for the owner only', async () => {
    const id = await credentialFor('header');
    const begin = (asker: Asker) => connections.begin('oauth2', id, asker, browser);
    await expect(begin({ userId: 'ben', role: 'member' })).rejects.toMatchObject({ code: 'CREDENTIAL_NOT_FOUND' });
    await expect(begin({ userId: 'eve', role: 'owner' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('a wrong client secret is reported without quoting it', async () => {
    const id = await credentialFor('header', { clientSecret: 'wrong-secret-1234' });
    const { problem } = await connections.finish('oauth2', await callbackOf(id), browser);
    expect(problem).toMatch(/did not exchange its code for a token: .*client/);
    expect(problem).not.toContain('wrong-secret');
  });
});

describe('tokens', () => {
  it('client credentials fetch their token at first use and keep it', async () => {
    const id = await credentialFor('machine', { grantType: 'clientCredentials' });
    const before = countTokens('client_credentials');
    expect([await userOf(id), await userOf(id)]).toEqual(['machine', 'machine']);
    expect(countTokens('client_credentials')).toBe(before + 1);
  });

  it('50 parallel requests renew an expired token once, and keep the rotated refresh token', async () => {
    const id = await connected('header');
    const former = await tokenOf(id);
    time += 3_600_000;
    const before = countTokens('refresh_token');
    expect(new Set(await Promise.all(Array.from({ length: 50 }, () => userOf(id))))).toEqual(new Set(['ann']));
    expect(countTokens('refresh_token')).toBe(before + 1);
    const renewed = await tokenOf(id);
    expect(renewed['refresh_token']).not.toBe(former['refresh_token']);
    // The server revokes the grant once an earlier refresh token is used again.
    time += 3_600_000;
    expect(await userOf(id)).toBe('ann');
  });

  it('is renewed a minute before its end', async () => {
    const id = await connected('header');
    const before = countTokens('refresh_token');
    time += 3_530_000;
    await request(id);
    expect(countTokens('refresh_token')).toBe(before);
    time += 20_000;
    await request(id);
    expect(countTokens('refresh_token')).toBe(before + 1);
  });

  it('is renewed after a 401, once for all', async () => {
    const id = await connected('header');
    await oauth.endAccessToken(await accessToken(id));
    const before = countTokens('refresh_token');
    expect(new Set(await Promise.all(Array.from({ length: 20 }, () => userOf(id))))).toEqual(new Set(['ann']));
    expect(countTokens('refresh_token')).toBe(before + 1);
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['the grant was revoked', async (id) => oauth.revokeGrant(await accessToken(id))],
    [
      'the token has expired and the refresh token is gone',
      async (id) => (await oauth.revokeGrant(await accessToken(id)), (time += 3_600_000)),
    ],
  ])('says that the account must be connected again if %s', async (_when, happen) => {
    const id = await connected('header');
    await happen(id);
    await expect(request(id)).rejects.toMatchObject({
      code: 'CREDENTIAL_NOT_CONNECTED',
      message: 'The connection of the credential "Account of header" has expired or was revoked: reconnect it.',
    });
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['expired', async () => (time += 3_600_000)],
    ['was refused', async (id) => oauth.endAccessToken(await accessToken(id))],
  ])('says so too if a token without a refresh token %s', async (_how, happen) => {
    oauth.issuesRefreshTokens = false;
    const id = await connected('header');
    await happen(id);
    await expect(request(id)).rejects.toMatchObject({ code: 'CREDENTIAL_NOT_CONNECTED', message: expect.stringContaining('reconnect it') });
  });

  it('that is renewed while the credential is saved is not replaced by the previous one', async () => {
    const id = await connected('header');
    const before = await accessToken(id);
    let renewed: string | undefined;
    const { credentials, users, assertWritable } = store;
    const type = async (name: string): Promise<CredentialDefinition | undefined> => {
      if (renewed === undefined) {
        time += 3_600_000;
        await userOf(id);
        renewed = await accessToken(id);
      }
      return types.type(name);
    };
    const saving = new CredentialService({
      credentials,
      users,
      cipher,
      types: { names: () => types.names(), type },
      http,
      now,
      ids: () => 'none',
      unsavedTokens,
      assertWritable,
    });
    const data = Object.fromEntries(Object.keys(await storedData(id)).map((name) => [name, STORED_SECRET]));
    await saving.update(id, { name: 'Renamed', data }, ann);
    expect(renewed).not.toBe(before);
    expect([(await service.get(id, ann)).name, await accessToken(id)]).toEqual(['Renamed', renewed]);
  });

  it('an account that was never connected is reported as such', async () => {
    await expect(request(await credentialFor('header'))).rejects.toThrow(
      'The account of the credential "Account of header" is not connected.',
    );
  });

  it('uses the token that another process has stored', async () => {
    const id = await connected('header');
    const stale = await store.credentials.get(id);
    time += 3_600_000;
    await userOf(id);
    const fresh = await store.credentials.get(id);
    // The other process renews the token after we have read it: our request fails, since the refresh token has been used.
    const type = (await types.type('oAuth2Api')) as CredentialDefinition;
    const data = resolvedData(JSON.parse(cipher.open(id, stale?.data as Uint8Array)) as JsonObject, type, evaluateAlone);
    const { oauthTokenData } = await service.renewed(type, { id, name: '' }, { user: 'instance', node: '', nodeType: '' }, data);
    expect(oauthTokenData).toEqual((JSON.parse(cipher.open(id, fresh?.data as Uint8Array)) as JsonObject)['oauthTokenData']);
  });

  it.each<[JsonObject, boolean]>([
    [{ scope: 'write' }, false],
    [{ allowedHttpRequestDomains: 'domains', allowedDomains: 'api.example' }, true],
  ])('after the owner changed %j while it was fetched is stored: %s', async (change, isStored) => {
    const id = await credentialFor('machine', { grantType: 'clientCredentials' });
    const type = (await types.type('oAuth2Api')) as CredentialDefinition;
    const preAuthentication = {
      ...(type.preAuthentication as NonNullable<CredentialDefinition['preAuthentication']>),
      fetch: async (): Promise<JsonObject> => {
        await service.update(id, { data: { ...(await storedData(id)), ...change } }, ann);
        return { oauthTokenData: { access_token: 'of the former data' } };
      },
    };
    const data = resolvedData(await storedData(id), type, evaluateAlone);
    const renewed = await service.renewed(
      { ...type, preAuthentication },
      { id, name: '' },
      { user: 'instance', node: '', nodeType: '' },
      data,
    );
    expect(renewed['oauthTokenData']).toEqual({ access_token: 'of the former data' });
    expect(await storedData(id)).toMatchObject(change);
    expect('oauthTokenData' in (await storedData(id))).toBe(isStored);
  });

  it('data that differs by item has a token each, which is not stored', async () => {
    const id = await credentialFor('machine', { grantType: 'clientCredentials', scope: '={{ $json.scope }}' });
    const type = (await types.type('oAuth2Api')) as CredentialDefinition;
    const stored = await storedData(id);
    const before = countTokens('client_credentials');
    const tokens: unknown[] = [];
    for (const scope of ['read', 'write', 'read']) {
      const evaluate = (expression: string, names = {}): unknown => evaluateAlone(expression, { ...names, $json: { scope } });
      const data = resolvedData(stored, type, evaluate);
      const { oauthTokenData } = await service.renewed(type, { id, name: '' }, { user: 'instance', node: '', nodeType: '' }, data);
      tokens.push((oauthTokenData as JsonObject)['access_token']);
    }
    expect(tokens[2]).toBe(tokens[0]);
    expect(tokens[1]).not.toBe(tokens[0]);
    expect(countTokens('client_credentials')).toBe(before + 2);
    expect(await storedData(id)).toEqual(stored);
  });
});
