// `npm run bench:canvas [-- load|panes|COUNT…]`: measures in headless Chromium the first load of the whole product, the canvas with 100 to 2,000
// nodes (opening, panning, zooming, dragging, selecting), and the data panes with 100,000 items. Arguments select parts, or other numbers of
// nodes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type Page, chromium } from 'playwright-core';
import { build, preview } from 'vite';
import { browserOptions } from '../../browser.ts';
import { measurePanes, type PanesMeasured } from './data-panes.ts';
import { measureFirstLoad, type Bytes, type FirstLoad } from './first-load.ts';
import { dragAround, drawMarquee, panByWheel, zoomByWheel } from './hand.ts';
import { during, heapOf, untilReady, watchScript, type Measured } from './watch.ts';

const asked = process.argv.slice(2);
const SIZES = asked.length === 0 ? [100, 500, 1000, 2000] : asked.filter((each) => each !== 'load' && each !== 'panes').map(Number);
const hasFirstLoad = asked.length === 0 || asked.includes('load');
const hasPanes = asked.length === 0 || asked.includes('panes');
const configFile = join(import.meta.dirname, 'vite.config.ts');
const outDir = mkdtempSync(join(tmpdir(), 'millrace-canvas-'));

const row = (cells: readonly string[]): void =>
  console.log(cells.map((cell, index) => (index === 0 ? cell.padEnd(34) : cell.padStart(16))).join(''));
const milliseconds = (value: number): string => `${value.toFixed(0)} ms`;
const visible = ({ fps, longest }: Measured): string => `${fps.toFixed(0)} / ${longest === undefined ? '<50' : longest.toFixed(0)}`;

const setView = (page: Page, x: number, y: number, zoom: number): Promise<void> =>
  page.evaluate(`window.canvas.handle.setView({ x: ${x}, y: ${y}, zoom: ${zoom} })`);
const fit = (page: Page): Promise<void> => page.evaluate('window.canvas.handle.zoomToFit()');
/** Returns the number of nodes that the last drag moved. */
const dragged = (page: Page): Promise<number> =>
  page.evaluate(`window.canvas.intents.findLast(({ type }) => type === 'move')?.positions.size ?? 0`);

/** Sets the view repeatedly until it stays, because a busy page may still handle earlier wheel events afterwards. */
async function setViewForGood(page: Page, x: number, y: number, zoom: number): Promise<void> {
  for (let isStill = false; !isStill;) {
    await setView(page, x, y, zoom);
    await page.waitForTimeout(500);
    isStill = await page.evaluate(
      `(({ view }) => view().x === ${x} && view().y === ${y} && view().zoom === ${zoom})(window.canvas.handle)`,
    );
  }
}

/** Returns the center of the first selected node in view. */
const heldPoint = (page: Page): Promise<readonly [number, number]> =>
  page.evaluate(`(() => {
    const { x, y, width, height } = document.querySelector('.node[data-selected] .node-box').getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  })()`);

type Step = readonly [name: string, run: (page: Page) => Promise<Measured>];

/** Zoom at which about a hundred nodes fill the upper left of the stage. */
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
      await setViewForGood(page, 60, 60, HUNDRED);
      return during(page, () => drawMarquee(page, [30, 50], [800, 640]));
    },
  ],
  [
    'drag those nodes',
    async (page) => {
      const [x, y] = await heldPoint(page);
      return during(page, () => dragAround(page, x, y));
    },
  ],
];

interface Column {
  readonly cold: number;
  readonly warm: number;
  readonly opening: number;
  readonly heap: number;
  readonly moved: number;
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
  const moved = await dragged(page);
  await context.close();
  return { cold: cold.ready, warm: warm.ready, opening: warm.longest, heap, moved, acts };
}

function print(columns: readonly Column[]): void {
  row(['nodes', ...SIZES.map(String)]);
  row(['interactive, cold', ...columns.map(({ cold }) => milliseconds(cold))]);
  row(['interactive, warm', ...columns.map(({ warm }) => milliseconds(warm))]);
  row(['longest task while opening', ...columns.map(({ opening }) => (opening === 0 ? '<50 ms' : milliseconds(opening)))]);
  row(['heap', ...columns.map(({ heap }) => `${(heap / 1024 / 1024).toFixed(1)} MiB`)]);
  row(['frames per second / longest task']);
  steps.forEach(([name], index) => row([`  ${name}`, ...columns.map(({ acts }) => visible(acts[index] as Measured))]));
  row(['  dragged nodes', ...columns.map(({ moved }) => String(moved))]);
}

const kilobytes = (value: number): string => `${(value / 1000).toFixed(0)} kB`;
/** Ratio of a value to its goal; at most 1 if the goal is met. */
const against = (value: number, goal: number): string => (value / goal).toFixed(2);
const GOAL = { cold: 800, bytes: 460_000 } as const;

function printFirstLoad({ cold, warm, slowest, script: { first, later } }: FirstLoad): void {
  const bytes = (name: string, key: keyof Bytes): void =>
    row([name, kilobytes(first[key]), key === 'plain' ? '' : against(first[key], GOAL.bytes), kilobytes(later[key])]);
  row(['first load, empty editor', 'measured', 'ratio to goal', 'loaded when idle']);
  row(['  answers, cold (middle of 5)', milliseconds(cold), against(cold, GOAL.cold)]);
  row(['  answers, cold (slowest)', milliseconds(slowest), against(slowest, GOAL.cold)]);
  row(['  answers, warm (middle of 5)', milliseconds(warm), against(warm, GOAL.cold)]);
  bytes('  script, brotli', 'brotli');
  bytes('  script, gzip', 'gzip');
  bytes('  script, uncompressed', 'plain');
  console.log('');
}

function printPanes({ items, views, searching, heap }: PanesMeasured): void {
  row([`data panes, ${items.toLocaleString('en')} items in both`, 'opened', 'longest task', 'scrolling']);
  const longest = ({ longest: task }: Measured): string => (task === undefined ? '<50 ms' : milliseconds(task));
  for (const view of views) row([`  ${view.name}`, milliseconds(view.opened), longest(view.opening), visible(view.scrolling)]);
  row(['  searching', '', longest(searching)]);
  row(['  heap', `${(heap / 1024 / 1024).toFixed(1)} MiB`]);
}

async function measureCanvas(browser: Browser): Promise<void> {
  await build({ configFile, logLevel: 'error', build: { outDir } });
  const server = await preview({ configFile, logLevel: 'error', build: { outDir }, preview: { port: 0, host: '127.0.0.1' } });
  try {
    const [url = ''] = server.resolvedUrls?.local ?? [];
    const columns: Column[] = [];
    for (const count of SIZES) columns.push(await measure(browser, url, count));
    print(columns);
  } finally {
    await server.close();
    rmSync(outDir, { recursive: true, force: true });
  }
}

const browser = await chromium.launch(await browserOptions('--enable-precise-memory-info'));
try {
  if (hasFirstLoad) printFirstLoad(await measureFirstLoad(browser));
  if (SIZES.length > 0) await measureCanvas(browser);
  if (hasPanes) printPanes(await measurePanes(browser));
  console.log('\nHeadless Chromium draws without a GPU, so desktops are faster. This is a single run: ignore differences below 10 %.');
} finally {
  await browser.close();
}
