// What those who see or hear the screens otherwise meet: axe finds nothing serious on any of them, in either theme.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { afterEach, describe, expect, it } from 'vitest';
import { hasBrowser, startJourney, type Journey } from './browser.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const open: Journey[] = [];
afterEach(async () => {
  for (const journey of open.splice(0)) await journey.close();
});

/** Serious findings, as lines. */
async function findings({ page }: Journey): Promise<readonly string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate<AxeResults>('axe.run()');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${String(target)}: ${failureSummary ?? ''}`));
}

describe.skipIf(!hasBrowser).each(['light', 'dark'] as const)('in %s', (theme) => {
  it('nothing serious stands on any screen', async () => {
    const journey = await startJourney({ theme });
    open.push(journey);
    const { page, faults } = journey;
    const serious: string[] = [];
    for (const path of ['workflow', 'workflows', 'executions', 'settings/users', 'settings/api', 'credentials', 'no/such/page']) {
      await page.goto(path);
      await page.getByRole('main').first().waitFor();
      serious.push(...(await findings(journey)).map((line) => `${path}: ${line}`));
    }
    expect(serious).toEqual([]);
    expect(faults).toEqual([]);
  });
});
