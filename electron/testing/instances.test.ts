// Instances of an application that share a folder: the second hands over its arguments and ends.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { hasDesktop, launch, launchUntilExit, type DesktopApp } from './launch.ts';

const main = `
import { app } from 'electron';
globalThis.received = new Promise((resolve) => app.once('second-instance', (event, argv) => resolve(argv.at(-1))));
if (!app.requestSingleInstanceLock()) app.exit(3);
`;

const folder = mkdtempSync(join(tmpdir(), 'millrace-instances-'));
let first: DesktopApp | undefined;
afterEach(async () => {
  await first?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(!hasDesktop)('two instances', () => {
  it('share their arguments', async () => {
    const file = join(folder, 'main.mjs');
    writeFileSync(file, main);
    first = await launch({ main: file });
    const second = await launchUntilExit({ main: file, userData: first.userData, args: ['millrace://workflow/1'] });
    expect(second.code).toBe(3);
    expect(await first.evaluate(() => (globalThis as unknown as { received: Promise<string> }).received)).toBe('millrace://workflow/1');
  });
});
