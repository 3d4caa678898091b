// Configuring nodes in their view: from a cURL command, by dragging data, by writing an expression; by mouse and by keyboard alone.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stubServer, type StubServer } from '../../engine/testing/stub-server.ts';
import { hasBrowser, type Journey } from './browser.ts';
import { journeys } from './journeys.ts';
import { EditorPage } from './pages/editor-page.ts';
import { NodeViewPage } from './pages/node-view-page.ts';

const startJourney = journeys();

let service: StubServer;
beforeEach(async () => {
  service = await stubServer(({ method, body }, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ method, got: body === '' ? null : JSON.parse(body), total: 129 }));
  });
});
afterEach(() => service.close());

type Opened = Journey & { readonly editor: EditorPage; readonly view: NodeViewPage };

const node = (name: string, type: string, typeVersion: number, parameters: object, at: number): object => ({
  id: name,
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion,
  position: [at, 0],
  parameters,
});
const to = (name: string): object => ({ main: [[{ node: name, type: 'main', index: 0 }]] });

/** A trigger whose data is pinned, and one node behind it. */
async function begin(second: object, name: string): Promise<Opened> {
  const journey = await startJourney();
  const { id } = await journey.server.data<{ id: string }>({
    method: 'POST',
    url: '/rest/workflows',
    body: {
      name: 'Configured',
      nodes: [node('Start', 'manualTrigger', 1, {}, 0), second],
      connections: { Start: to(name) },
      settings: { executionOrder: 'v1' },
      pinData: { Start: [{ json: { order: 'A-1', total: 129 } }, { json: { order: 'A-2', total: 7 } }] },
    },
  });
  const editor = new EditorPage(journey.page);
  await editor.open(`workflow/${id}`);
  await editor.node(name).waitFor();
  return { ...journey, editor, view: new NodeViewPage(journey.page) };
}

const request = node('Request', 'httpRequest', 4.2, {}, 220);
const shape = node('Shape', 'set', 3.4, { assignments: { assignments: [{ id: 'a', name: 'sum', type: 'number', value: 0 }] } }, 220);
const curl = (): string => `curl '${service.address}/orders' -H 'x-shop: north' --json '{"total": 5}'`;

