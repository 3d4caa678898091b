// Settings of this computer: access from the network, which needs an owner, a port that is in use, and the theme.
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hasDesktop, isRealElectron, launch, startPage, type DesktopApp, type LaunchOptions } from '../testing/launch.ts';

const owner = { email: 'anna@example.com', firstName: 'Anna', lastName: 'Berg', password: 'Secret-12345' };

/** Sets up an owner. If there is one already, the request is rejected, which changes nothing. */
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
  const response = await fetch(`http://${host}:${port}/rest/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
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

const accessOf = (page: Page): Locator => page.getByRole('switch', { name: 'Let other computers of your network use Millrace' });

/** Loads the settings page. */
async function openSettings(app: DesktopApp): Promise<Page> {
  const page = await app.firstWindow();
  await page.goto(new URL('/settings/this-computer', page.url()).href);
  await page.getByRole('heading', { name: 'This computer' }).waitFor();
  return page;
}

/** Lets other computers in, if they are not let in yet. */
async function letIn(page: Page): Promise<void> {
  await setUpOwner(page);
  await page.reload();
  const access = accessOf(page);
  await access.waitFor();
  if (!(await access.isChecked())) await access.click();
  await expect.poll(async () => statusAt(elsewhere(), await portOf(page), '/healthz')).toBe(200);
}

/** Waits until the page is loaded. */
async function opened(options: LaunchOptions): Promise<DesktopApp> {
  const app = await launch(options);
  await startPage(app);
  return app;
}

// One application, which some tests restart with its data.
describe.skipIf(!hasDesktop)('this computer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-computer-'));
  const folders = { userData: join(folder, 'user'), dataDir: join(folder, 'data') };
  const file = join(folders.userData, 'settings.json');
  let app: DesktopApp;
  beforeAll(async () => {
    mkdirSync(folders.userData);
    // The setting of an earlier owner who let other computers in, although there is no owner now.
    writeFileSync(file, JSON.stringify({ isOnLan: true }));
    app = await opened(folders);
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  async function restart(...args: readonly string[]): Promise<void> {
    await app.evaluate(({ app: application }) => application.quit()).catch(() => undefined);
    await app.exited;
    await app.close();
    app = await opened({ ...folders, args });
  }

  it('does not let other computers in again if there is no owner anymore', async () => {
    const page = await app.firstWindow();
    const displayedPort = (): Promise<number> => page.evaluate('millrace.thisComputer().then(({ port }) => port)');
    await expect.poll(displayedPort).not.toBe(0);
    const port = String(await displayedPort());
    expect(await statusAt('127.0.0.1', port, '/healthz')).toBe(200);
    expect(await statusAt(elsewhere(), port, '/healthz')).toBe(undefined);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ isOnLan: false });
  });

  it('lets other computers in once there is an owner, who needs no sign-in in the window', async () => {
    const page = await openSettings(app);
    const lan = accessOf(page);
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
    const addresses = await page.evaluate<readonly { url: string }[]>('millrace.thisComputer().then(({ addresses }) => addresses)');
    for (const { url } of addresses) expect((await fetch(`${url}healthz`)).status, url).toBe(200);
    for (const { url } of addresses) await page.getByAltText(`QR code of ${url}`).waitFor();
    await page.getByRole('link', { name: 'Users' }).click();
    await page.getByText('Anna Berg').waitFor();
    await page.goBack();
    await lan.click();
    await expect.poll(() => lan.isChecked()).toBe(false);
    expect(await statusAt('127.0.0.1', port, '/healthz')).toBe(200);
    if (elsewhere() !== '127.0.0.2' || process.platform === 'linux') expect(await statusAt(elsewhere(), port, '/healthz')).toBe(undefined);
  });

  it('is changed by the menu and by the page, which show one state', async () => {
    const page = await openSettings(app);
    const traySwitch = page.getByRole('switch', { name: 'Keep running in the tray when the window is closed' });
    const item = (): Promise<boolean | undefined> =>
      app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('closesToTray')?.checked);
    expect([await traySwitch.isChecked(), await item()]).toEqual([true, true]);
    await app.evaluate(({ Menu }) => void Menu.getApplicationMenu()?.getMenuItemById('closesToTray')?.click());
    await expect.poll(() => traySwitch.isChecked()).toBe(false);
    await traySwitch.click();
    await expect.poll(item).toBe(true);
    await expect.poll(() => traySwitch.isChecked()).toBe(true);
  });

  it('cannot start an application at login that is not installed, and says so', async () => {
    const page = await openSettings(app);
    const login = page.getByRole('switch', { name: 'Start when you sign in to this computer' });
    expect(await login.isDisabled()).toBe(true);
    await page.getByText('Millrace must be installed').waitFor();
    const isEnabled = await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('startsAtLogin')?.enabled);
    expect(isEnabled).toBe(false);
  });

  it('offers the next port if another program uses the chosen one', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const takenPort = (other.address() as AddressInfo).port;
    const page = await openSettings(app);
    const former = await portOf(page);
    await page.getByLabel('Port', { exact: true }).fill(String(takenPort));
    await page.getByRole('button', { name: 'Change port' }).click();
    await page.getByText(`Another program uses port ${takenPort}.`).waitFor();
    expect(await statusAt('127.0.0.1', former, '/healthz')).toBe(200);
    await page.getByRole('button', { name: `Use port ${takenPort + 1}` }).click();
    await expect.poll(() => portOf(page)).toBe(String(takenPort + 1));
    expect(await statusAt('127.0.0.1', String(takenPort + 1), '/healthz')).toBe(200);
  });

  it.skipIf(isRealElectron)('keeps the theme, which pages and native parts follow', async () => {
    const page = await openSettings(app);
    const visible = (of: Page): Promise<string | null> => of.locator('html').getAttribute('data-theme');
    const source = (of: DesktopApp): Promise<string> => of.evaluate(({ nativeTheme }) => nativeTheme.themeSource);
    expect([await visible(page), await source(app)]).toEqual(['light', 'system']);
    await app.evaluate(({ standIn }) => standIn.setSystemTheme(true));
    await expect.poll(() => visible(page)).toBe('dark');
    await page.getByRole('button', { name: 'Theme: match system' }).click();
    await page.getByRole('button', { name: 'Theme: light' }).waitFor();
    await expect.poll(() => visible(page)).toBe('light');
    await page.getByRole('button', { name: 'Theme: light' }).click();
    await expect.poll(() => visible(page)).toBe('dark');
    expect(await source(app)).toBe('dark');
    await app.evaluate(({ standIn }) => standIn.setSystemTheme(false));
    await restart();
    const second = await app.firstWindow();
    await second.getByRole('button', { name: /^Theme: dark/ }).waitFor();
    expect([await visible(second), await source(app)]).toEqual(['dark', 'dark']);
    await second.evaluate(`millrace.changeThisComputer({ theme: 'system' })`);
  });

  it('lets other computers in again after a restart', async () => {
    await letIn(await openSettings(app));
    await restart();
    const second = await openSettings(app);
    await expect.poll(async () => statusAt(elsewhere(), await portOf(second), '/healthz')).toBe(200);
  });

  it('keeps access from the network when it continues without a port and gets another one', async () => {
    await letIn(await openSettings(app));
    const other = createServer().listen(0);
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    await restart(`--port=${(other.address() as AddressInfo).port}`);
    const second = await openSettings(app);
    // The dialog about the port has been canceled, which means to continue without a port.
    const missing = second.getByRole('note').filter({ hasText: 'Millrace runs without a port' });
    await missing.waitFor();
    const port = String(await freePort());
    await second.getByLabel('Port', { exact: true }).fill(port);
    await second.getByRole('button', { name: 'Change port' }).click();
    await expect.poll(() => statusAt(elsewhere(), port, '/healthz')).toBe(200);
    await missing.waitFor({ state: 'detached' });
  });
});

// Other systems have no second loopback address.
describe.skipIf(!hasDesktop || process.platform !== 'linux')('another address of this computer', () => {
  it('does not let other computers in by a change of the port', async () => {
    const host = '127.0.0.3';
    const other = await opened({ args: ['--host', host] });
    onTestFinished(() => other.close());
    const page = await openSettings(other);
    const lan = accessOf(page);
    expect(await lan.isChecked()).toBe(false);
    const port = String(await freePort());
    await page.getByLabel('Port', { exact: true }).fill(port);
    await page.getByRole('button', { name: 'Change port' }).click();
    await expect.poll(() => statusAt(host, port, '/healthz')).toBe(200);
    expect(await statusAt(elsewhere(), port, '/healthz')).toBe(undefined);
    expect(await lan.isChecked()).toBe(false);
  });
});
