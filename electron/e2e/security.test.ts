// What a page can reach, which pages the application serves, and the limits of pages: navigation, windows, permissions and scripts.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasDesktop } from '../testing/launch.ts';
import { oneApp } from '../testing/one-app.ts';

const preload = join(import.meta.dirname, '../../out/electron/preload.cjs');

describe.skipIf(!hasDesktop)('pages', () => {
  const current = oneApp();

  describe("the editor's page", () => {
    it('cannot change the bridge', async () => {
      const attempts = await current().page.evaluate(`[
      Object.isFrozen(millrace),
      Object.isFrozen(millrace.appInfo),
      (() => { try { 'use strict'; Object.defineProperty(window, 'millrace', { value: {} }); return 'replaced'; } catch { return 'refused'; } })(),
      (() => { millrace.request = 1; return typeof millrace.request; })(),
    ]`);
      expect(attempts).toEqual([true, true, 'refused', 'function']);
    });
  });

  describe('a page of the application', () => {
    beforeAll(async () => {
      current().ignoreErrors();
      await current().app.evaluate(({ shell }) => {
        const opened: string[] = [];
        Object.assign(globalThis, { opened, openExternal: shell.openExternal.bind(shell) });
        shell.openExternal = (url) => Promise.resolve(void opened.push(url));
      });
    });
    afterAll(() =>
      current().app.evaluate(({ shell }) => {
        shell.openExternal = (globalThis as unknown as Pick<typeof shell, 'openExternal'>).openExternal;
      }),
    );

    /** Addresses that were opened outside since the last call. */
    const openedOutside = (): Promise<string[]> =>
      current().app.evaluate(() => (globalThis as unknown as { readonly opened: string[] }).opened.splice(0));

    it.each([
      ['https://example.org/docs', true],
      ['http://localhost:9/', true],
      ['http://example.org/', false],
      ['https://user:secret@example.org/', false],
    ])('cannot leave for %s, which opens outside: %s', async (address, isOpened) => {
      const { page } = current();
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
      const { app, page } = current();
      await page.evaluate(`void open(${JSON.stringify(address)}, '_blank')`);
      if (isOpened) await expect.poll(openedOutside).toEqual([address]);
      await expect.poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
      expect(await openedOutside()).toEqual([]);
    });

    it('opens no empty window', async () => {
      const { page } = current();
      await page.evaluate(`globalThis.empty = open('about:blank', '_blank')`);
      await expect.poll(() => page.evaluate('empty === null || empty.closed')).toBe(true);
    });

    it('runs no inline script', async () => {
      const { page } = current();
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
      expect(await current().page.evaluate('[typeof require, typeof process, typeof Buffer]')).toEqual([
        'undefined',
        'undefined',
        'undefined',
      ]);
    });

    it('has the permissions of the clipboard only', async () => {
      const states = await current().page.evaluate(`Promise.all(
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
      const isPrevented = await current().app.evaluate(({ BrowserWindow }) => {
        let prevented = false;
        const event = { preventDefault: () => (prevented = true) };
        BrowserWindow.getAllWindows()[0]?.webContents.emit('will-attach-webview', event, {}, {});
        return prevented;
      });
      expect(isPrevented).toBe(true);
    });
  });

  describe('calls', () => {
    beforeAll(() => current().ignoreErrors());
    const rejection = (call: string): string => `millrace.request(${call}).then(() => 'done', (error) => error.message)`;

    it.each(['../healthz', '/../metrics', '..%2fhealthz/../../metrics', '//example.com/../../x', '..\\healthz', 'x\\..\\..\\healthz'])(
      'to %s do not leave the REST calls',
      async (path) => {
        const request = JSON.stringify({ method: 'GET', path, sessionId: 'spec' });
        const result = await current().page.evaluate(`millrace.request(${request}).then(({ status }) => status, (error) => error.message)`);
        expect(result === 404 || /not below \/rest\//.test(String(result)), String(result)).toBe(true);
      },
    );

    it.each([
      ['an unknown method', { method: 'TRACE', path: 'workflows', sessionId: 'spec' }],
      ['a body that is not text', { method: 'POST', path: 'workflows', sessionId: 'spec', body: { name: 'x' } }],
      ['no path', { method: 'GET', sessionId: 'spec' }],
      ['a path without end', { method: 'GET', path: 'x'.repeat(300_000), sessionId: 'spec' }],
    ])('with %s are refused', async (_name, request) => {
      expect(await current().page.evaluate(rejection(JSON.stringify(request)))).toContain(
        'The call was refused, because it is not a request.',
      );
    });

    it('of other pages are refused, and their subscriptions do no harm', async () => {
      const { app } = current();
      const opened = await app.evaluate(async ({ BrowserWindow }, path) => {
        const window = new BrowserWindow({ show: false, webPreferences: { preload: path, sandbox: true, contextIsolation: true } });
        await window.loadURL('data:text/html,<title>Foreign</title>');
        const response = (await window.webContents.executeJavaScript(`(async () => {
        millrace.onPush({ id: 'foreign' }, () => undefined)();
        millrace.onCommand(() => undefined)();
        millrace.offerCommands(['save']);
        return millrace.request({ method: 'GET', path: 'workflows', sessionId: 'foreign' }).then(() => 'done', (error) => error.message);
      })()`)) as string;
        window.destroy();
        return response;
      }, preload);
      expect(opened).toContain('The call was refused, because it did not come from a page of Millrace.');
      // The application has survived the message.
      expect(await current().call('GET', 'workflows')).toMatchObject({ status: 200 });
    });

    it('that subscribe without a session are ignored', async () => {
      await current().page.evaluate('{ millrace.onPush({}, () => undefined); millrace.onPush({ id: 5 }, () => undefined); }');
      expect(await current().call('GET', 'workflows')).toMatchObject({ status: 200 });
    });
  });

  describe('the policy of the pages', () => {
    beforeAll(() => current().ignoreErrors());

    it.each([
      [
        'scripts from elsewhere',
        "{ const script = document.createElement('script'); script.src = 'https://example.com/x.js'; document.body.append(script); }",
        'script-src-elem',
      ],
      [
        'files of its own origin as scripts, without its nonce',
        "{ const script = document.createElement('script'); script.src = '/theme.js'; document.body.append(script); }",
        'script-src-elem',
      ],
      ['connections to elsewhere', "fetch('https://example.com/').catch(() => undefined)", 'connect-src'],
      [
        'forms',
        "{ const form = document.createElement('form'); form.action = 'https://example.com/'; document.body.append(form); form.submit(); }",
        'form-action',
      ],
    ])('forbids %s', async (_name, attempt, directive) => {
      const forbidden = await current().page.evaluate(`new Promise((resolve) => {
      addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), { once: true });
      ${attempt};
    })`);
      expect(forbidden).toBe(directive);
    });
  });
});
