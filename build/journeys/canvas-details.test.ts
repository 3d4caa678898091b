// Details of the canvas: where the focus returns to, and what nodes and notes show.
import { beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, type Journey } from './browser.ts';
import { oneJourney } from './journeys.ts';
import type { EditorPage } from './pages/editor-page.ts';
import { node } from './row-of-nodes.ts';

const workflow = {
  name: 'Details',
  nodes: [
    { id: 'Start', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
    { id: 'Check', name: 'Check', type: 'n8n-nodes-base.if', typeVersion: 2.2, position: [200, 0], parameters: {} },
  ],
  connections: { Start: { main: [[{ node: 'Check', type: 'main', index: 0 }]] } },
  settings: { executionOrder: 'v1' },
};

let journey: Journey;
let editor: EditorPage;

/** One server and one page for all tests. */
describe.skipIf(!hasBrowser)('on the canvas', () => {
  oneJourney((...started) => {
    [journey, editor] = started;
  });
  beforeAll(async () => {
    const { id } = await journey.server.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body: workflow });
    await editor.open(`workflow/${id}`);
    await editor.node('Check').waitFor();
  });

  it.each([
    ['the list of shortcuts', '?'],
    ['the command palette', 'Control+k'],
  ])('the focus returns to the node after %s was closed', async (_, keys) => {
    await editor.node('Check').click();
    const before = await editor.focused();
    expect(before).toMatch(/^Check/);
    await editor.press(keys);
    await journey.page.getByRole('dialog').waitFor();
    await editor.press('Escape');
    await journey.page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => editor.focused()).toBe(before);
    expect(journey.faults).toEqual([]);
  });

  it('a long name of the workflow uses the space of the header', async () => {
    const { page } = journey;
    const name = 'Reads the orders, checks them, and tells the people who wait for them';
    await page.getByRole('button', { name: /^Workflow name/ }).click();
    await page.keyboard.type(name);
    await editor.press('Enter');
    const label = page.locator(`.editor-name[title="${name}"]`);
    await label.waitFor();
    const isWhole = await label.evaluate(({ clientWidth, scrollWidth }) => clientWidth > 420 && scrollWidth <= clientWidth);
    expect(isWhole).toBe(true);
  });

  it('the menu of a node is beside the pointer and within the window, also at its lower edge', async () => {
    const { page } = journey;
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    const node = await editor.node('Check').boundingBox();
    expect(node).not.toBeNull();
    // Brings the node to the lower edge.
    await page.mouse.move(width / 2, 200);
    await page.mouse.wheel(0, -(height - 130 - (node?.y ?? 0)));
    await expect.poll(async () => (await editor.node('Check').boundingBox())?.y).toBeGreaterThan(height - 200);
    const at = await editor.node('Check').boundingBox();
    const pointer = { x: (at?.x ?? 0) + 20, y: (at?.y ?? 0) + 20 };
    await page.mouse.click(pointer.x, pointer.y, { button: 'right' });
    const menu = page.getByRole('menu');
    await menu.getByRole('menuitem', { name: /^Disable/ }).waitFor();
    const box = (await menu.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    expect(box.x).toBeGreaterThan(pointer.x);
    expect(box.y + box.height).toBeLessThanOrEqual(height);
    await editor.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await expect.poll(() => editor.focused()).toMatch(/^Check/);
    await editor.press('1');
  });

  it('a node is replaced from its menu, by the keyboard, and its connections stay', async () => {
    const { page } = journey;
    const outputs = editor.node('Check').locator('[data-port="output"]');
    const before = await outputs.count();
    await editor.node('Check').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Replace by another node' }).click();
    await page.getByText('Replace “Check”').waitFor();
    await page.keyboard.type('filter');
    await page.keyboard.press('Enter');
    // The new node has one output instead of two.
    await expect.poll(() => outputs.count()).toBe(before / 2);
    expect(await editor.node('Check').getAttribute('aria-label')).toMatch(/1 incoming/);
    await editor.press('Control+z');
    await expect.poll(() => outputs.count()).toBe(before);
  });

  it('a new note opens for editing, covers no node, and its tools are above nodes', async () => {
    const { page } = journey;
    await editor.press('Escape');
    await editor.canvas.click({ position: { x: 20, y: 20 } });
    await editor.press('Shift+S');
    await expect.poll(() => editor.focused()).toBe('Note text');
    const boxes = await Promise.all(
      [page.locator('[data-note]'), editor.node('Start'), editor.node('Check')].map((each) => each.boundingBox()),
    );
    const [note, ...nodes] = boxes.map((box) => box ?? { x: 0, y: 0, width: 0, height: 0 });
    for (const node of nodes) {
      const isApart =
        note === undefined ||
        note.x + note.width <= node.x ||
        node.x + node.width <= note.x ||
        note.y + note.height <= node.y ||
        node.y + node.height <= note.y;
      expect(isApart).toBe(true);
    }
    await page.keyboard.type('Hello');
    await editor.press('Escape');
    await page.locator('[data-note]').getByText('Hello').waitFor();
    // A note around the nodes: its tools overlap a node.
    const { id } = await journey.server.data<{ id: string }>({
      method: 'POST',
      url: '/rest/workflows',
      body: {
        name: 'Covered',
        nodes: [
          { id: 'Above', name: 'Above', type: 'n8n-nodes-base.noOp', typeVersion: 1, position: [0, -140], parameters: {} },
          {
            id: 'Note',
            name: 'Note',
            type: 'n8n-nodes-base.stickyNote',
            typeVersion: 1,
            position: [0, 0],
            parameters: { content: 'Below' },
          },
        ],
        connections: {},
      },
    });
    await editor.save();
    await editor.goToWorkflow({ id, name: 'Covered' });
    await page.locator('[data-note="Note"]').click({ position: { x: 200, y: 120 } });
    await page.getByRole('button', { name: 'Green' }).click({ trial: true });
    expect(journey.faults).toEqual([]);
  });

  it('an added node opens, with one primary button, unless disabled', async () => {
    const { page } = journey;
    const view = page.locator('.node-view');
    const add = async (): Promise<void> => {
      await editor.node('Above').click();
      await editor.press('Tab');
      await page.getByPlaceholder(/search nodes/i).fill('webhook');
      await editor.press('Enter');
    };
    await add();
    await editor.nodeOpened();
    expect(await view.locator('[data-kind="primary"]').count()).toBe(1);
    await editor.press('Escape');
    await view.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Workflow menu' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Open nodes when they are added' }).click();
    await editor.press('Escape');
    await editor.adding(async () => {
      await add();
      await page.locator('[data-node]').filter({ hasText: 'Webhook1' }).waitFor();
      expect(await view.count()).toBe(0);
    });
    expect(journey.faults).toEqual([]);
  });

  it.each([
    ['wide', 12, 1],
    ['tall', 3, 7],
    ['square', 8, 4],
  ])('a %s workflow that is fitted into view is clear of tools, bars and minimap', async (name, columns, rows) => {
    const { page } = journey;
    const nodes = Array.from({ length: columns * rows }, (_, at) => ({
      ...node(`N${at}`, 'noOp', 1, (at % columns) * 200),
      position: [(at % columns) * 200, Math.floor(at / columns) * 180],
    }));
    const body = { name, nodes, connections: {} };
    const { id } = await journey.server.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body });
    await page.setViewportSize({ width: 1280, height: 800 });
    if (await page.getByRole('button', { name: /^Save/ }).isEnabled()) await editor.save();
    await editor.goToWorkflow({ id, name });
    await editor.node('N0').waitFor();
    await page.getByRole('button', { name: 'Fit to view' }).click();
    await expect.poll(() => page.evaluate(coveredNodes)).toEqual([]);
    expect(journey.faults).toEqual([]);
  });
});

/** Evaluates to the ids of nodes whose box, name or plus overlaps a control. A string because it runs in the page. */
const coveredNodes = `(() => {
  const overlaps = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  const controls = [...document.querySelectorAll('.editor-tools .button, .zoom-bar, .run-bar, .canvas-minimap')];
  const over = controls.map((each) => each.getBoundingClientRect());
  const parts = [...document.querySelectorAll('[data-node]')].flatMap((node) =>
    [node, ...node.querySelectorAll('.node-label, .node-plus')].map((part) => ({ id: node.dataset.node, rect: part.getBoundingClientRect() })),
  );
  return parts.filter(({ rect }) => over.some((other) => overlaps(rect, other))).map(({ id }) => id);
})()`;
