// A browser window that journeys reuse and clear: at the same address its scripts stay compiled.
import type { Browser, BrowserContext, Page } from 'playwright-core';

/** A profile with one page, for servers at one address. */
export interface JourneyWindow {
  readonly context: BrowserContext;
  readonly page: Page;
  /** With a trailing slash. */
  readonly address: string;
}

export type Theme = 'light' | 'dark';

const size = { width: 1280, height: 800 };
let idle: JourneyWindow | undefined;

/** Port of the next journey's window; 0 for any if it gets a new one. */
export const nextPort = (): number => (idle === undefined ? 0 : Number(new URL(idle.address).port));

/** The free window if a server uses its address, else a new one. */
export async function takeWindow(browser: Browser, address: string, theme: Theme): Promise<JourneyWindow> {
  const kept = idle?.address === address ? idle : undefined;
  if (kept !== undefined) {
    idle = undefined;
    await kept.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    return kept;
  }
  const context = await browser.newContext({
    viewport: size,
    colorScheme: theme,
    reducedMotion: 'reduce',
    baseURL: address,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  return { context, page: await context.newPage(), address };
}

/** Returns a window: cleared for the next journey, or closed if one is already free. */
export async function giveBack(used: JourneyWindow): Promise<void> {
  if (idle !== undefined || used.page.isClosed()) return used.context.close();
  const { context, page } = used;
  await context.setOffline(false);
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  for (const other of context.pages()) if (other !== page) await other.close();
  page.removeAllListeners();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // Unsaved changes would ask before navigation.
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
