// Computes due and next runs from a rule's stored state and the current time: pure arithmetic on times in ms.
import type { Occurrences } from './occurrences.ts';

/** A last run further in the future than this, in milliseconds, was made while the clock was wrong. */
const WRONG_CLOCK = 24 * 3_600_000;

export interface Kept {
  readonly nextRun: number | null;
  readonly lastRun: number | null;
}

export interface Plan {
  readonly nextRun: number | null;
  readonly lastRun: number | null;
  /** A run that is due now: the last one, where several are. */
  readonly due?: number;
}

/** State of a rule at `now`; a new one if none is stored. */
export function planAt(occurrences: Occurrences, kept: Kept | undefined, now: number): Plan {
  if (kept === undefined) return { nextRun: occurrences.next(now, null), lastRun: null };
  if (kept.nextRun === null || kept.nextRun > now) return planAfterChange(occurrences, kept, now);
  const due = occurrences.latest(kept.nextRun, now);
  return { nextRun: occurrences.next(now, due), lastRun: kept.lastRun, due };
}

/**
 * Where a rule stands after the clock may have been set back. A run that was made is not made again (the daily run of 3:00, when 3:10 becomes
 * 2:10), unless the clock went back by more than the distance to the run after it: a rule that fires every few seconds goes on at once.
 */
export function planAfterChange(occurrences: Occurrences, { nextRun, lastRun }: Kept, now: number): Plan {
  const last = lastRun !== null && isFromWrongClock(occurrences, lastRun, now) ? null : lastRun;
  const soonest = last === null ? occurrences.horizon(now) : occurrences.next(Math.max(now, last), last);
  if (nextRun !== null && (soonest === null || nextRun <= soonest)) return { nextRun, lastRun: last };
  return { nextRun: last === null ? occurrences.next(now, null) : soonest, lastRun: last };
}

function isFromWrongClock(occurrences: Occurrences, lastRun: number, now: number): boolean {
  if (lastRun <= now) return false;
  const following = occurrences.next(lastRun, lastRun) ?? Number.POSITIVE_INFINITY;
  return lastRun - now > Math.min(WRONG_CLOCK, following - lastRun);
}
