// A short form of the fault scenarios.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { scenarios } from './scenarios.ts';

const folder = mkdtempSync(join(tmpdir(), 'millrace-faults-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(process.platform === 'win32')('faults', () => {
  // A lock of 14 seconds and eight commands take their time on a busy computer.
  it.each(Object.entries(scenarios))('%s', async (_name, scenario) => {
    expect((await scenario(folder, 2)).problems).toEqual([]);
  });
});
