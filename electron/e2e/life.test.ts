// The window's life: its place, closing to the tray, and the order of quitting.
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { makeOlder, olderSchema } from '../../engine/testing/older-database.ts';
import { stubServer } from '../../engine/testing/stub-server.ts';
import { hasDesktop, isRealElectron, launch, launchUntilExit, type DesktopApp } from '../testing/launch.ts';

let app: DesktopApp | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-life-'));
  onTestFinished(async () => {
    await app?.close();
    app = undefined;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return folder;
}

async function opened(...options: Parameters<typeof launch>): Promise<DesktopApp> {
  app = await launch(...options);
  const page = await app.firstWindow();
  await page.getByRole('button', { name: 'Add the first step' }).waitFor();
  return app;
}

const settingsOf = ({ userData }: Pick<DesktopApp, 'userData'>): Record<string, unknown> =>
  JSON.parse(readFileSync(join(userData, 'settings.json'), 'utf8')) as Record<string, unknown>;

describe.skipIf(!hasDesktop)('the window', () => {
  it('closes to the tray, tells so once, and opens again', async () => {
    const running = await opened();
    const states = await running.evaluate(async ({ BrowserWindow, Notification, app: application }) => {
      const titles: string[] = [];
      Notification.prototype.show = function show(this: { title: string }) {
        titles.push(this.title);
      };
      const [window] = BrowserWindow.getAllWindows();
      window?.close();
      const afterClose = window?.isVisible();
      // The page of a window that closed for good would not respond.
      await window?.webContents.executeJavaScript('document.title');
      application.emit('activate');
      const afterOpen = window?.isVisible();
      window?.close();
      return { afterClose, afterOpen, titles };
    });
    expect(states).toEqual({ afterClose: false, afterOpen: true, titles: ['Millrace is still running'] });
  });

  it('opens where it was', async () => {
    const folders = { userData: temporaryFolder(), dataDir: temporaryFolder() };
    const first = await opened(folders);
    await first.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setBounds({ x: 40, y: 30, width: 900, height: 700 }));
    await first.evaluate(({ app: application }) => application.quit()).catch(() => undefined);
    expect(await first.exited).toBe(0);
    expect(settingsOf(first)).toMatchObject({ windowBounds: { x: 40, y: 30, width: 900, height: 700 } });
    const bounds = (of: DesktopApp): Promise<unknown> => of.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds());
    const second = await opened(folders);
    expect(await bounds(second)).toEqual({ x: 40, y: 30, width: 900, height: 700 });
  });

  it('starts hidden if it is asked to', async () => {
    const running = await opened({ args: ['--hidden'] });
    expect(await running.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isVisible()))).toEqual([
      false,
    ]);
  });

  it('is maximized again when it is shown after a hidden start', async () => {
    const folders = { userData: temporaryFolder(), dataDir: temporaryFolder() };
    writeFileSync(join(folders.userData, 'settings.json'), JSON.stringify({ isMaximized: true }));
    const first = await opened({ ...folders, args: ['--hidden'] });
    await first.close();
    expect(settingsOf(folders)).toMatchObject({ isMaximized: true });
    const second = await opened({ ...folders, args: ['--hidden'] });
    const isMaximized = await second.evaluate(({ app: application, BrowserWindow }) => {
      application.emit('activate');
      return BrowserWindow.getAllWindows()[0]?.isMaximized();
    });
    expect(isMaximized).toBe(true);
  });

  it('is shown before the question about unsaved changes', async () => {
    const running = await opened({ args: ['--hidden'] });
    const wasVisible = await running.evaluate(({ BrowserWindow, dialog }) => {
      const [window] = BrowserWindow.getAllWindows();
      let isVisible: boolean | undefined;
      dialog.showMessageBoxSync = () => {
        isVisible = window?.isVisible();
        return 0;
      };
      window?.webContents.emit('will-prevent-unload', { preventDefault: () => undefined });
      return isVisible;
    });
    expect(wasVisible).toBe(true);
  });

  it('offers to reload after a crash', async () => {
    const running = await opened();
    const asked = await running.evaluate(async ({ BrowserWindow, dialog }) => {
      const messages: string[] = [];
      dialog.showMessageBox = (async (_window: unknown, { message, buttons = [] }: { message: string; buttons?: string[] }) => {
        messages.push(message, ...buttons);
        return { response: 0, checkboxChecked: false };
      }) as never;
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      const loaded = new Promise((resolve) => contents?.once('did-finish-load', () => resolve(undefined)));
      contents?.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
      await loaded;
      return messages;
    });
    expect(asked).toEqual(['The window has crashed', 'Reload', 'Restart in safe mode', 'Show logs', 'Quit']);
  });
});

