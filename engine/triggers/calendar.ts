// Numbers the hours, days, weeks or months of a time zone: returns the number of the unit that contains an instant, and when a unit starts.
import { DateTime } from 'luxon';

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
