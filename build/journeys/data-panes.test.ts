// Results of nodes: all views, search, pages, pinning, editing, running with pinned data, unpinning; an error; and all of it by keyboard.
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { stubServer } from '../../engine/testing/stub-server.ts';
import { hasBrowser, type Journey } from './browser.ts';
import { oneJourney } from './journeys.ts';
import type { EditorPage } from './pages/editor-page.ts';
import { node, to } from './row-of-nodes.ts';

/** A PNG of one pixel. */
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const code = `return [
  { json: { order: 'A-1', customer: { name: 'Nora', city: 'Rome' }, total: 812.4 }, binary: { note: { data: 'aGVsbG8gd29ybGQ=', mimeType: 'text/plain', fileName: 'note.txt' }, picture: { data: '${picture}', mimeType: 'image/png', fileName: 'dot.png' } } },
  { json: { order: 'A-2', customer: null, total: 129, remark: '' } },
  { json: { order: 'A-3', total: 64.2 } },
];`;
const many = 'return Array.from({ length: 25 }, (_, index) => ({ json: { number: index + 1 } }));';

const workflow = {
  name: 'Panes',
  nodes: [
    node('Start', 'manualTrigger', 1, 0, {}),
    node('Orders', 'code', 2, 220, { jsCode: code }),
    node('Same', 'noOp', 1, 440, {}),
    node('Many', 'code', 2, 660, { jsCode: many }),
    node('Fails', 'stopAndError', 1, 880, { errorMessage: 'This is <b>too</b> much' }),
  ],
  connections: { Start: to('Orders'), Orders: to('Same'), Same: to('Many'), Many: to('Fails') },
  settings: { executionOrder: 'v1' },
};

let journey: Journey;
let page: Page;
let editor: EditorPage;
let input: Locator;
let output: Locator;

async function openNode(name: string): Promise<void> {
  await editor.node(name).dblclick();
  await page.getByRole('dialog', { name: `Node ${name}` }).waitFor();
}

async function closeNode(name: string): Promise<void> {
  await page.getByRole('button', { name: 'Back to canvas' }).click();
  await page.getByRole('dialog', { name: `Node ${name}` }).waitFor({ state: 'detached' });
}

const show = (pane: Locator, how: string): Promise<void> => pane.getByRole('button', { name: how, exact: true }).click();
const rows = (pane: Locator): Locator => pane.getByRole('grid').getByRole('row');

