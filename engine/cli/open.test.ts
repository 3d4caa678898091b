// First start: links and tokens from the command line, with the server in a separate process.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { coreNode } from '../testing/build-workflow.ts';
import { startServer } from '../server.ts';
import { lanAddresses } from '../settings/lan-addresses.ts';
import { readSettings } from '../settings/read-settings.ts';
import { anna } from '../testing/account-people.ts';
import { hasDesktop } from './browser.ts';
import { CliFolder, ended, program, type Ended } from '../testing/cli-kit.ts';
import { openCommand, tokenCommand } from './commands/access.ts';

let folder: CliFolder;
let running: ChildProcessWithoutNullStreams | undefined;
beforeEach(() => (folder = new CliFolder()));
afterEach(() => {
  running?.kill('SIGKILL');
  running = undefined;
  folder.remove();
});

interface Started {
  readonly url: string;
  readonly link: string;
  stop(): Promise<Ended>;
}

const linkIn = (printed: string): string | undefined => /http:\S+\?token=\S+/.exec(printed)?.[0];

/** Starts the server; resolves once it has printed a link. */
function starting(environment: Readonly<Record<string, string>> = {}): Promise<Started> {
  const child = folder.spawnWith({ MILLRACE_LOCAL_ACCESS: 'secret', MILLRACE_LOG_LEVEL: 'debug', ...environment }, 'start', '--port', '0');
  running = child;
  return new Promise((resolve, reject) => {
    const result = ended(child, (printed) => {
      const link = linkIn(printed);
      if (link === undefined || !printed.endsWith('\n')) return;
      const stop = (): Promise<Ended> => {
        child.kill('SIGTERM');
        return result;
      };
      resolve({ url: new URL('/', link).href, link, stop });
    });
    void result.then(({ err }) => reject(new Error(`It did not start: ${err}`)));
  });
}

const cookieOf = async (link: string): Promise<string> =>
  (await fetch(link, { redirect: 'manual' })).headers.get('set-cookie')?.split(';')[0] ?? '';
const statusOf = async (url: string, headers: Record<string, string>): Promise<number> =>
  (await fetch(new URL('rest/workflows', url), { headers })).status;

