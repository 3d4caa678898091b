// Configuring nodes in their view: from a cURL command, by dragging data, by an expression; by mouse and by keyboard.
import type { Locator } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stubServer, type StubServer } from '../../engine/testing/stub-server.ts';
import { hasBrowser, type Journey } from './browser.ts';
import { oneJourney } from './journeys.ts';
import type { EditorPage } from './pages/editor-page.ts';
import { NodeViewPage } from './pages/node-view-page.ts';

let service: StubServer;
beforeEach(async () => {
  service = await stubServer(({ method, body }, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ method, got: body === '' ? null : JSON.parse(body), total: 129 }));
  });
});
afterEach(() => service.close());

/** A node of a tested type, at its position in the column after the trigger. */
const node = (name: string, type: string, typeVersion: number, parameters: object, at: number): object => ({
  id: name,
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion,
  position: [220, at * 160],
  parameters,
});
const sum = { assignments: { assignments: [{ id: 'a', name: 'sum', type: 'number', value: 0 }] } };

/** One node per test, from top to bottom: an HTTP request, or a sum. */
const kinds = {
  Request: 'ask',
  Mended: 'ask',
  Dragged: 'shape',
  Written: 'shape',
  Fetch: 'ask',
  Take: 'shape',
  Complete: 'shape',
} as const;
type Name = keyof typeof kinds;
const names = Object.keys(kinds) as Name[];