describe.skipIf(!hasDesktop)('quitting', () => {
  it('waits until the engine has closed its database', async () => {
    const dataDir = temporaryFolder();
    const running = await opened({ dataDir });
    await running
      .evaluate(({ app: application }) => {
        application.once('will-quit', ({ defaultPrevented }) => void process.stdout.write(`will-quit is prevented: ${defaultPrevented}\n`));
        application.quit();
      })
      .catch(() => undefined);
    expect(await running.exited).toBe(0);
    expect(running.log()).toContain('will-quit is prevented: true');
    expect(existsSync(join(dataDir, 'db/millrace.sqlite-wal'))).toBe(false);
  });

  it('interrupts a start without an error', async () => {
    app = await launch();
    await app
      .evaluate(({ app: application, dialog }) => {
        dialog.showErrorBox = (title) => void process.stdout.write(`${title}\n`);
        application.quit();
      })
      .catch(() => undefined);
    expect(await app.exited).toBe(0);
    expect(app.log()).not.toContain('could not start');
  });

  it('ends immediately the second time', async () => {
    const running = await opened();
    await running
      .evaluate(({ app: application }) => {
        application.once('will-quit', () => setImmediate(() => application.quit()));
        application.quit();
      })
      .catch(() => undefined);
    expect(await running.exited).toBe(1);
  });
});

