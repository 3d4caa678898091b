// The outline by keyboard: nodes are added, connected, moved, opened and deleted; connections are selected and removed.
import { describe, expect, it } from 'vitest';
import { hasBrowser, type Journey } from './browser.ts';
import { oneJourney } from './journeys.ts';
import type { EditorPage } from './pages/editor-page.ts';

let journey: Journey;
let editor: EditorPage;

/** One workflow for all tests: each leaves it unchanged. */
describe.skipIf(!hasBrowser)('with the keyboard alone', () => {
  oneJourney((...started) => {
    [journey, editor] = started;
    return editor.open();
  });

  it('nodes are added behind the selected one, or unconnected; the new one has the focus', async () => {
    const { page, faults } = journey;
    await page.getByRole('button', { name: 'Add the first step' }).focus();
    await editor.press('Enter');
    await editor.pick('manual trigger');
    await expect.poll(() => editor.focused()).toMatch(/^When clicking/);
    await editor.press('n');
    await editor.pick('edit fields');
    await expect.poll(() => editor.focused()).toMatch(/^Edit Fields/);
    await editor.press('Escape');
    await editor.press('n');
    await editor.pick('no operation');
    await expect.poll(() => editor.focused()).toMatch(/^No Operation/);
    await expect.poll(() => editor.wires.count()).toBe(1);
    expect(faults).toEqual([]);
  });

  it('the outline takes the focus, connects, moves, opens and deletes, and returns the focus', async () => {
    const { page, faults } = journey;
    await editor.press('Shift+O');
    await expect.poll(() => editor.focused()).toMatch(/No Operation/);

    await editor.press('Home');
    await editor.press('ArrowDown');
    await expect.poll(() => editor.focused()).toMatch(/Edit Fields/);
    await editor.press('c');
    await page.getByRole('dialog', { name: 'Connections of Edit Fields' }).waitFor();
    await editor.press('Tab');
    await editor.press('Enter');
    await expect.poll(() => editor.wires.count()).toBe(2);
    await editor.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => editor.focused()).toMatch(/Edit Fields/);

    const before = await editor.node('Edit Fields').boundingBox();
    await editor.press('Alt+Shift+ArrowDown');
    await expect.poll(async () => ((await editor.node('Edit Fields').boundingBox())?.y ?? 0) - (before?.y ?? 0)).toBe(100);
    await editor.press('Control+z');
    await expect.poll(async () => ((await editor.node('Edit Fields').boundingBox())?.y ?? 0) - (before?.y ?? 0)).toBe(0);

    await editor.press('Enter');
    await editor.nodeOpened();
    await editor.press('Escape');
    await page.locator('.node-view').waitFor({ state: 'detached' });
    await expect.poll(() => editor.focused()).toMatch(/Edit Fields/);

    await editor.press('Delete');
    await expect.poll(() => editor.nodes.count()).toBe(2);
    // The neighbors are connected.
    await expect.poll(() => editor.wires.count()).toBe(1);
    await editor.press('Escape');
    await page.getByRole('region', { name: 'Outline' }).waitFor({ state: 'detached' });
    await expect.poll(() => editor.focused()).toMatch(/^(No Operation|Workflow canvas)/);

    await editor.press('Control+z');
    await expect.poll(() => editor.wires.count()).toBe(2);
    await editor.press('Control+z');
    await expect.poll(() => editor.wires.count()).toBe(1);
    expect(faults).toEqual([]);
  });

  it('the outline selects and removes a connection', async () => {
    const { page, faults } = journey;
    await editor.press('Shift+O');
    await page.locator('[role="treeitem"]:focus').waitFor();
    await editor.press('Home');
    await editor.press('c');
    await page.getByRole('button', { name: 'Select the connection to Edit Fields on the canvas' }).focus();
    await editor.press('Enter');
    await expect.poll(() => page.locator('.wire[data-selected]').count()).toBe(1);
    await expect.poll(() => editor.focused()).toBe('Workflow canvas');
    await editor.press('Delete');
    await expect.poll(() => editor.wires.count()).toBe(0);
    await editor.press('Control+z');
    await expect.poll(() => editor.wires.count()).toBe(1);
    expect(faults).toEqual([]);
  });

  it('a preview announces what a run executes, and whose data it uses', async () => {
    const { page, faults } = journey;
    await page.getByRole('button', { name: /^Run workflow/ }).focus();
    await expect.poll(() => editor.plan.innerText()).toBe('Runs 2 nodes: When clicking ‘Run workflow’, Edit Fields');
    await editor.press('Enter');
    await expect.poll(() => editor.runStatus.textContent()).toMatch(/^Succeeded in/);
    await editor.node('Edit Fields').hover();
    await editor.node('Edit Fields').getByRole('button', { name: 'Run this node' }).hover();
    await expect.poll(() => editor.plan.innerText()).toMatch(/^Runs Edit Fields\s+Uses the last results of When clicking ‘Run workflow’$/);
    await expect.poll(() => page.locator('.node[data-plan="runs"]').count()).toBe(1);
    await expect.poll(() => page.locator('.node[data-plan="run"]').count()).toBe(1);
    expect(faults).toEqual([]);
  });
});
