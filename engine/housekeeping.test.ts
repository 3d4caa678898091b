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
