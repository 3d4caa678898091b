// `npm run bench:desktop`: how soon the window of the desktop application is usable, beside a bare window with one button, which the same stand-in
// for Electron shows. Needs a browser.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { launch, type LaunchOptions } from './launch.ts';

const ROUNDS = 5;

/** Milliseconds. */
interface Times {
  /** From the start of the process until the window's document begins to load. */
  readonly window: number;
  /** From the first paint, with which the window appears, until the page can be used. */
  readonly usable: number;
  /** Both, with the time in between. */
  readonly total: number;
  /** The first request of the page to the engine; 0 for the bare window. */
  readonly response: number;
}

/** In the page: resolves with times since the document began to load, once the button is there and the page has been painted. */
const untilUsable = (label: string): string => `new Promise((resolve) => {
  const look = () => {
    const isThere = [...document.querySelectorAll('button')].some((button) => (button.ariaLabel ?? button.textContent).includes(${JSON.stringify(label)}));
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    if (!isThere || paint === undefined) return requestAnimationFrame(look);
    resolve({ origin: performance.timeOrigin, painted: paint.startTime, usable: performance.now() });
  };
  look();
})`;

/** In the page: resolves with the duration of a request. */
const firstAnswer = `(async () => {
  const start = performance.now();
  await millrace.request({ method: 'GET', path: 'settings', sessionId: 'bench' });
  return performance.now() - start;
})()`;

async function measured(label: string, options: LaunchOptions, asks: boolean): Promise<Times> {
  const start = Date.now();
  const app = await launch(options);
  try {
    const page: Page = await app.firstWindow();
    const response = asks ? await page.evaluate<number>(firstAnswer) : 0;
    const { origin, painted, usable } = await page.evaluate<{ origin: number; painted: number; usable: number }>(untilUsable(label));
    return { window: origin - start, usable: Math.max(0, usable - painted), total: origin - start + usable, response };
  } finally {
    await app.close();
  }
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const row = (cells: readonly string[]): void =>
  say(cells.map((cell, index) => (index === 0 ? cell.padEnd(52) : cell.padStart(14))).join(''));

const folder = mkdtempSync(join(tmpdir(), 'millrace-bench-'));
try {
  const main = join(folder, 'main.mjs');
  const page = `data:text/html,${encodeURIComponent('<!doctype html><title>Bare</title><button>Ready</button>')}`;
  writeFileSync(
    main,
    `import { app, BrowserWindow } from 'electron';
await app.whenReady();
await new BrowserWindow({ webPreferences: { contextIsolation: true, sandbox: true } }).loadURL(${JSON.stringify(page)});
`,
  );
  const own: Times[] = [];
  const bare: Times[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    own.push(await measured('Add a first step', {}, true));
    bare.push(await measured('Ready', { main }, false));
  }
  const of = (times: readonly Times[], what: keyof Times): number => median(times.map((each) => each[what]));
  const show = (title: string, what: keyof Times): void => {
    const [ours, theirs] = [of(own, what), of(bare, what)];
    row([title, `${ours.toFixed(0)} ms`, what === 'response' ? '' : `${theirs.toFixed(0)} ms`]);
  };
  row([`the window, median of ${ROUNDS}`, 'application', 'bare window']);
  show('start of the process → window', 'window');
  show('window on screen → usable', 'usable');
  show('start of the process → usable', 'total');
  show('first request of the page → response', 'response');
  say(
    `\nStart to usable: ${(of(own, 'total') / of(bare, 'total')).toFixed(1)} × the bare window. One run on one machine, with the stand-in for Electron.`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
