// The run bar: its button does not move, whatever the bar shows.
import { expect, it } from 'vitest';
import { hasBrowser } from './browser.ts';
import { journeys } from './journeys.ts';
import { EditorPage } from './pages/editor-page.ts';
import { node, to } from './row-of-nodes.ts';

const startJourney = journeys();

/** Runs until it is stopped. */
const workflow = {
  name: 'Long',
  nodes: [node('Start', 'manualTrigger', 1, 0), node('Pause', 'wait', 1.1, 220, { amount: 50, unit: 'seconds' })],
  connections: { Start: to('Pause') },
};

it.skipIf(!hasBrowser)('the run button never moves', async () => {
  const { page, server, faults } = await startJourney();
  const editor = new EditorPage(page);
  const { id } = await server.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body: workflow });
  for (const width of [900, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await editor.open(`workflow/${id}`);
    await editor.node('Pause').waitFor();
    // In the font that stands in until the editor's font has loaded, the button is wider.
    await page.evaluate('document.fonts.ready.then(() => undefined)');
    const button = page.locator('.run-bar > button').first();
    const boundingBox = async (): Promise<unknown> => button.boundingBox();
    const before = await boundingBox();
    await editor.run();
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await page.locator('[data-node="Pause"][data-look="run"]').waitFor();
    expect(await boundingBox()).toMatchObject({ x: (before as { x: number }).x });
    await button.click();
    await page.getByText(/^Stopped after/).waitFor();
    expect(await boundingBox()).toEqual(before);
  }
  expect(faults).toEqual([]);
});

it.skipIf(!hasBrowser)('the panel with the addresses never covers the trigger that listens', async () => {
  const { page, server, faults } = await startJourney();
  const editor = new EditorPage(page);
  const at = (name: string, y: number): object => ({ ...node(name, 'webhook', 2, 0, { path: name, options: {} }), position: [0, y] });
  const body = { name: 'Listens', nodes: [at('High', -500), at('Low', 0)], connections: {} };
  const { id } = await server.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body });
  await page.setViewportSize({ width: 1280, height: 800 });
  await editor.open(`workflow/${id}`);
  await editor.node('Low').waitFor();
  await page.locator('.run-split > .button').last().click();
  await page.getByRole('menuitem').or(page.getByRole('menuitemradio')).filter({ hasText: 'Low' }).first().click();
  const panel = page.locator('.run-listening');
  const run = page.getByRole('button', { name: 'Run from Low' });
  await panel.or(run).first().waitFor();
  if (await run.isVisible()) await run.click();
  await panel.waitFor();
  const isClear = async (): Promise<boolean> => {
    const [cover, box] = [await panel.boundingBox(), await editor.node('Low').boundingBox()];
    return (
      cover !== null &&
      box !== null &&
      box.y >= 0 &&
      (box.y + box.height <= cover.y || box.x >= cover.x + cover.width || box.x + box.width <= cover.x)
    );
  };
  for (const size of [
    { width: 1280, height: 800 },
    { width: 900, height: 800 },
    { width: 900, height: 560 },
  ]) {
    await page.setViewportSize(size);
    await expect.poll(isClear).toBe(true);
  }
  expect(faults).toEqual([]);
});
