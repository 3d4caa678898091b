// Rules for all screens: toasts cover no controls, leaving goes to the chosen page, and a password change does not look like a lost connection.
import { describe, expect, it } from 'vitest';
import { hasBrowser, type Journey } from './browser.ts';
import { oneJourney } from './journeys.ts';
import { AccountPage } from './pages/account-page.ts';
import type { EditorPage } from './pages/editor-page.ts';
import { goTo } from './window.ts';
import { seenWorkflow } from './pages/seen-workflows.ts';
import { WorkflowDialogs } from './pages/workflow-dialogs.ts';

let journey: Journey;
let editor: EditorPage;

const ann = { email: 'ann@example.com', firstName: 'Ann', lastName: 'Berg', password: 'Secret123' };

/** Returns the names of controls covered by a toast, sampled at many points. Nodes are excluded, since the canvas can be panned. */
const underToasts = `(() => {
  const found = new Set();
  for (const toast of document.querySelectorAll('.toast')) {
    const { left, right, top, bottom } = toast.getBoundingClientRect();
    for (let x = left + 2; x < right; x += 8)
      for (let y = top + 2; y < bottom; y += 8)
        for (const element of document.elementsFromPoint(x, y)) {
          const control = element.closest('button, a, input, select, summary, [role="option"], [role="switch"], .canvas-minimap');
          if (control !== null && control.closest('.toasts, [data-node]') === null) found.add(control.getAttribute('aria-label') ?? control.textContent);
        }
  }
  return [...found];
})()`;

/** Checks that toasts cover nothing in a small and in a large window. */
async function expectFree(where: string): Promise<void> {
  const { page } = journey;
  for (const [width, height] of [
    [1920, 1080],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => page.evaluate(underToasts), { message: `${where}, ${width} × ${height}` }).toEqual([]);
  }
}

/** One server and one page for all tests. */
describe.skipIf(!hasBrowser)('on every screen', () => {
  oneJourney((...started) => {
    [journey, editor] = started;
    return editor.open();
  });

  it('saving a new workflow on leaving continues to the chosen page', async () => {
    const { page, faults } = journey;
    await editor.addFirst('manual trigger');
    await page.getByRole('link', { name: 'Credentials' }).click();
    await page.getByRole('dialog', { name: 'Save your changes?' }).getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL('**/credentials');
    await page.goBack();
    await page.waitForURL(/\/workflow\/\w{16}$/);
    await expect.poll(() => editor.nodes.count()).toBe(1);
    expect(faults).toEqual([]);
  });

  it('a sticky toast covers no controls', async () => {
    const { page, server, faults } = journey;
    const { id } = await server.data<{ readonly id: string }>({ method: 'POST', url: '/rest/workflows', body: seenWorkflow });
    const dialogs = new WorkflowDialogs(page);
    await editor.goToWorkflow({ id, name: seenWorkflow.name });
    await editor.run();
    await page.getByText(/Fix these/).waitFor();
    await expectFree('the canvas');
    await editor.press('Shift+O');
    await page.getByRole('tree').waitFor();
    await expectFree('beside the outline');
    await editor.press('Escape');
    // The canvas receives keys only after the panel has closed.
    await page.getByRole('tree').waitFor({ state: 'detached' });
    await editor.press('Tab');
    const search = page.getByPlaceholder(/search nodes/i);
    await search.waitFor();
    await expectFree('the creator');
    await editor.press('Escape');
    await search.waitFor({ state: 'detached' });
    await page.locator('[data-node="set"]').dblclick();
    await page.locator('.node-view').getByText('total').first().waitFor();
    await expectFree('an open node');
    await editor.press('Escape');
    await page.locator('.node-view').waitFor({ state: 'detached' });
    await dialogs.fromHeader('Settings');
    await dialogs.settings.getByRole('button', { name: 'Cancel' }).waitFor();
    await expectFree('a tall dialog');
    // Interacting with the toast does not close the dialog.
    await page.getByText('Details').click();
    await expectFree('a tall dialog and a tall toast');
    await page.getByRole('button', { name: /^Close: / }).click();
    expect(await dialogs.settings.isVisible()).toBe(true);
    await editor.press('Escape');
    await dialogs.settings.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });

  it('without an account, personal settings lead to set-up; a password change reports no lost connection, though the event stream ends with the session', async () => {
    const { page, faults } = journey;
    const account = new AccountPage(page);
    await goTo(page, 'settings/personal');
    await page.getByText('Personal settings belong to an account').waitFor();
    const pushes: unknown[] = [];
    page.on('requestfinished', (request) => (request.url().includes('/push?') ? pushes.push(request) : undefined));
    await account.setUp(ann);
    // The workflows will belong to the owner.
    await page.getByRole('dialog').getByRole('button', { name: 'Set up owner' }).click();
    await account.title('Personal settings').waitFor();
    const before = pushes.length;
    await page.evaluate(`globalThis.said = [];
      new MutationObserver(() => said.push(document.querySelector('.connection-banner').textContent))
        .observe(document.querySelector('.connection-banner'), { childList: true, subtree: true })`);
    await page.getByRole('button', { name: /^Change password/ }).click();
    await page.getByLabel('Current password').fill(ann.password);
    await page.getByLabel('New password', { exact: true }).fill('Other-Secret-1');
    await page.getByLabel('Repeat the new password').fill('Other-Secret-1');
    await page.getByRole('dialog').getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed').waitFor();
    await expect.poll(() => pushes.length).toBeGreaterThan(before);
    expect(await page.evaluate('said')).toEqual([]);
    expect(await account.title('Personal settings').isVisible()).toBe(true);
    expect(faults).toEqual([]);
  });
});
