// The shell around the window: second starts, links, files, menus, notifications and sleep.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { stubServer } from '../../engine/testing/stub-server.ts';
import { hasDesktop, isRealElectron, launchUntilExit, type DesktopApp, type Modules } from '../testing/launch.ts';
import { oneApp } from '../testing/one-app.ts';

const workflow = (name: string): string =>
  JSON.stringify({
    name,
    nodes: [{ id: '1', name: 'Begin', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} }],
    connections: {},
  });

/** Sent to the main process: keeps what the tests replace, so that each can begin with the originals. */
function rememberOriginals({ app, BrowserWindow, dialog, Notification, powerMonitor, powerSaveBlocker }: Modules): void {
  const originals = (
    [
      [app, 'setBadgeCount'],
      [BrowserWindow.getAllWindows()[0], 'setOverlayIcon'],
      [dialog, 'showMessageBox'],
      [dialog, 'showOpenDialog'],
      [dialog, 'showSaveDialog'],
      [MessagePort.prototype, 'postMessage'],
      [Notification.prototype, 'show'],
      [powerMonitor, 'isOnBatteryPower'],
      [powerSaveBlocker, 'start'],
      [powerSaveBlocker, 'stop'],
      [process, 'platform'],
    ] as [object, string][]
  ).map(([object, name]) => ({ object, name, original: Object.getOwnPropertyDescriptor(object, name) }));
  const restoreOriginals = (): void => {
    for (const { object, name, original } of originals) {
      if (original === undefined) Reflect.deleteProperty(object, name);
      else Object.defineProperty(object, name, original);
    }
  };
  Object.assign(globalThis, { restoreOriginals });
}

