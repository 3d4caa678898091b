// The current time, updated while a component shows it.
import { useEffect, useState } from 'react';

/** Milliseconds since the epoch, updated at the interval; without an interval it does not change. */
export function useNow(interval?: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (interval === undefined) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return now;
}
