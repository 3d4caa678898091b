// The application starts: its window, a first workflow by mouse, calls over IPC, and commands, which ask once per workflow.
import { describe, expect, it } from 'vitest';
import { EditorPage } from '../../build/journeys/pages/editor-page.ts';
import { NodeViewPage } from '../../build/journeys/pages/node-view-page.ts';
import { goTo } from '../../build/journeys/window.ts';
import { hasDesktop } from '../testing/launch.ts';
import { oneApp } from '../testing/one-app.ts';

const trigger = 'When clicking ‘Run workflow’';
const node = (name: string, type: string, x: number, parameters: object = {}): object => ({
  id: name,
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion: 1,
  position: [x, 0],
  parameters,
});
/** With a command. */
const workflow = {
  name: 'Build',
  nodes: [node('Start', 'manualTrigger', 0), node('Make', 'executeCommand', 220, { command: 'echo built' })],
  connections: { Start: { main: [[{ node: 'Make', type: 'main', index: 0 }]] } },
  settings: { saveManualExecutions: true },
};

describe.skipIf(!hasDesktop)('the application', () => {
  const current = oneApp();

  describe('a first workflow', () => {
    it('is built, saved, run, and still there after a reload', async () => {
      const { page, call } = current();
      const editor = new EditorPage(page);
      const view = new NodeViewPage(page);
      await editor.addFirst('manual trigger');
      await editor.addAtPlus(trigger, 'edit fields');
      await editor.addAtPlus('Edit Fields', 'if');
      await editor.addAtPlus('If', 'no operation', 'true');
      await editor.addAtPlus('If', 'no operation', 'false');
      await expect.poll(() => editor.wires.count()).toBe(4);

      await editor.save();
      await expect.poll(() => page.url()).toMatch(/\/workflow\/\w{16}$/);
      await editor.run();
      await expect.poll(() => editor.runStatus.textContent()).toMatch(/^Succeeded in/);
      await expect.poll(() => editor.counts.count()).toBeGreaterThanOrEqual(3);
      const visible = [await editor.runStatus.textContent(), await editor.counts.allTextContents()];
      await editor.node('Edit Fields').dblclick();
      await view.output.getByText('1 item').first().waitFor();
      await view.close();

      await page.reload();
      await expect.poll(() => editor.nodes.count()).toBe(5);
      await expect.poll(async () => [await editor.runStatus.textContent(), await editor.counts.allTextContents()]).toEqual(visible);
      const id = new URL(page.url()).pathname.split('/').at(-1);
      expect(await call('GET', `workflows/${id}`)).toMatchObject({ status: 200, data: { nodes: { length: 5 } } });
      expect(await page.evaluate(`performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)`)).not.toContainEqual(
        expect.stringMatching(/^\/rest\/(?!node-icon|credential-icon)/),
      );
    });
  });

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

  describe('a command', () => {
    it('is asked for once, also after the question was answered, until it is revoked', async () => {
      const { page, call } = current();
      const editor = new EditorPage(page);
      const { id } = (await call('POST', 'workflows', workflow)).data as { readonly id: string };
      const question = page.getByRole('dialog', { name: 'Allow this command?' });
      const executions = async (): Promise<number> => ((await call('GET', 'executions')).data as { readonly count: number }).count;
      const before = await executions();
      await editor.goToWorkflow({ id, name: 'Build' });
      await editor.run();
      await question.getByRole('button', { name: 'Always allow for this workflow' }).click();
      await question.waitFor({ state: 'detached' });
      await expect.poll(() => editor.runStatus.textContent()).toContain('Succeeded');
      await editor.run();
      await expect.poll(executions).toBe(before + 2);
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
});
