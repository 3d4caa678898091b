// Repeated work of a running server: following other processes on the data folder, removing what is no longer needed, releasing memory.
import { getHeapStatistics } from 'node:v8';
import { Follower } from './follower.ts';
import { collectGarbage, MemoryRelease } from './memory-release.ts';
import type { Logger } from './sdk/index.ts';
import type { Services } from './services/index.ts';
import { rankFor, type Store, type Team } from './store/index.ts';
import { guarded } from './workflow/values/guarded.ts';

/** Milliseconds between two rounds. */
const FOLLOW_EVERY = 1000;
const PRUNE_EVERY = 3_600_000;
/** Milliseconds between two rounds that remove about as many executions as were added. */
const PRUNE_SOME_EVERY = 60_000;
/** Milliseconds until old executions are removed for the first time; early enough for short-lived instances. */
const PRUNE_FIRST = 60_000;
/** Share of CPU time above which the process counts as busy. */
const BUSY = 0.05;

/** Starts the repeated work; returns a function that stops it. `team`: servers that share what only one of them must do. */
export function runMaintenance(store: Store, services: Services, logger: Logger, team?: Pick<Team, 'id' | 'servers'>): () => void {
  const { indexer, retention, versionHistory } = services;
  const follower = new Follower(store, services, logger);
  const release = memoryRelease(store, services);
  const reportHealth = healthReports(store, logger);
  let failure: string | undefined;
  const isDoneHere = (work: string): boolean => team === undefined || rankFor(work, team) === 0;
  const prune = (work: () => Promise<void>): void => {
    if (isDoneHere('retention')) work().catch((error: unknown) => logger.error(`Old data could not be removed: ${String(error)}`));
  };
  const check = guarded(
    ({ message }) => {
      // What fails each second is logged once.
      if (failure !== message) logger.warn(`The database could not be looked at: ${message}`);
      failure = message;
    },
    () => {
      reportHealth();
      follower.look();
      release.look();
      indexer.look(!isDoneHere('search'));
      failure = undefined;
    },
  );
  const timers = [
    setInterval(check, FOLLOW_EVERY),
    setTimeout(() => prune(() => retention.all()), PRUNE_FIRST),
    setTimeout(() => prune(() => versionHistory.prune()), PRUNE_FIRST),
    setInterval(() => prune(() => retention.some(team?.servers.length)), PRUNE_SOME_EVERY),
    setInterval(() => prune(() => retention.all()), PRUNE_EVERY),
    setInterval(() => prune(() => versionHistory.prune()), PRUNE_EVERY),
  ];
  for (const timer of timers) timer.unref();
  return () => {
    for (const timer of timers) clearInterval(timer);
    follower.stop();
  };
}

/** Returns a function that logs when the database cannot be used, and when it can be used again. */
function healthReports(store: Pick<Store, 'health'>, logger: Logger): () => void {
  let since: number | undefined;
  return () => {
    const { health } = store;
    if (health.isOk === (since === undefined)) return;
    if (!health.isOk) logger.warn(`The database cannot be used since ${new Date(health.since).toISOString()}: ${health.reason}.`);
    else logger.warn(`The database can be used again, after ${Math.round((Date.now() - (since ?? 0)) / 1000)} seconds.`);
    since = health.isOk ? undefined : health.since;
  };
}

function memoryRelease(store: Store, { executions: { activeRuns } }: Services): MemoryRelease {
  let startedCount = activeRuns.startedCount;
  let load = performance.eventLoopUtilization();
  return new MemoryRelease({
    now: Date.now,
    heapSize: () => getHeapStatistics().total_heap_size,
    collect: () => {
      store.shrink();
      collectGarbage();
    },
    isBusy: () => {
      const [countBefore, loadBefore] = [startedCount, load];
      startedCount = activeRuns.startedCount;
      load = performance.eventLoopUtilization();
      return activeRuns.count > 0 || startedCount !== countBefore || performance.eventLoopUtilization(load, loadBefore).utilization > BUSY;
    },
  });
}
