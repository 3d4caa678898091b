// Time zones of calendar files: IANA names, zones that the file defines, and names of Windows.
import type Ical from 'ical.js';
import { DateTime, FixedOffsetZone, IANAZone, type Zone } from 'luxon';
import { ianaZoneOf } from './windows-zones.ts';

/** A date and time as a calendar file writes it, without a zone. */
export interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** Returns the moment of a wall time. */
export type CalendarZone = (time: WallTime) => DateTime;

export const utc: CalendarZone = (time) => DateTime.fromObject(time, { zone: 'utc' });

const DAY = 86_400_000;

/**
 * Follows RFC 5545, 3.3.5: a time that occurs twice, when clocks are set back, is the first one; a time that does not occur has the offset of before.
 * Offsets are in milliseconds, of moments in UTC.
 */
const withOffsets =
  (offsetAt: (moment: number) => number): CalendarZone =>
  (time) => {
    const wall = DateTime.fromObject(time, { zone: 'utc' });
    if (!wall.isValid) return wall;
    const [before, after] = [offsetAt(wall.toMillis() - DAY), offsetAt(wall.toMillis() + DAY)];
    const isAfter = offsetAt(wall.toMillis() - before) !== before && offsetAt(wall.toMillis() - after) === after;
    return wall.minus({ milliseconds: isAfter ? after : before });
  };

const inZone = (zone: Zone): CalendarZone => withOffsets((moment) => zone.offset(moment) * 60_000);

/** Resolves the zones that one file names. `definitions`: the lines of its VTIMEZONE components, by their TZID; `ical`: the library that reads them. */
export class CalendarZones {
  readonly #definitions: ReadonlyMap<string, readonly string[]>;
  readonly #ical: typeof Ical | undefined;
  readonly #zones = new Map<string, CalendarZone | undefined>();

  constructor(definitions: ReadonlyMap<string, readonly string[]>, ical: typeof Ical | undefined) {
    this.#definitions = definitions;
    this.#ical = ical;
  }

  /** Returns undefined for a zone that neither the file nor we know. */
  zone(name: string): CalendarZone | undefined {
    if (!this.#zones.has(name)) this.#zones.set(name, this.#resolve(name));
    return this.#zones.get(name);
  }

  #resolve(name: string): CalendarZone | undefined {
    const own = ianaName(name);
    if (own !== undefined) return inZone(IANAZone.create(own));
    const lines = this.#definitions.get(name);
    const defined = lines === undefined || this.#ical === undefined ? undefined : definedZone(this.#ical, name, lines);
    if (defined !== undefined) return defined;
    const windows = ianaZoneOf(name);
    if (windows !== undefined) return inZone(IANAZone.create(windows));
    const offset = offsetOf(name);
    return offset === undefined ? undefined : inZone(FixedOffsetZone.instance(offset));
  }
}

/** Some programs put their own name before that of the zone: `/mozilla.org/20050126_1/Europe/Berlin`. */
function ianaName(name: string): string | undefined {
  const parts = name.split('/');
  const candidates = name.startsWith('/') ? [parts.slice(-3), parts.slice(-2)].map((tail) => tail.join('/')) : [name];
  return candidates.find((candidate) => IANAZone.isValidZone(candidate));
}

function offsetOf(name: string): number | undefined {
  const match = /^(?:UTC|GMT)?([+-])(\d{1,2}):?(\d\d)?$/i.exec(name.trim());
  if (match === null) return undefined;
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
  return minutes > 18 * 60 ? undefined : match[1] === '-' ? -minutes : minutes;
}

/** Rules of zones that would take long to follow. In practice all are yearly. */
const unusualRule = /^RRULE(?:;[^:]*)?:(?!.*FREQ=YEARLY)/i;

/** Outlook lets rules begin in 1601, which would be followed year by year. */
const sinceLongAgo = /^(DTSTART[^:]*:)1[0-8]\d\d(?=\d{4}T)/i;

/**
 * Like `withOffsets`, for a function that returns the seconds of a wall time. If a wall time occurs twice or never, the offset after the change
 * applies.
 */
const fromWallOffsets =
  (offsetOf: (wall: DateTime) => number): CalendarZone =>
  (time) => {
    const wall = DateTime.fromObject(time, { zone: 'utc' });
    if (!wall.isValid) return wall;
    const [before, seconds] = [offsetOf(wall.minus({ days: 1 })), offsetOf(wall)];
    const isBefore = offsetOf(wall.minus({ seconds: Math.abs(before - seconds) })) === before;
    return wall.minus({ seconds: isBefore ? before : seconds });
  };

/** Returns the zone that the file defines; undefined if the definition is incomplete or invalid. */
function definedZone(ical: typeof Ical, name: string, lines: readonly string[]): CalendarZone | undefined {
  if (lines.some((line) => unusualRule.test(line))) return undefined;
  try {
    const component = new ical.Component(
      ical.parse(lines.map((line) => line.replace(sinceLongAgo, '$11970')).join('\r\n')) as ConstructorParameters<typeof Ical.Component>[0],
    );
    if (component.getAllSubcomponents().length === 0) return undefined;
    const zone = new ical.Timezone({ component, tzid: name });
    return fromWallOffsets((wall) => {
      const { year, month, day, hour, minute, second } = wall;
      return zone.utcOffset(new ical.Time({ year, month, day, hour, minute, second, isDate: false }, zone));
    });
  } catch {
    return undefined;
  }
}
