// Finds a Chromium and starts it without its own business in the background, so that it measures the page and nothing else.
import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const OPTIONS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--enable-precise-memory-info',
];

/** Falls back to Playwright's own, and fails where there is none either. */
export function startBrowser(): Promise<Browser> {
  const executablePath = process.env['MILLRACE_BROWSER'] ?? PLACES.find((path) => existsSync(path));
  return chromium.launch({ executablePath, args: OPTIONS });
}
