// The first workflow in the window, by mouse: built, saved, run, its data seen, and still there after a reload. All calls go over IPC.
import { describe, expect, it } from 'vitest';
import { EditorPage } from '../../build/journeys/pages/editor-page.ts';
import { NodeViewPage } from '../../build/journeys/pages/node-view-page.ts';
import { hasDesktop } from '../testing/launch.ts';
import { oneApp } from '../testing/one-app.ts';

const trigger = 'When clicking ‘Run workflow’';

describe.skipIf(!hasDesktop)('a first workflow', () => {
  const current = oneApp();

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
    const shown = [await editor.runStatus.textContent(), await editor.counts.allTextContents()];
    await editor.node('Edit Fields').dblclick();
    await view.output.getByText('1 item').first().waitFor();
    await view.close();

    await page.reload();
    await expect.poll(() => editor.nodes.count()).toBe(5);
    await expect.poll(async () => [await editor.runStatus.textContent(), await editor.counts.allTextContents()]).toEqual(shown);
    const id = new URL(page.url()).pathname.split('/').at(-1);
    expect(await call('GET', `workflows/${id}`)).toMatchObject({ status: 200, data: { nodes: { length: 5 } } });
    expect(await page.evaluate(`performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)`)).not.toContainEqual(
      expect.stringMatching(/^\/rest\/(?!node-icon|credential-icon)/),
    );
  });
});