/** A trigger with pinned data, and all nodes after it. */
const workflow = {
  name: 'Configured',
  nodes: [
    { id: 'Start', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
    ...names.map((name, at) => (kinds[name] === 'ask' ? node(name, 'httpRequest', 4.2, {}, at) : node(name, 'set', 3.4, sum, at))),
  ],
  connections: { Start: { main: [names.map((name) => ({ node: name, type: 'main', index: 0 }))] } },
  settings: { executionOrder: 'v1' },
  pinData: { Start: [{ json: { order: 'A-1', total: 129 } }, { json: { order: 'A-2', total: 7 } }] },
};

let journey: Journey;
let editor: EditorPage;
let view: NodeViewPage;

const isClosed = (): Promise<void> => journey.page.locator('.node-view').waitFor({ state: 'detached' });

/** Closes the view by mouse. */
async function close(): Promise<void> {
  await view.close();
  await isClosed();
}

const curl = (): string => `curl '${service.address}/orders' -H 'x-shop: north' --json '{"total": 5}'`;

/** One server and one page for all tests. */
describe.skipIf(!hasBrowser)('a node in its view', () => {
  oneJourney(async (...started) => {
    [journey, editor] = started;
    view = new NodeViewPage(journey.page);
    const { id } = await journey.server.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body: workflow });
    await editor.open(`workflow/${id}`);
    await editor.node('Start').waitFor();
  });

  it('is filled from a cURL command, and sends its request', async () => {
    const { faults } = journey;
    await editor.node('Request').dblclick();
    await view.importCurl(curl());
    await expect.poll(() => view.field('URL').inputValue()).toBe(`${service.address}/orders`);
    await expect.poll(() => view.field('Method').textContent()).toBe('POST');
    await view.run();
    await expect.poll(() => view.output.innerText()).toMatch(/POST/);
    expect(service.received[0]).toMatchObject({ method: 'POST', url: '/orders', headers: { 'x-shop': 'north' } });
    expect(JSON.parse(service.received[0]?.body ?? '')).toEqual({ total: 5 });
    await close();
    expect(faults).toEqual([]);
  });

  it('reports what is wrong with a command, and lets it be fixed', async () => {
    const { page, faults } = journey;
    await editor.node('Mended').dblclick();
    await view.form.getByRole('button', { name: 'Import cURL' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import cURL command' });
    await dialog.getByRole('textbox').fill('curl smtp://mail.test');
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await expect.poll(() => dialog.getByRole('alert').textContent()).toMatch(/smtp/i);
    await dialog.getByRole('textbox').fill(`curl ${service.address}/a`);
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => view.field('URL').inputValue()).toBe(`${service.address}/a`);
    await close();
    expect(faults).toEqual([]);
  });

  it('accepts a field dragged onto a parameter', async () => {
    const { page, faults } = journey;
    await editor.node('Dragged').dblclick();
    await view.drag(view.column('total'), view.field('Value'));
    await expect.poll(() => view.field('Value').inputValue()).toBe('{{ $json.total }}');
    await expect.poll(() => view.result(view.field('Value')).textContent()).toBe('129');
    await view.run();
    await expect.poll(() => view.output.innerText()).toMatch(/sum\s+129\s+7/);
    await page.keyboard.press('Escape');
    await isClosed();
    await editor.press('Control+z');
    await editor.node('Dragged').dblclick();
    await expect.poll(() => view.field('Value').inputValue()).toBe('0');
    await close();
    expect(faults).toEqual([]);
  });

  it('shows the result of an expression while typing, for each item', async () => {
    const { page, faults } = journey;
    await editor.node('Written').dblclick();
    await view.field('Value').hover();
    await view.form.getByRole('group', { name: 'Value type of Value' }).getByRole('button', { name: 'Expression' }).click();
    const field = view.field('Value');
    await expect.poll(() => view.hasFocus(field)).toBe(true);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('{{$json.t');
    await expect.poll(() => view.suggestions.innerText()).toMatch(/total/);
    await page.keyboard.press('Enter');
    await page.keyboard.type(' * 2');
    expect(await field.inputValue()).toBe('{{ $json.total * 2 }}');
    await expect.poll(() => view.result(field).textContent()).toBe('258');
    await view.form.getByRole('button', { name: 'Next item' }).click();
    await expect.poll(() => view.result(field).textContent()).toBe('14');
    await view.run();
    await expect.poll(() => view.output.innerText()).toMatch(/sum\s+258\s+14/);
    await close();
    expect(faults).toEqual([]);
  });

  describe('by keyboard alone', () => {
    const open = async (name: Name): Promise<void> => {
      await editor.press('Shift+O');
      await outline().waitFor();
      await journey.page.locator('[role="treeitem"]:focus').waitFor();
      await editor.press('Home');
      await expect.poll(() => editor.focused()).toMatch(/^Start/);
      for (const next of names.slice(0, names.indexOf(name) + 1)) {
        await editor.press('ArrowDown');
        await expect.poll(() => editor.focused()).toMatch(new RegExp(`^${next}`));
      }
      await editor.press('Enter');
      await journey.page.locator('.node-view').waitFor();
    };
    const outline = (): Locator => journey.page.getByRole('region', { name: 'Outline' });
    /** The view, and the outline it was opened from. */
    const leave = async (name: Name): Promise<void> => {
      await editor.press('Escape');
      await isClosed();
      await expect.poll(() => editor.focused()).toMatch(new RegExp(`^${name}`));
      await editor.press('Escape');
      await outline().waitFor({ state: 'detached' });
    };

    it('is filled from a cURL command and run', async () => {
      const { page, faults } = journey;
      await open('Fetch');
      await view.tabTo(view.form.getByRole('button', { name: 'Import cURL' }));
      await page.keyboard.press('Enter');
      await page.keyboard.insertText(curl());
      await page.keyboard.press('Control+Enter');
      await page.getByRole('dialog', { name: 'Import cURL command' }).waitFor({ state: 'detached' });
      // The focus has returned.
      await expect.poll(() => view.hasFocus(view.form.getByRole('button', { name: 'Import cURL' }))).toBe(true);
      await view.tabTo(view.form.getByRole('button', { name: 'Run node' }), 'Shift+Tab');
      await page.keyboard.press('Enter');
      await expect.poll(() => view.output.innerText()).toMatch(/POST/);
      expect(service.received.map(({ url }) => url)).toContain('/orders');
      await leave('Fetch');
      expect(faults).toEqual([]);
    });

    it('accepts a field of the input', async () => {
      const { page, faults } = journey;
      await open('Take');
      await view.tabTo(view.field('Value'));
      // F6 moves between panes, skipping the other fields.
      await page.keyboard.press('Shift+F6');
      await expect.poll(() => view.hasFocus(view.input.getByRole('grid'))).toBe(true);
      await page.keyboard.press('ArrowRight');
      await view.tabTo(view.input.getByRole('button', { name: 'Use in last field' }));
      await page.keyboard.press('Enter');
      await expect.poll(() => view.field('Value').inputValue()).toBe('{{ $json.total }}');
      await expect.poll(() => view.result(view.field('Value')).textContent()).toBe('129');
      await page.keyboard.press('F6');
      await view.tabTo(view.form.getByRole('button', { name: 'Run node' }), 'Shift+Tab');
      await page.keyboard.press('Enter');
      await expect.poll(() => view.output.innerText()).toMatch(/sum\s+129\s+7/);
      await leave('Take');
      expect(faults).toEqual([]);
    });

    it('accepts an expression with its completion', async () => {
      const { page, faults } = journey;
      await open('Complete');
      await view.tabTo(view.field('Value'));
      // A field's menu is a single tab stop, before the field's input.
      await page.keyboard.press('Shift+Tab');
      const kind = view.form.getByRole('group', { name: 'Value type of Value' });
      expect(await view.hasFocus(kind.getByRole('button', { name: 'Fixed' }))).toBe(true);
      await page.keyboard.press('ArrowRight');
      expect(await view.hasFocus(kind.getByRole('button', { name: 'Expression' }))).toBe(true);
      await page.keyboard.press('Enter');
      await expect.poll(() => view.hasFocus(view.field('Value'))).toBe(true);
      await page.keyboard.press('Control+a');
      await page.keyboard.type('{{$json.o');
      await expect.poll(() => view.suggestions.innerText()).toMatch(/order/);
      await page.keyboard.press('Tab');
      await page.keyboard.type('.length');
      await expect.poll(() => view.result(view.field('Value')).textContent()).toBe('3');
      // The first Escape closes the suggestions, the second closes the view.
      await page.keyboard.press('Control+Space');
      await page.keyboard.press('Escape');
      if ((await view.suggestions.count()) > 0) await page.keyboard.press('Escape');
      await view.tabTo(view.form.getByRole('button', { name: 'Run node' }));
      await page.keyboard.press('Enter');
      await expect.poll(() => view.output.innerText()).toMatch(/sum\s+3\s+3/);
      await leave('Complete');
      expect(faults).toEqual([]);
    });
  });
});
