// What a workflow may do on this computer, and where it can be reached: the question of a waiting node, its list, and the check of addresses.
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './browser.ts';
import { journeys } from './journeys.ts';
import { seriousFindings } from './page-checks.ts';
import { EditorPage } from './pages/editor-page.ts';

const startJourney = journeys();

const node = (name: string, type: string, x: number, parameters: object = {}, typeVersion = 1): object => ({
  id: name,
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion,
  position: [x, 0],
  parameters,
});
const command = {
  name: 'Build',
  nodes: [node('Start', 'manualTrigger', 0), node('Make', 'executeCommand', 220, { command: 'echo built' })],
  connections: { Start: { main: [[{ node: 'Make', type: 'main', index: 0 }]] } },
};
const hook = {
  name: 'Hook',
  nodes: [{ ...node('Webhook', 'webhook', 0, { path: 'orders', options: {} }, 2), webhookId: 'h' }],
  connections: {},
};

describe.skipIf(!hasBrowser)('a command', () => {
  it('is asked for once, listed, and asked for again when it is revoked', async () => {
    const journey = await startJourney({ asksForConsent: true, settings: { excludedNodes: [] } });
    const { page, server } = journey;
    const { id } = await server.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body: command });
    const editor = new EditorPage(page);
    await editor.open(`workflow/${id}`);
    const question = page.getByRole('dialog', { name: 'Allow this command?' });

    await editor.run();
    await question.waitFor();
    expect(await question.textContent()).toContain('echo built');
    expect(await seriousFindings(page, 'the question', '[role="dialog"]')).toEqual([]);
    // The safe answer has the focus.
    expect(await editor.focused()).toBe('Refuse');
    await question.getByRole('button', { name: 'Always allow for this workflow' }).click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => editor.runStatus.textContent()).toContain('Succeeded');

    await page.goto(`${server.server.url}settings/consents`);
    const row = page.getByRole('row', { name: /echo built/ });
    await row.waitFor();
    expect(await seriousFindings(page, 'the list')).toEqual([]);
    await row.getByRole('button', { name: 'Revoke echo built' }).click();
    await page.getByRole('heading', { name: 'Nothing is allowed yet' }).waitFor();

    await editor.open(`workflow/${id}`);
    await editor.run();
    await question.waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => editor.runStatus.textContent()).toContain('refused');
  });
});

describe.skipIf(!hasBrowser)('the addresses of a webhook', () => {
  it('are listed in its view, and the one of this computer is reachable', async () => {
    const journey = await startJourney();
    const { page, server } = journey;
    const { id } = await server.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body: hook });
    const editor = new EditorPage(page);
    await editor.open(`workflow/${id}`);
    await editor.nodes.first().dblclick();
    await page.getByText('Where it can be reached').click();
    const field = page.getByRole('textbox', { name: 'From this computer' });
    expect(await field.inputValue()).toMatch(/^http:\/\/localhost:\d+\/webhook-test\//);
    await page.getByRole('button', { name: /^Check http:\/\/localhost/ }).click();
    await page.getByText('Reachable from this computer').waitFor();
    expect(await seriousFindings(page, 'the addresses', '.webhook-urls')).toEqual([]);
  });
});
