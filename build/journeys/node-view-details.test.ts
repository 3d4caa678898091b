// Details of the node view: titles on one line, tables with hidden columns, and the code editor's own styles.
import { expect, it } from 'vitest';
import { hasBrowser } from './browser.ts';
import { journeys } from './journeys.ts';
import { EditorPage } from './pages/editor-page.ts';
import { NodeViewPage } from './pages/node-view-page.ts';
import { goTo } from './window.ts';
import { node, to } from './row-of-nodes.ts';

const startJourney = journeys();

const fields = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`field number ${at}`, `value ${at}`]));
const workflow = {
  name: 'Details',
  nodes: [node('Start', 'manualTrigger', 1, 0), node('Shape', 'code', 2, 200, { jsCode: 'return $input.all();' })],
  connections: { Start: to('Shape') },
  pinData: { Start: [{ json: fields }] },
};

/** Vertical centers of the three pane titles. */
const titles = `[...document.querySelectorAll('.data-title, .node-view-name')].map((title) => {
  const { top, height } = title.getBoundingClientRect();
  return top + height / 2;
})`;

it.skipIf(!hasBrowser)('panes, tables and code editors look as they should', async () => {
  const { page, server, faults } = await startJourney();
  const editor = new EditorPage(page);
  const view = new NodeViewPage(page);
  const { id } = await server.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body: workflow });
  await editor.open(`workflow/${id}`);
  await editor.run();
  await page.locator('.run-bar [data-state="success"]').waitFor();
  await editor.node('Shape').dblclick();
  await page.locator('.monaco-editor').first().waitFor();
  for (const width of [900, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    // The layout changes in the next frame.
    const distances = async (): Promise<readonly boolean[]> => {
      const [first = 0, ...others] = await page.evaluate<number[]>(titles);
      return others.map((other) => Math.abs(other - first) <= 1.5);
    };
    await expect.poll(distances, { message: `${width} pixels` }).toEqual([true, true]);
  }

  const table = view.input.locator('.data-table-place');
  await expect.poll(() => table.getAttribute('data-more-right')).toBe('true');
  await expect.poll(() => table.getAttribute('data-more-left')).toBe('false');
  await view.input.getByRole('grid').focus();
  await page.keyboard.press('End');
  await expect.poll(() => table.getAttribute('data-more-right')).toBe('false');
  await expect.poll(() => table.getAttribute('data-more-left')).toBe('true');

  // Overlays of the canvas must not share class names with Monaco, such as the minimap's.
  const border = await page.evaluate(
    `[...document.querySelectorAll('.monaco-editor .minimap')].map((each) => getComputedStyle(each).borderLeftWidth)`,
  );
  expect(border).toEqual(['0px']);
  await view.close();

  // In a narrow window the sidebar is collapsed.
  await goTo(page, 'workflows');
  await page.setViewportSize({ width: 910, height: 800 });
  await page.getByRole('button', { name: 'Collapse the sidebar' }).waitFor();
  await page.setViewportSize({ width: 890, height: 800 });
  await page.getByRole('button', { name: 'Expand the sidebar' }).waitFor();
  expect(faults).toEqual([]);
});
