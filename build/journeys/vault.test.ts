// A start with another key than that of the stored credentials: what the user sees, and how the credentials are opened again.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hasBrowser } from './browser.ts';
import { seriousFindings } from './axe.ts';
import { journeys } from './journeys.ts';

const begin = journeys();

it.skipIf(!hasBrowser)('credentials that were encrypted with another key are opened with the recovery key', async () => {
  const { page, server, stopServer, startServer } = await begin();
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
  const answer = await page.request.get(`rest/credentials/${id}?includeData=true`);
  expect(await answer.json()).toMatchObject({ data: { data: { name: 'X-Key' } } });
});
