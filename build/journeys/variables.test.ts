// In a narrow window, the page of variables shows all buttons even if names are long.
import { expect, it } from 'vitest';
import { hasBrowser } from './browser.ts';
import { journeys } from './journeys.ts';
import { cutControls } from './page-checks.ts';

const startJourney = journeys();

it.skipIf(!hasBrowser)('long names of variables leave room for their values and actions', async () => {
  const { page, server } = await startJourney();
  for (const key of ['region', 'a'.repeat(50)]) {
    await server.data({ method: 'POST', url: '/rest/variables', body: { key, value: 'value '.repeat(100) } });
  }
  await page.setViewportSize({ width: 900, height: 800 });
  await page.goto('variables');
  await page.getByRole('button', { name: 'Delete region' }).waitFor();
  expect(await cutControls(page, '.variables-list')).toEqual([]);
  const value = await page
    .getByRole('cell', { name: /^value/ })
    .first()
    .boundingBox();
  expect(value?.width).toBeGreaterThan(120);
});
