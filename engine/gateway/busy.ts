// Tells shells whether workflows run.
import type { ActiveRuns } from '../services/executions/active-runs.ts';

/** Milliseconds without a run after which the engine is no longer busy, so that short runs in a row are one busy time. */
const PAUSE = 1000;

/** Calls the listener when the first run begins, and when no run is left; returns a function that ends it. */
export function watchBusy(runs: Pick<ActiveRuns, 'count' | 'onChange'>, listener: (isBusy: boolean) => void): () => void {
  let isBusy = false;
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    if (runs.count > 0) {
      clearTimeout(timer);
      timer = undefined;
      if (!isBusy) listener((isBusy = true));
    } else if (isBusy) {
      timer ??= setTimeout(() => {
        timer = undefined;
        listener((isBusy = false));
      }, PAUSE).unref();
    }
  };
  const end = runs.onChange(look);
  look();
  return () => {
    end();
    clearTimeout(timer);
  };
}
