// What goes in and out of the editor, and what happens when the server is away: copies between tabs, files, tags, a lost connection.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { hasBrowser, startJourney, type Journey } from './browser.ts';
import { EditorPage } from './pages/editor-page.ts';

const open: Journey[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const journey of open.splice(0)) await journey.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function begin(): Promise<Journey & { readonly editor: EditorPage }> {
  const journey = await startJourney();
  open.push(journey);
  const editor = new EditorPage(journey.page);
  await editor.open();
  return { ...journey, editor };
}

/** A chain of nodes in rows of ten. */
function chain(length: number): object {
  const names = Array.from({ length }, (_, index) => `Step ${index + 1}`);
  return {
    name: 'A long chain',
    nodes: names.map((name, index) => ({
      id: name,
      name,
      type: index === 0 ? 'n8n-nodes-base.manualTrigger' : 'n8n-nodes-base.noOp',
      typeVersion: 1,
      position: [(index % 10) * 200, Math.floor(index / 10) * 200],
      parameters: {},
    })),
    connections: Object.fromEntries(
      names.slice(0, -1).map((name, index) => [name, { main: [[{ node: names[index + 1], type: 'main', index: 0 }]] }]),
    ),
    settings: { executionOrder: 'v1' },
  };
}

describe.skipIf(!hasBrowser)('what goes in and out', () => {
  it('copies nodes with their connections from one tab to another', async () => {
    const { editor, page, context, faults } = await begin();
    await editor.addFirst('manual trigger');
    await editor.addAtPlus('When clicking ‘Execute workflow’', 'edit fields');
    await editor.canvas.click({ position: { x: 600, y: 500 } });
    await editor.press('Control+a');
    await editor.press('Control+c');
    await page.getByText('Copied').waitFor();
    const second = await context.newPage();
    const other = new EditorPage(second);
    await other.open();
    await other.canvas.click({ position: { x: 600, y: 500 } });
    await other.press('Control+v');
    await expect.poll(() => other.nodes.count()).toBe(2);
    await other.run();
    await expect.poll(() => other.runStatus.textContent()).toMatch(/^Succeeded in/);
    await expect.poll(() => other.counts.count()).toBe(1);
    expect(faults).toEqual([]);
  });

  it('takes in a file of a hundred nodes, runs it, and gives it out again', async () => {
    const { editor, page, faults } = await begin();
    const folder = mkdtempSync(join(tmpdir(), 'millrace-journey-'));
    folders.push(folder);
    const path = join(folder, 'chain.json');
    writeFileSync(path, JSON.stringify(chain(100)));
    await page.locator('input[type="file"]').setInputFiles(path);
    await page.getByRole('button', { name: 'Fit to view' }).click();
    await expect.poll(() => editor.nodes.count()).toBe(100);
    await editor.run();
    await expect.poll(() => editor.runStatus.textContent()).toMatch(/^Succeeded in/);
    await expect.poll(() => editor.counts.count()).toBe(99);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'More about this workflow' }).click();
    await page.getByRole('menuitem', { name: /^Download/ }).click();
    const stored = await (await downloading).createReadStream();
    const parts: Buffer[] = [];
    for await (const part of stored) parts.push(part as Buffer);
    const file = JSON.parse(Buffer.concat(parts).toString()) as { nodes: unknown[]; connections: object };
    expect([file.nodes.length, Object.keys(file.connections).length]).toEqual([100, 99]);
    expect(faults).toEqual([]);
  });

  it('makes a tag in the header, saves it with the workflow, and shows it after loading it again', async () => {
    const { editor, page, faults } = await begin();
    await editor.addFirst('manual trigger');
    await page.getByRole('button', { name: 'Add tag' }).click();
    await page.getByRole('searchbox', { name: 'Search or make a tag' }).fill('billing');
    await editor.press('Enter');
    await page.getByRole('checkbox', { name: 'billing' }).waitFor();
    await editor.press('Escape');
    await editor.save();
    await page.reload();
    await page.locator('.editor-tags').getByText('billing').waitFor();
    expect(faults).toEqual([]);
  });
});

describe.skipIf(!hasBrowser)('a server that is away', () => {
  it('is told of, keeps what is unsaved, and is found again', async () => {
    const { editor, page, stopServer, startServer } = await begin();
    await editor.addFirst('manual trigger');
    await editor.save();
    await stopServer();
    await page.getByText('You have a connection issue or the server is down').waitFor();
    await editor.addAtPlus('When clicking ‘Execute workflow’', 'edit fields');
    await startServer();
    await page.getByText('You have a connection issue or the server is down').waitFor({ state: 'detached' });
    await expect.poll(() => editor.nodes.count()).toBe(2);
    await editor.save();
    await editor.run();
    await expect.poll(() => editor.runStatus.textContent()).toMatch(/^Succeeded in/);
  });
});
