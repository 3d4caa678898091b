// Simulated user input on the canvas: real browser events, about one every 12 ms.
import type { Page } from 'playwright-core';

const PACE = 12;
const TIME = 2500;

const wait = (page: Page): Promise<void> => page.waitForTimeout(PACE);

async function forTime(step: (count: number) => Promise<void>): Promise<void> {
  const end = Date.now() + TIME;
  for (let count = 0; Date.now() < end; count++) await step(count);
}

export async function panByWheel(page: Page): Promise<void> {
  await page.mouse.move(640, 400);
  await forTime(async (count) => {
    const isForth = Math.floor(count / 40) % 2 === 0;
    await page.mouse.wheel(isForth ? 40 : -40, isForth ? 24 : -24);
    await wait(page);
  });
}

export async function zoomByWheel(page: Page): Promise<void> {
  await page.mouse.move(640, 400);
  await page.keyboard.down('Control');
  await forTime(async (count) => {
    await page.mouse.wheel(0, Math.floor(count / 30) % 2 === 0 ? 8 : -8);
    await wait(page);
  });
  await page.keyboard.up('Control');
}

/** Presses the button and moves the pointer in a circle around a point. */
export async function dragAround(page: Page, x: number, y: number, button: 'left' | 'middle' = 'left'): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down({ button });
  await forTime(async (count) => {
    await page.mouse.move(x + 120 * Math.sin(count / 12), y + 80 * (1 - Math.cos(count / 12)));
    await wait(page);
  });
  await page.mouse.up({ button });
}

/** Drags a selection rectangle whose size grows and shrinks, and releases it at full size. */
export async function drawMarquee(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  await page.mouse.move(...from);
  await page.mouse.down();
  await forTime(async (count) => {
    const part = (1 - Math.cos(count / 15)) / 2;
    await page.mouse.move(from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part);
    await wait(page);
  });
  await page.mouse.move(...to);
  await page.mouse.up();
}
