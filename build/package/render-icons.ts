// `npm run icons`: renders the application's icons from their drawings in `resources`. The pictures are committed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { browserOptions } from '../browser.ts';

const root = join(import.meta.dirname, '../..');

/** Drawing, picture, and its size in pixels. */
const pictures: readonly (readonly [drawing: string, picture: string, size: number])[] = [
  ['icon.svg', 'build/icon.png', 1024],
  ['icon.svg', 'resources/icon.png', 256],
  // macOS colours template images itself.
  ['tray.svg', 'resources/trayTemplate.png', 16],
  ['tray.svg', 'resources/trayTemplate@2x.png', 32],
  ['icon.svg', 'resources/tray.png', 16],
  ['icon.svg', 'resources/tray@2x.png', 32],
  ['badge.svg', 'resources/badge.png', 32],
];

const browser = await chromium.launch(await browserOptions());
for (const [drawing, picture, size] of pictures) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const source = readFileSync(join(root, 'resources', drawing), 'utf8').replace('<svg ', `<svg width="${size}" height="${size}" `);
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${source}`);
  await page.screenshot({ path: join(root, picture), omitBackground: true });
  await page.close();
}
await browser.close();
