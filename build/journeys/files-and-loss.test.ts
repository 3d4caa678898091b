// Input and output of the editor, and a lost server: copies between tabs, files, tags, reconnecting.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, type Journey } from './browser.ts';
import { oneJourney } from './journeys.ts';
import { EditorPage } from './pages/editor-page.ts';

const trigger = 'When clicking ‘Run workflow’';

let folder: string;
let journey: Journey;
let editor: EditorPage;

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

/** One server and one page for all tests; each starts with a new workflow. */
describe.skipIf(!hasBrowser)('the editor', () => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'millrace-journey-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  oneJourney((...started) => {
    [journey, editor] = started;
    return editor.open();
  });

  it('creates a tag in the header, saves it with the workflow, shows it in another tab, and copies nodes with their connections there', async () => {
    const { page, context, faults } = journey;
    await editor.addFirst('manual trigger');
    await editor.addAtPlus(trigger, 'edit fields');
    await page.getByRole('button', { name: 'Add tag' }).click();
    const search = page.getByRole('searchbox', { name: 'Search or create a tag' });
    await search.fill('billing');
    await editor.press('Enter');
    await page.getByRole('checkbox', { name: 'billing' }).waitFor();
    // Escape closes the list only if the field is empty.
    await expect.poll(() => search.inputValue()).toBe('');
    await editor.press('Escape');
    await search.waitFor({ state: 'detached' });
    await editor.save();
    await page.waitForURL(/\/workflow\/\w{16}$/);
    const { pathname } = new URL(page.url());
    const selected = page.locator('[data-node][data-selected]');
    await expect.poll(() => selected.count()).toBe(1);
    await editor.canvas.click({ position: { x: 600, y: 500 } });
    await expect.poll(() => selected.count()).toBe(0);
    await editor.press('Control+a');
    await expect.poll(() => selected.count()).toBe(2);
    await editor.press('Control+c');
    await page.getByText('Copied').waitFor();
    const second = await context.newPage();
    const other = new EditorPage(second);
    await other.open(pathname.slice(1));
    await second.locator('.tag-picker').getByText('billing').waitFor();
    await other.goToNew();
    await other.canvas.click({ position: { x: 600, y: 500 } });
    await other.press('Control+v');
    await expect.poll(() => other.nodes.count()).toBe(2);
    await other.run();
    await expect.poll(() => other.runStatus.textContent()).toMatch(/^Succeeded in/);
    await expect.poll(() => other.counts.count()).toBe(2);
    // Otherwise the unsaved work would be offered for restoring.
    await other.save();
    await second.close();
    await editor.goToNew();
    expect(faults).toEqual([]);
  });

  it('imports a file of a hundred nodes, runs it, and downloads it', async () => {
    const { page, faults } = journey;
    const path = join(folder, 'chain.json');
    writeFileSync(path, JSON.stringify(chain(100)));
    await page.locator('input[type="file"]').setInputFiles(path);
    await page.getByRole('button', { name: 'Fit to view' }).click();
    await expect.poll(() => editor.nodes.count()).toBe(100);
    await editor.run();
    await expect.poll(() => editor.runStatus.textContent()).toMatch(/^Succeeded in/);
    await expect.poll(() => page.locator('.editor-canvas .wire[data-state="success"]').count()).toBe(99);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Workflow menu' }).click();
    await page.getByRole('menuitem', { name: /^Download/ }).click();
    const stored = await (await downloading).createReadStream();
    const parts: Buffer[] = [];
    for await (const part of stored) parts.push(part as Buffer);
    const file = JSON.parse(Buffer.concat(parts).toString()) as { nodes: unknown[]; connections: object };
    expect([file.nodes.length, Object.keys(file.connections).length]).toEqual([100, 99]);
    await editor.save();
    await editor.goToNew();
    expect(faults).toEqual([]);
  });

  it('reports a lost server, keeps unsaved work, and reconnects', async () => {
    const { page, stopServer, startServer } = journey;
    await editor.addFirst('manual trigger');
    await editor.save();
    await stopServer();
    await page.getByText('You have a connection issue or the server is down').waitFor();
    await editor.addAtPlus(trigger, 'edit fields');
    await startServer();
    await page.getByText('You have a connection issue or the server is down').waitFor({ state: 'detached' });
    await expect.poll(() => editor.nodes.count()).toBe(2);
    await editor.save();
    await editor.run();
    await expect.poll(() => editor.runStatus.textContent()).toMatch(/^Succeeded in/);
  });
});
