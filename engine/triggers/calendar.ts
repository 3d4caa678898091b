// Calendar units of a time zone, counted: which hour, day, week or month an instant lies in, and when that begins.
import { DateTime } from 'luxon';

export type CalendarUnit = 'hours' | 'days' | 'weeks' | 'months';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Units by the wall clock, so that "every 24 hours" keeps its hour when the clocks change. Weeks begin on Monday. */
export class Calendar {
  readonly #zone: string;

  constructor(zone: string) {
    this.#zone = zone;
  }

  /** A number that grows by one from unit to unit. `at` in ms since the epoch. */
  index(at: number, unit: CalendarUnit): number {
    const local = DateTime.fromMillis(at, { zone: this.#zone });
    const wallClock = at + local.offset * 60_000;
    if (unit === 'hours') return Math.floor(wallClock / HOUR);
    if (unit === 'days') return Math.floor(wallClock / DAY);
    // 1970-01-01 was a Thursday.
    if (unit === 'weeks') return Math.floor((Math.floor(wallClock / DAY) + 3) / 7);
    return local.year * 12 + local.month - 1;
  }

  /** The beginning of the unit with this number, in ms since the epoch. */
  start(index: number, unit: CalendarUnit): number {
    if (unit === 'months') return this.#instant(Date.UTC(Math.floor(index / 12), index % 12, 1));
    if (unit === 'weeks') return this.#instant((index * 7 - 3) * DAY);
    return this.#instant(index * (unit === 'hours' ? HOUR : DAY));
  }

  #instant(wallClock: number): number {
    return DateTime.fromMillis(wallClock, { zone: 'utc' }).setZone(this.#zone, { keepLocalTime: true }).toMillis();
  }
}
