// Navigates to another screen without reloading the page.
import type { Page } from 'playwright-core';

/** As a link does. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', '/${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
}