/** One server and one page for all tests; the workflow has run once. */
describe.skipIf(!hasBrowser)('the data of nodes', () => {
  oneJourney(async (...started) => {
    [journey, editor] = started;
    ({ page } = journey);
    input = page.getByRole('region', { name: 'Input' }).first();
    output = page.getByRole('region', { name: 'Output' }).first();
    const { id } = await journey.server.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body: workflow });
    await editor.open(`workflow/${id}`);
    // A hint that is shown once; it has a test of its own.
    await page.evaluate(
      "localStorage.setItem('millrace.pin-discovery', 'true'); localStorage.setItem('millrace.mapping-onboarding', 'true')",
    );
    await editor.node('Start').waitFor();
    await editor.run();
    await editor.runStatus.filter({ hasText: /failed/i }).waitFor();
    // The failure's toast covers the lower corner.
    await page
      .locator('.toasts')
      .getByRole('button', { name: /^Close/ })
      .first()
      .click();
  });

  it('is shown as a table, JSON, a schema and files, and searched', async () => {
    await openNode('Orders');
    await output.getByText(/^3 items in [\d,]+ ms$/).waitFor();
    expect(await output.getByRole('columnheader').allTextContents()).toEqual(['order', 'customer', 'total', 'remark']);
    expect(await rows(output).nth(2).getByRole('gridcell').allTextContents()).toEqual(['A-2', 'null', '129', 'empty']);
    expect(await rows(output).nth(3).getByRole('gridcell').allTextContents()).toEqual(['A-3', 'missing', '64.2', 'missing']);
    await rows(output).nth(1).getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => rows(output).nth(1).textContent()).toContain('name: Nora');
    await show(output, 'JSON');
    await output.getByRole('treeitem').filter({ hasText: '"name": "Nora"' }).click();
    await output.getByText('$json.customer.name').waitFor();
    await output.getByRole('button', { name: 'Copy value' }).click();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('Nora');
    await output.getByRole('button', { name: 'Copy path' }).click();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('$json.customer.name');
    await output.getByRole('button', { name: 'As text' }).click();
    await output.getByText('"city": "Rome"').waitFor();
    await output.getByRole('button', { name: 'As a tree' }).click();
    await show(output, 'Schema');
    expect(await output.getByRole('treeitem').allTextContents()).toEqual([
      'ordertextA-1',
      'customerobject, null',
      'nametextNora',
      'citytextRome',
      'totalnumber812.4',
      'remarktext',
    ]);
    await show(output, 'Binary');
    await output.getByRole('button', { name: 'View note.txt' }).click();
    await output.getByText('hello world').waitFor();
    await page.keyboard.press('Escape');
    await output.getByRole('button', { name: 'View note.txt' }).waitFor();
    await output.getByRole('button', { name: 'View dot.png' }).click();
    await output.getByRole('img', { name: 'dot.png' }).waitFor();
    await expect.poll(() => page.evaluate("document.querySelector('.data-window img').naturalWidth")).toBe(1);
    await output.getByRole('button', { name: 'Back to list' }).click();
    const saved = page.waitForEvent('download');
    await output.getByRole('button', { name: 'Download note.txt' }).click();
    expect((await saved).suggestedFilename()).toBe('note.txt');
    await page.keyboard.press('Escape');
    await openNode('Same');
    await show(output, 'Table');
    await rows(output).nth(3).hover();
    await expect.poll(() => rows(input).nth(3).getAttribute('data-paired')).toBe('true');
    await input.getByRole('grid').focus();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('a-');
    await input.getByText('1 of 3').waitFor();
    await page.keyboard.press('Enter');
    await input.getByText('2 of 3').waitFor();
    await page.keyboard.press('Escape');
    await closeNode('Same');
    expect(journey.faults).toEqual([]);
  });

  it('shows what went wrong', async () => {
    await openNode('Fails');
    await output.getByText('This is <b>too</b> much').waitFor();
    await output.getByText('Details').click();
    await output.getByText('NodeOperationError (NODE_OPERATION_FAILED)').waitFor();
    await output.getByRole('button', { name: 'Copy error' }).click();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toContain('"message": "This is <b>too</b> much"');
    await closeNode('Fails');
    expect(journey.faults).toEqual([]);
  });

  it('is paged, and remembers the page size', async () => {
    await openNode('Fails');
    await input.getByText('25 items').waitFor();
    await expect.poll(() => rows(input).count()).toBe(11);
    await input.getByRole('button', { name: 'Page 3' }).click();
    await expect.poll(() => rows(input).nth(1).textContent()).toBe('21');
    await input.getByRole('combobox', { name: /^Items per page/ }).click();
    await page.getByRole('option', { name: '25 per page' }).click();
    await expect.poll(() => input.getByRole('button', { name: 'Page 1' }).count()).toBe(0);
    await expect.poll(() => rows(input).nth(1).textContent()).toBe('1');
    await closeNode('Fails');
    expect(journey.faults).toEqual([]);
  });

  it('is reachable by keyboard', async () => {
    await openNode('Many');
    const table = input.getByRole('grid');
    await table.focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    await input.getByText('$json.total').waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => rows(input).nth(2).getAttribute('aria-selected')).toBe('true');
    // Keyboard navigation continues from the clicked cell.
    await input.getByRole('gridcell', { name: 'A-1' }).click();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => rows(input).nth(2).getAttribute('aria-selected')).toBe('true');
    await input.getByRole('button', { name: 'JSON', exact: true }).focus();
    await page.keyboard.press('Enter');
    const tree = input.getByRole('tree');
    await tree.getByText('"A-2"').click();
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => tree.and(page.locator(':focus')).count()).toBe(1);
    await tree.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    const before = await input.getByRole('treeitem').count();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => input.getByRole('treeitem').count()).toBeLessThan(before);
    await output.getByRole('button', { name: 'Pin', exact: true }).focus();
    await page.keyboard.press('Enter');
    await output.getByText('This data is pinned').waitFor();
    await page.keyboard.press('Escape');
    await openNode('Fails');
    // A field, then the value mapped into it.
    await page.getByRole('textbox', { name: 'Error Message' }).focus();
    await input.getByRole('tree').focus();
    await page.keyboard.press('ArrowDown');
    await input.getByRole('button', { name: 'Use in last field' }).focus();
    await page.keyboard.press('Enter');
    await input.getByText('Added to Error Message').waitFor();
    await closeNode('Fails');
    expect(journey.faults).toEqual([]);
  });

  it('is pinned, edited, run with the pin, and unpinned', async () => {
    await openNode('Orders');
    await output.getByRole('button', { name: 'Pin', exact: true }).click();
    await output.getByText('This data is pinned').waitFor();
    await page.getByText('Pinned the output of "Orders"').waitFor();
    await output.getByRole('button', { name: 'Edit output' }).click();
    await write("{ 'a': 1 }");
    await output.getByRole('button', { name: 'Save' }).click();
    await output.getByText("This isn't valid JSON").waitFor();
    await output.getByText(/Use double quotes/).waitFor();
    await write('[{ "order": "mine" }, { "order": "yours" }]');
    // Leaving with an unsaved edit asks first.
    await page.getByRole('button', { name: 'Back to canvas' }).click();
    await page.getByRole('dialog', { name: 'Save the edited output?' }).getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog', { name: 'Node Orders' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Clear results' }).click();
    await editor.runStatus.filter({ hasText: /failed/i }).waitFor({ state: 'detached' });
    await editor.run();
    await expect.poll(() => editor.runStatus.textContent()).toMatch(/failed/i);
    await openNode('Same');
    await output.getByText(/^2 items in/).waitFor();
    await expect.poll(() => rows(output).nth(1).textContent()).toBe('mine');
    await page.keyboard.press('Escape');
    await openNode('Orders');
    await output.getByRole('button', { name: 'Unpin' }).first().click();
    await output.getByText('This data is pinned').waitFor({ state: 'detached' });
    await closeNode('Orders');
    await editor.save();
    expect(journey.faults).toEqual([]);
  });

  it('is pinned with stored files, which outlive the execution', async () => {
    const service = await stubServer(({ method }, response) => {
      response.setHeader('content-type', method === 'GET' ? 'text/plain' : 'application/json');
      response.end(method === 'GET' ? 'kept for good' : '{}');
    });
    const url = service.address;
    const response = { response: { response: { responseFormat: 'file' } } };
    const nodes = [
      node('Start', 'manualTrigger', 1, 0, {}),
      node('File', 'httpRequest', 4.2, 220, { url, options: response }),
      node('Send', 'httpRequest', 4.2, 440, { method: 'POST', url, sendBody: true, contentType: 'binaryData', inputDataFieldName: 'data' }),
    ];
    const connections = { Start: to('File'), File: to('Send') };
    const body = { ...workflow, name: 'Files', nodes, connections };
    const saved = await journey.server.data<{ id: string; name: string }>({ method: 'POST', url: '/rest/workflows', body });
    await editor.goToWorkflow(saved);
    await editor.node('Send').waitFor();
    await editor.run();
    await expect.poll(() => editor.runStatus.textContent()).toMatch(/^Succeeded/);
    await openNode('File');
    await output.getByRole('button', { name: 'Pin', exact: true }).click();
    await output.getByText('This data is pinned').waitFor();
    await closeNode('File');
    await editor.save();
    await journey.server.data({
      method: 'POST',
      url: '/rest/executions/delete',
      body: { deleteBefore: '2100-01-01T00:00:00.000Z', filters: {} },
    });
    // The editor's state is gone, so it requests the workflow from the server.
    await editor.goToNew();
    await editor.goToWorkflow(saved);
    await editor.node('Send').waitFor();
    await editor.run();
    // The tab still shows the previous run, which succeeded, too.
    const received = (): readonly string[] => service.received.map(({ method, body }) => `${method} ${body}`);
    await expect.poll(received).toEqual(['GET ', 'POST kept for good', 'POST kept for good']);
    await expect.poll(() => editor.runStatus.textContent()).toMatch(/^Succeeded/);
    await service.close();
    expect(journey.faults).toEqual([]);
  });
});

/** Replaces the code editor's content. */
async function write(text: string): Promise<void> {
  await output.getByRole('textbox', { name: 'Output as JSON' }).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  // For typed text, the editor would add closing brackets.
  await page.keyboard.insertText(text);
}
