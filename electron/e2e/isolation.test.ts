// What a page can reach, and which pages the application answers.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasDesktop } from '../testing/launch.ts';
import { oneApp } from '../testing/one-app.ts';

const preload = join(import.meta.dirname, '../../out/electron/preload.cjs');

describe.skipIf(!hasDesktop)("the editor's page", () => {
  const current = oneApp();

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

describe.skipIf(!hasDesktop)('calls', () => {
  const current = oneApp({ isHostile: true });
  const refusal = (call: string): string => `millrace.request(${call}).then(() => 'done', (error) => error.message)`;

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
    expect(await current().page.evaluate(refusal(JSON.stringify(request)))).toContain('The call was refused, because it is not a request.');
  });

  it('of other pages are refused, and their subscriptions do no harm', async () => {
    const { app } = current();
    const opened = await app.evaluate(async ({ BrowserWindow }, path) => {
      const window = new BrowserWindow({ show: false, webPreferences: { preload: path, sandbox: true, contextIsolation: true } });
      await window.loadURL('data:text/html,<title>Foreign</title>');
      return window.webContents.executeJavaScript(`(async () => {
        millrace.onPush({ id: 'foreign' }, () => undefined)();
        millrace.onCommand(() => undefined)();
        millrace.offerCommands(['save']);
        return millrace.request({ method: 'GET', path: 'workflows', sessionId: 'foreign' }).then(() => 'done', (error) => error.message);
      })()`) as Promise<string>;
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
