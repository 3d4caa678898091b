// `npm run bench:canvas`: the canvas with 100 to 2,000 nodes in headless Chromium: opening, panning, zooming, dragging, marquee.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { build, preview } from 'vite';
import { startBrowser } from './browser.ts';
import { dragAround, drawMarquee, panByWheel, zoomByWheel } from './hand.ts';
import { during, heapOf, untilReady, watchScript, type Measured } from './watch.ts';

const SIZES = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [100, 500, 1000, 2000];
const configFile = join(import.meta.dirname, 'vite.config.ts');
const outDir = mkdtempSync(join(tmpdir(), 'millrace-canvas-'));

const row = (cells: readonly string[]): void =>
  console.log(cells.map((cell, index) => (index === 0 ? cell.padEnd(34) : cell.padStart(16))).join(''));
const milliseconds = (value: number): string => `${value.toFixed(0)} ms`;
const shown = ({ fps, longest }: Measured): string => `${fps.toFixed(0)} / ${longest === undefined ? '<50' : longest.toFixed(0)}`;

const setView = (page: Page, x: number, y: number, zoom: number): Promise<void> =>
  page.evaluate(`window.canvas.handle.setView({ x: ${x}, y: ${y}, zoom: ${zoom} })`);
const fit = (page: Page): Promise<void> => page.evaluate('window.canvas.handle.zoomToFit()');
const selected = (page: Page): Promise<number> =>
  page.evaluate(`window.canvas.intents.findLast(({ type }) => type === 'select')?.ids.length ?? 0`);

type Step = readonly [name: string, run: (page: Page) => Promise<Measured>];

/** At this zoom about a hundred nodes fill the upper left of the stage. */
const HUNDRED = 0.34;

const steps: readonly Step[] = [
  [
    'pan at 100 % (wheel)',
    async (page) => {
      await setView(page, 60, 60, 1);
      return during(page, () => panByWheel(page));
    },
  ],
  ['pan at 100 % (middle button)', (page) => during(page, () => dragAround(page, 640, 300, 'middle'))],
  [
    'drag 1 node at 100 %',
    async (page) => {
      await setView(page, 60, 60, 1);
      await page.waitForTimeout(300);
      return during(page, () => dragAround(page, 330, 110));
    },
  ],
  ['zoom (wheel)', (page) => during(page, () => zoomByWheel(page))],
  [
    'pan at fit (wheel)',
    async (page) => {
      await fit(page);
      await page.waitForTimeout(500);
      return during(page, () => panByWheel(page));
    },
  ],
  [
    'marquee over 100 nodes',
    async (page) => {
      await setView(page, 60, 60, HUNDRED);
      await page.waitForTimeout(500);
      return during(page, () => drawMarquee(page, [30, 50], [800, 640]));
    },
  ],
  ['drag those nodes', (page) => during(page, () => dragAround(page, 76, 76))],
];

interface Column {
  readonly cold: number;
  readonly warm: number;
  readonly opening: number;
  readonly heap: number;
  readonly chosen: number;
  readonly acts: readonly Measured[];
}

async function measure(browser: Browser, url: string, count: number): Promise<Column> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(watchScript);
  await page.goto(`${url}?nodes=${count}`);
  const cold = await untilReady(page);
  await page.goto(`${url}?nodes=${count}`);
  const warm = await untilReady(page);
  const heap = await heapOf(page);
  const acts: Measured[] = [];
  for (const [, run] of steps) acts.push(await run(page));
  const chosen = await selected(page);
  await context.close();
  return { cold: cold.ready, warm: warm.ready, opening: warm.longest, heap, chosen, acts };
}

function print(columns: readonly Column[]): void {
  row(['nodes', ...SIZES.map(String)]);
  row(['interactive, cold', ...columns.map(({ cold }) => milliseconds(cold))]);
  row(['interactive, warm', ...columns.map(({ warm }) => milliseconds(warm))]);
  row(['longest task while opening', ...columns.map(({ opening }) => (opening === 0 ? '<50 ms' : milliseconds(opening)))]);
  row(['heap', ...columns.map(({ heap }) => `${(heap / 1024 / 1024).toFixed(1)} MiB`)]);
  row(['frames a second / longest task']);
  steps.forEach(([name], index) => row([`  ${name}`, ...columns.map(({ acts }) => shown(acts[index] as Measured))]));
  row(['  nodes that were dragged', ...columns.map(({ chosen }) => String(chosen))]);
}

await build({ configFile, logLevel: 'error', build: { outDir } });
const server = await preview({ configFile, logLevel: 'error', build: { outDir }, preview: { port: 0, host: '127.0.0.1' } });
const browser = await startBrowser();
try {
  const [url = ''] = server.resolvedUrls?.local ?? [];
  const columns: Column[] = [];
  for (const count of SIZES) columns.push(await measure(browser, url, count));
  print(columns);
  console.log('\nHeadless Chromium draws without a graphics card: a desktop is faster. One run; differences under a tenth mean nothing.');
} finally {
  await browser.close();
  await server.close();
  rmSync(outDir, { recursive: true, force: true });
}
