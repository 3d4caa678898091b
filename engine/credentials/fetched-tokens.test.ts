// Types that fetch a token before signing: Google service accounts, Baserow, and certificates of Microsoft.
import { execFileSync } from 'node:child_process';
import { createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importSPKI, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpClient } from '../execution/http/client.ts';
import { createCredentialTypes } from '../registry/index.ts';
import type { HttpPort, HttpRequest, PreAuthentication } from '../sdk/index.ts';
import { stubServer, type StubServer } from '../testing/stub-server.ts';

const types = createCredentialTypes();
const http = createHttpClient();
const NOW = Date.parse('2030-01-01T00:00:00Z');
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const verifyKey = await importSPKI(publicKey.export({ type: 'spki', format: 'pem' }).toString(), 'RS256');

let nextResponse: { status: number; body: object } = { status: 200, body: {} };
let server: StubServer;
beforeAll(async () => {
  server = await stubServer((_request, response) =>
    response.writeHead(nextResponse.status, { 'content-type': 'application/json' }).end(JSON.stringify(nextResponse.body)),
  );
});
afterAll(async () => {
  await server.close();
  await http.close();
});
const lastBody = (): string => server.received.at(-1)?.body ?? '';
const lastForm = (): URLSearchParams => new URLSearchParams(lastBody());

async function fetcher(type: string): Promise<PreAuthentication> {
  return (await types.type(type))?.preAuthentication as PreAuthentication;
}

/** Redirects requests from the service's host to the test server. */
const redirected: HttpPort = {
  request: (request: HttpRequest) => http.request({ ...request, url: `${server.address}${new URL(request.url).pathname}` }),
};
const call = { http: redirected, now: NOW, name: 'Mine' };

