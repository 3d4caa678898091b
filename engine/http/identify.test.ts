// Identity of a caller: the local user before set-up, a session cookie after it, an API key only where a route accepts one.
import type { InjectOptions } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { anna, bea, secretOf, sendAs, withPeople } from '../testing/account-people.ts';
import { accountServer, type AccountServer, type AccountServerOptions } from '../testing/account-server.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
let server: AccountServer;
afterEach(() => server.close());

const signIn = { method: 'POST', url: '/rest/login', body: { email: anna.email, password: anna.password } } as const;

const start = async (options?: AccountServerOptions): Promise<AccountServer> => (server = await accountServer(options));

describe('before the owner is set up', () => {
  it('a local caller needs no sign-in', async () => {
    const { send } = await start();
    expect((await send({ url: '/rest/login' })).body.data).toMatchObject({
      email: null,
      fullName: '',
      globalRole: { name: 'default' },
      isPending: true,
      isDefaultUser: true,
      isOwner: false,
    });
  });

  it.each<[string, InjectOptions]>([
    ['another computer', { remoteAddress: '192.168.1.20' }],
    ['another computer by version 6', { remoteAddress: 'fe80::1' }],
    ['a proxy on this computer', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
    ['a proxy that sends the standard header', { headers: { forwarded: 'for=127.0.0.1' } }],
    ['a proxy that sends only a host name', { headers: { 'x-forwarded-host': 'localhost' } }],
    ['a proxy without headers, under its own name', { headers: { host: 'flows.example' } }],
    ['a page of another site', { headers: { host: 'localhost', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' } }],
    ['a page of another program here', { headers: { host: 'localhost:5678', origin: 'http://localhost:3000' } }],
    ['this computer by its address in the network', { headers: { host: '192.168.1.20:5678' } }],
  ])('%s is nobody, and is told what to do', async (_, request) => {
    const { app } = await start();
    const response = await app.inject({ url: '/rest/login', ...request });
    expect(response.statusCode).toBe(401);
    expect(response.json()).toMatchObject({ code: 'OWNER_NOT_SET_UP', hint: expect.stringContaining('`millrace open`') as unknown });
    const setUp = await app.inject({ method: 'POST', url: '/rest/owner', payload: anna, ...request });
    expect([401, 403]).toContain(setUp.statusCode);
  });

  it.each([
    ['127.0.0.1', 'localhost:5678'],
    ['127.0.0.1', '127.0.0.1:5678'],
    ['127.0.0.1', '127.8.8.8'],
    ['::1', '[::1]:5678'],
    ['::ffff:127.0.0.1', 'LOCALHOST'],
  ])('%s asking %s is this computer', async (remoteAddress, host) => {
    const { app } = await start();
    expect((await app.inject({ url: '/rest/me', remoteAddress, headers: { host } })).statusCode).toBe(200);
  });

  it('a link from another site leads to the same user', async () => {
    const { app } = await start();
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect((await app.inject({ url: '/rest/me', headers })).statusCode).toBe(200);
  });

  it('set-up creates the owner, signs in, and ends local access', async () => {
    const { app, send } = await start();
    const response = await send({ method: 'POST', url: '/rest/owner', body: { ...anna, agree: true } });
    expect(response.body.data).toMatchObject({ fullName: 'Anna Öst', globalRole: { name: 'owner' }, isDefaultUser: false });
    expect(response.cookie).toMatch(/^millrace-auth=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
    const rejected = await app.inject({ url: '/rest/me' });
    expect(rejected.json()).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect((await sendAs(server, secretOf(response.cookie))({ url: '/rest/me' })).status).toBe(200);
  });

  it.each([
    [{ ...anna, email: 'anna' }, 'BAD_REQUEST'],
    [{ ...anna, password: 'anna' }, 'PASSWORD_INVALID'],
    [{ ...anna, lastName: '' }, 'BAD_REQUEST'],
    [{ email: anna.email }, 'BAD_REQUEST'],
  ])('set-up with %j is refused and leaves all as it was', async (body, code) => {
    const { send, accounts } = await start();
    expect((await send({ method: 'POST', url: '/rest/owner', body })).body.code).toBe(code);
    expect(await accounts.setUp.defaultUser()).toBeDefined();
  });

  it('set-up cannot be skipped if other computers reach the instance, also by what was stored before they did', async () => {
    const { send, accounts, store } = await start({ mail: 'none' });
    const setUpFirst = { enabled: true, showSetupOnFirstLoad: true, smtpSetup: false };
    expect(await accounts.userManagementSettings()).toEqual(setUpFirst);
    const rejected = await send({ method: 'POST', url: '/rest/owner/skip-setup' });
    expect([rejected.status, rejected.body]).toMatchObject([
      409,
      { code: 'OWNER_REQUIRED', hint: expect.stringContaining('--lan') as unknown },
    ]);
    await store.settings.set('owner-set-up-skipped', true);
    expect(await accounts.userManagementSettings()).toEqual(setUpFirst);
  });

  it('skipping keeps local access, if only this computer reaches the instance', async () => {
    const { send, accounts } = await start({ mail: 'none', isShared: false });
    expect((await send({ method: 'POST', url: '/rest/owner/skip-setup' })).body).toEqual({ data: true });
    expect(await accounts.userManagementSettings()).toMatchObject({ showSetupOnFirstLoad: false });
    expect((await send({ url: '/rest/login' })).status).toBe(200);
    expect((await send({ method: 'POST', url: '/rest/owner', body: anna })).status).toBe(200);
  });
});

describe('a session', () => {
  it('is new with each sign-in and replaces the browser’s previous one', async () => {
    ({ server } = await withPeople());
    const first = secretOf((await server.send(signIn)).cookie);
    const second = secretOf((await sendAs(server, first)(signIn)).cookie);
    expect(second).not.toBe(first);
    expect((await sendAs(server, first)({ url: '/rest/me' })).status).toBe(401);
    expect((await sendAs(server, second)({ url: '/rest/me' })).status).toBe(200);
  });

  it('is stored as a hash, which is not accepted as a token', async () => {
    const people = await withPeople();
    ({ server } = people);
    const secret = secretOf((await server.send(signIn)).cookie) ?? '';
    const session = await server.accounts.sessions.find(secret);
    expect(session?.hash).toMatch(/^[0-9a-f]{64}$/);
    expect((await sendAs(server, session?.hash)({ url: '/rest/me' })).status).toBe(401);
  });

  it('ends with sign-out, which removes the cookie', async () => {
    ({ server } = await withPeople());
    const secret = secretOf((await server.send(signIn)).cookie);
    const response = await sendAs(server, secret)({ method: 'POST', url: '/rest/logout' });
    expect(response.cookie).toMatch(/^millrace-auth=; Max-Age=0; /);
    expect((await sendAs(server, secret)({ url: '/rest/me' })).status).toBe(401);
  });

  it('lasts seven days from its last use, and the cookie with it', async () => {
    const people = await withPeople();
    ({ server } = people);
    const owner = people.as('owner');
    expect((await owner({ url: '/rest/me' })).cookie).toBeUndefined();
    for (let day = 0; day < 20; day += 5) {
      server.clock.advance(5 * DAY);
      expect((await owner({ url: '/rest/me' })).cookie).toMatch(/Max-Age=604800/);
      expect((await owner({ url: '/rest/me' })).cookie).toBeUndefined();
    }
    server.clock.advance(7 * DAY);
    expect((await owner({ url: '/rest/me' })).status).toBe(401);
  });

  it('lasts as long as configured, and is extended while it is used', async () => {
    const people = await withPeople({ sessionTime: 7 * HOUR });
    ({ server } = people);
    const owner = people.as('owner');
    server.clock.advance(HOUR / 2);
    expect((await owner({ url: '/rest/me' })).cookie).toBeUndefined();
    for (let hour = 0; hour < 20; hour += 5) {
      server.clock.advance(5 * HOUR);
      expect((await owner({ url: '/rest/me' })).cookie).toMatch(/Max-Age=25200/);
    }
    server.clock.advance(7 * HOUR);
    expect((await owner({ url: '/rest/me' })).status).toBe(401);
  });

  it('can be ended while it is being extended', async () => {
    const people = await withPeople();
    ({ server } = people);
    server.clock.advance(5 * DAY);
    const response = await people.as('owner')({ method: 'POST', url: '/rest/logout' });
    expect(response.cookie).toMatch(/^millrace-auth=; Max-Age=0; [^\n]*$/);
  });

  it.each([[''], ['x'], ['__proto__'], ["' or 1=1 --"], ['a'.repeat(43)]])('%j in the cookie is not a session', async (secret) => {
    ({ server } = await withPeople());
    expect((await sendAs(server, encodeURIComponent(secret))({ url: '/rest/me' })).status).toBe(401);
  });

  it.each([
    ['http without a proxy', 0, {}, false],
    ['forwarded https from an untrusted proxy', 0, { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.9' }, false],
    ['a forwarded https from a proxy we trust', 1, { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.9' }, true],
  ])('has a cookie over %s that is Secure only over https', async (_, proxyHops, headers, isSecure) => {
    ({ server } = await withPeople({ http: { proxyHops, basePath: '/flows/' } }));
    const { cookie } = await server.send({ ...signIn, url: '/flows/rest/login', headers });
    expect(cookie?.includes('; Secure')).toBe(isSecure);
    expect(cookie).toContain('; Path=/flows/; ');
  });
});

describe('the session cookie', () => {
  it.each([
    ['as the request came', {}, '; SameSite=Lax'],
    ['over https only', { secure: 'true' }, '; Secure; SameSite=Lax'],
    ['over http too', { secure: 'false', sameSite: 'strict' }, '; SameSite=Strict'],
    ['with requests from other sites', { secure: 'true', sameSite: 'none' }, '; Secure; SameSite=None'],
  ] as const)('is sent %s where the settings say so', async (_, cookies, end) => {
    ({ server } = await withPeople({ cookies }));
    const { cookie = '' } = await server.send(signIn);
    expect(cookie.slice(cookie.indexOf('; HttpOnly') + 10)).toBe(end);
  });
});

it('a removed user loses access at once', async () => {
  const people = await withPeople();
  ({ server } = people);
  expect((await people.as('member')({ url: '/rest/me' })).status).toBe(200);
  await people.as('owner')({ method: 'DELETE', url: `/rest/users/${people.memberId}` });
  expect((await people.as('member')({ url: '/rest/me' })).status).toBe(401);
  const again = await server.send({ method: 'POST', url: '/rest/login', body: { email: bea.email, password: bea.password } });
  expect(again.body.code).toBe('SIGN_IN_FAILED');
});

describe('a caller with too many attempts', () => {
  it('gets the number of seconds to wait', async () => {
    const { app, clock } = await start({ over: 'inject' });
    await app.inject({ method: 'POST', url: '/rest/owner', payload: anna });
    const guess = () => app.inject({ method: 'POST', url: '/rest/login', payload: { email: anna.email, password: 'guess' } });
    for (let count = 0; count < 5; count++) expect((await guess()).headers['retry-after']).toBeUndefined();
    const rejected = await guess();
    expect([rejected.statusCode, rejected.headers['retry-after']]).toEqual([429, '1']);
    clock.advance(1000);
    await guess();
    const again = await guess();
    expect([again.statusCode, again.headers['retry-after']]).toEqual([429, '2']);
  });
});
