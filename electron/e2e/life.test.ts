// The window's life: its place, closing to the tray, the order of quitting, and what a restart finds.
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeOlder, olderSchema } from '../../engine/testing/older-database.ts';
import { stubServer } from '../../engine/testing/stub-server.ts';
import { hasDesktop, isRealElectron, launch, startPage, type DesktopApp, type LaunchOptions } from '../testing/launch.ts';

interface Folders {
  readonly userData: string;
  readonly dataDir: string;
}

/** Maximum milliseconds that a hook waits with `vi.waitUntil`; `expect.poll` works only in tests. */
const PATIENCE = 30_000;

const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'millrace-life-'));

/** Waits until the page is loaded, and closes the application if it does not load. */
async function opened(options: LaunchOptions = {}): Promise<DesktopApp> {
  const app = await launch(options);
  try {
    await startPage(app);
    return app;
  } catch (error) {
    await app.close();
    throw new Error(`The application did not start.\n${app.log()}`, { cause: error });
  }
}

const quit = (running: DesktopApp): Promise<void> => running.evaluate(({ app }) => app.quit()).catch(() => undefined);

const settingsOf = ({ userData }: Pick<Folders, 'userData'>): Record<string, unknown> =>
  JSON.parse(readFileSync(join(userData, 'settings.json'), 'utf8')) as Record<string, unknown>;

/** Calls a REST route over the page's bridge. */
async function call<T>(running: DesktopApp, method: string, path: string, body?: unknown): Promise<T> {
  const request = { method, path, sessionId: 'spec', ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const page = await running.firstWindow();
  return page.evaluate<T>(`millrace.request(${JSON.stringify(request)}).then(({ body }) => JSON.parse(body).data)`);
}

const isVisible = (running: DesktopApp): Promise<boolean | undefined> =>
  running.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());

/** Called in a `describe`: runs `setUp` before its tests, and returns a function that returns what it resolves with. Then the applications are closed and the folders removed. */
function shared<T>(setUp: (folders: Folders, start: typeof opened) => Promise<T>): () => T {
  let folders: Folders | undefined;
  let state: { readonly value: T } | undefined;
  const apps: DesktopApp[] = [];
  beforeAll(async () => {
    folders = { userData: temporaryFolder(), dataDir: temporaryFolder() };
    const start: typeof opened = async (options) => {
      const app = await opened({ ...folders, ...options });
      apps.push(app);
      return app;
    };
    state = { value: await setUp(folders, start) };
  });
  afterAll(async () => {
    for (const app of apps) await app.close();
    for (const folder of Object.values(folders ?? {})) rmSync(folder as string, { recursive: true, force: true, maxRetries: 5 });
  });
  return () => {
    if (state === undefined) throw new Error('The application has not started.');
    return state.value;
  };
}

