// The node form wastes no space: switches are beside their labels, and the common settings fit into a window of 800 pixels.
import { expect, it } from 'vitest';
import { hasBrowser } from './browser.ts';
import { journeys } from './journeys.ts';
import { EditorPage } from './pages/editor-page.ts';
import { node } from './row-of-nodes.ts';

const startJourney = journeys();

const workflow = { name: 'Dense', nodes: [node('Ask', 'httpRequest', 4.2, 0, { url: 'http://127.0.0.1:1' })], connections: {} };

/** Measures the vertical distance between each switch and its label, and the form's overflow. */
const measure = `(() => {
  const form = document.querySelector('.node-view-form:not([hidden])');
  const middle = (element) => { const { top, height } = element.getBoundingClientRect(); return top + height / 2; };
  const away = [...form.querySelectorAll('.param:has(> [role=switch])')].map((field) =>
    Math.abs(middle(field.querySelector('[role=switch]')) - middle(field.querySelector('label'))));
  return { away, beyond: form.scrollHeight - form.clientHeight };
})()`;

it.skipIf(!hasBrowser)('switches are beside their labels', async () => {
  const { page, server, faults } = await startJourney();
  const editor = new EditorPage(page);
  const { id } = await server.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body: workflow });
  await editor.open(`workflow/${id}`);
  await editor.node('Ask').dblclick();
  await page.getByRole('switch', { name: 'Send Body' }).waitFor();
  const parameters = await page.evaluate<{ away: number[] }>(measure);
  expect(parameters.away.filter((pixels) => pixels <= 2)).toHaveLength(3);
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('switch', { name: 'Retry on fail' }).waitFor();
  const settings = await page.evaluate<{ away: number[]; beyond: number }>(measure);
  expect(settings.away.length).toBeGreaterThan(3);
  expect(settings.away.filter((pixels) => pixels > 2)).toEqual([]);
  expect(settings.beyond).toBe(0);
  expect(faults).toEqual([]);
});
