// The clock of the system, with its timer.
import type { TriggerClock } from './ports.ts';

export const systemTriggerClock: TriggerClock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  at: (time, callback) => {
    const timer = setTimeout(callback, Math.max(0, time - Date.now()));
    return () => clearTimeout(timer);
  },
};
