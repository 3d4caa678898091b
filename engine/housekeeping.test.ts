// Repeated work: what fails in a round is logged, and the next round takes place.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runMaintenance } from './housekeeping.ts';
import { noLogger } from './logger.ts';
import { Store } from './store/index.ts';
import { runningServer, type RunningServer } from './testing/running-server.ts';

let folder: string;
let running: RunningServer;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-housekeeping-'));
  running = await runningServer();
});
afterEach(async () => {
  vi.useRealTimers();
  await running.close();
  rmSync(folder, { recursive: true, force: true });
});

it('a database that cannot be read does not end the engine, and is logged once', async () => {
  const store = await Store.open(folder);
  const warnings: string[] = [];
  vi.useFakeTimers();
  const end = runMaintenance(store, running.server.services, { ...noLogger, warn: (message) => warnings.push(message) });
  await store.close();
  vi.advanceTimersByTime(3500);
  end();
  expect(warnings).toEqual(['The database could not be looked at: The database connection is not open']);
});

it('that the database cannot be used is logged, and when it can be used again', async () => {
  const store = await Store.open(folder);
  const warnings: string[] = [];
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'] });
  const health = vi.spyOn(store, 'health', 'get');
  const end = runMaintenance(store, running.server.services, { ...noLogger, warn: (message) => warnings.push(message) });
  vi.advanceTimersByTime(1500);
  const since = Date.now();
  health.mockReturnValue({ isOk: false, reason: 'the database server cannot be reached', since });
  vi.advanceTimersByTime(15_000);
  health.mockReturnValue({ isOk: true });
  vi.advanceTimersByTime(2500);
  end();
  await store.close();
  expect(warnings).toEqual([
    `The database cannot be used since ${new Date(since).toISOString()}: the database server cannot be reached.`,
    'The database can be used again, after 16 seconds.',
  ]);
});