describe.skipIf(process.platform === 'win32')('the first start', () => {
  it('prints a link that opens the editor once, and logs no secrets', async () => {
    const server = await starting();
    expect(await statusOf(server.url, {})).toBe(401);
    const cookie = await cookieOf(server.link);
    expect(await statusOf(server.url, { cookie })).toBe(200);
    expect(await cookieOf(server.link)).toBe('');
    const { out, err } = await server.stop();
    expect(out).toBe(
      `Millrace is ready at ${server.url}\nTo use it in a browser on this computer, open this link. It works once, within 15 minutes; \`millrace open\` prints a new one:\n  ${server.link}\n`,
    );
    for (const secret of [new URL(server.link).searchParams.get('token') ?? '', cookie.slice(cookie.indexOf('=') + 1)])
      expect(err).not.toContain(secret);
  });

  it('`millrace open` creates a new link, and reports that no server is running', async () => {
    const server = await starting();
    const { code, out, err } = await folder.millrace('open', '--no-open');
    expect([code, err]).toEqual([0, 'This link works once, within 15 minutes, on this computer:\n']);
    expect(out.trim()).toBe(linkIn(out));
    expect(await cookieOf(server.link)).toBe('');
    expect(await statusOf(server.url, { cookie: await cookieOf(out.trim()) })).toBe(200);
    await server.stop();
    expect(await folder.call(openCommand, '--no-open')).toEqual({
      code: 2,
      out: '',
      err: `No server is running on the data folder ${folder.dataDir}. Start it with: millrace start\n`,
    });
  });

  it('`millrace token` prints the token for REST calls; --renew and --revoke invalidate it', async () => {
    const server = await starting();
    const bearer = (printed: string) => statusOf(server.url, { authorization: `Bearer ${printed.trim()}` });
    const first = await folder.call(tokenCommand);
    expect((await folder.call(tokenCommand)).out).toBe(first.out);
    expect(statSync(join(folder.dataDir, 'local.token')).mode & 0o077).toBe(0);
    expect(await bearer(first.out)).toBe(200);
    const second = await folder.call(tokenCommand, '--renew');
    expect([await bearer(first.out), await bearer(second.out)]).toEqual([401, 200]);
    expect(await folder.call(tokenCommand, '--revoke')).toEqual({ code: 0, out: 'The token is revoked.\n', err: '' });
    expect(await bearer(second.out)).toBe(401);
    expect(await folder.call(tokenCommand, '--renew', '--revoke')).toMatchObject({ code: 2 });
    const { err } = await server.stop();
    expect(err).not.toContain(first.out.trim());
  });

  it('leads to the sign-in page once the owner is set up', async () => {
    const server = await starting();
    const cookie = await cookieOf(server.link);
    const headers = { cookie, 'content-type': 'application/json' };
    const setUp = await fetch(new URL('rest/owner', server.url), { method: 'POST', headers, body: JSON.stringify(anna) });
    expect(setUp.status).toBe(200);
    expect(await folder.call(openCommand, '--no-open')).toEqual({ code: 0, out: `${server.url}workflows\n`, err: '' });
    expect(await folder.call(tokenCommand)).toMatchObject({ code: 2, err: expect.stringContaining('owner is set up') as string });
    await server.stop();
  });

  it.skipIf(process.platform !== 'linux')('leads to the address at which alone the server listens', async () => {
    const server = await starting({ MILLRACE_HOST: '127.0.0.2' });
    const { out } = await folder.call(openCommand, '--no-open');
    expect([new URL(server.url).hostname, new URL(out.trim()).origin]).toEqual(['127.0.0.2', new URL(server.url).origin]);
    expect(await statusOf(server.url, { cookie: await cookieOf(out.trim()) })).toBe(200);
    await server.stop();
  });

  const [network] = lanAddresses('0.0.0.0', networkInterfaces());
  it.skipIf(network === undefined)('at a single address of the network, says that nobody can sign in, and then leads there', async () => {
    const host = network?.host ?? '';
    const settings = readSettings({}, { host, port: 0, localAccess: 'secret', logLevel: 'silent' });
    const server = await startServer({ dataDir: folder.dataDir, settings, version: '1', pagesFolder: folder.path, environment: {} });
    try {
      const { accounts } = server.services;
      accounts.localAccess.saveAddress();
      const closed = await folder.call(openCommand, '--no-open');
      expect(closed).toMatchObject({ code: 2, out: '', err: expect.stringContaining(`Millrace listens at ${host} only`) as string });
      await server.inject({ method: 'POST', path: '/rest/owner', headers: {}, body: JSON.stringify(anna) }, 'localOwner');
      const { out } = await folder.call(openCommand, '--no-open');
      expect(out).toBe(`http://${host}:${server.listensOn?.port}/workflows\n`);
      expect((await fetch(new URL('/healthz', out.trim()))).status).toBe(200);
    } finally {
      await server.stop();
    }
  });

  it('keeps cookies, links and tokens when a blocked engine is restarted, and does not print a second link', async () => {
    const loop = '={{ (() => { for (let i = 0; i < 9000000; i++); return 1; })() }}';
    const assignments = Array.from({ length: 400 }, (_, index) => ({ id: `${index}`, name: `f${index}`, type: 'any', value: loop }));
    const nodes = [
      coreNode('Hook', 'webhook', 2, { path: 'hold', responseMode: 'lastNode', options: {} }),
      coreNode('Set', 'set', 3.4, { assignments: { assignments }, options: {} }),
    ];
    const connections = { Hook: { main: [[{ node: 'Set', type: 'main', index: 0 }]] } };
    await folder.save({ id: 'w', name: 'W', active: true, nodes, connections } as never);
    const server = await starting({ MILLRACE_HELD_LIMIT: '5' });
    const cookie = await cookieOf(server.link);
    const token = (await folder.call(tokenCommand)).out.trim();
    const link = (await folder.call(openCommand, '--no-open')).out.trim();
    await fetch(new URL('webhook/hold', server.url)).catch(() => undefined);
    const isBack = () => statusOf(server.url, { cookie }).catch(() => 0);
    await expect.poll(isBack).toBe(200);
    expect(await statusOf(server.url, { authorization: `Bearer ${token}` })).toBe(200);
    expect(await cookieOf(link)).not.toBe('');
    expect((await server.stop()).out.match(/token=/g)).toHaveLength(1);
  });
});

