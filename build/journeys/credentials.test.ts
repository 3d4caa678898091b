// Credentials: added in the list and from a node, tested, used, shared with another user, and deleted. Secrets do not return to the page.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STORED_SECRET } from '../../engine/contract/rest/constants.ts';
import { addMember } from '../../engine/testing/running-server.ts';
import { hasBrowser } from './browser.ts';
import { seriousFindings } from './page-checks.ts';
import { journeys } from './journeys.ts';
import { EditorPage } from './pages/editor-page.ts';
import { node, to } from './row-of-nodes.ts';

const startJourney = journeys();
const received: IncomingHttpHeaders[] = [];
const service = createServer((request, response) => {
  received.push(request.headers);
  const isRejected = request.headers['x-n8n-api-key'] === 'wrong-secret';
  response.writeHead(isRejected ? 401 : 200, { 'content-type': 'application/json' }).end('{"ok":true}');
});
beforeAll(() => new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening)));
afterAll(() => service.close());
const serviceUrl = (): string => `http://127.0.0.1:${(service.address() as AddressInfo).port}`;

const asking = (authentication: object, credentials: object = {}): object => {
  const parameters = { url: `${serviceUrl()}/data`, ...authentication, options: {} };
  return {
    name: 'Signed',
    nodes: [node('Start', 'manualTrigger', 1, 0), { ...node('Ask', 'httpRequest', 4.2, 220, parameters), ...credentials }],
    connections: { Start: to('Ask') },
  };
};
const byHeader = { authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth' };
const byApi = { authentication: 'predefinedCredentialType', nodeCredentialType: 'n8nApi' };

const runNode = (page: Page): Promise<void> =>
  page.getByRole('region', { name: 'Node parameters' }).getByRole('button', { name: 'Run node' }).click();
const card = (page: Page, name: string): Locator => page.getByRole('listitem').filter({ hasText: name });

describe.skipIf(!hasBrowser)('credentials', () => {
  it('are created from a node, used by it, renamed and deleted', async () => {
    const { page, server } = await startJourney();
    const editor = new EditorPage(page);
    const { id } = await server.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body: asking(byHeader) });
    await editor.open(`workflow/${id}`);
    await editor.node('Ask').dblclick();
    await page.getByRole('button', { name: 'Create new credential' }).click();
    const dialog = page.getByRole('dialog', { name: 'Header Auth credential' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('X-Key');
    await dialog.locator('input[type="password"]').fill('planted-secret');
    expect(await seriousFindings(page, 'a new credential', '[role="dialog"]')).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: 'Saved' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Header Auth account', { exact: true }).waitFor();
    await runNode(page);
    await expect.poll(() => received.at(-1)).toMatchObject({ 'x-key': 'planted-secret' });

    await page.getByRole('button', { name: 'Edit Header Auth account' }).click();
    await dialog.waitFor();
    expect(await page.content()).not.toContain('planted-secret');
    await dialog.getByRole('button', { name: 'Header Auth account' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).first().fill('My key');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: 'Saved' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('My key', { exact: true }).waitFor();
    await runNode(page);
    await expect.poll(() => received.length).toBe(2);
    expect(received.at(-1)).toMatchObject({ 'x-key': 'planted-secret' });

    await page.getByRole('button', { name: 'Edit My key' }).click();
    await dialog.waitFor();
    const [credential] = await server.data<{ id: string }[]>({ url: '/rest/credentials' });
    const url = `/rest/credentials/${credential?.id ?? ''}`;
    const savedElsewhere = { name: 'Renamed elsewhere', data: { name: 'X-Elsewhere', value: STORED_SECRET } };
    await server.data({ method: 'PATCH', url, body: savedElsewhere });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('X-Mine');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('dialog', { name: '"My key" was saved elsewhere' });
    await question.waitFor();
    expect(await seriousFindings(page, 'a conflict', '[role="dialog"]')).toEqual([]);
    await question.getByRole('button', { name: 'Load the newer version' }).click();
    await dialog.getByRole('button', { name: 'Renamed elsewhere' }).waitFor();
    expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('X-Elsewhere');
    await server.data({ method: 'PATCH', url, body: savedElsewhere });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('X-Mine');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog', { name: '"Renamed elsewhere" was saved elsewhere' }).getByRole('button', { name: 'Overwrite' }).click();
    await dialog.getByRole('button', { name: 'Saved' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await runNode(page);
    await expect.poll(() => received.at(-1)).toMatchObject({ 'x-mine': 'planted-secret' });

    await page.getByRole('button', { name: 'Edit Renamed elsewhere' }).click();
    await dialog.getByRole('button', { name: 'Delete credential' }).click();
    await page.getByRole('dialog', { name: 'Delete "Renamed elsewhere"?' }).getByRole('button', { name: 'Delete' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Select credential', { exact: true }).waitFor();
  });

  it('whose id is gone are replaced by the one with their name', async () => {
    const { page, server } = await startJourney();
    const credential = { name: 'By name', type: 'httpHeaderAuth', data: { name: 'X-Key', value: 'found-by-name' } };
    await server.data({ method: 'POST', url: '/rest/credentials', body: credential });
    const missingCredential = { credentials: { httpHeaderAuth: { id: 'gone', name: 'By name' } } };
    const body = asking(byHeader, missingCredential);
    const { id } = await server.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body });
    const editor = new EditorPage(page);
    await editor.open(`workflow/${id}`);
    await editor.node('Ask').dblclick();
    await page.getByText('It now uses the credential with the same name, "By name".').waitFor();
    received.length = 0;
    await runNode(page);
    await expect.poll(() => received.at(-1)).toMatchObject({ 'x-key': 'found-by-name' });
  });

  it('are created in the list by the keyboard alone, and tested: first without success, then with it', async () => {
    const { page } = await startJourney();
    const { keyboard } = page;
    await page.goto('credentials');
    const add = page.getByRole('button', { name: 'Add credential' });
    await add.focus();
    await keyboard.press('Enter');
    const types = page.getByRole('dialog', { name: 'Add a credential' });
    await types.getByRole('radio').first().waitFor();
    expect(await types.getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true);
    expect(await seriousFindings(page, 'types', '[role="dialog"]')).toEqual([]);
    await keyboard.type('n8n');
    await keyboard.press('ArrowDown');
    expect(await types.getByRole('button', { name: 'Continue' }).isEnabled()).toBe(true);
    await keyboard.press('Enter');

    const dialog = page.getByRole('dialog', { name: 'n8n API credential' });
    const tabTo = async (target: Locator): Promise<void> => {
      for (let steps = 0; steps < 15; steps++) {
        if (await target.and(page.locator(':focus')).isVisible()) return;
        await keyboard.press('Tab');
      }
      throw new Error('The Tab key does not reach it.');
    };
    await dialog.waitFor();
    await tabTo(dialog.getByLabel(/^API Key/));
    await keyboard.type('wrong-secret');
    await tabTo(dialog.getByLabel(/^Base URL/));
    await keyboard.press('Control+a');
    await keyboard.type(serviceUrl());
    await keyboard.press('Enter');
    await dialog.getByRole('alert').getByText("Couldn't connect with these settings").waitFor();
    expect(await seriousFindings(page, 'a failed test', '[role="dialog"]')).toEqual([]);
    await keyboard.press('Shift+Tab');
    await tabTo(dialog.getByLabel(/^API Key/));
    await keyboard.press('Control+a');
    await keyboard.type('right-secret');
    await keyboard.press('Enter');
    await dialog.getByText('Connection tested successfully').waitFor();
    await tabTo(dialog.getByRole('tab', { name: 'Connection' }));
    for (const [key, tab] of [
      ['ArrowDown', 'Sharing'],
      ['ArrowDown', 'Details'],
    ] as const) {
      await keyboard.press(key);
      await keyboard.press('Enter');
      await dialog.getByRole('tab', { name: tab, selected: true }).waitFor();
      expect(await seriousFindings(page, tab, '[role="dialog"]')).toEqual([]);
    }
    await keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    const menu = page.getByRole('button', { name: 'Menu for n8n API account' });
    const focused = page.locator(':focus');
    await menu.focus();
    await menu.and(focused).waitFor();
    await keyboard.press('Enter');
    const deletion = page.getByRole('menuitem', { name: 'Delete' });
    await deletion.waitFor();
    await keyboard.press('End');
    await deletion.and(focused).waitFor();
    await keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Delete "n8n API account"?' }).waitFor();
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await page.getByText('No credentials yet').waitFor();
  });

  it('are shared with a user, who uses but does not see them, and are found in the list', async () => {
    const { page, context, server } = await startJourney();
    const anna = { email: 'anna@example.com', firstName: 'Anna', lastName: 'Berg', password: 'Secret-12345' };
    const setUp = await server.send({ method: 'POST', url: '/rest/owner', body: anna });
    const url = server.server.url;
    const cookieOf = (text: string) => ({ name: text.split('=')[0] ?? '', value: text.slice(text.indexOf('=') + 1), url });
    await context.addCookies([cookieOf(setUp.headers['set-cookie']?.split(';')[0] ?? '')]);
    const otherContext = await page.context().browser()?.newContext({ baseURL: url, reducedMotion: 'reduce' });
    if (otherContext === undefined) throw new Error('The browser is gone.');
    await otherContext.addCookies([cookieOf(await addMember(server.server, server.dataDir, 'ben', 'ben@example.com'))]);

    await page.goto('credentials');
    await page.getByText('Anna, add your first credential').waitFor();
    await page.getByRole('button', { name: 'Add credential' }).click();
    await page.getByText('n8n API', { exact: true }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    const dialog = page.getByRole('dialog', { name: 'n8n API credential' });
    await dialog.getByLabel(/^API Key/).fill('shared-secret');
    await dialog.getByLabel(/^Base URL/).fill(serviceUrl());
    await dialog.getByRole('tab', { name: 'Sharing' }).click();
    await dialog.getByRole('combobox', { name: 'Share with' }).click();
    await page.getByRole('option', { name: 'ben@example.com' }).click();
    expect(await seriousFindings(page, 'sharing', '[role="dialog"]')).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: 'Saved' }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await card(page, 'n8n API account').getByText('Shared with 1 user').waitFor();

    const theirs = await otherContext.newPage();
    await theirs.goto('credentials');
    await card(theirs, 'n8n API account').getByText('Owned by Anna Berg').waitFor();
    expect(await seriousFindings(theirs, 'the list')).toEqual([]);
    await theirs.getByRole('button', { name: 'Menu for n8n API account' }).click();
    expect(await theirs.getByRole('menuitem').allTextContents()).toEqual(['Open']);
    await theirs.getByRole('menuitem', { name: 'Open' }).click();
    await theirs.getByText(/^Anna Berg shares this credential with you/).waitFor();
    expect(await theirs.content()).not.toMatch(/shared-secret|127\.0\.0\.1:\d+"/);
    await theirs.getByRole('button', { name: 'Test connection' }).click();
    await theirs.getByText('Connection tested successfully').waitFor();
    await theirs.keyboard.press('Escape');

    const body = asking(byApi);
    const { id } = await server.data<{ id: string }>({
      method: 'POST',
      url: '/rest/workflows',
      body,
      headers: await headersOf(otherContext),
    });
    const editor = new EditorPage(theirs);
    await editor.open(`workflow/${id}`);
    await editor.node('Ask').dblclick();
    await theirs.getByRole('combobox', { name: /^Credential for n8n API/ }).click();
    await theirs.getByRole('option', { name: 'n8n API account Shared by Anna Berg' }).click();
    received.length = 0;
    await runNode(theirs);
    await expect.poll(() => received.at(-1)).toMatchObject({ 'x-n8n-api-key': 'shared-secret' });
    await theirs
      .getByText('"ok"')
      .or(theirs.getByText('ok', { exact: true }))
      .first()
      .waitFor();
    expect(await theirs.content()).not.toContain('shared-secret');
    await otherContext.close();

    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'Shared with' }).click();
    await page.getByRole('option', { name: 'ben@example.com' }).click();
    await page.keyboard.press('Escape');
    await page.waitForURL('**/credentials?sharedWith=ben&show=all');
    await card(page, 'n8n API account').waitFor();
    await page.getByRole('searchbox').fill('nothing like it');
    await page.getByText('No matching credentials').waitFor();
    await page.reload();
    await page.getByText('No matching credentials').waitFor();
    expect(await seriousFindings(page, 'nothing found')).toEqual([]);
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await card(page, 'n8n API account').waitFor();
  });
});

async function headersOf(context: { cookies(): Promise<readonly { name: string; value: string }[]> }): Promise<{ cookie: string }> {
  return { cookie: (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ') };
}
