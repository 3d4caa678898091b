// Local access before an owner is set up, by a link or a token.
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountServer, type AccountServer } from '../testing/account-server.ts';
import { anna } from '../testing/account-people.ts';
import { readPush } from '../testing/push-reader.ts';
import { runningServer, type RunningServer } from '../testing/running-server.ts';
import { LocalTokenFile } from '../vault/local-token.ts';

const MINUTE = 60_000;

describe('a server before its owner is set up', () => {
  let server: RunningServer;
  let dataDir: string;
  let token: string;
  const pages = mkdtempSync(join(tmpdir(), 'millrace-pages-'));
  writeFileSync(join(pages, 'index.html'), '<base href="/">Editor');

  beforeEach(async () => {
    server = await runningServer({ over: 'socket', settings: { localAccess: 'secret' }, pagesFolder: pages });
    ({ dataDir } = server);
    token = new LocalTokenFile(dataDir).renew();
  });
  afterEach(() => server.close());
  afterAll(() => rmSync(pages, { recursive: true }));

  const link = async (): Promise<string> => (await server.server.services.accounts.localAccess.makeLink()) ?? '';
  const follow = (address: string, init: RequestInit = {}): Promise<Response> => fetch(address, { redirect: 'manual', ...init });
  const cookieIn = (response: Response): string => response.headers.get('set-cookie')?.split(';')[0] ?? '';
  const statusOf = async (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<number> =>
    (await server.send({ url: path, headers, ...(method === 'POST' ? { method } : {}) })).status;

  it.each(['/rest/login', '/rest/workflows', '/rest/push?sessionId=a', '/rest/no-such-call'])(
    'refuses %s without a secret',
    async (url) => {
      const { status, body } = await server.send({ url });
      if (url.endsWith('call')) return expect(status).toBe(404);
      expect([status, body.code]).toEqual([401, 'LOCAL_ACCESS_REQUIRED']);
      expect(body.hint).toMatch(/link that `millrace start` printed, or run `millrace open`/);
    },
  );

  it('refuses set-up without a secret', async () => {
    expect(await server.send({ url: '/rest/owner', method: 'POST', body: anna })).toMatchObject({ status: 401 });
  });

  it('serves a page with instructions', async () => {
    expect(await server.send({ url: '/' })).toMatchObject({ status: 200, text: expect.stringContaining('Editor') as string });
  });

  it('accepts a link once, sets a cookie, and redirects to the page without the token', async () => {
    const address = await link();
    const response = await follow(address);
    expect([response.status, response.headers.get('location')]).toEqual([303, '/workflows']);
    expect(response.headers.get('set-cookie')).toMatch(/^millrace-auth-[\da-f]{12}=[\w-]{43}; .*HttpOnly; SameSite=Lax$/);
    expect(await server.data({ url: '/rest/login', headers: { cookie: cookieIn(response) } })).toMatchObject({ isDefaultUser: true });
    const again = await follow(address);
    expect([again.headers.get('location'), again.headers.get('set-cookie')]).toEqual(['/?link=expired', null]);
    // A caller that already has access is redirected to the page.
    expect((await follow(address, { headers: { cookie: cookieIn(response) } })).headers.get('location')).toBe('/workflows');
  });

  it('keeps the session of another instance on the same host', async () => {
    const other = await runningServer({ over: 'socket', settings: { localAccess: 'secret' }, pagesFolder: pages });
    const first = await follow(await link());
    const second = await follow((await other.server.services.accounts.localAccess.makeLink()) ?? '', {
      headers: { cookie: cookieIn(first) },
    });
    // As a browser does, which replaces a cookie of the same name.
    const jar = new Map([first, second].map((response) => [cookieIn(response).split('=', 1)[0], cookieIn(response)]));
    const cookie = [...jar.values()].join('; ');
    for (const instance of [server, other]) expect((await instance.send({ url: '/rest/me', headers: { cookie } })).status).toBe(200);
    await other.close();
  });

  it('knows the session of an earlier version, whose cookie had the same name in all instances', async () => {
    const [, secret] = cookieIn(await follow(await link())).split('=');
    expect(await statusOf('/rest/me', { cookie: `millrace-auth=${secret}` })).toBe(200);
  });

  it('creates a session for only one of two requests with the same link', async () => {
    const address = await link();
    const responses = await Promise.all(Array.from({ length: 8 }, () => follow(address)));
    expect(responses.filter((response) => cookieIn(response) !== '')).toHaveLength(1);
  });

  it('does not consume a link for a preview, a cross-site request or another host name', async () => {
    const address = await link();
    await follow(address, { method: 'HEAD' });
    await follow(address, { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' } });
    await follow(address, { headers: { 'x-forwarded-for': '192.0.2.1' } });
    expect(cookieIn(await follow(address))).not.toBe('');
  });

  it('invalidates a link when the next one is created', async () => {
    const former = await link();
    const address = await link();
    expect(cookieIn(await follow(former))).toBe('');
    expect(cookieIn(await follow(address))).not.toBe('');
  });

  it('stores links and sessions as hashes, and keeps them across restarts', async () => {
    const address = await link();
    const secret = new URL(address).searchParams.get('token') ?? '';
    const cookie = cookieIn(await follow(await link()));
    const session = cookie.slice(cookie.indexOf('=') + 1);
    const saved = await link();
    await server.close(true);
    const database = readFileSync(join(dataDir, 'db', 'millrace.sqlite')).toString('latin1');
    for (const each of [secret, session, new URL(saved).searchParams.get('token') ?? '']) expect(database).not.toContain(each);
    expect(database).toContain(createHash('sha256').update(session).digest('hex'));
    server = await runningServer({ over: 'socket', dataDir, settings: { localAccess: 'secret' } });
    expect(await statusOf('/rest/workflows', { cookie })).toBe(200);
    const again = new URL(saved);
    again.port = String(server.server.listensOn?.port);
    expect(cookieIn(await follow(again.href))).not.toBe('');
  });

  it('accepts the local token, which only its user can read, until it is renewed or revoked', async () => {
    const file = join(dataDir, 'local.token');
    expect(statSync(file).mode & 0o077).toBe(0);
    const tokens = new LocalTokenFile(dataDir);
    const bearer = (value: string): Record<string, string> => ({ authorization: `Bearer ${value}` });
    expect(await statusOf('/rest/workflows', bearer(token))).toBe(200);
    expect(await statusOf('/rest/workflows', { authorization: `bearer ${token}` })).toBe(200);
    expect(await statusOf('/rest/workflows', { ...bearer(token), 'x-forwarded-for': '192.0.2.1' })).toBe(401);
    for (const wrong of ['x', `${token}x`, token.slice(0, -1), `millrace_local_${randomBytes(32).toString('base64url')}`, '']) {
      expect(await statusOf('/rest/workflows', bearer(wrong))).toBe(401);
    }
    const renewed = tokens.renew();
    expect(await statusOf('/rest/workflows', bearer(token))).toBe(401);
    expect(await statusOf('/rest/workflows', bearer(renewed))).toBe(200);
    tokens.remove();
    expect(await statusOf('/rest/workflows', bearer(renewed))).toBe(401);
  });

  it('streams events to the cookie and the token', async () => {
    const cookie = cookieIn(await follow(await link()));
    for (const headers of [{ cookie }, { authorization: `Bearer ${token}` }] as Record<string, string>[]) {
      const reader = await readPush(server.server, 'a', headers);
      expect(reader.status).toBe(200);
      reader.close();
    }
  });

  it('ends local access when the owner is set up', async () => {
    const cookie = cookieIn(await follow(await link()));
    const unused = await link();
    const { apiKey } = await server.data<{ apiKey: string }>({
      url: '/rest/me/api-keys',
      method: 'POST',
      headers: { cookie },
      body: { label: 'Key' },
    });
    const { apiKeys, localAccess } = server.server.services.accounts;
    expect(await apiKeys.find(apiKey)).toMatchObject({ role: 'default' });
    const reader = await readPush(server.server, 'a', { cookie });
    const setUp = await server.send({ url: '/rest/owner', method: 'POST', headers: { cookie }, body: anna });
    expect(setUp.status).toBe(200);
    await reader.ended;
    expect(await apiKeys.find(apiKey)).toBeUndefined();
    expect(await statusOf('/rest/workflows', { cookie })).toBe(401);
    expect(await statusOf('/rest/workflows', { authorization: `Bearer ${token}` })).toBe(401);
    expect(new LocalTokenFile(dataDir).read()).toBeUndefined();
    expect((await follow(unused)).headers.get('set-cookie')).toBeNull();
    expect(await localAccess.makeLink()).toBeUndefined();
    // A token file that was replaced is not accepted after it is restored.
    new LocalTokenFile(dataDir).renew();
    const back = new LocalTokenFile(dataDir).read() ?? '';
    expect(await statusOf('/rest/workflows', { authorization: `Bearer ${back}` })).toBe(401);
    const owner = setUp.headers['set-cookie']?.split(';')[0] ?? '';
    expect(await statusOf('/rest/workflows', { cookie: owner })).toBe(200);
  });

  it('allows every local program if it is open, and logs a warning', async () => {
    await server.close(true);
    const lines: string[] = [];
    const { pino } = await import('pino');
    const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    server = await runningServer({ over: 'socket', dataDir, logger, settings: { localAccess: 'open' } });
    expect(await statusOf('/rest/workflows')).toBe(200);
    expect(lines.join('')).toContain('MILLRACE_LOCAL_ACCESS');
  });
});

describe('a link', () => {
  let server: AccountServer;
  afterEach(() => server.close());
  const open = async (address: string): Promise<string | undefined> => {
    const response = await server.app.inject({ url: `/rest/local-access${new URL(address).search}` });
    return response.headers['set-cookie'] as string | undefined;
  };

  it.each([
    [15 * MINUTE - 1, true],
    [15 * MINUTE, false],
  ])('after %i ms is good: %s', async (time, isGood) => {
    server = await accountServer({ localAccess: 'secret' });
    const address = await server.accounts.localAccess.makeLink();
    server.clock.advance(time);
    expect((await open(address ?? '')) !== undefined).toBe(isGood);
  });

  it('cannot be one for an invitation or a password', async () => {
    server = await accountServer({ localAccess: 'secret' });
    const ownerId = await server.accounts.ensureOwner();
    const secret = 'x'.repeat(43);
    const hash = createHash('sha256').update(secret).digest('hex');
    await server.store.userTokens.add({ hash, purpose: 'reset', now: server.clock.now() }, ownerId, server.clock.now() + MINUTE);
    expect(await open(`http://localhost/?token=${secret}`)).toBeUndefined();
  });
});
