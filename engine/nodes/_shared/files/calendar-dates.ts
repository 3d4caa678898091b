// Dates and times of calendar files, as programs write them.
import { DateTime, Duration } from 'luxon';
import { type CalendarZone, type CalendarZones, utc, type WallTime } from './calendar-zones.ts';

export interface CalendarDate {
  /** ISO 8601: a moment in UTC, the start of a day in UTC, or a time without offset if its zone is missing or unknown. */
  readonly text: string;
  readonly isDay: boolean;
  readonly wall: WallTime;
  /** Undefined if there is none, or it is unknown. */
  readonly zone: CalendarZone | undefined;
}

const written = /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d)(?::?(\d\d)(?:\.\d+)?)?)?(Z?)$/i;

/** Some programs do not quote the names of zones that contain colons, so that the line seems to end its parameters there. */
const unquoted = /^(.*):([\dTZ:.-]+)$/is;

/** Returns undefined if the value is not a date. */
export function calendarDate(value: string, params: ReadonlyMap<string, string>, zones: CalendarZones): CalendarDate | undefined {
  const zoneName = params.get('TZID');
  const match = written.exec(value.trim());
  if (match === null) {
    const [, restOfName, rest = ''] = (zoneName === undefined ? null : unquoted.exec(value)) ?? [];
    return restOfName === undefined ? undefined : calendarDate(rest, new Map([...params, ['TZID', `${zoneName}:${restOfName}`]]), zones);
  }
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map((part) => Number(part ?? 0));
  const isDay = params.get('VALUE')?.toUpperCase() === 'DATE' || match[4] === undefined;
  // A leap second, which no clock here knows, is the second before (RFC 5545, 3.3.12).
  const wall = isDay
    ? { year, month, day, hour: 0, minute: 0, second: 0 }
    : { year, month, day, hour, minute, second: second === 60 ? 59 : second };
  const isUtc = isDay || match[7] !== '';
  return dated({ isDay, wall, zone: isUtc ? utc : zoneName === undefined ? undefined : zones.zone(zoneName) });
}

function dated({ isDay, wall, zone }: Omit<CalendarDate, 'text'>): CalendarDate | undefined {
  const moment = (zone ?? utc)(wall);
  const isoText = zone === undefined ? moment.toISO({ includeOffset: false }) : moment.toUTC().toISO();
  return moment.isValid && isoText !== null ? { text: isoText, isDay, wall, zone } : undefined;
}

/** Returns the date after a duration (`PT1H30M`, `P1W`), as text; undefined if that is not a duration. Days keep the time of day. */
export function dateAfter({ isDay, wall, zone }: CalendarDate, duration: string): string | undefined {
  const length = Duration.fromISO(duration.trim().replace(/^\+/, ''));
  if (!length.isValid) return undefined;
  const days = DateTime.fromObject(wall, { zone: 'utc' }).plus({ weeks: length.weeks, days: length.days });
  const { year, month, day } = days;
  const start = (zone ?? utc)({ ...wall, year, month, day });
  const end = isDay ? start : start.plus({ hours: length.hours, minutes: length.minutes, seconds: length.seconds });
  return (zone === undefined ? end.toISO({ includeOffset: false }) : end.toUTC().toISO()) ?? undefined;
}
