// Computes when a schedule rule fires: cron expressions in a time zone, every n units, fixed intervals.
// A calendar numbers the units (hours, days, weeks, months).
import { Cron } from 'croner';
import { NodeError, type ScheduleTime } from '../sdk/index.ts';
import { DateTime } from 'luxon';

/** All times are in milliseconds since the epoch. */
export interface Occurrences {
  /** Returns the first time after `after`, in the rhythm given by `last` (an earlier time of this rule); null if there are no more. */
  next(after: number, last: number | null): number | null;
  /** Returns the last time not after `now`, counted from `due`, an earlier time of this rule. */
  latest(due: number, now: number): number;
  /** Returns the latest possible first run of a rule created at `now`. */
  horizon(now: number): number | null;
}

interface Every {
  readonly unit: CalendarUnit;
  readonly count: number;
}

/** Maximum number of steps to find the last of many missed times; a two-hourly rule takes as many in a year. */
const MAX_STEPS = 4400;

/** `zone`: valid IANA name. Throws NodeError PARAMETER_INVALID for an invalid cron expression, and for times that never occur. */
export function occurrencesOf(time: ScheduleTime, zone: string): Occurrences {
  if ('interval' in time) return new Distance(time.interval);
  readCron(time.cron, zone);
  return time.every === undefined || time.every.count <= 1
    ? new CronTimes(time.cron, zone)
    : new EverySoMany(new CronTimes(time.cron, zone), new Calendar(zone), time.every);
}

class Distance implements Occurrences {
  readonly #milliseconds: number;

  constructor(milliseconds: number) {
    if (!(milliseconds >= 1)) {
      throw new NodeError(`An interval of ${milliseconds} milliseconds between runs is too short.`, { code: 'PARAMETER_INVALID' });
    }
    this.#milliseconds = milliseconds;
  }

  next(after: number, last: number | null): number {
    const from = last ?? after;
    return from + this.#milliseconds * (Math.max(0, Math.floor((after - from) / this.#milliseconds)) + 1);
  }

  latest(due: number, now: number): number {
    return due + this.#milliseconds * Math.floor((now - due) / this.#milliseconds);
  }

  horizon(now: number): number {
    return now + this.#milliseconds;
  }
}

class CronTimes implements Occurrences {
  readonly #cron: string;
  readonly #zone: string;

  constructor(cron: string, zone: string) {
    this.#cron = cron;
    this.#zone = zone;
  }

  next(after: number): number | null {
    return readCron(this.#cron, this.#zone).nextRun(new Date(after))?.getTime() ?? null;
  }

  latest(due: number, now: number): number {
    // Cron expressions have whole seconds, and croner searches strictly before the given time.
    const previousRuns = readCron(this.#cron, this.#zone).previousRuns(1, new Date(Math.floor(now / 1000) * 1000 + 1000))[0];
    return Math.max(due, previousRuns?.getTime() ?? due);
  }

  horizon(now: number): number | null {
    return this.next(now);
  }
}

/**
 * Every `count` calendar units. Times within one unit belong together ("every 2 weeks on Monday and Friday"), and a missed time does not shift
 * the rhythm.
 */
class EverySoMany implements Occurrences {
  readonly #cron: CronTimes;
  readonly #calendar: Calendar;
  readonly #every: Every;

  constructor(cron: CronTimes, calendar: Calendar, every: Every) {
    this.#cron = cron;
    this.#calendar = calendar;
    this.#every = every;
  }

  next(after: number, last: number | null): number | null {
    if (last === null) return this.#cron.next(after);
    const { unit, count } = this.#every;
    const base = this.#calendar.index(last, unit);
    const steps = Math.max(0, Math.floor((this.#calendar.index(after, unit) - base) / count));
    const current = base + steps * count;
    // When clocks are set back, an hour occurs twice; only weekly rules have several times per unit.
    if (steps > 0 || unit === 'weeks') {
      const within = this.#cron.next(Math.max(after, this.#calendar.start(current, unit) - 1));
      if (within !== null && this.#calendar.index(within, unit) === current) return within;
    }
    return this.#cron.next(Math.max(after, this.#calendar.start(current + count, unit) - 1));
  }

  latest(due: number, now: number): number {
    let match = due;
    for (let step = 0; step < MAX_STEPS; step++) {
      const next = this.next(match, match);
      if (next === null || next > now) break;
      match = next;
    }
    return match;
  }

  horizon(now: number): number | null {
    const { unit, count } = this.#every;
    return this.#cron.next(this.#calendar.start(this.#calendar.index(now, unit) + count, unit));
  }
}

/** Created on each call, which takes microseconds; caching a thousand would take megabytes. */
function readCron(expression: string, timezone: string): Cron {
  try {
    return new Cron(expression, { timezone, paused: true, sloppyRanges: true, fixedTimeRule: 'no-wildcard' });
  } catch (cause) {
    const reason = (cause as Error).message.replace(/^CronPattern: /, '').replace(/\.$/, '');
    throw new NodeError(`The cron expression "${expression}" cannot be read: ${reason}.`, {
      code: 'PARAMETER_INVALID',
      hint: 'Write minute, hour, day of month, month and weekday, such as "0 9 * * 1-5"; a field for the second may come before them.',
      cause,
    });
  }
}

export type CalendarUnit = 'hours' | 'days' | 'weeks' | 'months';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Units follow local time, so that "every 24 hours" keeps its hour across daylight saving changes. Weeks start on Monday. */
export class Calendar {
  readonly #zone: string;

  constructor(zone: string) {
    this.#zone = zone;
  }

  /** Returns the number of the unit that contains `at` (in milliseconds since the epoch). Successive units have successive numbers. */
  index(at: number, unit: CalendarUnit): number {
    const local = DateTime.fromMillis(at, { zone: this.#zone });
    const wallClock = at + local.offset * 60_000;
    if (unit === 'hours') return Math.floor(wallClock / HOUR);
    if (unit === 'days') return Math.floor(wallClock / DAY);
    // 1970-01-01 was a Thursday.
    if (unit === 'weeks') return Math.floor((Math.floor(wallClock / DAY) + 3) / 7);
    return local.year * 12 + local.month - 1;
  }

  /** Returns the start of the unit with this number, in milliseconds since the epoch. */
  start(index: number, unit: CalendarUnit): number {
    if (unit === 'months') return this.#instant(Date.UTC(Math.floor(index / 12), index % 12, 1));
    if (unit === 'weeks') return this.#instant((index * 7 - 3) * DAY);
    return this.#instant(index * (unit === 'hours' ? HOUR : DAY));
  }

  #instant(wallClock: number): number {
    return DateTime.fromMillis(wallClock, { zone: 'utc' }).setZone(this.#zone, { keepLocalTime: true }).toMillis();
  }
}
