// Repeated work of a running server: following other processes on the data folder, removing what is no longer needed, releasing memory.
import { getHeapStatistics } from 'node:v8';
import { collectGarbage, MemoryRelease } from './memory-release.ts';
import type { Logger } from './sdk/index.ts';
import type { Services } from './services/index.ts';
import type { Store } from './store/index.ts';
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

/** Starts the repeated work; returns a function that stops it. */
export function runMaintenance(store: Store, services: Services, logger: Logger): () => void {
  const { indexer, retention, versionHistory } = services;
  const follow = follower(store, services, logger);
  const release = memoryRelease(store, services);
  let failure: string | undefined;
  const check = guarded(
    ({ message }) => {
      // What fails each second is logged once.
      if (failure !== message) logger.warn(`The database could not be looked at: ${message}`);
      failure = message;
    },
    () => {
      follow();
      release.look();
      indexer.look();
      failure = undefined;
    },
  );
  const timers = [
    setInterval(check, FOLLOW_EVERY),
    setTimeout(() => void retention.all(), PRUNE_FIRST),
    setTimeout(() => void versionHistory.prune(), PRUNE_FIRST),
    setInterval(() => void retention.some(), PRUNE_SOME_EVERY),
    setInterval(() => void retention.all(), PRUNE_EVERY),
    setInterval(() => void versionHistory.prune(), PRUNE_EVERY),
  ];
  for (const timer of timers) timer.unref();
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}

/** Another process, such as the command line, may have changed which workflows are active. */
function follower(store: Store, { lifecycle, sweepFiles }: Services, logger: Logger): () => void {
  let seen = store.changesElsewhere();
  const warn =
    (what: string) =>
    (error: unknown): void =>
      logger.warn(`${what}: ${String(error)}`);
  return () => {
    const changes = store.changesElsewhere();
    const hasChanged = changes !== seen;
    seen = changes;
    lifecycle.followInstances(hasChanged).catch(warn('Executions of other processes could not be recovered'));
    if (store.health.isOk) lifecycle.storeLeft().catch(warn('Static data could not be stored'));
    sweepFiles().catch(warn('Unused files could not be removed'));
    if (hasChanged) lifecycle.follow().catch(warn('Changes of another process could not be loaded'));
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