describe.skipIf(!hasDesktop)('a run in progress', () => {
  interface Called {
    readonly running: DesktopApp;
    readonly folders: { readonly userData: string; readonly dataDir: string };
    readonly executionId: string;
  }

  /** Calls a REST route over the page's bridge. */
  const call = async <T>(running: DesktopApp, method: string, path: string, body?: unknown): Promise<T> => {
    const request = { method, path, sessionId: 'spec', ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const page = await running.firstWindow();
    return page.evaluate<T>(`millrace.request(${JSON.stringify(request)}).then(({ body }) => JSON.parse(body).data)`);
  };

  const statusOf = async (running: DesktopApp, executionId: string): Promise<string> =>
    (await call<{ status: string }>(running, 'GET', `executions/${executionId}`)).status;

  /** Activates a webhook with a node after it, calls it, and returns once the run has begun. */
  async function called(node: object, env: Readonly<Record<string, string>> = {}): Promise<Called> {
    const folders = { userData: temporaryFolder(), dataDir: temporaryFolder() };
    const running = await opened({ ...folders, env });
    const nodes = [
      {
        id: '1',
        name: 'Webhook',
        type: 'n8n-nodes-base.webhook',
        typeVersion: 1,
        position: [0, 0],
        webhookId: 'quit',
        parameters: { path: 'quit', responseMode: 'onReceived' },
      },
      { id: '2', name: 'Next', position: [200, 0], ...node },
    ];
    const connections = { Webhook: { main: [[{ node: 'Next', type: 'main', index: 0 }]] } };
    const { id } = await call<{ id: string }>(running, 'POST', 'workflows', { name: 'Slow', nodes, connections, settings: {} });
    await call(running, 'PATCH', `workflows/${id}`, { active: true });
    const page = await running.firstWindow();
    const port = await page.evaluate<number>('millrace.thisComputer().then(({ port }) => port)');
    expect((await fetch(`http://127.0.0.1:${port}/webhook/quit`)).status).toBe(200);
    const executions = (): Promise<readonly { id: string }[]> => call(running, 'GET', 'executions-current');
    await expect.poll(async () => (await executions()).length).toBe(1);
    const [first] = await executions();
    return { running, folders, executionId: first?.id ?? '' };
  }

  const quit = (running: DesktopApp): Promise<void> =>
    running.evaluate(({ app: application }) => application.quit()).catch(() => undefined);

  it('finishes before the application ends', async () => {
    const asked = Promise.withResolvers<() => void>();
    const stub = await stubServer((_request, response) => asked.resolve(() => response.end('{"isDone":true}')));
    onTestFinished(() => stub.close());
    const request = { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, parameters: { url: stub.address } };
    const { running, folders, executionId } = await called(request);
    const respond = await asked.promise;
    await running.evaluate(({ app: application }) => void application.once('will-quit', () => void process.stdout.write('it quits\n')));
    await quit(running);
    await expect.poll(() => running.log()).toContain('it quits');
    respond();
    expect(await running.exited).toBe(0);
    expect(await statusOf(await opened(folders), executionId)).toBe('success');
  });

  it('is parked if it does not finish in time, and goes on at the next start', async () => {
    const pause = { type: 'n8n-nodes-base.wait', typeVersion: 1, parameters: { resume: 'timeInterval', amount: 50, unit: 'seconds' } };
    const { running, folders, executionId } = await called(pause, { MILLRACE_STOP_TIMEOUT: '1' });
    await quit(running);
    expect(await running.exited).toBe(0);
    expect(await statusOf(await opened({ ...folders, args: ['--safe-mode'] }), executionId)).toBe('waiting');
  });
});

describe.skipIf(!hasDesktop || isRealElectron || process.platform !== 'linux')('the installed application', () => {
  it('starts at login, hidden, if the user wants it', async () => {
    const folder = temporaryFolder();
    const env = { XDG_CONFIG_HOME: folder, APPIMAGE: '/opt/100% "own" $apps/Millrace.AppImage' };
    const running = await opened({ resources: resolve('resources'), env });
    const page = await running.firstWindow();
    const file = join(folder, 'autostart/millrace.desktop');
    expect(existsSync(file)).toBe(false);
    await page.evaluate('millrace.changeThisComputer({ startsAtLogin: true })');
    expect(readFileSync(file, 'utf8').split('\n')).toEqual([
      '[Desktop Entry]',
      'Type=Application',
      'Name=Millrace',
      String.raw`Exec="/opt/100%% \\"own\\" \\$apps/Millrace.AppImage" --hidden`,
      'Terminal=false',
      '',
    ]);
    await page.evaluate('millrace.changeThisComputer({ startsAtLogin: false })');
    expect(existsSync(file)).toBe(false);
  });

  it('stores the key of a new data folder in a file if there is no keychain, and says so once', async () => {
    const noKeychain = { MILLRACE_KEY_STORE: '', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' };
    const start = { dataDir: temporaryFolder(), userData: temporaryFolder(), resources: resolve('resources'), env: noKeychain };
    const running = await opened(start);
    const page = await running.firstWindow();
    const banner = page.getByRole('status').filter({ hasText: 'The keychain of this computer could not be used' });
    await banner.waitFor();
    expect(existsSync(join(start.dataDir, 'master.key'))).toBe(true);
    await banner.getByRole('button', { name: 'Hide' }).click();
    await banner.waitFor({ state: 'detached' });
    await running.close();
    const again = await (await opened(start)).firstWindow();
    const status = await again.evaluate<string>(
      `millrace.request({ method: 'GET', path: 'vault', sessionId: 'x' }).then(({ body }) => body)`,
    );
    expect(JSON.parse(status)).toEqual({ data: { isOpen: true, place: 'file' } });
  });
});

describe.skipIf(!hasDesktop)('a newer version', () => {
  it('copies the database before it changes it', async () => {
    const folders = { dataDir: temporaryFolder(), userData: temporaryFolder() };
    const first = await opened(folders);
    const page = await first.firstWindow();
    const workflow = JSON.stringify({ name: 'From before', nodes: [], connections: {} });
    await page.evaluate(`millrace.request(${JSON.stringify({ method: 'POST', path: 'workflows', sessionId: 'x', body: workflow })})`);
    await first.close();
    const before = join(folders.dataDir, 'db/before-updates');
    expect(existsSync(before)).toBe(false);
    makeOlder(folders.dataDir);
    const second = await (await opened(folders)).firstWindow();
    const [copy = ''] = readdirSync(before);
    const database = new Sqlite(join(before, copy), { readonly: true });
    const one = (query: string): unknown => database.prepare(query).pluck().get();
    expect([one('select max(name) from kysely_migration'), one('select name from workflow')]).toEqual([olderSchema, 'From before']);
    database.close();
    const listed = await second.evaluate<string>(
      `millrace.request({ method: 'GET', path: 'workflows', sessionId: 'x' }).then(({ body }) => body)`,
    );
    expect(listed).toContain('"name":"From before"');
  });
});

describe.skipIf(!hasDesktop)('safe mode', () => {
  it('is shown in the window, which offers to restart normally', async () => {
    const running = await opened({ args: ['--safe-mode'], env: { MILLRACE_SAFE_MODE: 'true' } });
    const page = await running.firstWindow();
    const banner = page.getByRole('status').filter({ hasText: 'no workflow starts by itself' });
    await banner.waitFor();
    await running.evaluate(({ app: application }) => {
      application.relaunch = ({ args = [] } = {}) =>
        void process.stdout.write(`restarts ${JSON.stringify([args, process.env['MILLRACE_SAFE_MODE'] ?? 'off'])}\n`);
    });
    await banner.getByRole('button', { name: 'Restart normally' }).click();
    expect(await running.exited).toBe(0);
    const [, restarted = ''] = /restarts (.*)/.exec(running.log()) ?? [];
    const [args, mode] = JSON.parse(restarted) as [string[], string];
    expect(mode).toBe('off');
    expect(args).toContain(`--data-dir=${running.dataDir}`);
    expect(args).not.toContain('--safe-mode');
  });

  it('is left by an ordinary start', async () => {
    const page = await (await opened()).firstWindow();
    expect(await page.evaluate('new Promise((resolve) => millrace.onState(({ isSafeMode }) => resolve(isSafeMode)))')).toBe(false);
  });
});

describe.skipIf(!hasDesktop)('a start that fails', () => {
  it('offers the next port if another program uses this one, and remembers it', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const userData = temporaryFolder();
    app = await launch({ userData, args: ['--port', String(port)] });
    const asked = await app.evaluate(
      ({ dialog }) =>
        new Promise<readonly string[]>((resolve) => {
          dialog.showMessageBox = ((options: { message: string; buttons: string[] }) => {
            resolve([options.message, ...options.buttons]);
            return Promise.resolve({ response: 0, checkboxChecked: false });
          }) as never;
        }),
    );
    expect(asked).toEqual([`Port ${port} is used by another program`, `Use port ${port + 1}`, 'Continue without', 'Quit']);
    await expect.poll(() => settingsOf({ userData })['port']).toBe(port + 1);
    expect((await fetch(`http://127.0.0.1:${port + 1}/healthz`)).status).toBe(200);
  });

  it('tells what is wrong with the data folder, and offers a way on', async () => {
    const dataDir = temporaryFolder();
    mkdirSync(join(dataDir, 'db'));
    writeFileSync(join(dataDir, 'db/millrace.sqlite'), 'no database at all, but long enough to be read as its header'.repeat(20));
    app = await launch({ dataDir });
    const asked = await app.evaluate(({ dialog, app: application }) => {
      application.relaunch = () => void process.stdout.write('It starts again.\n');
      dialog.showErrorBox = () => void process.stdout.write('It has given up.\n');
      return new Promise<readonly string[]>((resolve) => {
        dialog.showMessageBox = ((options: { message: string; detail: string; buttons: string[] }) => {
          resolve([options.message, options.detail, ...options.buttons]);
          return new Promise((respond) => Object.assign(globalThis, { respond }));
        }) as never;
      });
    });
    expect(asked).toEqual([
      'Millrace could not start',
      expect.stringContaining('database'),
      'Try again',
      'Show logs',
      'Show data folder',
      'Quit',
    ]);
    // The user takes time to choose.
    await app.firstWindow();
    await expect.poll(() => app?.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.isLoading())).toBe(false);
    await app.evaluate(() => (globalThis as unknown as { respond: (given: object) => void }).respond({ response: 0 }));
    expect(await app.exited).toBe(0);
    expect(app.log()).toContain('It starts again.');
    expect(app.log()).not.toContain('It has given up.');
  });

  it('is printed without a window', async () => {
    const dataDir = temporaryFolder();
    mkdirSync(join(dataDir, 'db'));
    writeFileSync(join(dataDir, 'db/millrace.sqlite'), 'no database at all, but long enough to be read as its header'.repeat(20));
    const { code, log } = await launchUntilExit({ dataDir, args: ['--headless'] });
    expect(code).toBe(2);
    expect(log).toMatch(/database/);
  });
});

