// Measurements within the page: long tasks, frames, and when the canvas becomes idle.
import type { Page } from 'playwright-core';

/** Runs before the page's own scripts. */
export const watchScript = `
  const watch = { tasks: [], frames: 0, lastFrame: 0, longestGap: 0, lastMount: 0, mounted: 0 };
  window.watch = watch;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) watch.tasks.push({ startTime, duration });
  }).observe({ type: 'longtask', buffered: true });
  const frame = (time) => {
    watch.frames += 1;
    watch.longestGap = Math.max(watch.longestGap, time - watch.lastFrame);
    watch.lastFrame = time;
    const mounted = document.querySelectorAll('.node').length;
    if (mounted !== watch.mounted) watch.lastMount = time;
    watch.mounted = mounted;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
`;

export interface Measured {
  readonly fps: number;
  /** In milliseconds; undefined if no task took 50 ms. */
  readonly longest: number | undefined;
}

interface Reading {
  readonly frames: number;
  readonly time: number;
  readonly tasks: readonly { readonly startTime: number; readonly duration: number }[];
}

const read = (page: Page): Promise<Reading> => page.evaluate('({ frames: watch.frames, time: performance.now(), tasks: watch.tasks })');

const QUIET = 600;

/** Milliseconds from the start of the navigation until the last node is mounted and no long task follows. */
export async function untilReady(page: Page): Promise<{ readonly ready: number; readonly longest: number }> {
  await page.waitForFunction(
    `(() => {
      const last = Math.max(watch.lastMount, ...watch.tasks.map(({ startTime, duration }) => startTime + duration));
      return watch.mounted > 0 && performance.now() - last > ${QUIET};
    })()`,
  );
  return page.evaluate(`({
    ready: Math.max(watch.lastMount, ...watch.tasks.map(({ startTime, duration }) => startTime + duration)),
    longest: Math.max(0, ...watch.tasks.map(({ duration }) => duration)),
  })`);
}

export async function during(page: Page, act: () => Promise<void>): Promise<Measured> {
  const before = await read(page);
  await act();
  const after = await read(page);
  // Long tasks are reported with a delay.
  await page.waitForTimeout(100);
  const { tasks } = await read(page);
  const own = tasks.filter(({ startTime }) => startTime >= before.time && startTime <= after.time);
  return {
    fps: ((after.frames - before.frames) * 1000) / (after.time - before.time),
    longest: own.length === 0 ? undefined : Math.max(...own.map(({ duration }) => duration)),
  };
}

export const heapOf = async (page: Page): Promise<number> => {
  await page.requestGC();
  return page.evaluate('performance.memory.usedJSHeapSize');
};
