// What crosses between a page, its preload script and the main process, as Electron documents it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasDesktop, launch, type DesktopApp } from './launch.ts';

const preload = `
const { contextBridge, ipcRenderer } = require('electron');
contextBridge.exposeInMainWorld('bridge', {
  invoke: (value) => ipcRenderer.invoke('value', value),
  twice: (number) => number * 2,
  later: (callback) => Promise.resolve().then(() => callback({ sum: 3 })),
  fail: () => { throw new TypeError('refused'); },
  nested: { list: [1, { deep: true }] },
});
`;

const main = (folder: string): string => `
import { app, BrowserWindow, ipcMain, protocol } from 'electron';
protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } }]);
await app.whenReady();
let chunks = 0;
globalThis.sentChunks = () => chunks;
globalThis.canceled = new Promise((resolve) => {
  protocol.handle('app', ({ url }) => {
    if (url.endsWith('/long')) {
      const chunk = new Uint8Array(65_536);
      const pull = (controller) => (++chunks > 800 ? controller.close() : controller.enqueue(chunk));
      return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), { headers: { 'x-own': 'kept' } });
    }
    if (!url.endsWith('/endless')) return new Response('<title>Page</title>', { headers: { 'content-type': 'text/html' } });
    const body = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(10)), cancel: () => resolve(true) });
    return new Response(body);
  });
});
ipcMain.handle('value', (_event, value) => {
  if (value === 'fail') throw new Error('the engine is away');
  if (value === 'function') return () => 1;
  return value;
});
const window = new BrowserWindow({ show: false, webPreferences: { preload: ${JSON.stringify(join(folder, 'preload.cjs'))} } });
await window.loadURL('app://host/');
`;

describe.skipIf(!hasDesktop)('between page and application', () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-channels-'));
  let app: DesktopApp;
  let page: Page;
  beforeAll(async () => {
    writeFileSync(join(folder, 'preload.cjs'), preload);
    writeFileSync(join(folder, 'main.mjs'), main(folder));
    app = await launch({ main: join(folder, 'main.mjs') });
    page = await app.firstWindow();
    await page.waitForFunction(`'bridge' in window`);
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const failure = (expression: string): Promise<unknown> =>
    page.evaluate(`(async () => ${expression})().then(() => 'no error', (error) => error.message)`);

  it.each([
    'new Date(5)',
    'new Uint8Array([1, 2, 255])',
    "new Map([['a', new Set([1])]])",
    '-0',
    'NaN',
    '12345678901234567890n',
    '/a+/gi',
    '[undefined, null]',
    "({ $: 'n', v: { $: 'u' }, ['__proto__']: { own: true } })",
    "new RangeError('too far')",
  ])('%s arrives unchanged', async (value) => {
    const [sent, returned] = await page.evaluate<readonly string[]>(`(async () => {
      const shown = (value) => {
        const kind = Object.prototype.toString.call(value);
        if (value instanceof Error) return value.message;
        if (value instanceof Map || value instanceof Set) return kind + [...value].map((entry) => [entry].flat().map(shown));
        if (typeof value === 'object' && value !== null && kind !== '[object Date]' && kind !== '[object RegExp]')
          return kind + Object.keys(value).map((key) => key + ':' + shown(value[key]));
        return kind + (Object.is(value, -0) ? '-0' : String(value));
      };
      const value = ${value};
      return [shown(value), shown(await bridge.invoke(value))];
    })()`);
    expect(returned).toBe(sent);
  });

  it('functions and results of the bridge cross both ways', async () => {
    expect(await page.evaluate('bridge.twice(21)')).toBe(42);
    expect(await page.evaluate('bridge.later(({ sum }) => sum + 1)')).toBe(4);
    expect(await page.evaluate('[Object.isFrozen(bridge.nested.list), bridge.nested.list[1].deep]')).toEqual([true, true]);
  });

  it('errors keep their message', async () => {
    expect(await failure('bridge.fail()')).toBe('refused');
    expect(await failure("bridge.invoke('fail')")).toBe("Error invoking remote method 'value': Error: the engine is away");
  });

  it.each(["bridge.invoke('function')", 'bridge.invoke(() => 1)', 'bridge.invoke({ at: document.body })'])(
    '%s is refused, because it cannot be cloned',
    async (call) => {
      expect(await failure(call)).toContain('could not be cloned');
    },
  );

  it('a stream is canceled when the page gives it up', async () => {
    await page.evaluate(`{
      const gone = new AbortController();
      fetch('/endless', { signal: gone.signal }).then((response) => response.text()).catch(() => undefined);
      setTimeout(() => gone.abort(), 100);
    }`);
    expect(await app.evaluate(() => (globalThis as unknown as { canceled: Promise<boolean> }).canceled)).toBe(true);
  });

  it('a long response is sent as fast as the page reads it', async () => {
    const sent = (): Promise<number> => app.evaluate(() => (globalThis as unknown as { sentChunks(): number }).sentChunks());
    const devtools = await page.context().newCDPSession(page);
    const limit = (downloadThroughput: number): Promise<unknown> =>
      devtools.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput, uploadThroughput: -1 });
    await devtools.send('Network.enable');
    await limit(1_000_000);
    const started = await page.evaluate<{ readonly length: number }>(`fetch('/long').then(async (response) => {
      globalThis.reader = response.body.getReader();
      const { value } = await reader.read();
      return { status: response.status, isOwn: response.url === location.origin + '/long', header: response.headers.get('x-own'), length: value.length };
    })`);
    expect(started).toMatchObject({ status: 200, isOwn: true, header: 'kept' });
    // What was sent without being read is in buffers of the system.
    expect(await sent()).toBeLessThan(400);
    await limit(-1);
    const size = await page.evaluate<number>(`(async () => {
      let size = 0;
      for (let part = await reader.read(); !part.done; part = await reader.read()) size += part.value.length;
      return size;
    })()`);
    expect(size + started.length).toBe(800 * 65_536);
    expect(await sent()).toBe(801);
  });

  it('pages have the permissions that the application does not refuse', async () => {
    const stateOf = (name: string): Promise<unknown> =>
      page.evaluate(`navigator.permissions.query({ name: '${name}' }).then(({ state }) => state)`);
    expect(await stateOf('geolocation')).toBe('granted');
    await app.evaluate(async ({ session, BrowserWindow }) => {
      session.defaultSession.setPermissionRequestHandler((_contents, permission, callback) => callback(permission === 'notifications'));
      session.defaultSession.setPermissionCheckHandler((_contents, permission) => permission === 'notifications');
      await BrowserWindow.getAllWindows()[0]?.loadURL('app://host/again');
    });
    await page.waitForURL('**/again');
    expect(await Promise.all(['geolocation', 'notifications'].map(stateOf))).toEqual(['denied', 'granted']);
  });
});
