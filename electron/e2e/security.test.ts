// Pages stay within their limits: navigation, windows, permissions and scripts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { hasDesktop, launch, type DesktopApp } from '../testing/launch.ts';

describe.skipIf(!hasDesktop)('a page of the application', () => {
  let app: DesktopApp;
  let page: Page;
  beforeAll(async () => {
    app = await launch();
    page = await app.firstWindow();
    await page.getByRole('button', { name: 'Add the first step' }).waitFor();
    await app.evaluate(({ shell }) => {
      const opened: string[] = [];
      Object.assign(globalThis, { opened });
      shell.openExternal = (url) => Promise.resolve(void opened.push(url));
    });
  });
  afterAll(() => app.close());

  /** Addresses that were opened outside since the last call. */
  const openedOutside = (): Promise<string[]> =>
    app.evaluate(() => (globalThis as unknown as { readonly opened: string[] }).opened.splice(0));

  it.each([
    ['https://example.org/docs', true],
    ['http://localhost:9/', true],
    ['http://example.org/', false],
    ['https://user:secret@example.org/', false],
  ])('cannot leave for %s, which opens outside: %s', async (address, isOpened) => {
    const before = page.url();
    await page.evaluate(`location.href = ${JSON.stringify(address)}`);
    await page.waitForFunction(`document.readyState === 'complete'`);
    if (isOpened) await expect.poll(openedOutside).toEqual([address]);
    else expect(await openedOutside()).toEqual([]);
    expect(page.url()).toBe(before);
  });

  it.each([
    ['https://example.org/docs', true],
    ['mailto:help@example.org', true],
    ['file:///etc/passwd', false],
    ['ms-settings:privacy', false],
    ['javascript:alert(1)', false],
  ])('opens no window for %s; it opens outside: %s', async (address, isOpened) => {
    await page.evaluate(`void open(${JSON.stringify(address)}, '_blank')`);
    if (isOpened) await expect.poll(openedOutside).toEqual([address]);
    await expect.poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
    expect(await openedOutside()).toEqual([]);
  });

  it('opens no empty window', async () => {
    await page.evaluate(`globalThis.empty = open('about:blank', '_blank')`);
    await expect.poll(() => page.evaluate('empty === null || empty.closed')).toBe(true);
  });

  it('runs no inline script', async () => {
    const violated = await page.evaluate(`new Promise((resolve) => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective), { once: true });
      const script = document.createElement('script');
      script.textContent = 'globalThis.hasRun = true';
      document.head.append(script);
    })`);
    expect(violated).toBe('script-src-elem');
    expect(await page.evaluate(`'hasRun' in globalThis`)).toBe(false);
  });

  it('has no Node', async () => {
    expect(await page.evaluate('[typeof require, typeof process, typeof Buffer]')).toEqual(['undefined', 'undefined', 'undefined']);
  });

  it('has the permissions of the clipboard only', async () => {
    const states = await page.evaluate(`Promise.all(
      ['clipboard-read', 'clipboard-write', 'geolocation', 'notifications', 'camera', 'microphone', 'midi'].map(async (name) =>
        name + ' ' + (await navigator.permissions.query({ name })).state),
    )`);
    expect(states).toEqual([
      'clipboard-read granted',
      'clipboard-write granted',
      'geolocation denied',
      'notifications denied',
      'camera denied',
      'microphone denied',
      'midi denied',
    ]);
  });

  it('attaches no webview', async () => {
    const isPrevented = await app.evaluate(({ BrowserWindow }) => {
      let prevented = false;
      const event = { preventDefault: () => (prevented = true) };
      BrowserWindow.getAllWindows()[0]?.webContents.emit('will-attach-webview', event, {}, {});
      return prevented;
    });
    expect(isPrevented).toBe(true);
  });
});
