// Navigates to another screen without reloading the page.
import type { Page } from 'playwright-core';

/** Navigates like a link. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', '/${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
}
