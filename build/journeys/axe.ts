// Runs axe in the page.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Returns the serious findings in one theme, as lines. The focus guards of floating layers are excluded, since they pass on the focus
 * immediately.
 */
async function findings(page: Page, part: string | undefined, rules?: readonly string[]): Promise<readonly string[]> {
  const where = { ...(part === undefined ? {} : { include: [part] }), exclude: ['[data-base-ui-focus-guard]'] };
  const how = { resultTypes: ['violations'], preload: false, ...(rules === undefined ? {} : { runOnly: rules }) };
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(source);
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(where)}, ${JSON.stringify(how)})`);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${String(target)}: ${failureSummary ?? ''}`));
}

/** Returns the serious findings in both themes, which differ only in colors. `part`: selector that limits the check. */
export async function seriousFindings(page: Page, name: string, part?: string): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await findings(page, part, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await findings(page, part);
  return [...light.map((line) => `${name}, light: ${line}`), ...dark.map((line) => `${name}, dark: ${line}`)];
}
