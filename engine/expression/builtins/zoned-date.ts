// The local time of JavaScript dates in expressions: that of the workflow's time zone, in previews and runs alike, not that of the computer.
import { DateTime } from 'luxon';
import { CHARACTER_COST, LOCALE_COST, stepsFor } from '../budget.ts';
import { toLocales, toOptions, toPrimitive, toPrimitives } from '../guard/convert.ts';
import type { Method } from '../guard/types.ts';
import { nowOfRun, zoneOfRun } from './time-arguments.ts';

/** Cost of reading or writing a JavaScript date, for which local time is computed. */
export const JS_DATE_COST = 2_000;

const inZone = (date: Date): DateTime => DateTime.fromMillis(date.getTime(), { zone: zoneOfRun() });

/** Returns the date whose UTC fields are the local fields of the given one; invalid dates stay invalid. */
function localFields(date: Date): Date {
  const local = inZone(date);
  return new Date(local.isValid ? date.getTime() + local.offset * 60_000 : Number.NaN);
}

/** Returns the time, in milliseconds since the epoch, at which the local fields are the UTC fields of the given date. */
function timeOf(fields: Date): number {
  if (Number.isNaN(fields.getTime())) return Number.NaN;
  const local = DateTime.fromMillis(fields.getTime(), { zone: 'utc' });
  return local.setZone(zoneOfRun(), { keepLocalTime: true }).toMillis();
}

const localUnits = ['FullYear', 'Month', 'Date', 'Hours', 'Minutes', 'Seconds', 'Milliseconds'] as const;

type Fields = Readonly<Record<string, (...args: unknown[]) => number>>;

const getters = Object.fromEntries(
  [...localUnits, 'Day'].map((unit): [string, Method] => [
    `get${unit}`,
    (self: Date) => (localFields(self) as unknown as Fields)[`getUTC${unit}`]?.(),
  ]),
);

const setters = Object.fromEntries(
  localUnits.map((unit): [string, Method] => [
    `set${unit}`,
    (self: Date, args) => {
      const isYear = unit === 'FullYear' && Number.isNaN(self.getTime());
      const fields = isYear ? new Date(0) : localFields(self);
      (fields as unknown as Fields)[`setUTC${unit}`]?.(...toPrimitives(args));
      return self.setTime(timeOf(fields));
    },
  ]),
);

/** Luxon has no long name for UTC. */
const zoneName = (local: DateTime): string =>
  local.zoneName === 'UTC' ? 'Coordinated Universal Time' : (local.offsetNameLong ?? zoneOfRun());

const dateFormat = 'EEE MMM dd yyyy';
const timeFormat = "HH:mm:ss 'GMT'ZZZ";

function written(self: Date, format: string, hasName: boolean): string {
  const local = inZone(self).setLocale('en-US');
  if (!local.isValid) return 'Invalid Date';
  return `${local.toFormat(format)}${hasName ? ` (${zoneName(local)})` : ''}`;
}

/** Returns the text of a date, as `String(date)` does. */
export const textOfDate = (self: Date): string => written(self, `${dateFormat} ${timeFormat}`, true);

const localeMethod =
  (name: 'toLocaleString' | 'toLocaleDateString' | 'toLocaleTimeString'): Method =>
  (self: Date, args) => {
    stepsFor(LOCALE_COST);
    const options = toOptions(args[1]);
    return self[name](toLocales(args[0]), { ...options, timeZone: (options?.['timeZone'] as string | undefined) ?? zoneOfRun() });
  };

/** The methods of JavaScript dates that depend on a time zone. */
export const localMethods: Readonly<Record<string, Method>> = {
  ...getters,
  ...setters,
  getYear: (self: Date) => localFields(self).getUTCFullYear() - 1900,
  setYear: (self: Date, args) => {
    const year = Number(toPrimitive(args[0]));
    const fields = Number.isNaN(self.getTime()) ? new Date(0) : localFields(self);
    fields.setUTCFullYear(year >= 0 && year <= 99 ? 1900 + Math.trunc(year) : year);
    return self.setTime(timeOf(fields));
  },
  getTimezoneOffset: (self: Date) => {
    const { isValid, offset } = inZone(self);
    return isValid ? 0 - offset : Number.NaN;
  },
  toString: textOfDate,
  toDateString: (self: Date) => written(self, dateFormat, false),
  toTimeString: (self: Date) => written(self, timeFormat, true),
  toLocaleString: localeMethod('toLocaleString'),
  toLocaleDateString: localeMethod('toLocaleDateString'),
  toLocaleTimeString: localeMethod('toLocaleTimeString'),
};

/** A date without a time, which is in UTC; years may have six digits and a sign. */
const onlyDate = /^\s*(?:\d{4}|[+-]\d{6})(?:-\d\d(?:-\d\d)?)?\s*$/;
/** A zone after the time: `Z`, a name, or an offset. */
const ownZone = /\d[^]*?(?:\d\s*Z|\b(?:UTC|UT|GMT|[ECMP][SD]T)\b|:\d\d(?:\.\d+)?\s*[+-]\d{1,2}(?::?\d\d)?)\s*(?:\([^)]*\)\s*)?[^:]*$/i;
const isoTime = /^\s*(?:\d{4}|[+-]\d{6})-\d\d(?:-\d\d)?T/;

/** Parses a text like `Date.parse`, but without a zone of its own in the workflow's. */
export function parseInZone(text: string): number {
  stepsFor(JS_DATE_COST * 4 + text.length * CHARACTER_COST);
  const asWritten = Date.parse(text);
  if (Number.isNaN(asWritten) || onlyDate.test(text) || ownZone.test(text)) return asWritten;
  const fields = Date.parse(isoTime.test(text) ? `${text.trim()}Z` : `${text} UTC`);
  return Number.isNaN(fields) ? asWritten : timeOf(new Date(fields));
}

/** Returns a date from the arguments of `new Date(…)`: objects are converted to primitives under the budget, dates keep their time. */
export function dateFrom(args: readonly unknown[]): Date {
  stepsFor(JS_DATE_COST);
  if (args.length === 0) return new Date(nowOfRun());
  const parts = args.map((arg) => (arg instanceof Date ? arg.getTime() : toPrimitive(arg)));
  const [first] = parts;
  if (parts.length === 1) return typeof first === 'string' ? new Date(parseInZone(first)) : (Reflect.construct(Date, parts) as Date);
  return new Date(timeOf(new Date(Reflect.apply(Date.UTC, undefined, parts) as number)));
}
