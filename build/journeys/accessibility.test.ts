// What those who see or hear the screens otherwise meet: axe finds nothing serious on any screen or dialog, in either theme.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser, type Journey } from './browser.ts';
import { journeys } from './journeys.ts';
import { AccountPage } from './pages/account-page.ts';
import { AllScreens } from './pages/all-screens.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const start = journeys();
const ann = { email: 'ann@example.com', firstName: 'Ann', lastName: 'Berg', password: 'Secret123' };

/** Serious findings, as lines. Left out are the guards around floating layers: they hand the focus on before anybody meets them. */
async function findings({ page }: Journey): Promise<readonly string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate<AxeResults>(`axe.run({ exclude: ['[data-base-ui-focus-guard]'] })`);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${String(target)}: ${failureSummary ?? ''}`));
}

/** Goes through places and collects what is found at each. */
async function walk(journey: Journey, places: readonly (readonly [name: string, reach: () => Promise<void>])[]): Promise<string[]> {
  const serious: string[] = [];
  for (const [name, reach] of places) {
    await reach();
    serious.push(...(await findings(journey)).map((line) => `${name}: ${line}`));
  }
  return serious;
}

describe.skipIf(!hasBrowser).each(['light', 'dark'] as const)('in %s', (theme) => {
  it('nothing serious stands on any screen', async () => {
    const journey = await start({ theme });
    const screens = new AllScreens(journey.page);
    const paths = [
      'workflow',
      'workflows',
      'workflows/demo',
      'executions',
      'credentials',
      'no/such/page',
      'settings/users',
      'settings/api',
      'settings/community-nodes',
      'settings/coming-soon/logging',
    ];
    expect(await walk(journey, screens.routes(paths))).toEqual([]);
    expect(journey.faults).toEqual([]);
  });

  it('nor on those about accounts', async () => {
    const journey = await start({ theme, hasSetUp: true });
    const account = new AccountPage(journey.page);
    const screens = new AllScreens(journey.page);
    const serious = await walk(journey, screens.routes(['']));
    await account.setUp(ann);
    await journey.page.waitForURL('**/workflow');
    serious.push(...(await walk(journey, [...screens.routes(['settings/personal', 'settings/users']), ...screens.accountDialogs()])));
    await journey.page.goto('workflows');
    await account.signOut();
    serious.push(...(await walk(journey, screens.routes(['signin', 'forgot-password', 'change-password', 'signup']))));
    expect(serious).toEqual([]);
    expect(journey.faults).toEqual([]);
  });

  it('nor in what opens over the editor', async () => {
    const journey = await start({ theme });
    const { server, page, faults } = journey;
    const screens = new AllScreens(page);
    const { id } = await server.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body: screens.sample });
    await screens.openSample(id);
    const serious = await walk(journey, screens.editorParts());
    await page.goto('workflows');
    serious.push(...(await walk(journey, screens.listDialogs())));
    expect(serious).toEqual([]);
    expect(faults).toEqual([]);
  });
});
