// Accounts: set-up, sign-out and sign-in, personal settings, an invitation by e-mail, and the resulting account.
import { afterEach, describe, expect, it } from 'vitest';
import { smtpServer, type SmtpServer } from '../../engine/testing/smtp-server.ts';
import { hasBrowser } from './browser.ts';
import { journeys } from './journeys.ts';
import { seriousFindings } from './page-checks.ts';
import { AccountPage, type Person } from './pages/account-page.ts';
import { goTo } from './window.ts';

const startJourney = journeys();
const mailServers: SmtpServer[] = [];
afterEach(async () => {
  for (const server of mailServers.splice(0)) await server.close();
});

const anna: Person = { email: 'anna@example.com', firstName: 'Anna', lastName: 'Berg', password: 'Secret-12345' };
const bea: Person = { email: 'bea@example.com', firstName: 'Bea', lastName: 'Tal', password: 'Other-67890' };

describe.skipIf(!hasBrowser)('people', () => {
  it('set up, sign out and in, change their settings, and invite others', async () => {
    const mail = await smtpServer();
    mailServers.push(mail);
    const settings = { smtpHost: mail.host, smtpPort: mail.port, smtpSsl: false, smtpSender: 'flows@example.com' };
    const { page, context, faults } = await startJourney({ settings: { ...settings, hosts: ['flows.example.com'] } });
    const account = new AccountPage(page);

    await page.goto('');
    await account.title('Set up the owner account').waitFor();
    await account.setUp(anna);
    await page.waitForURL('**/workflow');
    await account.signOut();
    await page.goto('settings/personal');
    await account.signIn({ ...anna, password: 'Wrong-12345' });
    await page.getByRole('alert').waitFor();
    await account.signIn(anna);
    await account.title('Personal settings').waitFor();
    await account.fillName('Anna', 'Tal-Berg');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Personal settings updated').waitFor();

    await page.getByRole('link', { name: 'Users' }).click();
    await account.user('anna@example.com').getByText('Anna Tal-Berg').waitFor();
    await account.invite(`Bea <${bea.email}>`);
    await account.user(bea.email).getByText('Not signed up yet').waitFor();
    const link = /https?:\/\/\S+signup\S+/.exec(mail.received[0]?.text ?? '')?.[0] ?? '';
    await account.title('Users').waitFor();

    await context.clearCookies();
    await page.goto(link);
    await page.getByText('Invited by Anna Tal-Berg').waitFor();
    await account.signUp(bea);
    await page.waitForURL('**/workflow');
    await page.getByRole('button', { name: 'Account of Bea Tal' }).waitFor();
    // A member cannot manage users, and is told who can.
    await goTo(page, 'settings/users');
    await account.title('Only the owner can open this page').waitFor();
    await page.getByText('Ask Anna Tal-Berg, the owner of this instance').waitFor();
    expect(await seriousFindings(page, 'a page of the owner')).toEqual([]);
    expect(faults).toEqual([]);
  });
});
