// The first start: the locked page, the link from the terminal, the editor, and creating the owner.
import { describe, expect, it } from 'vitest';
import { seriousFindings } from './page-checks.ts';
import { hasBrowser } from './browser.ts';
import { journeys } from './journeys.ts';
import { AccountPage } from './pages/account-page.ts';
import { goTo } from './window.ts';

const startJourney = journeys();
const anna = { email: 'anna@example.com', firstName: 'Anna', lastName: 'Berg', password: 'Secret-12345' };

describe.skipIf(!hasBrowser)('the first start', () => {
  it('explains how to get access, accepts the link once, starts with the list, and offers set-up', async () => {
    const { server, page, context, faults } = await startJourney({ settings: { localAccess: 'secret' } });
    const { localAccess } = server.server.services.accounts;
    const account = new AccountPage(page);

    await page.goto('workflows');
    await account.title('This browser has no access yet').waitFor();
    await page
      .getByText(
        'Open Millrace with the link that millrace start printed, or run millrace open for a new one (in a clone: npm run millrace open).',
      )
      .waitFor();
    expect(await seriousFindings(page, 'locked')).toEqual([]);

    const link = (await localAccess.makeLink()) ?? '';
    const other = await context.newPage();
    await other.goto(link);
    await new AccountPage(other).title('Workflows').waitFor();
    expect(other.url()).not.toContain('token');
    await other.close();
    // The cookie belongs to the browser, so the first page needs no link of its own.
    await page.getByRole('button', { name: 'Retry' }).click();
    await account.title('Workflows').waitFor();

    await context.clearCookies();
    await page.goto(link);
    await page.getByText('This link has already been used or has expired.').waitFor();
    expect(await seriousFindings(page, 'locked by a used link')).toEqual([]);

    await page.goto((await localAccess.makeLink()) ?? '');
    const offer = page.getByRole('link', { name: 'Set up an account' });
    await offer.click();
    await page.getByRole('button', { name: 'Not now' }).click();
    await account.title('Workflows').waitFor();
    await goTo(page, 'settings');
    await page.getByRole('button', { name: 'Set up owner' }).waitFor();
    await goTo(page, 'workflows');
    await offer.click();
    await account.setUp(anna);
    await account.title('Workflows').waitFor();
    expect(await offer.count()).toBe(0);
    expect(faults).toEqual([]);
  });
});
