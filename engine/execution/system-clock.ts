// The system clock: real time, and sleep that ends immediately on abort.
import type { Clock } from './ports.ts';

/** Maximum delay of a timer, in milliseconds. */
const MAX_TIMER = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (milliseconds, signal) => {
    signal.throwIfAborted();
    for (let left = milliseconds; left > 0; left -= MAX_TIMER) await nap(Math.min(left, MAX_TIMER), signal);
  },
};

function nap(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}
