// Measures both data panes with many items at once: opening, scrolling, searching.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { build, preview } from 'vite';
import { during, heapOf, watchScript, type Measured } from './watch.ts';

const ITEMS = 100_000;
/** Duration of scrolling in milliseconds. */
const SCROLL = 3000;

export interface PaneMeasured {
  readonly name: string;
  /** Milliseconds until both panes are painted. */
  readonly opened: number;
  /** Longest task from opening until background work has finished. */
  readonly opening: Measured;
  readonly scrolling: Measured;
}

export interface PanesMeasured {
  readonly items: number;
  readonly views: readonly PaneMeasured[];
  /** Searching all items, from the first typed letter to the last match. */
  readonly searching: Measured;
  /** Heap size in bytes. */
  readonly heap: number;
}

const views = [
  // The first rendering of the page, including fonts and styles.
  ['table, first', "'table'"],
  ['table', "'table'"],
  ['JSON tree', "'json'"],
  ['JSON text', "'json', true"],
  ['schema', "'schema'"],
] as const;

/** Scrolls one pane to its end with the wheel, at increasing speed. */
async function scroll(page: Page): Promise<void> {
  await page.mouse.move(300, 400);
  const end = Date.now() + SCROLL;
  for (let step = 1; Date.now() < end; step++) await page.mouse.wheel(0, Math.min(20_000, 100 * step));
  await page.evaluate("document.querySelector('.data-scroll').scrollTop = 1e9");
  await page.waitForTimeout(200);
}

async function measureView(page: Page, name: string, how: string): Promise<PaneMeasured> {
  let opened = 0;
  const opening = await during(page, async () => {
    opened = await page.evaluate(`window.panes.open(${how})`);
    // Background work after the first paint.
    await page.waitForTimeout(2000);
  });
  return { name, opened, opening, scrolling: await during(page, () => scroll(page)) };
}

async function search(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Input' }).getByRole('button', { name: 'Search this data' }).click();
  await page.keyboard.type('customer number 976', { delay: 60 });
  await page.waitForTimeout(2500);
  for (let step = 0; step < 10; step++) await page.keyboard.press('Enter');
}

export async function measurePanes(browser: Browser): Promise<PanesMeasured> {
  const outDir = mkdtempSync(join(tmpdir(), 'millrace-panes-'));
  const config = {
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    root: join(import.meta.dirname, 'page/panes'),
    logLevel: 'error',
  } as const;
  await build({ ...config, build: { outDir } });
  const server = await preview({ ...config, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const [url = ''] = server.resolvedUrls?.local ?? [];
    const page = await context.newPage();
    await page.addInitScript(watchScript);
    await page.goto(`${url}?items=${ITEMS}`);
    await page.waitForFunction('window.panes !== undefined');
    // Collects garbage of creating the items, which must not count for the panes.
    await page.requestGC();
    await page.waitForTimeout(500);
    const measured: PaneMeasured[] = [];
    for (const [name, how] of views) measured.push(await measureView(page, name, how));
    await page.evaluate("window.panes.open('table')");
    await page.waitForTimeout(1500);
    const searching = await during(page, () => search(page));
    return { items: ITEMS, views: measured, searching, heap: await heapOf(page) };
  } finally {
    await context.close();
    await server.close();
    rmSync(outDir, { recursive: true, force: true });
  }
}