describe.skipIf(process.platform !== 'linux')('the browser', () => {
  const opened = (): string => join(folder.path, 'opened');
  /** Environment of a desktop whose browser records its arguments. */
  function desktop(): Record<string, string> {
    const bin = join(folder.path, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\nprintf '%s\\n' "$@" > '${opened()}.new'\nmv '${opened()}.new' '${opened()}'\n`);
    chmodSync(join(bin, 'xdg-open'), 0o755);
    return { PATH: `${bin}:${process.env['PATH']}`, DISPLAY: ':0' };
  }
  const page = (): Promise<string> => vi.waitFor(() => readFileSync(opened(), 'utf8').trim(), { timeout: 120_000, interval: 50 });

  it('is redirected to the link by a page that other users cannot read, since process arguments are public', async () => {
    const server = await starting();
    const { out } = await ended(folder.spawnWith(desktop(), 'open'));
    const file = await page();
    expect(file).toBe(join(folder.dataDir, 'open.html'));
    expect(statSync(file).mode & 0o077).toBe(0);
    const target = /url=([^"]+)"/.exec(readFileSync(file, 'utf8'))?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(target).toBe(out.trim());
    expect(await cookieOf(target)).not.toBe('');
    await server.stop();
  });

  it('is not started by open --no-open, without a desktop, or by start without a terminal', async () => {
    const environment = desktop();
    const server = await starting(environment);
    await ended(folder.spawnWith(environment, 'open', '--no-open'));
    await ended(folder.spawnWith({ ...environment, DISPLAY: '', WAYLAND_DISPLAY: '' }, 'open'));
    await server.stop();
    expect(existsSync(join(folder.dataDir, 'open.html'))).toBe(false);
  });

  it.skipIf(spawnSync('script', ['--version']).status !== 0).each([
    [[], true],
    [['--no-open'], false],
  ])('is started by start in a terminal: %j', async (args, isOpened) => {
    const own = { ...desktop(), MILLRACE_DATA_DIR: folder.dataDir, MILLRACE_LOG_LEVEL: 'error', NODE_COMPILE_CACHE: undefined };
    const line = [process.execPath, program, 'start', '--port', '0', ...args].map((each) => `'${each}'`).join(' ');
    const child = spawn('script', ['-qec', line, '/dev/null'], { cwd: folder.path, env: { ...process.env, ...own } });
    running = child;
    const printed = await new Promise<string>((resolve) => {
      const result = ended(child, (all) => (linkIn(all) === undefined || !all.endsWith('\n') ? undefined : resolve(all)));
      void result.then(({ out, err }) => resolve(out + err));
    });
    const link = linkIn(printed) ?? '';
    if (isOpened) expect(readFileSync(await page(), 'utf8')).toContain(link);
    expect(await cookieOf(link)).not.toBe('');
    expect(readdirSync(folder.dataDir).includes('open.html')).toBe(isOpened);
    child.stdin.write('\u0003');
    await new Promise((resolve) => child.once('close', resolve));
  });

  it.each([
    ['linux', {}, false],
    ['linux', { DISPLAY: '' }, false],
    ['linux', { DISPLAY: ':0' }, true],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
    ['darwin', {}, true],
    ['win32', {}, true],
  ] as const)('%s with %j has a desktop: %s', (platform, environment, expected) => {
    expect(hasDesktop(platform, environment)).toBe(expected);
  });
});
