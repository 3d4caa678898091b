// Authentication of callers: Webhook, Form Trigger and Wait, in all versions, by production and test URLs.
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../contract/errors.ts';
import type { JsonObject } from '../../../contract/json.ts';
import { buildWorkflow, type NodeSketch, asNobody } from '../../../testing/build-workflow.ts';
import { webhookServer, type WebhookServer } from '../../../testing/webhook-server.ts';

let server: WebhookServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const key = 'a secret that is long enough for a hash';
const rsa = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ecPublic = ec.publicKey.export({ type: 'spki', format: 'pem' }) as string;
const seconds = Math.floor(Date.now() / 1000);

type SigningKey = Parameters<SignJWT['sign']>[0];
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const token = (alg: string, by: SigningKey, claims: JsonObject = {}): Promise<string> =>
  new SignJWT({ sub: 'me', ...claims }).setProtectedHeader({ alg }).sign(by);
const bearer = async (of: string | Promise<string>): Promise<Record<string, string>> => ({ authorization: `Bearer ${await of}` });
const basic = (pair: string): Record<string, string> => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` });

interface Attempt {
  readonly what: string;
  readonly kind: 'basicAuth' | 'headerAuth' | 'jwtAuth';
  readonly credential: JsonObject;
  readonly headers: Record<string, string> | Promise<Record<string, string>>;
  readonly status: 200 | 401 | 403;
  readonly challenge?: string;
}

const user = { user: 'me', password: 'pässword:1' };
const header = { name: 'X-Key', value: 'key-1' };
const passphrase = { keyType: 'passphrase', algorithm: 'HS256', secret: key };
const pem = { keyType: 'pemKey', algorithm: 'RS256', publicKey: rsa.publicKey, privateKey: rsa.privateKey, secret: '' };
/** Every rejection has the challenge that clients of n8n know. */
const BASIC = 'Basic realm="Webhook"';
const privateKey = createPrivateKey(rsa.privateKey);

const basicAttempts: readonly Attempt[] = (
  [
    ['user and password', user, basic('me:pässword:1'), 200],
    ['the scheme in another case', user, { authorization: basic('me:pässword:1')['authorization']?.replace('Basic', 'bAsIc') ?? '' }, 200],
    ['nothing', user, {}, 401],
    ['a wrong user', user, basic('other:pässword:1'), 403],
    ['a wrong password', user, basic('me:password'), 403],
    ['a prefix of the password', user, basic('me:pässword'), 403],
    ['no colon', user, basic('me'), 403],
    ['another scheme', user, { authorization: 'Bearer me' }, 401],
    ['no base64', user, { authorization: 'Basic ???' }, 401],
    ['nothing where the credential is empty', {}, basic(':'), 403],
  ] as const
).map(([what, credential, headers, status]) => ({
  what,
  kind: 'basicAuth',
  credential,
  headers,
  status,
  ...(status === 200 ? {} : { challenge: BASIC }),
}));

const headerAttempts: readonly Attempt[] = (
  [
    ['the header', header, { 'x-key': 'key-1' }, 200],
    ['nothing', header, {}, 403],
    ['a wrong value', header, { 'x-key': 'key-2' }, 403],
    ['another header', header, { 'x-other': 'key-1' }, 403],
    ['an empty header where the value is empty', { name: 'X-Key', value: '' }, { 'x-key': '' }, 403],
    ['a name that every object has', { name: 'constructor', value: 'x' }, {}, 403],
  ] as const
).map(([what, credential, headers, status]) => ({
  what,
  kind: 'headerAuth',
  credential,
  headers: { ...headers } as Record<string, string>,
  status,
  ...(status === 200 ? {} : { challenge: BASIC }),
}));

const jwtAttempts: readonly Attempt[] = (
  [
    ['a token', passphrase, token('HS256', bytes(key)), 200],
    ['a token of HS512', { ...passphrase, algorithm: 'HS512' }, token('HS512', bytes(key)), 200],
    ['a token of RSA', pem, token('RS256', privateKey), 200],
    [
      'a token of RSA, the key pasted without line breaks',
      { ...pem, publicKey: rsa.publicKey.replaceAll('\n', ' ') },
      token('RS256', privateKey),
      200,
    ],
    ['a token of an elliptic curve', { ...pem, algorithm: 'ES256', publicKey: ecPublic }, token('ES256', ec.privateKey), 200],
    ['a token that is still valid', passphrase, token('HS256', bytes(key), { exp: seconds + 600, nbf: seconds - 600 }), 200],
    ['another key', passphrase, token('HS256', bytes(`${key} `)), 403],
    ['another algorithm', passphrase, token('HS384', bytes(key)), 403],
    ['a token signed with the public key', pem, token('HS256', bytes(rsa.publicKey)), 403],
    ['a token without signature', passphrase, new UnsecuredJWT({ sub: 'me' }).encode(), 403],
    [
      'a token without signature where the algorithm is none',
      { ...passphrase, algorithm: 'none' },
      new UnsecuredJWT({ sub: 'me' }).encode(),
      403,
    ],
    ['a token that has expired', passphrase, token('HS256', bytes(key), { exp: seconds - 60 }), 403],
    ['a token that is not valid yet', passphrase, token('HS256', bytes(key), { nbf: seconds + 600 }), 403],
    ['no token', passphrase, 'none', 403],
    ['a token where the secret is empty', { ...passphrase, secret: '' }, token('HS256', bytes('x')), 403],
    ['a token where the public key is missing', { ...pem, publicKey: '' }, token('RS256', privateKey), 403],
  ] as const
).map(([what, credential, of, status]) => ({
  what,
  kind: 'jwtAuth',
  credential,
  headers: bearer(of),
  status,
  ...(status === 200 ? {} : { challenge: BASIC }),
}));
const noToken: Attempt = {
  what: 'no Authorization header',
  kind: 'jwtAuth',
  credential: passphrase,
  headers: {},
  status: 401,
  challenge: BASIC,
};

const types = { basicAuth: 'httpBasicAuth', headerAuth: 'httpHeaderAuth', jwtAuth: 'jwtAuth' };
const chosen = { httpBasicAuth: { id: '1', name: 'a' }, httpHeaderAuth: { id: '2', name: 'b' }, jwtAuth: { id: '3', name: 'c' } };
const all = [...basicAttempts, ...headerAttempts, ...jwtAttempts, noToken];

/** Calls a node that starts the workflow. Returns the response and how many executions it started. */
async function started(
  sketch: NodeSketch,
  path: string,
  attempt: Attempt,
  isTest: boolean,
): Promise<{ response: Response; count: number }> {
  const file = buildWorkflow({ Hook: { webhookId: 'id', credentials: chosen, ...sketch } }, [], { id: 'w1' });
  server = await webhookServer(isTest ? [] : [file], { credentials: { [types[attempt.kind]]: attempt.credential } });
  if (isTest) await server.webhooks.openTest('w1', asNobody(file), { sessionId: 's' });
  const [prefix = '', ...names] = path.split('/');
  const response = await fetch(`${server.address}/${prefix}${isTest ? '-test' : ''}/${names.join('/')}`, {
    headers: await attempt.headers,
  });
  return { response, count: server.executions.size };
}

async function expectResponse(response: Response, { status, challenge, kind }: Attempt): Promise<void> {
  const text = await response.text();
  expect(response.status, text).toBe(status);
  expect(response.headers.get('www-authenticate') ?? undefined).toBe(challenge);
  if (status !== 200) expect(text).toMatch(/^\w[\w !]+$/);
  if (status !== 200 && kind !== 'jwtAuth') expect(text).not.toMatch(/key-1|pässword/);
}

describe('Webhook', () => {
  it.each(all.map((attempt) => [attempt.kind, attempt.what, attempt] as const))('%s with %s', async (_kind, _what, attempt) => {
    const sketch = { type: 'webhook', typeVersion: 2, parameters: { path: 'in', authentication: attempt.kind } };
    const { response, count } = await started(sketch, 'webhook/in', attempt, false);
    await expectResponse(response, attempt);
    expect(count).toBe(attempt.status === 200 ? 1 : 0);
  });

  it.each(
    [1, 1.1, 2, 2.1].flatMap((version) =>
      [basicAttempts[0], basicAttempts[4], headerAttempts[0], headerAttempts[2], jwtAttempts[0], jwtAttempts[6]].flatMap((attempt) =>
        attempt === undefined ? [] : [false, true].map((isTest) => [version, attempt.kind, attempt.what, isTest, attempt] as const),
      ),
    ),
  )('version %d: %s with %s, by a test address: %s', async (typeVersion, _kind, _what, isTest, attempt) => {
    const sketch = { type: 'webhook', typeVersion, parameters: { path: 'in', authentication: attempt.kind } };
    const { response, count } = await started(sketch, 'webhook/in', attempt, isTest);
    await expectResponse(response, attempt);
    expect(count).toBe(attempt.status === 200 ? 1 : 0);
  });

  it.each(['basicAuth', 'headerAuth', 'jwtAuth'])('lets no call in if no credential for %s can be used', async (authentication) => {
    const parameters = { path: 'in', authentication };
    const call = async (credentials: NodeSketch['credentials'], isMissing: boolean): Promise<[number, number, string]> => {
      const hook = { type: 'webhook', typeVersion: 2, webhookId: 'id', parameters, ...(credentials === undefined ? {} : { credentials }) };
      server = await webhookServer([buildWorkflow({ Hook: hook }, [], { id: 'w1' })], {
        ports: isMissing
          ? { credential: async () => Promise.reject(new AppError('CREDENTIAL_NOT_FOUND', 'There is no such credential.')) }
          : {},
      });
      const response = await fetch(`${server.address}/webhook/in`, { headers: { ...basic(':'), 'x-key': '' } });
      const outcome: [number, number, string] = [response.status, server.executions.size, await response.text()];
      await server.stop();
      server = undefined;
      return outcome;
    };
    for (const [status, count, text] of [await call(undefined, false), await call(chosen, true)]) {
      expect([status, count]).toEqual([500, 0]);
      expect(JSON.parse(text)).toEqual({
        code: 500,
        message: 'The authentication of this webhook is not set up: its node has no credential that it can use.',
        hint: 'Ask the owner of the workflow to select a credential in the node.',
      });
    }
  });

  it.each([
    ['webhook', 'webhook/in', /cannot check the callers of its node \\"Hook\\"\. The node .* Choose or create a credential/],
    ['formTrigger', 'form/in', /This form is not available.*cannot check the callers of its node &quot;Hook&quot;/s],
  ])('a test call of %s without a credential names the node', async (type, path, expected) => {
    const parameters = { path: 'in', authentication: 'basicAuth', formTitle: 'F', formFields: { values: [{ fieldLabel: 'a' }] } };
    const attempt: Attempt = { what: '', kind: 'basicAuth', credential: {}, headers: {}, status: 403 };
    const { response, count } = await started({ type, typeVersion: 2, parameters, credentials: {} }, path, attempt, true);
    const text = await response.text();
    expect([response.status, count]).toEqual([500, 0]);
    expect(text).toMatch(expected);
  });

  it('lets no call in if an expression returns an unknown authentication', async () => {
    const attempt: Attempt = { what: '', kind: 'basicAuth', credential: user, headers: basic('me:pässword:1'), status: 403 };
    const sketch = { type: 'webhook', typeVersion: 2, parameters: { path: 'in', authentication: '={{ "basic" }}' } };
    const { response, count } = await started(sketch, 'webhook/in', attempt, false);
    expect([response.status, count]).toEqual([403, 0]);
  });
});

/** Right, wrong and missing, of each kind. */
const formAttempts = [
  [basicAttempts[0], basicAttempts[4], basicAttempts[2]],
  [headerAttempts[0], headerAttempts[2], headerAttempts[1]],
  [jwtAttempts[0], jwtAttempts[6], noToken],
]
  .flat()
  .filter((attempt) => attempt !== undefined);

describe('Form Trigger', () => {
  it.each([
    [basicAttempts[2], 'Reload the page and enter the user and password'],
    [headerAttempts[1], 'It cannot be opened by its address alone.'],
    [noToken, 'It cannot be opened by its address alone.'],
  ])('shows browsers a page if they may not open it', async (attempt, expected) => {
    if (attempt === undefined) throw new Error('There is no such attempt.');
    const parameters = { path: 'in', authentication: attempt.kind, formTitle: 'F', formFields: { values: [{ fieldLabel: 'a' }] } };
    const asBrowser = { ...attempt, headers: { accept: 'text/html,application/xhtml+xml' } };
    const { response } = await started({ type: 'formTrigger', typeVersion: 2, parameters }, 'form/in', asBrowser, false);
    expect(response.status).toBe(attempt.status);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toContain(expected);
  });

  it.each(
    [1, 2, 2.1, 2.2, 2.3, 2.4, 2.5, 2.6].flatMap((version) =>
      formAttempts.flatMap((attempt) => [false, true].map((isTest) => [version, attempt.kind, attempt.what, isTest, attempt] as const)),
    ),
  )('version %d: %s with %s, by a test address: %s', async (typeVersion, authentication, _what, isTest, attempt) => {
    const parameters = { path: 'in', authentication, formTitle: 'F', formFields: { values: [{ fieldLabel: 'a' }] } };
    const { response, count } = await started(
      { type: 'formTrigger', typeVersion, webhookId: 'id', parameters },
      typeVersion === 1 ? 'form/id/n8n-form' : 'form/in',
      attempt,
      isTest,
    );
    const text = await response.text();
    expect([response.status, count, response.headers.get('www-authenticate')]).toEqual([attempt.status, 0, attempt.challenge ?? null]);
    expect(text.includes('<form')).toBe(attempt.status === 200);
    if (server === undefined) return;
    const { status } = await fetch(response.url, {
      method: 'POST',
      headers: await attempt.headers,
      body: new URLSearchParams({ 'field-0': 'x' }),
    });
    expect([status, server.executions.size]).toEqual([attempt.status, attempt.status === 200 ? 1 : 0]);
  });
});

describe('Wait', () => {
  const cases = [
    ...all.map((attempt) => ['webhook', attempt.kind, attempt.what, 1.1, attempt] as const),
    ...formAttempts.flatMap((attempt) =>
      ([1, 1.1] as const).map((version) => ['form', attempt.kind, attempt.what, version, attempt] as const),
    ),
  ];
  it.each(cases)('for a %s: %s with %s, version %d', async (resume, _kind, _what, typeVersion, attempt) => {
    const wait = {
      type: 'wait',
      typeVersion,
      webhookId: 'wait',
      credentials: chosen,
      parameters: {
        resume,
        incomingAuthentication: attempt.kind,
        ...(resume === 'form' ? { formTitle: 'F', formFields: { values: [{ fieldLabel: 'a' }] } } : {}),
      },
    };
    const hook = { type: 'webhook', typeVersion: 2, webhookId: 'id', parameters: { path: 'go' } };
    server = await webhookServer([buildWorkflow({ Hook: hook, Wait: wait }, ['Hook -> Wait'], { id: 'w1' })], {
      credentials: { [types[attempt.kind]]: attempt.credential },
    });
    await fetch(`${server.address}/webhook/go`);
    const execution = server.executions.get('1');
    await execution?.done;
    expect(execution?.status).toBe('waiting');
    const url = server.webhooks.resumeUrl(resume === 'form' ? 'form-waiting' : 'webhook-waiting', '1');
    const response = await fetch(url, { headers: await attempt.headers });
    if (resume === 'form') expect(response.status).toBe(attempt.status);
    else await expectResponse(response, attempt);
    await execution?.done;
    expect(execution?.status).toBe(attempt.status === 200 && resume === 'webhook' ? 'finished' : 'waiting');
  });
});
