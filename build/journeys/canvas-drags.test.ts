// Drags on the canvas with a mouse: nodes, and connections from port to port. jsPlumb performs them.
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, type Journey } from './browser.ts';
import { oneJourney } from './journeys.ts';
import type { EditorPage } from './pages/editor-page.ts';
import { node, to } from './row-of-nodes.ts';

const workflow = {
  name: 'Drags',
  nodes: [node('Start', 'manualTrigger', 1, 0), node('First', 'noOp', 1, 200), node('Second', 'noOp', 1, 400)],
  connections: { Start: to('First') },
  settings: { executionOrder: 'v1' },
};

let journey: Journey;
let editor: EditorPage;

const port = (name: string, side: 'input' | 'output'): Locator => editor.node(name).locator(`.node-port[data-port="${side}"]`);

async function middleOf(locator: Locator): Promise<readonly [number, number]> {
  const { x, y, width, height } = (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return [x + width / 2, y + height / 2];
}

/** Drags from one point to another, in steps as a hand does. */
async function drag(from: readonly [number, number], target: readonly [number, number]): Promise<void> {
  const { mouse } = journey.page;
  await mouse.move(...from);
  await mouse.down();
  await mouse.move(...target, { steps: 8 });
  await mouse.up();
}

const labelOf = (name: string): Promise<string | null> => editor.node(name).getAttribute('aria-label');

async function open(): Promise<void> {
  const { id } = await journey.server.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body: workflow });
  await editor.open(`workflow/${id}`);
  await editor.node('Second').waitFor();
}

/** One server and one page for all tests. */
describe.skipIf(!hasBrowser)('with the mouse', () => {
  oneJourney((...started) => {
    [journey, editor] = started;
  });
  beforeAll(async () => {
    await open();
    await journey.page.locator('.jtk-endpoint').first().waitFor({ state: 'attached' });
  });

  it('a node is dragged, its wire follows, and undo brings it back', async () => {
    const line = journey.page.locator('.wire-line').first();
    const [before, from] = [await line.getAttribute('d'), await middleOf(editor.node('First'))];
    await drag(from, [from[0], from[1] + 120]);
    await expect.poll(() => line.getAttribute('d')).not.toBe(before);
    expect((await middleOf(editor.node('First')))[1]).toBe(from[1] + 120);
    await editor.press('Control+z');
    await expect.poll(() => line.getAttribute('d')).toBe(before);
    expect(await middleOf(editor.node('First'))).toEqual(from);
  });

  it('a connection is drawn from port to port, and undone', async () => {
    await drag(await middleOf(port('First', 'output')), await middleOf(port('Second', 'input')));
    await expect.poll(() => labelOf('Second')).toMatch(/1 incoming/);
    await editor.press('Control+z');
    await expect.poll(() => labelOf('Second')).toMatch(/0 incoming/);
  });

  it('a connection dropped on a node ends at its input, also if it is drawn from the plus', async () => {
    await drag(await middleOf(editor.node('First').locator('.node-plus')), await middleOf(editor.node('Second')));
    await expect.poll(() => labelOf('Second')).toMatch(/1 incoming/);
    await editor.press('Control+z');
    await expect.poll(() => labelOf('Second')).toMatch(/0 incoming/);
    expect(journey.faults).toEqual([]);
  });
});

describe.skipIf(!hasBrowser)('if jsPlumb cannot be loaded', () => {
  oneJourney(
    (...started) => {
      [journey, editor] = started;
    },
    // A failed request is an error on the page.
    () => ({ isHostile: true }),
  );

  it('nothing moves, and no connection is drawn', async () => {
    await journey.page.route(/\/adapter-[^/]*\.js/, (route) => route.abort());
    await open();
    const from = await middleOf(editor.node('First'));
    await drag(from, [from[0], from[1] + 120]);
    expect(await middleOf(editor.node('First'))).toEqual(from);
    await drag(await middleOf(port('First', 'output')), await middleOf(port('Second', 'input')));
    expect(await labelOf('Second')).toMatch(/0 incoming/);
    expect(await journey.page.locator('.jtk-endpoint').count()).toBe(0);
  });
});
