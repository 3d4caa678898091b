// The key of the credentials: starting with another key and repairing that, the recovery key, and moving credentials in a file.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hasBrowser } from './browser.ts';
import { seriousFindings } from './page-checks.ts';
import { journeys } from './journeys.ts';

const startJourney = journeys();

it.skipIf(!hasBrowser)('credentials that were encrypted with another key are opened with the recovery key', async () => {
  const { page, context, server, stopServer, startServer } = await startJourney();
  const credential = { name: 'My key', type: 'httpHeaderAuth', data: { name: 'X-Key', value: 'a secret value' } };
  const { id } = await server.data<{ id: string }>({ method: 'POST', url: '/rest/credentials', body: credential });
  const { recoveryKey } = await server.data<{ recoveryKey: string }>({ method: 'POST', url: '/rest/vault/recovery-key', body: {} });
  await stopServer();
  writeFileSync(join(server.dataDir, 'master.key'), 'the key of another data folder');
  await startServer();
  await page.goto('credentials');
  await page.getByText('The stored credentials are locked').waitFor();
  await page.getByText('My key').waitFor();
  expect(await seriousFindings(page, 'a locked vault')).toEqual([]);
  const other = await context.newPage();
  await other.goto('credentials');
  await other.getByRole('button', { name: 'Open credentials…' }).click();
  await other.getByRole('button', { name: 'Remove stored data' }).waitFor();
  await page.getByRole('button', { name: 'Open credentials…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Open the stored credentials' });
  await dialog.getByText('they were encrypted with another key than that in master.key').waitFor();
  expect(await seriousFindings(page, 'the repair of the vault', '[role="dialog"]')).toEqual([]);
  await dialog.getByLabel('Recovery key').fill('MR1-0000');
  await page.keyboard.press('Enter');
  await dialog.getByText('This is not a recovery key').waitFor();
  await dialog.getByLabel('Recovery key').fill(recoveryKey.toLowerCase());
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('The stored credentials are locked').waitFor({ state: 'detached' });
  // The other window notices that nothing is left to repair.
  await other.getByText('The stored credentials are open.').waitFor();
  await other.getByText('The stored credentials are locked').waitFor({ state: 'detached' });
  expect(await other.getByRole('button', { name: 'Remove stored data' }).count()).toBe(0);
  const response = await page.request.get(`rest/credentials/${id}?includeData=true`);
  expect(await response.json()).toMatchObject({ data: { data: { name: 'X-Key' } } });
});

it.skipIf(!hasBrowser)('credentials are exported with a passphrase and imported again', async () => {
  const { page, server } = await startJourney();
  const credential = { name: 'My key', type: 'httpHeaderAuth', data: { name: 'X-Key', value: 'a secret value' } };
  const { id } = await server.data<{ id: string }>({ method: 'POST', url: '/rest/credentials', body: credential });
  await page.goto('credentials');
  const choose = async (entry: string): Promise<void> => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  await choose('Recovery key…');
  const recovery = page.getByRole('dialog', { name: 'Recovery key' });
  await recovery.getByRole('button', { name: 'Show' }).click();
  await recovery.getByText(/^MR1(?:-[0-9A-Z]{4}){14}$/).waitFor();
  expect(await seriousFindings(page, 'the recovery key', '[role="dialog"]')).toEqual([]);
  await page.keyboard.press('Escape');

  await choose('Export…');
  const dialog = page.getByRole('dialog', { name: 'Export credentials' });
  await dialog.getByLabel('Passphrase', { exact: true }).fill('correct horse');
  await dialog.getByLabel('Passphrase again').fill('correct horse');
  expect(await seriousFindings(page, 'the export', '[role="dialog"]')).toEqual([]);
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Export' }).click()]);
  const file = await download.path();
  expect(readFileSync(file, 'utf8')).not.toMatch(/secret|My key/);
  await server.data({ method: 'DELETE', url: `/rest/credentials/${id}` });

  await choose('Import…');
  const importing = page.getByRole('dialog', { name: 'Import credentials' });
  await importing.locator('input[type="file"]').setInputFiles(file);
  await importing.getByLabel('Passphrase').fill('correct horse');
  expect(await seriousFindings(page, 'the import', '[role="dialog"]')).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByText('1 credential imported').waitFor();
  expect(await server.data({ url: `/rest/credentials/${id}?includeData=true` })).toMatchObject({ name: 'My key', data: { name: 'X-Key' } });
});