describe.skipIf(!hasDesktop)('after an ordinary start, the window', () => {
  const current = shared((_folders, start) => start());

  it('closes to the tray, tells so once, and opens again', async () => {
    const running = current();
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
      application.emit('activate');
      return { afterClose, afterOpen, titles };
    });
    expect(states).toEqual({ afterClose: false, afterOpen: true, titles: ['Millrace is still running'] });
  });

  it('leaves full screen before it closes to the tray', async () => {
    const states = await current().evaluate(({ BrowserWindow, app: application }) => {
      const [window] = BrowserWindow.getAllWindows();
      application.emit('activate');
      window?.setFullScreen(true);
      window?.close();
      const state = [window?.isFullScreen(), window?.isVisible()];
      application.emit('activate');
      return state;
    });
    expect(states).toEqual([false, false]);
  });

  it('has the background of its page, which follows the theme', async () => {
    const running = current();
    const backgroundOf = (): Promise<string | undefined> =>
      running.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBackgroundColor().toLowerCase());
    const page = await running.firstWindow();
    const painted = (): Promise<string> => page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--canvas').trim()");
    for (const theme of ['dark', 'light'] as const) {
      await page.evaluate(`millrace.changeThisComputer({ theme: '${theme}' })`);
      await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe(theme);
      expect(await backgroundOf()).toBe(await painted());
    }
    await page.evaluate("millrace.changeThisComputer({ theme: 'system' })");
  });

  it.skipIf(isRealElectron || process.platform !== 'linux')('has an icon, which Linux does not take from the program', async () => {
    const icons = await current().evaluate(({ standIn }) =>
      standIn.calls.filter(({ api }) => api === 'BrowserWindow').map(({ args }) => (args[0] as { readonly icon?: string }).icon),
    );
    expect(icons.map((icon) => icon !== undefined && existsSync(icon))).toEqual([true]);
  });

  it('asks for windows that it opened, too', async () => {
    const dialogState = await current().evaluate(({ BrowserWindow, dialog }) => {
      const messages: string[] = [];
      dialog.showMessageBoxSync = ((_window: unknown, { message }: { message: string }) => {
        messages.push(message);
        return 0;
      }) as never;
      const child = new BrowserWindow({ show: false });
      BrowserWindow.getAllWindows()[0]?.webContents.emit('did-create-window', child, {});
      child.webContents.emit('will-prevent-unload', { preventDefault: () => void messages.push('it closes') });
      child.destroy();
      return messages;
    });
    expect(dialogState).toEqual(['Close without saving?', 'it closes']);
  });

  it('offers to reload after a crash', async () => {
    const running = current();
    const dialogState = await running.evaluate(async ({ BrowserWindow, dialog }) => {
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
    expect(dialogState).toEqual(['The window has crashed', 'Reload', 'Restart in safe mode', 'Show logs', 'Quit']);
  });

  it('is not in safe mode', async () => {
    const page = await current().firstWindow();
    expect(await page.evaluate('new Promise((resolve) => millrace.onState(({ isSafeMode }) => resolve(isSafeMode)))')).toBe(false);
  });

  // The last test, because it ends the application.
  it('ends immediately if quitting is asked for a second time', async () => {
    const running = current();
    await running
      .evaluate(({ app: application }) => {
        application.once('will-quit', () => setImmediate(() => application.quit()));
        application.quit();
      })
      .catch(() => undefined);
    expect(await running.exited).toBe(1);
  });
});

