// Starts a browser without background work of its own, so that only the page is measured.
import { chromium, type Browser } from 'playwright-core';
import { browserAdvice, findBrowser } from '../../browser.ts';

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

/** Throws if there is no browser. */
export async function startBrowser(): Promise<Browser> {
  const program = await findBrowser();
  if (program === undefined) throw new Error(browserAdvice);
  return chromium.launch({ ...program, args: OPTIONS });
}