describe.skipIf(!hasBrowser)('a node in its view', () => {
  it('is filled from a cURL command, and asks the service for what the command asks', async () => {
    const { editor, view, faults } = await begin(request, 'Request');
    await editor.node('Request').dblclick();
    await view.importCurl(curl());
    await expect.poll(() => view.field('URL').inputValue()).toBe(`${service.address}/orders`);
    await expect.poll(() => view.field('Method').textContent()).toBe('POST');
    await view.run();
    await expect.poll(() => view.output.innerText()).toMatch(/POST/);
    expect(service.received[0]).toMatchObject({ method: 'POST', url: '/orders', headers: { 'x-shop': 'north' } });
    expect(JSON.parse(service.received[0]?.body ?? '')).toEqual({ total: 5 });
    expect(faults).toEqual([]);
  });

  it('says what is wrong with a command, and lets it be mended', async () => {
    const { editor, view, page, faults } = await begin(request, 'Request');
    await editor.node('Request').dblclick();
    await view.form.getByRole('button', { name: 'Import cURL' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import cURL command' });
    await dialog.getByRole('textbox').fill('curl smtp://mail.test');
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await expect.poll(() => dialog.getByRole('alert').textContent()).toMatch(/smtp/i);
    await dialog.getByRole('textbox').fill(`curl ${service.address}/a`);
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => view.field('URL').inputValue()).toBe(`${service.address}/a`);
    expect(faults).toEqual([]);
  });

  it('takes a field that is dragged onto a parameter', async () => {
    const { editor, view, page, faults } = await begin(shape, 'Shape');
    await editor.node('Shape').dblclick();
    await view.drag(view.column('total'), view.field('Value'));
    await expect.poll(() => view.field('Value').inputValue()).toBe('{{ $json.total }}');
    await expect.poll(() => view.result(view.field('Value')).textContent()).toBe('129');
    await view.run();
    await expect.poll(() => view.output.innerText()).toMatch(/sum\s+129\s+7/);
    await page.keyboard.press('Escape');
    await page.locator('.node-view').waitFor({ state: 'detached' });
    await editor.press('Control+z');
    await editor.node('Shape').dblclick();
    await expect.poll(() => view.field('Value').inputValue()).toBe('0');
    expect(faults).toEqual([]);
  });

  it('shows what an expression comes to while it is written, for each item', async () => {
    const { editor, view, page, faults } = await begin(shape, 'Shape');
    await editor.node('Shape').dblclick();
    await view.field('Value').hover();
    await view.form.getByRole('group', { name: 'Kind of value of Value' }).getByRole('button', { name: 'Expression' }).click();
    const field = view.field('Value');
    await expect.poll(() => view.hasFocus(field)).toBe(true);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('{{$json.t');
    await expect.poll(() => view.suggestions.innerText()).toMatch(/total/);
    await page.keyboard.press('Enter');
    await page.keyboard.type(' * 2');
    expect(await field.inputValue()).toBe('{{ $json.total * 2 }}');
    await expect.poll(() => view.result(field).textContent()).toBe('258');
    await view.form.getByRole('button', { name: 'Item after' }).click();
    await expect.poll(() => view.result(field).textContent()).toBe('14');
    await view.run();
    await expect.poll(() => view.output.innerText()).toMatch(/sum\s+258\s+14/);
    expect(faults).toEqual([]);
  });
});

describe.skipIf(!hasBrowser)('a node in its view, by keyboard alone', () => {
  const open = async ({ editor, page }: Opened, name: string): Promise<void> => {
    await editor.press('Shift+O');
    await page.getByRole('region', { name: 'Outline' }).waitFor();
    await expect.poll(() => editor.focused()).toMatch(/Start|Request|Shape/);
    await editor.press('Home');
    await expect.poll(() => editor.focused()).toMatch(/Start/);
    await editor.press('ArrowDown');
    await expect.poll(() => editor.focused()).toMatch(new RegExp(name));
    await editor.press('Enter');
    await page.locator('.node-view').waitFor();
  };

  it('is filled from a cURL command and run', async () => {
    const journey = await begin(request, 'Request');
    const { view, page, faults } = journey;
    await open(journey, 'Request');
    await view.tabTo(view.form.getByRole('button', { name: 'Import cURL' }));
    await page.keyboard.press('Enter');
    await page.keyboard.insertText(curl());
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog', { name: 'Import cURL command' }).waitFor({ state: 'detached' });
    // The focus is where it was.
    await expect.poll(() => view.hasFocus(view.form.getByRole('button', { name: 'Import cURL' }))).toBe(true);
    await view.tabTo(view.form.getByRole('button', { name: 'Run node' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => view.output.innerText()).toMatch(/POST/);
    expect(service.received.map(({ url }) => url)).toContain('/orders');
    expect(faults).toEqual([]);
  });

  it('takes a field of the input', async () => {
    const journey = await begin(shape, 'Shape');
    const { view, page, faults } = journey;
    await open(journey, 'Shape');
    await view.tabTo(view.field('Value'));
    // F6 leads from pane to pane, without passing the other fields.
    await page.keyboard.press('Shift+F6');
    await expect.poll(() => view.hasFocus(view.input.getByRole('grid'))).toBe(true);
    await page.keyboard.press('ArrowRight');
    await view.tabTo(view.input.getByRole('button', { name: 'Use in the last field' }));
    await page.keyboard.press('Enter');
    await expect.poll(() => view.field('Value').inputValue()).toBe('{{ $json.total }}');
    await expect.poll(() => view.result(view.field('Value')).textContent()).toBe('129');
    await page.keyboard.press('F6');
    await view.tabTo(view.form.getByRole('button', { name: 'Run node' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => view.output.innerText()).toMatch(/sum\s+129\s+7/);
    expect(faults).toEqual([]);
  });

  it('takes an expression with its completion', async () => {
    const journey = await begin(shape, 'Shape');
    const { view, page, faults } = journey;
    await open(journey, 'Shape');
    await view.tabTo(view.field('Value'));
    // What can be done with a field is one stop of the tab key, after its neighbour's input and before its own.
    await page.keyboard.press('Shift+Tab');
    const kind = view.form.getByRole('group', { name: 'Kind of value of Value' });
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
    // Escape closes what is offered first, and the view only then.
    await page.keyboard.press('Control+Space');
    await page.keyboard.press('Escape');
    if ((await view.suggestions.count()) > 0) await page.keyboard.press('Escape');
    await view.tabTo(view.form.getByRole('button', { name: 'Run node' }));
    await page.keyboard.press('Enter');
    await expect.poll(() => view.output.innerText()).toMatch(/sum\s+3\s+3/);
    expect(faults).toEqual([]);
  });
});
