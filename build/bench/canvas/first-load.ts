// Measures the first load of the whole product, an empty editor in a new browser profile: time until it can be used, and transferred bytes.
import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { runningServer } from '../../../engine/testing/running-server.ts';
import { watchScript } from './watch.ts';

const ROUNDS = 5;

export interface FirstLoad {
  /** Median milliseconds from the start of the navigation until the first step can be added and no long task follows. */
  readonly cold: number;
  /** Like `cold`, with the cache of a first visit. */
  readonly warm: number;
  readonly slowest: number;
  /** Bytes of script loaded until then, and later while the page is idle. */
  readonly script: { readonly first: Bytes; readonly later: Bytes };
}

export interface Bytes {
  readonly brotli: number;
  readonly gzip: number;
  readonly plain: number;
}

interface Visit {
  readonly ready: number;
  /** Scripts with the time of their request, in milliseconds since the start of the navigation. */
  readonly scripts: readonly { readonly path: string; readonly at: number }[];
}

const QUIET = 600;
/** Timeout of a visit in milliseconds. */
const LONGEST = 30_000;
/**
 * Runs before the page's own scripts and records when the first step can be added. Added in advance, because the page's content security policy
 * forbids evaluating strings later.
 */
const noticeScript = `
  const notice = () => {
    if (document.querySelector('.empty-canvas-first') === null) return requestAnimationFrame(notice);
    window.shownAt = performance.now();
  };
  notice();
  window.readyAt = () => {
    const ends = watch.tasks.filter(({ startTime }) => startTime < window.shownAt + ${QUIET}).map(({ startTime, duration }) => startTime + duration);
    const last = Math.max(window.shownAt ?? Infinity, ...ends);
    return performance.now() - last > ${QUIET} ? last : undefined;
  };
`;

async function visit(page: Page, url: string): Promise<Visit> {
  await page.goto(new URL('workflow', url).href);
  let ready: number | undefined;
  for (const end = Date.now() + LONGEST; ready === undefined;) {
    if (Date.now() > end) throw new Error(`The editor at ${url} did not come to rest.`);
    await page.waitForTimeout(100);
    ready = await page.evaluate<number | undefined>('readyAt()');
  }
  // Scripts fetched while the page is idle are counted separately from the first load.
  await page.waitForTimeout(2500);
  const scripts = await page.evaluate<Visit['scripts']>(`performance.getEntriesByType('resource')
    .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
    .map(({ name, startTime }) => ({ path: new URL(name).pathname, at: startTime }))`);
  return { ready, scripts };
}

const middle = (values: readonly number[]): number => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** Transferred size of a script with one encoding. */
const sizeOf = (url: string, path: string, encoding: string): Promise<number> =>
  new Promise((resolve, reject) => {
    request(new URL(path, url), { headers: { 'accept-encoding': encoding } }, (response) => {
      let bytes = 0;
      response.on('data', (part: Buffer) => (bytes += part.length)).on('end', () => resolve(bytes));
    })
      .on('error', reject)
      .end();
  });

/** Transferred bytes of the scripts, by accepted encoding. */
async function bytesOf(url: string, paths: readonly string[]): Promise<Bytes> {
  const sum = async (encoding: string): Promise<number> => {
    let bytes = 0;
    for (const path of paths) bytes += await sizeOf(url, path, encoding);
    return bytes;
  };
  return { brotli: await sum('br'), gzip: await sum('gzip'), plain: await sum('identity') };
}

/** Measures the build in `out/renderer`, which must be up to date. */
export async function measureFirstLoad(browser: Browser): Promise<FirstLoad> {
  const served = await runningServer({
    over: 'socket',
    pagesFolder: process.env['MILLRACE_EDITOR'] ?? join(import.meta.dirname, '../../../out/renderer'),
  });
  try {
    const { url } = served.server;
    const colds: Visit[] = [];
    const warms: Visit[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      const page = await context.newPage();
      await page.addInitScript(watchScript);
      await page.addInitScript(noticeScript);
      colds.push(await visit(page, url));
      warms.push(await visit(page, url));
      await context.close();
    }
    const [first] = colds;
    const own = (first?.scripts ?? []).map(({ path, at }) => ({ path, isFirst: at <= (first?.ready ?? 0) }));
    const paths = (isFirst: boolean): readonly string[] => [
      ...new Set(own.filter((each) => each.isFirst === isFirst).map(({ path }) => path)),
    ];
    return {
      cold: middle(colds.map((each) => each.ready)),
      warm: middle(warms.map((each) => each.ready)),
      slowest: Math.max(...colds.map((each) => each.ready)),
      script: { first: await bytesOf(url, paths(true)), later: await bytesOf(url, paths(false)) },
    };
  } finally {
    await served.close();
    rmSync(served.dataDir, { recursive: true, force: true });
  }
}
