// OAuth2: an account is connected in a separate window, with a real OAuth2 server, and a node uses it with an API that requires its token.
import type { Locator, Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { CLIENT_SECRET, oauth2Server, type OAuth2Server } from '../../engine/testing/oauth2-server.ts';
import { hasBrowser, type Journey } from './browser.ts';
import { seriousFindings } from './page-checks.ts';
import { journeys } from './journeys.ts';
import { EditorPage } from './pages/editor-page.ts';
import { node, to } from './row-of-nodes.ts';

const startJourney = journeys();
const servers: OAuth2Server[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

/** The dialog of a new OAuth2 credential of a node, with all its fields filled. */
async function newCredential({ page, server }: Journey): Promise<{ readonly oauth: OAuth2Server; readonly dialog: Locator }> {
  const oauth = await oauth2Server([`${server.server.url}rest/oauth2-credential/callback`]);
  servers.push(oauth);
  const parameters = { url: oauth.apiUrl, authentication: 'genericCredentialType', genericAuthType: 'oAuth2Api', options: {} };
  const workflow = {
    name: 'Connected',
    nodes: [node('Start', 'manualTrigger', 1, 0), node('Ask', 'httpRequest', 4.2, 220, parameters)],
    connections: { Start: to('Ask') },
  };
  const { id } = await server.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body: workflow });
  const editor = new EditorPage(page);
  await editor.open(`workflow/${id}`);
  await editor.node('Ask').dblclick();
  await page.getByRole('button', { name: 'Create new credential' }).click();
  const dialog = page.getByRole('dialog', { name: 'OAuth2 API credential' });
  for (const [label, value] of [
    ['Authorization URL', oauth.authUrl],
    ['Access Token URL', oauth.tokenUrl],
    ['Client ID', 'header'],
    ['Client Secret', CLIENT_SECRET],
    ['Scope', 'read'],
  ] as const)
    await dialog.getByLabel(new RegExp(`^${label}`)).fill(value);
  return { oauth, dialog };
}

async function windowOf(page: Page, click: Promise<void>): Promise<Page> {
  const [opened] = await Promise.all([page.waitForEvent('popup'), click]);
  return opened;
}

const closed = (opened: Page): Promise<unknown> => (opened.isClosed() ? Promise.resolve() : opened.waitForEvent('close'));

it.skipIf(!hasBrowser)('an account is refused, connected, used by a node, and connected again', async () => {
  const journey = await startJourney();
  const { page, server } = journey;
  const { oauth, dialog } = await newCredential(journey);
  expect(await dialog.getByRole('textbox', { name: 'OAuth redirect URL' }).inputValue()).toBe(
    `${server.server.url}rest/oauth2-credential/callback`,
  );
  expect(await seriousFindings(page, 'an account to connect', '[role="dialog"]')).toEqual([]);

  const connect = dialog.getByRole('button', { name: 'Connect my account' });
  const rejected = await windowOf(page, connect.click());
  await dialog.getByText('Sign in and allow the access').waitFor();
  await rejected.getByRole('button', { name: 'deny' }).click();
  await rejected.getByText('The access was denied: The user did not agree').waitFor();
  await dialog.getByText('The account was not connected. The window says why.').waitFor();
  await rejected.close();

  const abandoned = await windowOf(page, connect.click());
  await abandoned.getByRole('button', { name: 'allow' }).waitFor();
  await abandoned.close();
  await dialog.getByText('The window was closed before the account was connected.').waitFor();

  const allowed = await windowOf(page, connect.click());
  await allowed.getByRole('button', { name: 'allow' }).waitFor();
  expect(await allowed.evaluate<number[]>('[innerWidth, innerHeight]')).toEqual([500, 700]);
  await allowed.getByRole('button', { name: 'allow' }).click();
  await dialog.getByText('Account connected').waitFor();
  await closed(allowed);
  expect(await seriousFindings(page, 'a connected account', '[role="dialog"]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Unnamed credential' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).first().fill('My account');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Saved' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('My account', { exact: true }).waitFor();

  await page.getByRole('region', { name: 'Node parameters' }).getByRole('button', { name: 'Run node' }).click();
  await expect.poll(() => oauth.presented.at(-1)).toMatch(/^Bearer \S{20}/);
  await page.getByText('ann', { exact: true }).first().waitFor();
  const [, token = ''] = /^Bearer (.+)/.exec(oauth.presented.at(-1) ?? '') ?? [];
  await page.getByRole('button', { name: 'Edit My account' }).click();
  const again = await windowOf(page, dialog.getByRole('button', { name: 'Reconnect' }).click());
  // The service remembers the consent.
  await closed(again);
  await dialog.getByText('Account connected').waitFor();
  expect(oauth.tokenRequests.map(({ grantType }) => grantType)).toEqual(['authorization_code', 'authorization_code']);
  expect(await page.content()).not.toContain(token);
});

it.skipIf(!hasBrowser)('an account is connected although the page of the service cuts the tie between the windows', async () => {
  const journey = await startJourney();
  const { oauth, dialog } = await newCredential(journey);
  oauth.cutsOpener = true;
  const opened = await windowOf(journey.page, dialog.getByRole('button', { name: 'Connect my account' }).click());
  await opened.getByRole('button', { name: 'allow' }).click();
  await dialog.getByText('Account connected').waitFor();
});
