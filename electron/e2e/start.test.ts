// The application starts: the editor's page over app://, its calls over IPC, and its policy.
import { describe, expect, it } from 'vitest';
import { goTo } from '../../build/journeys/window.ts';
import { hasDesktop } from '../testing/launch.ts';
import { oneApp } from '../testing/one-app.ts';

describe.skipIf(!hasDesktop)('the application', () => {
  const current = oneApp();

  it('shows the workflows, which the page gets over IPC', async () => {
    const { page, call } = current();
    expect(await call('POST', 'workflows', { name: 'Over the bridge', nodes: [], connections: {} })).toMatchObject({ status: 200 });
    await goTo(page, 'workflows');
    await page.getByText('Over the bridge').first().waitFor();
  });

  it('shows the window when the page is ready', async () => {
    const visible = await current().app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isVisible()));
    expect(visible).toEqual([true]);
  });
});

describe.skipIf(!hasDesktop)('the policy of the pages', () => {
  const current = oneApp({ isHostile: true });

  it.each([
    [
      'scripts from elsewhere',
      "{ const script = document.createElement('script'); script.src = 'https://example.com/x.js'; document.body.append(script); }",
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