describe.skipIf(!hasDesktop)('the shell', () => {
  const current = oneApp();
  let app: DesktopApp;
  let page: Page;
  let folder: string;
  const isMenuItemEnabled = (id: string): Promise<boolean | undefined> =>
    app.evaluate(({ Menu }, item) => Menu.getApplicationMenu()?.getMenuItemById(item)?.enabled, id);

  beforeAll(async () => {
    await current().app.evaluate(rememberOriginals);
    // Otherwise unsaved work of one test would be offered to the next.
    await current().page.addInitScript('localStorage.clear(); sessionStorage.clear();');
  });
  // Each test begins with an empty workflow in a page that was just loaded.
  beforeEach(async () => {
    ({ app, page } = current());
    folder = mkdtempSync(join(tmpdir(), 'millrace-shell-'));
    await page.goto(new URL('/', page.url()).href);
    await page.getByRole('button', { name: 'Add the first step' }).waitFor();
    await expect.poll(() => isMenuItemEnabled('addSticky')).toBe(true);
    await expect.poll(() => isMenuItemEnabled('undo')).toBe(false);
  });
  afterEach(async () => {
    await app.evaluate(() => (globalThis as unknown as { restoreOriginals(): void }).restoreOriginals());
    rmSync(folder, { recursive: true, force: true });
  });

  const startAgain = async (...args: readonly string[]): Promise<void> => {
    const { userData, dataDir } = app;
    expect(await launchUntilExit({ userData, dataDir, args })).toEqual({ code: 0, log: '' });
  };
  const isVisible = (): Promise<boolean | undefined> => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
  /** Chooses a button of the next dialogs; they are collected. */
  const respond = (response: number): Promise<void> =>
    app.evaluate(({ dialog }, chosen) => {
      const messages: string[] = [];
      Object.assign(globalThis, { messages });
      dialog.showMessageBox = (({ message }: { message: string }) => {
        messages.push(message);
        return Promise.resolve({ response: chosen, checkboxChecked: false });
      }) as never;
    }, response);
  const messages = (): Promise<string[]> => app.evaluate(() => (globalThis as unknown as { readonly messages: string[] }).messages);

  it('shows its window again when it is started a second time', async () => {
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    expect(await isVisible()).toBe(false);
    await startAgain();
    await expect.poll(isVisible).toBe(true);
  });

  it('opens a workflow file of a second start in the editor', async () => {
    const file = join(folder, 'sent.millrace.json');
    writeFileSync(file, workflow('Sent by mail'));
    await startAgain(file);
    await page.getByRole('heading', { name: 'Sent by mail' }).waitFor();
    await page.getByText('Begin').first().waitFor();
  });

  it('imports and saves workflow files in native dialogs', async () => {
    const [source, target] = [join(folder, 'chosen.json'), join(folder, 'saved.json')];
    writeFileSync(source, workflow('Chosen'));
    writeFileSync(target, 'an older file');
    await app.evaluate(
      ({ dialog }, paths) => {
        dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [paths.source] });
        dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: paths.target });
      },
      { source, target },
    );
    const click = (id: string): Promise<void> =>
      app.evaluate(({ Menu }, item) => void Menu.getApplicationMenu()?.getMenuItemById(item)?.click(), id);
    await expect.poll(() => isMenuItemEnabled('importFile')).toBe(true);
    await click('importFile');
    await page.getByText('Begin').first().waitFor();
    await click('download');
    await expect.poll(() => readFileSync(target, 'utf8')).toContain('"Begin"');
    expect(readdirSync(folder).toSorted()).toEqual(['chosen.json', 'saved.json']);
  });

  it.skipIf(isRealElectron)('asks before it imports files that are dropped on the window', async () => {
    const file = join(folder, 'dropped.json');
    writeFileSync(file, workflow('Dropped'));
    await app.evaluate(({ standIn }, path) => standIn.placeFile('dropped.json', path), file);
    const drop = (): Promise<unknown> =>
      page.evaluate(`(() => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['{}'], 'dropped.json'));
        dataTransfer.items.add(new File(['{}'], 'without-a-path.json'));
        const target = document.querySelector('main');
        for (const type of ['dragover', 'drop']) target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      })()`);
    await respond(1);
    await drop();
    await expect.poll(messages).toEqual(['Import dropped.json?']);
    expect(await page.getByText('Begin').count()).toBe(0);
    await respond(0);
    await drop();
    await page.getByText('Begin').first().waitFor();
  });

  it('follows a link to a screen', async () => {
    const id: unknown = await page.evaluate(`millrace
      .request({ method: 'POST', path: 'workflows', sessionId: 'test', body: ${JSON.stringify(workflow('Linked'))} })
      .then(({ body }) => JSON.parse(body).data.id)`);
    await startAgain(`millrace://workflow/${String(id)}`);
    await page.getByRole('heading', { name: 'Linked' }).waitFor();
  });

  it.each([
    ['millrace://nothing/here', 'leads to nothing in Millrace'],
    ['https://example.org/', 'opens only its own links'],
    ['notes.txt', 'not a workflow file'],
    ['gone.json', '" does not exist.'],
  ])('says why it cannot open %s', async (item, reason) => {
    await app.evaluate(({ dialog }) => {
      const told: string[] = [];
      Object.assign(globalThis, { told });
      dialog.showMessageBox = (({ message, detail }: { message: string; detail: string }) => {
        told.push(`${message}: ${detail}`);
        return Promise.resolve({ response: 0, checkboxChecked: false });
      }) as never;
    });
    await startAgain(item);
    const notifications = (): Promise<string[]> => app.evaluate(() => (globalThis as unknown as { readonly told: string[] }).told);
    await expect.poll(notifications).toEqual([expect.stringContaining(`${item} could not be opened`) as string]);
    const [text] = await notifications();
    expect(text).toContain(reason);
    expect(text).not.toContain('ENOENT');
  });

  it('opens files with the ending that belongs to the application', async () => {
    const file = join(folder, 'double-clicked.MILLRACE');
    writeFileSync(file, workflow('Double-clicked'));
    await startAgain(file);
    await page.getByRole('heading', { name: 'Double-clicked' }).waitFor();
  });

  it('asks before it imports from a link, and does nothing if the user declines', async () => {
    await respond(1);
    await page.evaluate('{ globalThis.heard = []; millrace.onCommand(({ type }) => heard.push(type)); }');
    await startAgain('millrace://import?url=https%3A%2F%2Fexample.org%2Fflow.json', 'millrace://import?url=file:///etc/passwd');
    const rejected = 'millrace://import?url=file:///etc/passwd could not be opened';
    await expect.poll(messages).toEqual(['Import a workflow from example.org?', rejected]);
    await startAgain('millrace://workflow/none');
    await expect.poll(() => page.evaluate('heard')).toEqual(['show']);
  });

  it('runs commands of the menu, which are enabled if the editor can run them', async () => {
    const click = (id: string): Promise<void> =>
      app.evaluate(({ Menu }, item) => void Menu.getApplicationMenu()?.getMenuItemById(item)?.click(), id);
    await expect.poll(() => isMenuItemEnabled('shortcuts')).toBe(true);
    expect(await isMenuItemEnabled('undo')).toBe(false);
    await click('addSticky');
    await expect.poll(() => isMenuItemEnabled('undo')).toBe(true);
    // The text of the new note is edited until Escape is pressed.
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('textarea:focus').waitFor({ state: 'detached' });
    await click('undo');
    await expect.poll(() => isMenuItemEnabled('undo')).toBe(false);
    await page.goto(new URL('/workflows', page.url()).href);
    await page.getByRole('heading', { name: 'Workflows', exact: true }).waitFor();
    await expect.poll(() => isMenuItemEnabled('addSticky')).toBe(false);
  });

  it('shows the screens of the menu, also when the window is closed', async () => {
    const click = (id: string): Promise<void> =>
      app.evaluate(({ Menu }, item) => void Menu.getApplicationMenu()?.getMenuItemById(item)?.click(), id);
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    for (const [id, heading] of [
      ['showWorkflows', 'Workflows'],
      ['showExecutions', 'Executions'],
      ['showCredentials', 'Credentials'],
      ['helpFirstSteps', 'First steps'],
      ['helpNodes', 'Nodes'],
      ['helpExpressions', 'Expressions'],
      ['helpTroubleshooting', 'Troubleshooting'],
    ] as const) {
      await click(id);
      await page.getByRole('heading', { name: heading, exact: true }).waitFor();
    }
    expect(await isVisible()).toBe(true);
    await click('settings');
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/settings\/./);
  });

  it('holds notifications that can still be clicked, and only those', async () => {
    await app.evaluate(({ Notification, app: application }) => {
      const { setFlagsFromString } = process.getBuiltinModule('v8');
      setFlagsFromString('--expose-gc');
      const gc = process.getBuiltinModule('vm').runInNewContext('gc') as () => void;
      let notification: WeakRef<Electron.Notification> | undefined;
      Notification.prototype.show = function show(this: Electron.Notification) {
        notification = new WeakRef(this);
      };
      // Objects live until the end of the turn in which their reference was read.
      const turn = (): Promise<void> => new Promise((done) => void setImmediate(done));
      const isHeld = async (): Promise<boolean> => {
        await turn();
        gc();
        await turn();
        gc();
        return notification?.deref() !== undefined;
      };
      const emit = (name: string): void => void notification?.deref()?.emit(name as never);
      Object.assign(globalThis, { isHeld, emit, isShown: () => notification !== undefined });
      application.emit('activate');
    });
    const { id } = (
      await current().call('POST', 'workflows', {
        name: 'Fails again',
        nodes: [
          {
            id: '1',
            name: 'Hook',
            type: 'n8n-nodes-base.webhook',
            typeVersion: 2,
            position: [0, 0],
            webhookId: 'again',
            parameters: { path: 'again' },
          },
          {
            id: '2',
            name: 'Fail',
            type: 'n8n-nodes-base.stopAndError',
            typeVersion: 1,
            position: [0, 0],
            parameters: { errorMessage: 'No.' },
          },
        ],
        connections: { Hook: { main: [[{ node: 'Fail', type: 'main', index: 0 }]] } },
      })
    ).data as { readonly id: string };
    await current().call('PATCH', `workflows/${id}`, { active: true });
    const { urlBaseWebhook } = (await current().call('GET', 'settings')).data as { readonly urlBaseWebhook: string };
    await fetch(new URL('webhook/again', urlBaseWebhook));
    await expect.poll(() => app.evaluate(() => (globalThis as unknown as { isShown(): boolean }).isShown())).toBe(true);
    const isHeld = (): Promise<boolean> => app.evaluate(() => (globalThis as unknown as { isHeld(): Promise<boolean> }).isHeld());
    expect(await isHeld()).toBe(true);
    await app.evaluate(() => (globalThis as unknown as { emit(name: string): void }).emit('close'));
    await expect.poll(isHeld).toBe(false);
    await app.evaluate(({ app: application }) => void application.emit('browser-window-focus'));
  });

  it('reports a failed execution of an active workflow; a click opens it', async () => {
    await app.evaluate(({ Notification, BrowserWindow, app: application }) => {
      const visible: { title: string; emit(event: string): void }[] = [];
      Object.assign(globalThis, { shown: visible });
      Notification.prototype.show = function show(this: never) {
        visible.push(this);
      };
      application.setBadgeCount = (count) => Boolean(Object.assign(globalThis, { badge: count }));
      // Windows marks the icon of the window instead.
      Object.defineProperty(process, 'platform', { value: 'win32' });
      const [window] = BrowserWindow.getAllWindows();
      const setOverlayIcon: Electron.BrowserWindow['setOverlayIcon'] = (icon, description) => {
        Object.assign(globalThis, { overlay: icon === null ? 'none' : `${description}${icon.isEmpty() ? ' without a picture' : ''}` });
      };
      if (window !== undefined) window.setOverlayIcon = setOverlayIcon;
    });
    const response: unknown = await page.evaluate(`(async () => {
      const call = async (method, path, body) => {
        const answer = await millrace.request({ method, path, sessionId: 'test', body: JSON.stringify(body) });
        return JSON.parse(answer.body).data;
      };
      const node = (name, type, typeVersion, parameters, more) => ({ id: name, name, type: 'n8n-nodes-base.' + type, typeVersion, position: [0, 0], parameters, ...more });
      const { id } = await call('POST', 'workflows', {
        name: 'Failing',
        nodes: [
          node('Hook', 'webhook', 2, { path: 'fails', options: {} }, { webhookId: 'fails' }),
          node('Fail', 'stopAndError', 1, { errorMessage: 'No.' }),
        ],
        connections: { Hook: { main: [[{ node: 'Fail', type: 'main', index: 0 }]] } },
      });
      await call('PATCH', 'workflows/' + id, { active: true });
      return (await call('GET', 'settings')).urlBaseWebhook;
    })()`);
    await fetch(new URL('webhook/fails', String(response)));
    const titles = (): Promise<string[]> =>
      app.evaluate(() => (globalThis as unknown as { shown: { title: string }[] }).shown.map(({ title }) => title));
    await expect.poll(titles).toEqual(['Failing failed']);
    expect(await app.evaluate(() => (globalThis as unknown as { badge: number }).badge)).toBe(1);
    const overlay = (): Promise<string> => app.evaluate(() => (globalThis as unknown as { overlay: string }).overlay);
    expect(await overlay()).toBe('Workflows have failed');
    await app.evaluate(() => (globalThis as unknown as { shown: { emit(event: string): void }[] }).shown[0]?.emit('click'));
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/execution\/./);
    await app.evaluate(({ app: application }) => void application.emit('browser-window-focus'));
    await expect.poll(overlay).toBe('none');
  });

  it('tells that an execution waits for a response, also for a limited time, but not that it waits for a time', async () => {
    await app.evaluate(({ Notification }) => {
      const titles: string[] = [];
      Object.assign(globalThis, { titles });
      Notification.prototype.show = function show(this: { title: string }) {
        titles.push(this.title);
      };
    });
    const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
      const request = { method, path, sessionId: 'spec', ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      return page.evaluate<T>(`millrace.request(${JSON.stringify(request)}).then(({ body }) => JSON.parse(body).data)`);
    };
    const waits = async (name: string, wait: object): Promise<void> => {
      const node = { typeVersion: 1.1, position: [0, 0] };
      const nodes = [
        { ...node, id: '1', name: 'Hook', type: 'n8n-nodes-base.webhook', webhookId: name, parameters: { path: name } },
        { ...node, id: '2', name: 'Wait', type: 'n8n-nodes-base.wait', webhookId: `${name}-wait`, parameters: wait },
      ];
      const connections = { Hook: { main: [[{ node: 'Wait', type: 'main', index: 0 }]] } };
      const { id } = await call<{ id: string }>('POST', 'workflows', { name, nodes, connections });
      await call('PATCH', `workflows/${id}`, { active: true });
      const { urlBaseWebhook } = await call<{ urlBaseWebhook: string }>('GET', 'settings');
      expect((await fetch(new URL(`webhook/${name}`, urlBaseWebhook))).status).toBe(200);
      const waiting = `executions?${new URLSearchParams({ filter: JSON.stringify({ workflowId: id, status: ['waiting'] }) }).toString()}`;
      await expect.poll(async () => (await call<{ count: number }>('GET', waiting)).count).toBe(1);
    };
    const titles = (): Promise<string[]> => app.evaluate(() => (globalThis as unknown as { titles: string[] }).titles);
    await waits('interval', { resume: 'timeInterval', amount: 2, unit: 'hours' });
    const limit = { limitWaitTime: true, limitType: 'afterTimeInterval', resumeAmount: 2, resumeUnit: 'hours' };
    await waits('limited', { resume: 'webhook', ...limit });
    await expect.poll(titles).toHaveLength(1);
    await waits('unlimited', { resume: 'webhook' });
    await expect.poll(titles).toEqual(['limited', 'unlimited'].map((name) => expect.stringContaining(name) as string));
  });

  it('keeps the computer awake while a workflow runs, unless the setting is off', async () => {
    const question = Promise.withResolvers<() => void>();
    const stub = await stubServer((_request, response) => question.resolve(() => response.end('{}')));
    onTestFinished(() => stub.close());
    // Runs of other tests keep the computer awake for a while after their end. Blockers are numbered from 0.
    const isAwake = (): Promise<boolean> =>
      app.evaluate(({ powerSaveBlocker }) => Array.from({ length: 100 }, (_, id) => powerSaveBlocker.isStarted(id)).includes(true));
    await expect.poll(isAwake).toBe(false);
    await app.evaluate(({ powerSaveBlocker }) => {
      const blocked: string[] = [];
      Object.assign(globalThis, { blocked });
      const start = powerSaveBlocker.start.bind(powerSaveBlocker);
      const stop = powerSaveBlocker.stop.bind(powerSaveBlocker);
      powerSaveBlocker.start = (type) => {
        blocked.push(type);
        return start(type);
      };
      powerSaveBlocker.stop = (id) => {
        blocked.push(powerSaveBlocker.isStarted(id) ? 'stopped' : 'stopped in vain');
        return stop(id);
      };
    });
    const blocked = (): Promise<string[]> => app.evaluate(() => (globalThis as unknown as { blocked: string[] }).blocked);
    const workflowData = {
      name: 'Slow',
      nodes: [
        { id: '1', name: 'Begin', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
        { id: '2', name: 'Ask', type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, position: [0, 0], parameters: { url: stub.address } },
      ],
      connections: { Begin: { main: [[{ node: 'Ask', type: 'main', index: 0 }]] } },
      settings: {},
    };
    const run = { method: 'POST', path: 'workflows/run', sessionId: 'spec', body: JSON.stringify({ workflowData }) };
    await page.evaluate(`millrace.request(${JSON.stringify(run)})`);
    const respond = await question.promise;
    const seen = ['prevent-app-suspension'];
    await expect.poll(blocked).toEqual(seen);
    await page.evaluate('millrace.changeThisComputer({ keepsAwake: false })');
    expect(await blocked()).toEqual(seen.concat('stopped'));
    await page.evaluate('millrace.changeThisComputer({ keepsAwake: true })');
    seen.push('stopped', 'prevent-app-suspension');
    expect(await blocked()).toEqual(seen);
    respond();
    await expect.poll(blocked).toEqual(seen.concat('stopped'));
  });

  it('pauses schedules on battery if the user wants it, says so, and has a way on', async () => {
    const received = (): Promise<unknown> => app.evaluate(() => (globalThis as unknown as { paused: unknown }).paused);
    await app.evaluate(() => {
      const paused: unknown[] = [];
      Object.assign(globalThis, { paused });
      // The channel to the engine's thread.
      const port = MessagePort.prototype as unknown as {
        postMessage: (this: object, message: { readonly method?: string; readonly input?: readonly unknown[] }, ...rest: never[]) => void;
      };
      const { postMessage } = port;
      port.postMessage = function post(message, ...rest) {
        if (message.method === 'pauseSchedules') paused.push(message.input?.[0]);
        return postMessage.call(this, message, ...rest);
      };
    });
    const plug = (isPlugged: boolean): Promise<void> =>
      app.evaluate(({ powerMonitor }, isOnAc) => {
        powerMonitor.isOnBatteryPower = () => !isOnAc;
        powerMonitor.emit(isOnAc ? 'on-ac' : 'on-battery');
      }, isPlugged);
    const banner = page.getByRole('status').filter({ hasText: 'schedules and polling are paused' });
    await plug(false);
    await page.evaluate('millrace.changeThisComputer({ pausesOnBattery: true })');
    await banner.waitFor();
    expect(await received()).toEqual([false, true]);
    await banner.getByRole('button', { name: 'Run anyway' }).click();
    await banner.waitFor({ state: 'detached' });
    expect(await received()).toEqual([false, true, false]);
    await plug(true);
    await plug(false);
    await banner.waitFor();
    await plug(true);
    await banner.waitFor({ state: 'detached' });
    expect(await received()).toEqual([false, true, false, false, true, false]);
    await page.evaluate('millrace.changeThisComputer({ pausesOnBattery: false })');
  });

  it('tells the engine when the computer wakes up, and stays connected', async () => {
    const received = await app.evaluate(async ({ powerMonitor }) => {
      // The channel to the engine's thread.
      const port = MessagePort.prototype as unknown as {
        postMessage: (this: object, message: { readonly method?: string }, ...rest: never[]) => void;
      };
      const methods: (string | undefined)[] = [];
      const { postMessage } = port;
      port.postMessage = function post(message, ...rest) {
        methods.push(message.method);
        return postMessage.call(this, message, ...rest);
      };
      powerMonitor.emit('resume');
      await new Promise((resolve) => setImmediate(resolve));
      port.postMessage = postMessage;
      return methods;
    });
    expect(received).toEqual(['resume']);
    expect(
      await page.evaluate(`millrace.request({ method: 'GET', path: 'settings', sessionId: 'test' }).then(({ status }) => status)`),
    ).toBe(200);
  });
});
