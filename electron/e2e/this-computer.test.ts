// Settings of this computer: access from the network, which needs an owner, and a port that is in use.
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { goTo } from '../../build/journeys/window.ts';
import { hasDesktop, isRealElectron, launch, type DesktopApp } from '../testing/launch.ts';

let app: DesktopApp | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

const owner = { email: 'anna@example.com', firstName: 'Anna', lastName: 'Berg', password: 'Secret-12345' };

async function settingsPage(...args: readonly string[]): Promise<Page> {
  app = await launch({ args: ['--port=0', ...args] });
  const page = await app.firstWindow();
  await page.getByRole('button', { name: 'Add the first step' }).waitFor();
  await page.goto(new URL('/settings/this-computer', page.url()).href);
  await page.getByRole('heading', { name: 'This computer' }).waitFor();
  return page;
}

const setUpOwner = (page: Page): Promise<unknown> =>
  page.evaluate(
    (body) =>
      (globalThis as unknown as { millrace: { request(call: object): Promise<unknown> } }).millrace.request({
        method: 'POST',
        path: 'owner',
        sessionId: 'test',
        body,
      }),
    JSON.stringify(owner),
  );

/** An address of this computer that only listeners on all interfaces serve. */
const elsewhere = (): string =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.2';

const statusAt = (host: string, port: string, path: string): Promise<number | undefined> =>
  fetch(`http://${host}:${port}${path}`).then(
    ({ status }) => status,
    () => undefined,
  );

