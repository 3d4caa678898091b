// A browser and a server for journeys: the built editor, with a temporary data folder and an empty profile for each.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { errorCodeOf } from '../../engine/contract/errors.ts';
import { runningServer, type RunningServer, type RunningServerOptions } from '../../engine/testing/running-server.ts';
import { browserOptions, findBrowser, testFlags } from '../browser.ts';
import { chromium } from '../playwright.ts';
import { collectErrors } from './console-errors.ts';
import { giveBack, nextPort, takeWindow } from './window.ts';

export const pages = process.env['MILLRACE_EDITOR'] ?? join(import.meta.dirname, '../../out/renderer');

/** Whether journeys run. In CI they always do: without a browser they fail instead of being skipped. */
export const hasBrowser: boolean = (await findBrowser()) !== undefined || Boolean(process.env['CI']);

export interface Journey {
  readonly server: RunningServer;
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors on the page; must be empty. */
  readonly faults: readonly string[];
  readonly stopServer: () => Promise<void>;
  /** Restarts on the same port with the same data. */
  readonly startServer: () => Promise<void>;
  /** Closes the journey; after a failure nothing of it is reused. */
  readonly close: (hasFailed?: boolean) => Promise<void>;
}

export interface JourneyOptions {
  readonly theme?: 'light' | 'dark';
  readonly settings?: RunningServerOptions['settings'];
  readonly asksForConsent?: boolean;
  /** Whether its pages try forbidden actions, so that console errors are expected. */
  readonly isHostile?: boolean;
}

/** One browser for all journeys of a process; it ends with the process. */
let shared: Promise<Browser> | undefined;

const browserOf = (): Promise<Browser> => (shared ??= startBrowser());

async function startBrowser(): Promise<Browser> {
  // All pages belong to the editor, so they share a process, which starts faster.
  const options = await browserOptions(
    ...testFlags,
    '--renderer-process-limit=1',
    '--disable-site-isolation-trials',
    '--num-raster-threads=1',
  );
  return chromium.launch(options);
}

export async function startJourney(options: JourneyOptions = {}): Promise<Journey> {
  const server = await serverAt(nextPort(), options);
  const window = await takeWindow(await browserOf(), server.server.url, options.theme ?? 'light');
  const { page, context } = window;
  const faults: string[] = [];
  if (options.isHostile !== true) collectErrors(page, faults);
  let current: RunningServer | undefined = server;
  const stopServer = async (): Promise<void> => {
    await current?.close(true);
    current = undefined;
  };
  const again = async (): Promise<void> => {
    current = await runningServer({
      pagesFolder: pages,
      dataDir: server.dataDir,
      settings: { ...options.settings, port: Number(new URL(server.server.url).port) },
    });
  };
  const close = async (hasFailed = false): Promise<void> => {
    await (hasFailed ? context.close() : giveBack(window));
    await current?.close();
    rmSync(server.dataDir, { recursive: true, force: true });
  };
  return { server, page, context, faults, stopServer, startServer: again, close };
}

/** Starts a server on this port, or on any port if it is taken. */
async function serverAt(port: number, { settings, asksForConsent = false }: JourneyOptions): Promise<RunningServer> {
  const start = (at: number): Promise<RunningServer> =>
    runningServer({ pagesFolder: pages, asksForConsent, settings: { port: at, ...settings } });
  try {
    return await start(port);
  } catch (error) {
    if (port === 0 || errorCodeOf(error) !== 'PORT_TAKEN') throw error;
    return start(0);
  }
}
