// Computes due and next runs from a rule's stored state and the current time. All times are in milliseconds.
import type { Occurrences } from './occurrences.ts';

/** If the last run is further in the future than this (milliseconds), the clock was wrong when it ran. */
const WRONG_CLOCK = 24 * 3_600_000;

export interface SavedPlan {
  readonly nextRun: number | null;
  readonly lastRun: number | null;
}

export interface Plan {
  readonly nextRun: number | null;
  readonly lastRun: number | null;
  /** Time of a run that is due now; of the last one if several are. */
  readonly due?: number;
}

/** Returns the state of a rule at `now`; a new one if none is stored. */
export function planAt(occurrences: Occurrences, saved: SavedPlan | undefined, now: number): Plan {
  if (saved === undefined) return { nextRun: occurrences.next(now, null), lastRun: null };
  if (saved.nextRun === null || saved.nextRun > now) return planAfterChange(occurrences, saved, now);
  const due = occurrences.latest(saved.nextRun, now);
  return { nextRun: occurrences.next(now, due), lastRun: saved.lastRun, due };
}

/**
 * Returns the state of a rule after the clock may have been set back. A run is not repeated (such as the daily run at 3:00, if 3:10 becomes
 * 2:10), unless the clock went back by more than the interval to the next run: a rule that fires every few seconds continues immediately.
 */
export function planAfterChange(occurrences: Occurrences, { nextRun, lastRun }: SavedPlan, now: number): Plan {
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