/** A second client signs in by its password. */
async function statusSignedIn(host: string, port: string, path: string): Promise<number> {
  const { email, password } = owner;
  const body = JSON.stringify({ email, password });
  const answer = await fetch(`http://${host}:${port}/rest/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  return (await fetch(`http://${host}:${port}${path}`, { headers: { cookie } })).status;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const portOf = (page: Page): Promise<string> => page.getByLabel('Port', { exact: true }).inputValue();

describe.skipIf(!hasDesktop)('this computer', () => {
  it('lets other computers in once there is an owner, who needs no sign-in in the window', async () => {
    const page = await settingsPage();
    const lan = page.getByRole('switch', { name: 'Let other computers of your network use Millrace' });
    await lan.click();
    await page.getByText('Set up the owner first').waitFor();
    expect(await lan.isChecked()).toBe(false);
    const port = await portOf(page);
    expect(await statusAt('127.0.0.1', port, '/healthz')).toBe(200);
    await setUpOwner(page);
    await page.reload();
    await lan.click();
    await expect.poll(() => lan.isChecked()).toBe(true);
    expect(await portOf(page)).toBe(port);
    expect(await statusAt(elsewhere(), port, '/healthz')).toBe(200);
    expect(await statusAt(elsewhere(), port, '/rest/workflows')).toBe(401);
    expect(await statusSignedIn(elsewhere(), port, '/rest/workflows')).toBe(200);
    const shown = await page.evaluate<readonly { url: string }[]>('millrace.thisComputer().then(({ addresses }) => addresses)');
    for (const { url } of shown) expect((await fetch(`${url}healthz`)).status, url).toBe(200);
    for (const { url } of shown) await page.getByAltText(`QR code of ${url}`).waitFor();
    await page.getByRole('link', { name: 'Users' }).click();
    await page.getByText('Anna Berg').waitFor();
    await page.goBack();
    await lan.click();
    await expect.poll(() => lan.isChecked()).toBe(false);
    expect(await statusAt('127.0.0.1', port, '/healthz')).toBe(200);
    if (elsewhere() !== '127.0.0.2' || process.platform === 'linux') expect(await statusAt(elsewhere(), port, '/healthz')).toBe(undefined);
  });

  // Other systems have no second loopback address.
  it.skipIf(process.platform !== 'linux')('does not let other computers in by a change of the port', async () => {
    const host = '127.0.0.3';
    const page = await settingsPage('--host', host);
    const lan = page.getByRole('switch', { name: 'Let other computers of your network use Millrace' });
    expect(await lan.isChecked()).toBe(false);
    const port = String(await freePort());
    await page.getByLabel('Port', { exact: true }).fill(port);
    await page.getByRole('button', { name: 'Change port' }).click();
    await expect.poll(() => statusAt(host, port, '/healthz')).toBe(200);
    expect(await statusAt(elsewhere(), port, '/healthz')).toBe(undefined);
    expect(await lan.isChecked()).toBe(false);
  });

  it('does not let other computers in again if there is no owner anymore', async () => {
    const userData = mkdtempSync(join(tmpdir(), 'millrace-computer-'));
    onTestFinished(() => rmSync(userData, { recursive: true, force: true, maxRetries: 5 }));
    const file = join(userData, 'settings.json');
    writeFileSync(file, JSON.stringify({ isOnLan: true }));
    app = await launch({ userData });
    const page = await app.firstWindow();
    await page.getByRole('button', { name: 'Add the first step' }).waitFor();
    const shownPort = (): Promise<number> => page.evaluate('millrace.thisComputer().then(({ port }) => port)');
    await expect.poll(shownPort).not.toBe(0);
    const port = String(await shownPort());
    expect(await statusAt('127.0.0.1', port, '/healthz')).toBe(200);
    expect(await statusAt(elsewhere(), port, '/healthz')).toBe(undefined);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ isOnLan: false });
  });

  it('keeps access from the network when it continues without a port and gets another one', async () => {
    const page = await settingsPage();
    await setUpOwner(page);
    await page.reload();
    await page.getByRole('switch', { name: 'Let other computers of your network use Millrace' }).click();
    await expect.poll(async () => statusAt(elsewhere(), await portOf(page), '/healthz')).toBe(200);
    const { userData, dataDir, exited } = app as DesktopApp;
    await app?.evaluate(({ app: application }) => application.quit()).catch(() => undefined);
    await exited;
    const other = createServer().listen(0);
    await once(other, 'listening');
    const again = await launch({ userData, dataDir, args: [`--port=${(other.address() as AddressInfo).port}`] });
    try {
      const second = await again.firstWindow();
      await second.getByRole('button', { name: 'Add the first step' }).waitFor();
      await goTo(second, 'settings/this-computer');
      // The dialog about the port has been canceled, which means to continue without one.
      const port = String(await freePort());
      await second.getByLabel('Port', { exact: true }).fill(port);
      await second.getByRole('button', { name: 'Change port' }).click();
      await expect.poll(() => statusAt(elsewhere(), port, '/healthz')).toBe(200);
    } finally {
      await again.close();
      other.close();
    }
  });

  it('lets other computers in again after a restart', async () => {
    const page = await settingsPage();
    await setUpOwner(page);
    await page.reload();
    await page.getByRole('switch', { name: 'Let other computers of your network use Millrace' }).click();
    await expect.poll(async () => statusAt(elsewhere(), await portOf(page), '/healthz')).toBe(200);
    const { userData, dataDir, exited } = app as DesktopApp;
    await app?.evaluate(({ app: application }) => application.quit()).catch(() => undefined);
    await exited;
    const again = await launch({ userData, dataDir });
    try {
      const second = await again.firstWindow();
      await second.getByRole('button', { name: 'Add the first step' }).waitFor();
      await goTo(second, 'settings/this-computer');
      await expect.poll(async () => statusAt(elsewhere(), await portOf(second), '/healthz')).toBe(200);
    } finally {
      await again.close();
    }
  });

  it.skipIf(isRealElectron)('keeps the theme, which pages and native parts follow', async () => {
    const page = await settingsPage();
    const { userData, dataDir } = app as DesktopApp;
    const shown = (of: Page): Promise<string | null> => of.locator('html').getAttribute('data-theme');
    const source = (of: DesktopApp): Promise<string> => of.evaluate(({ nativeTheme }) => nativeTheme.themeSource);
    expect([await shown(page), await source(app as DesktopApp)]).toEqual(['light', 'system']);
    await app?.evaluate(({ standIn }) => standIn.setSystemTheme(true));
    await expect.poll(() => shown(page)).toBe('dark');
    await page.getByRole('button', { name: 'Theme: match system' }).click();
    await page.getByRole('button', { name: 'Theme: light' }).waitFor();
    await expect.poll(() => shown(page)).toBe('light');
    await page.getByRole('button', { name: 'Theme: light' }).click();
    await expect.poll(() => shown(page)).toBe('dark');
    expect(await source(app as DesktopApp)).toBe('dark');
    await app?.evaluate(({ standIn }) => standIn.setSystemTheme(false));
    await app?.evaluate(({ app: application }) => application.quit()).catch(() => undefined);
    await app?.exited;
    const again = await launch({ userData, dataDir });
    try {
      const second = await again.firstWindow();
      await second.getByRole('button', { name: /^Theme: dark/ }).waitFor();
      expect([await shown(second), await source(again)]).toEqual(['dark', 'dark']);
    } finally {
      await again.close();
    }
  });

  it('offers the next port if another program uses the chosen one', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const taken = (other.address() as AddressInfo).port;
    const page = await settingsPage();
    const former = await portOf(page);
    await page.getByLabel('Port', { exact: true }).fill(String(taken));
    await page.getByRole('button', { name: 'Change port' }).click();
    await page.getByText(`Another program uses port ${taken}.`).waitFor();
    expect(await statusAt('127.0.0.1', former, '/healthz')).toBe(200);
    await page.getByRole('button', { name: `Use port ${taken + 1}` }).click();
    await expect.poll(() => portOf(page)).toBe(String(taken + 1));
    expect(await statusAt('127.0.0.1', String(taken + 1), '/healthz')).toBe(200);
    other.close();
  });
});
