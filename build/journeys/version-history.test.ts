// The version history in a browser: a workflow is saved twice, its versions are compared on the canvas, and the first one is restored. A file that
// replaces the workflow is compared with it in the same way.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { hasBrowser } from './browser.ts';
import { journeys } from './journeys.ts';
import { cutControls, seriousFindings } from './page-checks.ts';

const startJourney = journeys();
const folder = process.env['MILLRACE_SCREENSHOTS'];

async function screenshots(page: Page, name: string): Promise<void> {
  if (folder === undefined) return;
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png` });
  }
}

const node = (name: string, type: string, x: number, parameters: object = {}) => ({
  id: name,
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion: 1,
  position: [x, 0],
  parameters,
});
const to = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
const code = (line: string): string => ['const total = $input.all().length;', line, 'return [{ json: { total } }];'].join('\n');
const first = {
  name: 'Orders',
  nodes: [node('Start', 'manualTrigger', 0), node('Count', 'code', 220, { jsCode: code('// all') }), node('Old', 'noOp', 440)],
  connections: { Start: to('Count'), Count: to('Old') },
};
const second = {
  nodes: [node('Start', 'manualTrigger', 0), node('Count', 'code', 220, { jsCode: code('// new ones') }), node('New', 'noOp', 440)],
  connections: { Start: to('Count'), Count: to('New') },
};

it.skipIf(!hasBrowser)('a workflow is saved twice, compared and restored', async () => {
  const { page, server } = await startJourney();
  const { id } = await server.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body: first });
  await server.data({ method: 'PATCH', url: `/rest/workflows/${id}`, body: second });

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`workflow/${id}`);
  await page.locator('[data-node="New"]').waitFor();
  await page.keyboard.press('Shift+H');
  await page.waitForURL(/\/history$/);
  await page.getByRole('heading', { name: 'Version 1 → Version 2' }).waitFor();
  const look = (name: string): Promise<string | null> => page.locator(`[data-node="${name}"]`).getAttribute('data-change');
  await page.locator('[data-node="Old"]').waitFor();
  expect([await look('Start'), await look('Count'), await look('New'), await look('Old')]).toEqual([null, 'changed', 'added', 'removed']);
  expect(await page.locator('.wire[data-change="added"]').count()).toBe(1);
  expect(await page.locator('.wire[data-change="removed"]').count()).toBe(1);
  await screenshots(page, 'version-history');

  // Choosing a change reveals it and shows its values.
  await page.getByRole('navigation', { name: 'Changes' }).getByRole('button', { name: 'Count Changed' }).click();
  const values = page.getByRole('region', { name: 'Values' });
  await values.getByText('// new ones').waitFor();
  await screenshots(page, 'version-history-values');
  expect(await seriousFindings(page, 'the version history')).toEqual([]);
  await page.setViewportSize({ width: 900, height: 800 });
  expect(await cutControls(page, '.history')).toEqual([]);
  await screenshots(page, 'version-history-900');
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('option', { name: /Version 2/ }).focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('heading', { name: 'Version 1', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('option', { name: /Version 3/ }).waitFor();
  await page.getByRole('link', { name: 'Back to the editor' }).click();
  // The version history also shows this node.
  await page.locator('.history').waitFor({ state: 'detached' });
  await page.locator('[data-node="Old"]').waitFor();
  // Importing over the workflow shows the same comparison first.
  const file = { name: 'one.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify({ ...first, ...second })) };
  await page.locator('input[type="file"]').first().setInputFiles(file);
  await page.getByRole('button', { name: 'Replace…' }).waitFor();
  await screenshots(page, 'version-question');
  await page.getByRole('button', { name: 'Replace…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace the workflow?' });
  await dialog.locator('[data-node="Old"][data-change="removed"]').waitFor();
  await dialog.getByRole('button', { name: 'Count Changed' }).click();
  await dialog.getByText('// new ones').waitFor();
  expect(await seriousFindings(page, 'replacing', '[role="dialog"]')).toEqual([]);
  await screenshots(page, 'version-replace');
  await dialog.getByRole('button', { name: 'Replace' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('group', { name: /^New, / }).waitFor();
  await page.keyboard.press('Control+z');
  await page.locator('[data-node="Old"]').waitFor();
  const restored = await server.data<{ nodes: object[]; version: number }>({ url: `/rest/workflows/${id}` });
  expect(restored).toMatchObject({ version: 3, nodes: first.nodes });
});
