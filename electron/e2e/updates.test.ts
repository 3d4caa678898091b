// Updates of an installed application from a server: checked for, downloaded, verified, and installed when it quits.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasDesktop, isRealElectron, launch, startPage, type DesktopApp } from '../testing/launch.ts';

/** A new version whose installation leaves a file. */
const program = (marker: string): string => `#!/bin/sh\necho "$APPIMAGE_EXIT_AFTER_INSTALL" > '${marker}'\n`;

describe.skipIf(!hasDesktop || isRealElectron || process.platform !== 'linux')('an update', () => {
  let folder: string;
  let server: Server;
  let app: DesktopApp | undefined;
  let feed: Readonly<Record<string, string>>;
  let requested: string[];
  const at = (name: string): string => join(folder, name);
  const appImage = (): string => at('Millrace.AppImage');

  const publish = (file: string, { checksum = file, more = '' } = {}): void => {
    const sha512 = createHash('sha512').update(checksum).digest('base64');
    const files = `files:\n  - url: Millrace-9.1.0.AppImage\n    sha512: ${sha512}\n    size: ${file.length}`;
    const notes = 'releaseNotes: |\n  Faster starts.\n  <b>Fixed</b> imports.';
    feed = {
      '/latest-linux.yml': `version: 9.1.0\nreleaseDate: '2026-11-01T00:00:00.000Z'\n${notes}\n${files}\n${more}`,
      '/Millrace-9.1.0.AppImage': file,
    };
  };

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'millrace-updates-'));
    requested = [];
    server = createServer(({ url = '' }, response) => {
      const { pathname } = new URL(url, 'http://localhost');
      requested.push(pathname);
      const content = feed[pathname];
      response.writeHead(content === undefined ? 404 : 200).end(content);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    mkdirSync(at('resources'));
    for (const name of readdirSync('resources')) symlinkSync(resolve('resources', name), at(join('resources', name)));
    const config = `provider: generic\nurl: http://127.0.0.1:${port}\nupdaterCacheDirName: millrace-updater\n`;
    writeFileSync(at('resources/app-update.yml'), config);
    writeFileSync(appImage(), 'the old version');
    chmodSync(appImage(), 0o755);
  });

  afterEach(async () => {
    await app?.close();
    app = undefined;
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function start(...args: readonly string[]): Promise<{ app: DesktopApp; page: Page }> {
    const env = { APPIMAGE: appImage(), XDG_CACHE_HOME: at('cache') };
    app = await launch({ resources: at('resources'), env, args });
    const page = await startPage(app);
    return { app, page };
  }

  const openDrawer = async (page: Page): Promise<void> => {
    await app?.evaluate(({ Menu }) => void Menu.getApplicationMenu()?.getMenuItemById('updates')?.click());
    await page.getByRole('dialog', { name: 'Updates' }).waitFor();
  };

  const quit = async (running: DesktopApp): Promise<number | string> => {
    await running.evaluate(({ app: application }) => application.quit()).catch(() => undefined);
    return running.exited;
  };

  it('is offered with its notes, downloaded on request, and installed when the application quits', async () => {
    const file = program(at('installed'));
    publish(file);
    const { app: running, page } = await start();
    await page.getByRole('button', { name: '1 update' }).click();
    await page.getByRole('heading', { name: '9.1.0' }).waitFor();
    await page.getByText('<b>Fixed</b> imports.').waitFor();
    expect(requested).not.toContain('/Millrace-9.1.0.AppImage');
    await page.getByRole('button', { name: 'Download' }).click();
    await page.getByRole('status').filter({ hasText: 'It is installed when you quit Millrace.' }).waitFor();
    expect(readFileSync(appImage(), 'utf8')).toBe('the old version');
    expect(await quit(running)).toBe(0);
    expect(readFileSync(appImage(), 'utf8')).toBe(file);
    expect(readFileSync(at('installed'), 'utf8')).toBe('true\n');
  });

  it('is refused if its checksum is wrong, and can be downloaded again', async () => {
    const published = program(at('installed'));
    publish('a damaged file', { checksum: published });
    const { app: running, page } = await start();
    await openDrawer(page);
    await page.getByRole('button', { name: 'Download' }).click();
    await page.getByRole('alert').filter({ hasText: 'The downloaded file is damaged' }).waitFor();
    expect(readdirSync(at('cache/millrace-updater/pending'))).toEqual([]);
    expect(readFileSync(appImage(), 'utf8')).toBe('the old version');
    feed = { ...feed, '/Millrace-9.1.0.AppImage': published };
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Restart and update' }).waitFor();
    expect(await quit(running)).toBe(0);
    expect(readFileSync(appImage(), 'utf8')).toBe(published);
  });

  it('waits for running workflows before the application restarts', async () => {
    const file = program(at('installed'));
    publish(file);
    const { app: running, page } = await start();
    const node = (name: string, type: string, parameters: object): object => ({
      id: name,
      name,
      type: `n8n-nodes-base.${type}`,
      typeVersion: 1,
      position: [0, 0],
      parameters,
    });
    const workflowData = {
      name: 'Slow',
      nodes: [node('Begin', 'manualTrigger', {}), node('Wait', 'wait', { resume: 'timeInterval', amount: 50, unit: 'seconds' })],
      connections: { Begin: { main: [[{ node: 'Wait', type: 'main', index: 0 }]] } },
      settings: {},
    };
    const call = (method: string, path: string, body?: unknown): Promise<string> =>
      page.evaluate(
        (request) =>
          (globalThis as unknown as { millrace: { request(call: object): Promise<{ body: string }> } }).millrace
            .request(request)
            .then(({ body: response }) => response),
        { method, path, sessionId: 'spec', ...(body === undefined ? {} : { body: JSON.stringify(body) }) },
      );
    const { data } = JSON.parse(await call('POST', 'workflows/run', { workflowData })) as { data: { executionId: string } };
    await openDrawer(page);
    await page.getByRole('button', { name: 'Download' }).click();
    await page.getByRole('button', { name: 'Restart and update' }).click();
    await page.getByRole('status').filter({ hasText: 'as soon as no workflow is running' }).waitFor();
    expect(readFileSync(appImage(), 'utf8')).toBe('the old version');
    await call('POST', `executions-current/${data.executionId}/stop`);
    expect(await running.exited).toBe(0);
    expect(readFileSync(appImage(), 'utf8')).toBe(file);
    // It was started, and not only installed.
    await expect.poll(() => existsSync(at('installed')) && readFileSync(at('installed'), 'utf8')).toBe('\n');
  });

  it('is not offered to users outside of its stage, not found at the server, and not looked for at a server that cannot be reached', async () => {
    publish('new', { more: 'stagingPercentage: 0\n' });
    const { page } = await start();
    await openDrawer(page);
    await page.getByText('newest version').first().waitFor();
    feed = {};
    await page.getByRole('button', { name: 'Check for updates' }).click();
    await page.getByText('There is no version for this computer').first().waitFor();
    server.close();
    server.closeAllConnections();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('The update server cannot be reached. Check your connection').first().waitFor();
    expect(requested).not.toContain('/Millrace-9.1.0.AppImage');
  });

  it('is not looked for in safe mode', async () => {
    publish('new');
    const { page } = await start('--safe-mode');
    await openDrawer(page);
    await page.getByText('does not look for updates in safe mode').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Check for updates' }).count()).toBe(0);
    expect(requested).toEqual([]);
  });

  it('is not looked for in a checkout', async () => {
    publish('new');
    app = await launch();
    const page = await startPage(app);
    await openDrawer(page);
    await page.getByText('This copy of Millrace does not update itself').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Check for updates' }).count()).toBe(0);
    expect(requested).toEqual([]);
  });
});