describe('Google service accounts', () => {
  const data = { email: 'robot@project.example', privateKey: pem, httpNode: true, scopes: 'https://a.example/one, https://a.example/two' };

  it.each<[string, string]>([
    ['as it is', pem],
    ['with written-out line breaks', pem.replaceAll('\n', String.raw`\n`)],
    ['in one line', pem.replaceAll('\n', ' ')],
    ['in the older RSA format', privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()],
  ])('exchange a JWT for a token; the key %s', async (_how, key) => {
    nextResponse = { status: 200, body: { access_token: 'ya29', expires_in: 3600, token_type: 'Bearer' } };
    const { fetch, isValid } = await fetcher('googleApi');
    const fetched = await fetch({ ...data, privateKey: key }, call);
    expect(lastForm().get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
    const { payload } = await jwtVerify(lastForm().get('assertion') ?? '', verifyKey, { currentDate: new Date(NOW) });
    const address = 'robot@project.example';
    expect(payload).toMatchObject({ iss: address, sub: address, aud: 'https://oauth2.googleapis.com/token', exp: NOW / 1000 + 3600 });
    expect(payload['scope']).toBe('https://a.example/one https://a.example/two');
    expect(isValid({ ...data, ...fetched }, NOW)).toBe(true);
    expect(isValid({ ...data, ...fetched }, NOW + 3_560_000)).toBe(false);
  });

  it('impersonate a user', async () => {
    await (await fetcher('googleApi')).fetch({ ...data, inpersonate: true, delegatedEmail: 'ann@project.example' }, call);
    const { payload } = await jwtVerify(lastForm().get('assertion') ?? '', verifyKey, { currentDate: new Date(NOW) });
    expect(payload.sub).toBe('ann@project.example');
  });

  it.each<[object, RegExp]>([
    [{ privateKey: 'no key' }, /private key of the Google service account is not valid/],
    [{ scopes: ' ' }, /has no scopes/],
    [{ httpNode: false }, /has no scopes/],
  ])('refuse %j', async (changes, message) => {
    await expect((await fetcher('googleApi')).fetch({ ...data, ...changes }, call)).rejects.toThrow(message);
  });

  it("tell Google's reason", async () => {
    nextResponse = { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid grant: account not found' } };
    await expect((await fetcher('googleApi')).fetch(data, call)).rejects.toMatchObject({
      message: 'Google gave the credential "Mine" no access token: Invalid grant: account not found',
      retryable: false,
    });
  });
});

describe('Baserow', () => {
  const data = { host: 'https://api.baserow.io/', username: 'ann@example.com', password: 'secret-of-ann' };

  it('signs in for a token', async () => {
    nextResponse = { status: 200, body: { access_token: 'jwt-1', user: {} } };
    const { fetch, isValid } = await fetcher('baserowApi');
    expect(await fetch(data, call)).toEqual({ jwtToken: 'jwt-1' });
    expect(server.received.at(-1)?.url).toBe('/api/user/token-auth/');
    expect(JSON.parse(lastBody())).toMatchObject({ email: 'ann@example.com', password: 'secret-of-ann' });
    expect([isValid(data, NOW), isValid({ ...data, jwtToken: 'jwt-1' }, NOW)]).toEqual([false, true]);
  });

  it('tells why it could not, without the password', async () => {
    nextResponse = { status: 401, body: { error: 'ERROR_INVALID_CREDENTIALS', detail: 'No account with secret-of-ann' } };
    const { fetch } = await fetcher('baserowApi');
    await expect(fetch(data, call)).rejects.toThrow('could not sign in to Baserow: No account with [hidden]');
  });
});

describe('tokens of services that are not quite standard', () => {
  const data = { grantType: 'clientCredentials', clientId: 'id', clientSecret: 's+cret', authentication: 'header' };
  const fetched = async (changes: object = {}): Promise<Record<string, unknown>> => {
    const complete = { ...data, accessTokenUrl: `${server.address}/token`, ...changes };
    return (await (await fetcher('oAuth2Api')).fetch(complete, { ...call, http }))['oauthTokenData'] as Record<string, unknown>;
  };

  it('has the additional properties of the body', async () => {
    nextResponse = { status: 200, body: { access_token: 't' } };
    const additionalBodyProperties = '{"audience":"https://api.example","list":[1]}';
    await fetched({ authentication: 'body', sendAdditionalBodyProperties: true, additionalBodyProperties, scope: 'a b' });
    expect(Object.fromEntries(lastForm())).toEqual({
      grant_type: 'client_credentials',
      scope: 'a b',
      audience: 'https://api.example',
      list: '[1]',
      client_id: 'id',
      client_secret: 's+cret',
    });
  });

  it('tries the secret as it is if the service does not decode it', async () => {
    nextResponse = { status: 401, body: { error: 'invalid_client' } };
    await expect(fetched()).rejects.toThrow('no access token: invalid_client');
    const requests = server.received
      .slice(-2)
      .map(({ headers }) => Buffer.from(headers.authorization?.slice('Basic '.length) ?? '', 'base64').toString());
    expect(requests).toEqual(['id:s%2Bcret', 'id:s+cret']);
  });

  it.each<[string, object, object]>([
    ['a lifetime as text', { access_token: 't', expires_in: '60' }, { expires_at: NOW / 1000 + 60 }],
    ['the end in place of a lifetime', { access_token: 't', expires_at: NOW / 1000 + 5 }, { expires_at: NOW / 1000 + 5 }],
    ['no lifetime', { access_token: 't', expires_in: 0 }, { expires_in: 0 }],
    [
      "a user's token beside a bot's",
      { access_token: 'bot', authed_user: { access_token: 'u', refresh_token: 'r' } },
      { refresh_token: 'r' },
    ],
  ])('%s', async (_what, body, expected) => {
    nextResponse = { status: 200, body };
    expect(await fetched()).toMatchObject(expected);
  });

  it.each<[string, number, object, RegExp]>([
    ['an error with status 200', 200, { ok: false, error: 'invalid_code' }, /invalid_code/],
    ['an error that is an object', 400, { error: { message: 'Unsupported', code: 191 } }, /Unsupported/],
    ['no token', 200, { token: 'x' }, /the response has no access token/],
    ['a failing server', 503, {}, /503 Service Unavailable/],
    ['a redirect, which would take the secret elsewhere', 307, {}, /307/],
  ])('%s', async (_what, status, body, message) => {
    nextResponse = { status, body };
    await expect(fetched()).rejects.toThrow(message);
  });
});

it('Microsoft verifies a certificate in place of a secret', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-certificate-'));
  try {
    const [keyFile, certificateFile] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=test', '-keyout', keyFile, '-out', certificateFile],
      { stdio: 'ignore' },
    );
    const certificate = readFileSync(certificateFile, 'utf8');
    const data = {
      clientId: 'app',
      clientCredentialType: 'certificate',
      privateKey: readFileSync(keyFile, 'utf8'),
      certificate,
      accessTokenUrl: `${server.address}/token`,
      oauthTokenData: { access_token: 'old', refresh_token: 'r' },
    };
    nextResponse = { status: 200, body: { access_token: 'new', expires_in: 60 } };
    await (await fetcher('microsoftOAuth2Api')).fetch(data, { ...call, http });
    const form = lastForm();
    expect([form.get('client_secret'), form.get('client_assertion_type')]).toEqual([
      null,
      'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    ]);
    const key = await importSPKI(createPublicKey(certificate).export({ type: 'spki', format: 'pem' }).toString(), 'RS256');
    const { payload, protectedHeader } = await jwtVerify(form.get('client_assertion') ?? '', key, { currentDate: new Date(NOW) });
    expect(payload).toMatchObject({ iss: 'app', sub: 'app', aud: data.accessTokenUrl });
    const thumbprint = Buffer.from(new X509Certificate(certificate).fingerprint256.replaceAll(':', ''), 'hex').toString('base64url');
    expect(protectedHeader['x5t#S256']).toBe(thumbprint);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
