// The Chromium whose pages are the application's windows. It is started for the first window.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { browserOptions, testFlags } from '../../build/browser.ts';
import { certificateFlag } from './long-responses.ts';
import { carryRequest } from './routes.ts';

const ATTEMPTS = 6;

let context: Promise<BrowserContext> | undefined;

/** `profile`: folder of this application's data. */
export function openContext(profile: string): Promise<BrowserContext> {
  return (context ??= start(join(profile, 'StandInChromium')));
}

export async function closeContext(): Promise<void> {
  await (await context?.catch(() => undefined))?.close().catch(() => undefined);
}

async function start(folder: string): Promise<BrowserContext> {
  // Commands and second instances have no window, and start sooner without the driver.
  const { chromium } = await import('../../build/playwright.ts');
  const options = await browserOptions(...testFlags, '--remote-debugging-port=0', certificateFlag);
  const launch = (): Promise<BrowserContext> => chromium.launchPersistentContext(folder, { ...options, viewport: null });
  // On a busy computer, Chromium itself sometimes crashes at its start, also several times in a row.
  let launched = launch();
  for (let attempt = 1; attempt < ATTEMPTS; attempt++) launched = launched.catch(launch);
  const opened = await launched;
  await opened.route(() => true, carryRequest);
  // Its first line is the port at which the test connects.
  const portFile = join(folder, 'DevToolsActivePort');
  if (!existsSync(portFile)) throw new Error('Chromium opened no port for the test.');
  process.send?.({ type: 'browser', port: Number(readFileSync(portFile, 'utf8').split('\n')[0]) });
  return opened;
}