describe.skipIf(!hasDesktop)('settings', () => {
  it('start anew if their file is damaged, which is kept', async () => {
    const userData = temporaryFolder();
    const damaged = '{ "isMaximized": tr';
    writeFileSync(join(userData, 'settings.json'), damaged);
    const running = await opened({ userData });
    await running.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    expect(readFileSync(join(userData, 'settings.damaged.json'), 'utf8')).toBe(damaged);
    expect(settingsOf({ userData })).toMatchObject({ windowBounds: { width: 1280 } });
  });
});

describe.skipIf(!hasDesktop)('without a window', () => {
  it('prints the version', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(await launchUntilExit({ args: ['--version'] })).toEqual({ code: 0, log: `${version}\n` });
  });

  it('runs workflow files with the words and exit codes of the command line', async () => {
    const folder = temporaryFolder();
    const file = (name: string, jsCode: string): string => {
      const nodes = [
        { id: '1', name: 'Begin', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
        { id: '2', name: 'Code', type: 'n8n-nodes-base.code', typeVersion: 2, position: [200, 0], parameters: { jsCode } },
      ];
      const connections = { Begin: { main: [[{ node: 'Code', type: 'main', index: 0 }]] } };
      writeFileSync(join(folder, name), JSON.stringify({ name, nodes, connections }));
      return join(folder, name);
    };
    const good = file('good.json', 'return [{ json: { sum: 40 + 2 } }];');
    const bad = file('bad.json', "throw new Error('Enough');");
    const [succeeded, failed, misused] = [
      await launchUntilExit({ args: ['run', good, '--json'] }),
      await launchUntilExit({ args: ['run', good, bad] }),
      await launchUntilExit({ args: ['run', '--jsn', good] }),
    ];
    expect(succeeded.code).toBe(0);
    expect(JSON.parse(succeeded.log)).toMatchObject({ file: good, status: 'success' });
    expect(succeeded.log).toContain('"sum":42');
    expect(failed).toMatchObject({ code: 1, log: expect.stringContaining('Enough') as string });
    expect(misused).toMatchObject({ code: 2, log: expect.stringContaining('millrace help run') as string });
  });

  it.each([
    ['many', '"many" is not a port'],
    ['65536', '"65536" is not a port'],
  ])('refuses the port %s', async (port, reason) => {
    expect(await launchUntilExit({ args: ['--headless', '--port', port] })).toMatchObject({
      code: 2,
      log: expect.stringContaining(reason) as string,
    });
  });

  it('serves until it is asked to quit, with a link to get in', async () => {
    app = await launch({ args: ['--headless'] });
    await expect.poll(() => app?.log()).toMatch(/Millrace is ready: http:\/\/\S+/);
    const [url = ''] = /http:\/\/\S+/.exec(app.log()) ?? [];
    expect((await fetch(`${url}healthz`)).status).toBe(200);
    await expect.poll(() => app?.log()).toMatch(/open this link/);
    const [link = ''] = /http:\/\/\S+local-access\S+/.exec(app.log()) ?? [];
    const opened = await fetch(link, { redirect: 'manual' });
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await fetch(`${url}rest/workflows`, { headers: { cookie } })).status).toBe(200);
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(0);
    await app.evaluate(({ app: application }) => application.quit()).catch(() => undefined);
    expect(await app.exited).toBe(0);
    expect(existsSync(join(app.dataDir, 'db'))).toBe(true);
  });
});
