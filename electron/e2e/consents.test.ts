// Commands in the window: asked once per workflow, remembered, revoked, and refused to runs that nobody watches.
import { describe, expect, it } from 'vitest';
import { EditorPage } from '../../build/journeys/pages/editor-page.ts';
import { goTo } from '../../build/journeys/window.ts';
import { hasDesktop } from '../testing/launch.ts';
import { oneApp } from '../testing/one-app.ts';

const node = (name: string, type: string, x: number, parameters: object = {}): object => ({
  id: name,
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion: 1,
  position: [x, 0],
  parameters,
});
const workflow = {
  name: 'Build',
  nodes: [node('Start', 'manualTrigger', 0), node('Make', 'executeCommand', 220, { command: 'echo built' })],
  connections: { Start: { main: [[{ node: 'Make', type: 'main', index: 0 }]] } },
  settings: { saveManualExecutions: true },
};

describe.skipIf(!hasDesktop)('a command', () => {
  const current = oneApp();

  it('is asked for once, also after the question was answered, until it is revoked', async () => {
    const { page, call } = current();
    const editor = new EditorPage(page);
    const { id } = (await call('POST', 'workflows', workflow)).data as { readonly id: string };
    const question = page.getByRole('dialog', { name: 'Allow this command?' });
    await editor.goToWorkflow({ id, name: 'Build' });
    await editor.run();
    await question.getByRole('button', { name: 'Always allow for this workflow' }).click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => editor.runStatus.textContent()).toContain('Succeeded');
    await editor.run();
    await expect.poll(async () => ((await call('GET', 'executions')).data as { readonly count: number }).count).toBe(2);
    await expect.poll(() => editor.runStatus.textContent()).toContain('Succeeded');
    expect(await question.count()).toBe(0);

    await goTo(page, 'settings/consents');
    await page.getByRole('button', { name: 'Revoke echo built' }).click();
    await page.getByRole('heading', { name: 'Nothing is allowed yet' }).waitFor();
    await editor.goToWorkflow({ id, name: 'Build' });
    await editor.run();
    await question.getByRole('button', { name: 'Refuse' }).click();
    await expect.poll(() => editor.runStatus.textContent()).toContain('refused');
  });
});
