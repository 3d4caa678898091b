// The first start of a new user: the page without access, the link from the terminal, the set-up of the owner.
import { describe, expect, it } from 'vitest';
import { seriousFindings } from './axe.ts';
import { hasBrowser } from './browser.ts';
import { journeys } from './journeys.ts';
import { AccountPage } from './pages/account-page.ts';

const begin = journeys();
const anna = { email: 'anna@example.com', firstName: 'Anna', lastName: 'Berg', password: 'Secret-12345' };

describe.skipIf(!hasBrowser)('the first start', () => {
  it('says how to get access, lets the link in once, and leads to the set-up', async () => {
    const { server, page, context, faults } = await begin({ hasSetUp: true, settings: { localAccess: 'secret' } });
    const { localAccess } = server.server.services.accounts;
    const account = new AccountPage(page);

    await page.goto('workflows');
    await account.title('This browser has no access yet').waitFor();
    await page.getByText('Open Millrace with the link that millrace start printed, or run millrace open for a new one.').waitFor();
    expect(await seriousFindings(page, 'locked')).toEqual([]);

    const link = (await localAccess.makeLink()) ?? '';
    const other = await context.newPage();
    await other.goto(link);
    await new AccountPage(other).title('Set up the owner account').waitFor();
    expect(other.url()).not.toContain('token');
    await other.close();
    // The cookie is the browser's: the first page needs no link of its own.
    await page.getByRole('button', { name: 'Try again' }).click();
    await account.title('Set up the owner account').waitFor();

    await context.clearCookies();
    await page.goto(link);
    await page.getByText('This link has already been used or has expired.').waitFor();
    expect(await seriousFindings(page, 'locked by a used link')).toEqual([]);

    await page.goto((await localAccess.makeLink()) ?? '');
    await account.title('Set up the owner account').waitFor();
    await account.setUp(anna);
    await page.waitForURL('**/workflow');
    expect(faults).toEqual([]);
  });
});
