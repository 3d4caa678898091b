// What services outside of this computer show, in a real page: the value survey, the onboarding call, the box in set-up, usage data.
import { expect, it } from 'vitest';
import { stubServer } from '../../engine/testing/stub-server.ts';
import { hasBrowser } from './browser.ts';
import { journeys } from './journeys.ts';
import { cutControls, seriousFindings } from './page-checks.ts';
import { AccountPage } from './pages/account-page.ts';
import type { Page } from 'playwright-core';

const startJourney = journeys();
const ann = { email: 'ann@example.com', firstName: 'Ann', lastName: 'Berg', password: 'Secret123' };
/** A text without a place to break it. */
const longAddress = `https://example.com/${'long'.repeat(60)}`;
const folder = process.env['MILLRACE_SCREENSHOTS'];

async function screenshots(page: Page, name: string): Promise<void> {
  if (folder === undefined) return;
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png` });
  }
}

it.skipIf(!hasBrowser)('services ask, receive the answers, and only the engine calls them', async () => {
  const outside = await stubServer(({ url }, response) => {
    const replies: Readonly<Record<string, unknown>> = {
      '/prompts': { showValueSurvey: true },
      '/prompts/onboarding': { title: 'A call with us', description: `We help you: ${longAddress}`, toast_sequence_number: 2 },
      '/value-survey': { updated: true },
    };
    response.end(JSON.stringify(replies[url] ?? {}));
  });
  const host = outside.address;
  const links = { logStreamingUrl: 'https://example.com/', sharingUrl: 'https://example.com/' };
  const hosts = { promptsHost: host, onboardingHost: host, contactHost: host, telemetryEndpoint: `${host}/usage` };
  const { page, server, faults } = await startJourney({ settings: { ...hosts, ...links } });
  const bodies = (path: string): unknown[] =>
    outside.received.filter(({ url, method }) => url === path && method === 'POST').map(({ body }) => JSON.parse(body) as unknown);
  await server.data({ method: 'POST', url: '/rest/me/survey', body: { companyType: 'saas' } });

  // Events are collected for a while, and lost with their page. Sent while the owner is set up, they would come from nobody.
  const sentEvents = page.waitForResponse((response) => response.url().endsWith('/rest/telemetry'));
  await page.goto('setup');
  await sentEvents;
  await page.getByRole('checkbox', { name: /^Send me product news/ }).click();
  await screenshots(page, 'set-up');
  await new AccountPage(page).setUp(ann);
  await page.getByRole('heading', { name: 'Users' }).waitFor();

  await page.goto('workflow');
  await page.getByText('A call with us').waitFor();
  await screenshots(page, 'onboarding-toast');
  await page.getByRole('button', { name: 'Sign up' }).click();
  const call = page.getByRole('dialog', { name: 'A call with us' });
  await call.getByLabel('E-mail address').fill('ann@');
  await call.getByText('We help you').click();
  await call.getByText('This is not an e-mail address.').waitFor();
  expect(await seriousFindings(page, 'the onboarding call', '[role="dialog"]')).toEqual([]);
  expect(await call.locator('.dialog-body').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await screenshots(page, 'onboarding-call');
  await call.getByLabel('E-mail address').fill('ann@example.com');
  await call.getByRole('button', { name: 'Send' }).click();
  await call.waitFor({ state: 'detached' });

  await page.keyboard.press('Control+s');
  const survey = page.getByRole('dialog', { name: /^How likely/ });
  await survey.waitFor();
  expect(await seriousFindings(page, 'the value survey', '[role="dialog"]')).toEqual([]);
  expect(await cutControls(page, '[role="dialog"]')).toEqual([]);
  await screenshots(page, 'value-survey');
  await survey.getByRole('button', { name: '9', exact: true }).click();
  const good = page.getByRole('dialog', { name: 'Great to hear!' });
  await good.waitFor();
  await page.setViewportSize({ width: 900, height: 700 });
  expect(await cutControls(page, '[role="dialog"]')).toEqual([]);
  await screenshots(page, 'value-survey-email');
  await page.setViewportSize({ width: 1280, height: 800 });
  await good.getByLabel('E-mail address').fill('ann@example.com');
  await good.getByRole('button', { name: 'Send' }).click();
  await good.waitFor({ state: 'detached' });

  await server.server.services.rest.outside.telemetry.stop();
  await page.goto('settings/usage');
  await page
    .getByText(/"page viewed"/)
    .first()
    .waitFor();
  expect(await seriousFindings(page, 'usage data')).toEqual([]);
  await screenshots(page, 'usage');

  expect(bodies('/accounts/onboarding')).toEqual([{ email: 'ann@example.com', agree: true }, { email: 'ann@example.com' }]);
  expect(bodies('/value-survey')).toEqual([{ value: 9 }, { value: 9, email: 'ann@example.com' }]);
  const usage = bodies('/usage').flatMap((batch) => (batch as { events: { name: string; properties: { page?: string } }[] }).events);
  expect(usage.flatMap(({ properties }) => properties.page ?? [])).toEqual(expect.arrayContaining(['/setup', '/workflow']));
  expect(usage.map(({ name }) => name)).toContain('workflow saved');
  // Requests of the page would have the headers of a browser.
  expect(outside.received.filter(({ headers }) => headers['sec-fetch-mode'] !== undefined)).toEqual([]);
  expect(faults).toEqual([]);
  await outside.close();
});