describe.skipIf(!hasDesktop)('after a hidden start, the window', () => {
  const current = shared(async (folders, start) => {
    writeFileSync(join(folders.userData, 'settings.json'), JSON.stringify({ isMaximized: true }));
    const first = await start({ args: ['--hidden'] });
    await first.close();
    const settings = settingsOf(folders);
    const running = await start({ args: ['--hidden'] });
    return { running, settings, wasVisible: await isVisible(running) };
  });

  it('is hidden', () => {
    expect(current().wasVisible).toBe(false);
  });

  it('is maximized again when it is shown', async () => {
    const { running, settings } = current();
    expect(settings).toMatchObject({ isMaximized: true });
    const isMaximized = await running.evaluate(({ app, BrowserWindow }) => {
      app.emit('activate');
      return BrowserWindow.getAllWindows()[0]?.isMaximized();
    });
    expect(isMaximized).toBe(true);
  });

  it('is shown before the question about unsaved changes', async () => {
    const { running } = current();
    await running.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
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
});

describe.skipIf(!hasDesktop)('a restart', () => {
  const bounds = { x: 40, y: 30, width: 900, height: 700 };
  const current = shared(async (folders, start) => {
    const first = await start();
    await call(first, 'POST', 'workflows', { name: 'From before', nodes: [], connections: {} });
    await first.evaluate(({ BrowserWindow }, at) => BrowserWindow.getAllWindows()[0]?.setBounds(at), bounds);
    await first
      .evaluate(({ app }) => {
        app.once('will-quit', ({ defaultPrevented }) => void process.stdout.write(`will-quit is prevented: ${defaultPrevented}\n`));
        app.quit();
      })
      .catch(() => undefined);
    const code = await first.exited;
    const settings = settingsOf(folders);
    const hasLog = existsSync(join(folders.dataDir, 'db/millrace.sqlite-wal'));
    const copies = join(folders.dataDir, 'db/before-updates');
    const hadCopies = existsSync(copies);
    makeOlder(folders.dataDir);
    return { quit: { code, log: first.log(), settings, hasLog }, copies, hadCopies, running: await start() };
  });

  it('waits until the engine has closed its database', () => {
    const { code, log, hasLog } = current().quit;
    expect(code).toBe(0);
    expect(log).toContain('will-quit is prevented: true');
    expect(hasLog).toBe(false);
  });

  it('opens the window where it was', async () => {
    const { running, quit: before } = current();
    expect(before.settings).toMatchObject({ windowBounds: bounds });
    expect(await running.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds())).toEqual(bounds);
  });

  it('opens with the list of workflows', async () => {
    const page = await current().running.firstWindow();
    await page.getByText('From before').first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/workflows');
  });

  it('with a newer version copies the database before it changes it', async () => {
    const { running, copies, hadCopies } = current();
    expect(hadCopies).toBe(false);
    const [copy = ''] = readdirSync(copies);
    const database = new Sqlite(join(copies, copy), { readonly: true });
    const one = (query: string): unknown => database.prepare(query).pluck().get();
    expect([one('select max(name) from kysely_migration'), one('select name from workflow')]).toEqual([olderSchema, 'From before']);
    database.close();
    expect(await call(running, 'GET', 'workflows')).toMatchObject([{ name: 'From before' }]);
  });

  // The last test, because it ends the application.
  it('is canceled by a window that stays open because of unsaved changes', async () => {
    const { running } = current();
    const isHidden = await running.evaluate(async ({ app: application, BrowserWindow, dialog, Menu }) => {
      application.relaunch = () => void process.stdout.write('It starts again.\n');
      dialog.showMessageBoxSync = () => 1;
      const [window] = BrowserWindow.getAllWindows();
      // As Electron does for a page that prevents its unloading: the window stays open unless the listener prevents that.
      window?.once('close', (event) => {
        event.preventDefault();
        window.webContents.emit('will-prevent-unload', { preventDefault: () => undefined });
      });
      Menu.getApplicationMenu()?.getMenuItemById('safeMode')?.click();
      await new Promise((resolve) => setImmediate(resolve));
      window?.close();
      return window?.isVisible() === false;
    });
    // It closes to the tray again, and nothing starts again when the application quits later.
    expect(isHidden).toBe(true);
    await quit(running);
    expect(await running.exited).toBe(0);
    expect(running.log()).not.toContain('It starts again.');
  });
});

describe.skipIf(!hasDesktop)('a run in progress', () => {
  const statusOf = async (running: DesktopApp, executionId: string): Promise<string> =>
    (await call<{ status: string }>(running, 'GET', `executions/${executionId}`)).status;

  /** Activates a webhook with a node after it, calls it, and resolves with the execution's id once it has begun. */
  async function called(running: DesktopApp, node: object): Promise<string> {
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
    await vi.waitUntil(async () => (await executions()).length === 1, PATIENCE);
    const [first] = await executions();
    return first?.id ?? '';
  }

  describe('that ends', () => {
    const damaged = '{ "isMaximized": tr';
    const current = shared(async (folders, start) => {
      const question = Promise.withResolvers<() => void>();
      const stub = await stubServer((_request, response) => question.resolve(() => response.end('{"isDone":true}')));
      try {
        const first = await start();
        const request = { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, parameters: { url: stub.address } };
        const executionId = await called(first, request);
        const respond = await question.promise;
        await first.evaluate(({ app }) => void app.once('will-quit', () => void process.stdout.write('it quits\n')));
        await quit(first);
        await vi.waitUntil(() => first.log().includes('it quits'), PATIENCE);
        respond();
        const code = await first.exited;
        writeFileSync(join(folders.userData, 'settings.json'), damaged);
        return { code, executionId, folders, running: await start() };
      } finally {
        await stub.close();
      }
    });

    it('finishes before the application ends', async () => {
      const { code, executionId, running } = current();
      expect(code).toBe(0);
      expect(await statusOf(running, executionId)).toBe('success');
    });

    it('settings start anew if their file is damaged, which is kept', async () => {
      const { folders, running } = current();
      await running.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
      expect(readFileSync(join(folders.userData, 'settings.damaged.json'), 'utf8')).toBe(damaged);
      expect(settingsOf(folders)).toMatchObject({ windowBounds: { width: 1280 } });
    });
  });

  describe('that does not end in time', () => {
    const current = shared(async (_folders, start) => {
      const first = await start({ env: { MILLRACE_STOP_TIMEOUT: '1' } });
      const pause = { type: 'n8n-nodes-base.wait', typeVersion: 1, parameters: { resume: 'timeInterval', amount: 50, unit: 'seconds' } };
      const executionId = await called(first, pause);
      await quit(first);
      const code = await first.exited;
      return { code, executionId, running: await start({ args: ['--safe-mode'], env: { MILLRACE_SAFE_MODE: 'true' } }) };
    });

    it('is parked, and goes on at the next start', async () => {
      const { code, executionId, running } = current();
      expect(code).toBe(0);
      expect(await statusOf(running, executionId)).toBe('waiting');
    });

    // The last test, because it ends the application.
    it('safe mode of the next start is shown in the window, which offers to restart normally', async () => {
      const { running } = current();
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
  });
});

describe.skipIf(!hasDesktop || isRealElectron || process.platform !== 'linux')('the installed application', () => {
  const current = shared(async ({ userData, dataDir }, start) => {
    const folder = join(userData, 'configuration');
    const restarted = join(userData, 'restarted');
    const image = join(userData, '100% "own" $apps.AppImage');
    writeFileSync(image, `#!/bin/sh\nprintf '%s\\n' "$@" > '${restarted}'\n`, { mode: 0o755 });
    const noKeychain = { MILLRACE_KEY_STORE: '', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' };
    const env = { XDG_CONFIG_HOME: folder, APPIMAGE: image, ...noKeychain };
    const startAgain = (): Promise<DesktopApp> => start({ resources: resolve('resources'), env, args: ['--no-sandbox'] });
    return { running: await startAgain(), startAgain, folder, dataDir, restarted, userData };
  });

  it('starts at login, hidden, if the user wants it', async () => {
    const { running, folder, userData } = current();
    const page = await running.firstWindow();
    const file = join(folder, 'autostart/millrace.desktop');
    expect(existsSync(file)).toBe(false);
    await page.evaluate('millrace.changeThisComputer({ startsAtLogin: true })');
    expect(readFileSync(file, 'utf8').split('\n')).toEqual([
      '[Desktop Entry]',
      'Type=Application',
      'Name=Millrace',
      String.raw`Exec="${userData}/100%% \\"own\\" \\$apps.AppImage" --no-sandbox --hidden`,
      'Terminal=false',
      '',
    ]);
    await page.evaluate('millrace.changeThisComputer({ startsAtLogin: false })');
    expect(existsSync(file)).toBe(false);
  });

  it('says so if the start at login cannot be changed, and shows it as it is', async () => {
    const { running, folder } = current();
    const page = await running.firstWindow();
    // A file in place of the folder.
    rmSync(join(folder, 'autostart'), { recursive: true });
    writeFileSync(join(folder, 'autostart'), '');
    onTestFinished(() => rmSync(join(folder, 'autostart')));
    const decision = running.evaluate(
      ({ dialog }) =>
        new Promise<readonly string[]>((done) => {
          dialog.showMessageBox = (({ message, detail }: { message: string; detail: string }) => {
            done([message, detail]);
            return Promise.resolve({ response: 0, checkboxChecked: false });
          }) as never;
        }),
    );
    await page.evaluate('millrace.changeThisComputer({ startsAtLogin: true })');
    const [message, detail] = await decision;
    expect(message).toBe('The start at login could not be changed');
    expect(detail).not.toMatch(/E[A-Z]{4,}/);
    const isChecked = await running.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('startsAtLogin')?.checked);
    expect(isChecked).toBe(false);
  });

  it('stores the key of a new data folder in a file if there is no keychain, and says so once', async () => {
    const { running, startAgain, dataDir } = current();
    const page = await running.firstWindow();
    const banner = page.getByRole('status').filter({ hasText: 'The keychain of this computer could not be used' });
    await banner.waitFor();
    expect(existsSync(join(dataDir, 'master.key'))).toBe(true);
    await banner.getByRole('button', { name: 'Hide' }).click();
    await banner.waitFor({ state: 'detached' });
    await running.close();
    const second = await startAgain();
    onTestFinished(() => second.close());
    expect(await call(second, 'GET', 'vault')).toEqual({ isOpen: true, place: 'file' });
  });

  it('does not start at login again if the user has removed that in the system', async () => {
    const { startAgain, folder } = current();
    const first = await startAgain();
    const page = await first.firstWindow();
    await page.evaluate('millrace.changeThisComputer({ startsAtLogin: true })');
    const file = join(folder, 'autostart/millrace.desktop');
    writeFileSync(file, `${readFileSync(file, 'utf8')}X-GNOME-Autostart-enabled=false\n`);
    await first.close();
    const second = await startAgain();
    onTestFinished(() => second.close());
    const isChecked = await second.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('startsAtLogin')?.checked);
    expect(isChecked).toBe(false);
    expect(readFileSync(file, 'utf8')).toContain('enabled=false');
  });

  it('starts its image again, because its mount ends with it, and opens no file again', async () => {
    const { startAgain, restarted } = current();
    const running = await startAgain();
    onTestFinished(() => running.close());
    await running
      .evaluate(({ Menu, app }) => {
        app.relaunch = () => void process.stdout.write('from the mount\n');
        process.argv.push('flow.json', '--hidden');
        Menu.getApplicationMenu()?.getMenuItemById('safeMode')?.click();
      })
      .catch(() => undefined);
    expect(await running.exited).toBe(0);
    expect(running.log()).not.toContain('from the mount');
    await expect.poll(() => existsSync(restarted) && readFileSync(restarted, 'utf8')).toContain('--safe-mode');
    const args = readFileSync(restarted, 'utf8').trim().split('\n');
    expect(args).toContain('--no-sandbox');
    expect(args).not.toContain('flow.json');
    expect(args).not.toContain('--hidden');
  });
});

describe.skipIf(!hasDesktop)('a start', () => {
  let app: DesktopApp | undefined;
  let folder = '';
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(async () => {
    await app?.close();
    app = undefined;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  it('is interrupted by quitting, without an error', async () => {
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

  it('offers the next port if another program uses this one, and remembers it', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const userData = folder;
    app = await launch({ userData, args: ['--port', String(port)] });
    const dialogState = await app.evaluate(
      ({ dialog }) =>
        new Promise<readonly string[]>((resolve) => {
          dialog.showMessageBox = ((options: { message: string; buttons: string[] }) => {
            resolve([options.message, ...options.buttons]);
            return Promise.resolve({ response: 0, checkboxChecked: false });
          }) as never;
        }),
    );
    expect(dialogState).toEqual([`Port ${port} is used by another program`, `Use port ${port + 1}`, 'Continue without', 'Quit']);
    await expect.poll(() => settingsOf({ userData })['port']).toBe(port + 1);
    expect((await fetch(`http://127.0.0.1:${port + 1}/healthz`)).status).toBe(200);
  });

  it('that fails tells what is wrong with the data folder, and offers a way on', async () => {
    const dataDir = folder;
    mkdirSync(join(dataDir, 'db'));
    writeFileSync(join(dataDir, 'db/millrace.sqlite'), 'no database at all, but long enough to be read as its header'.repeat(20));
    app = await launch({ dataDir });
    const dialogState = await app.evaluate(({ dialog, app: application }) => {
      application.relaunch = () => void process.stdout.write('It starts again.\n');
      dialog.showErrorBox = () => void process.stdout.write('It has given up.\n');
      return new Promise<readonly string[]>((resolve) => {
        dialog.showMessageBox = ((options: { message: string; detail: string; buttons: string[] }) => {
          resolve([options.message, options.detail, ...options.buttons]);
          return new Promise((respond) => Object.assign(globalThis, { respond }));
        }) as never;
      });
    });
    expect(dialogState).toEqual([
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
    await app.evaluate(() => (globalThis as unknown as { respond: (choice: object) => void }).respond({ response: 0 }));
    expect(await app.exited).toBe(0);
    expect(app.log()).toContain('It starts again.');
    expect(app.log()).not.toContain('It has given up.');
  });
});
