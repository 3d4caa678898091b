// Credentials: created from a node and used by it, changed and deleted in the list. Secrets do not return to the page.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hasBrowser } from './browser.ts';
import { seriousFindings } from './axe.ts';
import { journeys } from './journeys.ts';
import { EditorPage } from './pages/editor-page.ts';
import { node, to } from './row-of-nodes.ts';

const begin = journeys();
const received: IncomingHttpHeaders[] = [];
const service = createServer((request, response) => {
  received.push(request.headers);
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
});
beforeAll(() => new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening)));
afterAll(() => service.close());

it.skipIf(!hasBrowser)('a header credential is created from the node, used, found in the list, renamed and deleted', async () => {
  const { page, server } = await begin();
  const editor = new EditorPage(page);
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/data`;
  const parameters = { url, authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth', options: {} };
  const workflow = {
    name: 'Signed',
    nodes: [node('Start', 'manualTrigger', 1, 0), node('Ask', 'httpRequest', 4.2, 220, parameters)],
    connections: { Start: to('Ask') },
  };
  const { id } = await server.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body: workflow });
  await editor.open(`workflow/${id}`);
  await editor.node('Ask').dblclick();
  await page.getByRole('button', { name: 'Create new credential' }).click();
  const dialog = page.getByRole('dialog', { name: 'Header Auth credential' });
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).nth(1).fill('X-Key');
  await dialog.locator('input[type="password"]').fill('planted-secret');
  expect(await seriousFindings(page, 'a new credential', '[role="dialog"]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Header Auth account', { exact: true }).waitFor();
  await page.getByRole('region', { name: 'Node parameters' }).getByRole('button', { name: 'Run node' }).click();
  await expect.poll(() => received.at(-1)).toMatchObject({ 'x-key': 'planted-secret' });
  await page.keyboard.press('Escape');
  await editor.save();

  await page.getByRole('link', { name: 'Credentials' }).click();
  await page.getByRole('button', { name: /^Header Auth account/ }).click();
  await dialog.waitFor();
  expect(await page.content()).not.toContain('planted-secret');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).first().fill('My key');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^My key/ }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete "My key"?' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No credentials yet').waitFor();
});
