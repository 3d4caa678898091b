// Folders of workflows in a browser: thirty workflows are dragged into one by mouse, and moved by keyboard through the dialog.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Folder } from '../../engine/contract/rest/folders.ts';
import type { ListedWorkflow } from '../../engine/contract/rest/workflows.ts';
import { hasBrowser, startJourney, type Journey } from './browser.ts';

describe.skipIf(!hasBrowser)('folders of workflows', () => {
  let journey: Journey;
  let sales: Folder;
  let europe: Folder;
  beforeAll(async () => {
    journey = await startJourney();
    const { server } = journey;
    const create = (body: object): Promise<Folder> => server.data({ method: 'POST', url: '/rest/folders', body });
    sales = await create({ name: 'Sales' });
    europe = await create({ name: 'Europe', parentId: sales.id });
    for (let index = 1; index <= 30; index++) {
      await server.data({ method: 'POST', url: '/rest/workflows', body: { name: `Report ${index}`, nodes: [], connections: {} } });
    }
  });
  afterAll(() => journey.close());

  /** Number of workflows by the id of their folder. */
  const places = async (): Promise<Readonly<Record<string, number>>> => {
    const workflows = await journey.server.data<ListedWorkflow[]>({ url: '/rest/workflows' });
    const counts: Record<string, number> = {};
    for (const { folderId = '' } of workflows) counts[folderId] = (counts[folderId] ?? 0) + 1;
    return counts;
  };

  it('thirty selected workflows are dragged onto a folder, unless Escape cancels', async () => {
    const { page, server } = journey;
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${server.server.url}workflows`);
    // Folders are listed before workflows.
    await page.getByRole('row', { name: /Report 30/ }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all listed workflows' }).click();
    await page.getByText('30 selected').waitFor();
    const row = page.getByRole('row', { name: /Report 30/ });
    const folder = page.getByRole('row', { name: /^Sales/ });
    const drag = async (): Promise<void> => {
      await row.getByRole('button', { name: 'Report 30', exact: true }).hover();
      await page.mouse.down();
      await folder.hover();
      await page.locator('tr[data-over="true"]').waitFor();
      await page.getByText('Move 30 items').waitFor();
    };
    await drag();
    await page.keyboard.press('Escape');
    await page.locator('tr[data-over="true"]').waitFor({ state: 'detached' });
    await page.mouse.up();
    expect(await places()).toEqual({ '': 30 });
    await drag();
    await page.mouse.up();
    await page.getByText('30 items moved to Sales').waitFor();
    expect(await places()).toEqual({ [sales.id]: 30 });
    expect(new URL(page.url()).pathname).toBe('/workflows');
  });

  it('thirty workflows are moved by keyboard through the tree of folders', async () => {
    const { page, faults } = journey;
    await page.getByRole('button', { name: 'Sales', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Path of the folder' }).waitFor();
    await page.getByRole('row', { name: /Report 30/ }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all listed workflows' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Move to folder…' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Move 30 items' }).waitFor();
    await page.keyboard.type('euro');
    await page.getByRole('option', { name: 'Sales › Europe' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('30 items moved to Europe').waitFor();
    expect(await places()).toEqual({ [europe.id]: 30 });
    expect(faults).toEqual([]);
  });
});
