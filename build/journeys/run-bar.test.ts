// The run bar: its button does not move, whatever the bar shows.
import { expect, it } from 'vitest';
import { hasBrowser } from './browser.ts';
import { journeys } from './journeys.ts';
import { EditorPage } from './pages/editor-page.ts';
import { node, to } from './row-of-nodes.ts';

const begin = journeys();

/** Runs until it is stopped. */
const workflow = {
  name: 'Long',
  nodes: [node('Start', 'manualTrigger', 1, 0), node('Pause', 'wait', 1.1, 220, { amount: 50, unit: 'seconds' })],
  connections: { Start: to('Pause') },
};

it.skipIf(!hasBrowser)('the run button never moves', async () => {
  const { page, server, faults } = await begin();
  const editor = new EditorPage(page);
  const { id } = await server.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body: workflow });
  for (const width of [900, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await editor.open(`workflow/${id}`);
    await editor.node('Pause').waitFor();
    const button = page.locator('.run-bar > button').first();
    const place = async (): Promise<unknown> => button.boundingBox();
    const before = await place();
    await editor.run();
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await page.locator('[data-node="Pause"][data-look="run"]').waitFor();
    expect(await place()).toMatchObject({ x: (before as { x: number }).x });
    await button.click();
    await page.getByText(/^Stopped after/).waitFor();
    expect(await place()).toEqual(before);
  }
  expect(faults).toEqual([]);
});
