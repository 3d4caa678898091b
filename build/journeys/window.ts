// A browser window that journeys reuse after clearing it: with the same URL, its scripts stay compiled.
import type { Browser, BrowserContext, Page } from 'playwright-core';

/** A profile with one page, for servers with the same URL. */
export interface JourneyWindow {
  readonly context: BrowserContext;
  readonly page: Page;
  /** With a trailing slash. */
  readonly address: string;
}

export type Theme = 'light' | 'dark';

const size = { width: 1280, height: 800 };
let idle: JourneyWindow | undefined;

/** Port for the next journey: that of the idle window, or 0 for any port if a new window is needed. */
export const nextPort = (): number => (idle === undefined ? 0 : Number(new URL(idle.address).port));

/** Returns the free window if it fits the server's URL, otherwise a new one. */
export async function takeWindow(browser: Browser, address: string, theme: Theme): Promise<JourneyWindow> {
  const journeyWindow = idle?.address === address ? idle : undefined;
  if (journeyWindow !== undefined) {
    idle = undefined;
    await journeyWindow.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    return journeyWindow;
  }
  const context = await browser.newContext({
    viewport: size,
    colorScheme: theme,
    reducedMotion: 'reduce',
    baseURL: address,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  // For hangs only, like the limits of tests.
  context.setDefaultTimeout(120_000);
  return { context, page: await context.newPage(), address };
}

/** Takes a window back: it is cleared for the next journey, or closed if another one is already free. */
export async function giveBack(used: JourneyWindow): Promise<void> {
  if (idle !== undefined || used.page.isClosed()) return used.context.close();
  const { context, page } = used;
  await context.setOffline(false);
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  for (const other of context.pages()) if (other !== page) await other.close();
  page.removeAllListeners();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // Unsaved changes would ask before the page is left.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.evaluate('sessionStorage.clear()').catch(() => undefined);
  await page.goto('about:blank');
  page.removeAllListeners();
  await forget(context, page, new URL(used.address).origin);
  await page.emulateMedia({ reducedMotion: null, colorScheme: null });
  await page.setViewportSize(size);
  idle = used;
}

/** Clears the storage of pages, but not their cached files. */
async function forget(context: BrowserContext, page: Page, origin: string): Promise<void> {
  await context.clearCookies();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb,cache_storage,service_workers' });
  await devtools.detach();
}

/** Navigates like a link. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', '/${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
}
