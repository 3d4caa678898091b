// Arguments of date functions (dates, durations, units and formats) in the form that luxon expects, in the run's time zone.
import { DateTime, Duration, IANAZone, Settings, type DateTimeUnit, type DurationLike, type DurationLikeObject, Zone } from 'luxon';
import { DATE_COST, session, stepsFor, tooLarge } from '../budget.ts';
import { toOptions, toText } from '../guard/convert.ts';
import { defineFacade } from '../guard/functions.ts';
import { live } from '../guard/overlay.ts';
import { isPlain } from '../guard/types.ts';

/** Maximum length of text that is parsed as a date. */
const DATE_TEXT_LIMIT = 1000;
/** Maximum number of tokens in a format for parsing: with many more, luxon's attempts would take exponential time. */
const FORMAT_PARTS = 20;

/** Cost per character of a format. A token of one character may be a name in a language. */
const TOKEN_COST = 800;

/** Luxon's names of units for durations, largest first. */
export const durationUnits = ['years', 'quarters', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds', 'milliseconds'];

// Parts that luxon fills in from the current time (`DateTime.fromISO("10:00")`) come from the run's clock; outside of evaluations nothing
// changes.
Settings.now = () => session.scope?.now() ?? Date.now();

/** Creates a static function of dates, durations or intervals. */
export function dateFunction(name: string, call: (...args: unknown[]) => unknown): unknown {
  return defineFacade(name, {
    call: (...args) => {
      stepsFor(DATE_COST);
      return call(...args);
    },
  });
}

/** Returns the time zone of the current run. */
export function zoneOfRun(): string {
  return session.scope?.timezone ?? 'UTC';
}

/** Returns the time by the clock of the current run, in milliseconds since the epoch. */
export function nowOfRun(): number {
  return session.scope?.now() ?? 0;
}

/** Returns the current time in the run's time zone. */
export function presentMoment(): DateTime {
  return DateTime.fromMillis(nowOfRun(), { zone: zoneOfRun() });
}

/** Returns text that may contain a date. */
export function dateText(value: unknown): string {
  return toText(value).slice(0, DATE_TEXT_LIMIT);
}

/** Returns a format for writing dates. */
export function outputFormat(value: unknown): string {
  const format = toText(value);
  if (format.length > DATE_TEXT_LIMIT) throw tooLarge();
  stepsFor(format.length * TOKEN_COST);
  return format;
}

/** Returns a format for parsing dates. */
export function inputFormat(value: unknown): string {
  const format = outputFormat(value);
  const parts = format.replace(/'[^']*'/g, '').match(/([a-zA-Z])\1*/g);
  if (parts !== null && parts.length > FORMAT_PARTS) throw tooLarge();
  return format;
}

/** Returns options of date functions. Default zone: the run's. */
export function zoned(value: unknown): { zone: string | Zone } & Record<string, unknown> {
  const options = toOptions(value);
  return { ...options, zone: zoneArgument(options?.['zone']) };
}

/** Returns a zone; the run's if it is absent or `default`. */
export function zoneArgument(value: unknown): string | Zone {
  if (value === undefined || value === null || value === 'default') return zoneOfRun();
  if (value instanceof Zone) return value;
  const zone: unknown =
    typeof value === 'number'
      ? `UTC${value < 0 ? '-' : '+'}${Math.floor(Math.abs(value) / 60)}:${String(Math.abs(value) % 60).padStart(2, '0')}`
      : value;
  return toText(zone).slice(0, 100);
}

/** Whether the host knows a zone name. */
export function isKnownZone(name: string): boolean {
  return name.length <= 100 && (IANAZone.isValidZone(name) || /^(?:utc|gmt)(?:[+-]\d{1,2}(?::\d{2})?)?$/i.test(name));
}

/** Converts a DateTime, a Date, milliseconds or text to a DateTime, in the run's time zone unless it has its own. */
export function moment(value: unknown): DateTime {
  const current = live(value);
  if (current instanceof DateTime) return current;
  if (current instanceof Date) return DateTime.fromJSDate(current, { zone: zoneOfRun() });
  if (typeof current === 'number') return DateTime.fromMillis(current, { zone: zoneOfRun() });
  return DateTime.fromISO(dateText(current), { zone: zoneOfRun() });
}

/**
 * Converts a date argument of luxon's own functions: a DateTime, a Date or an object of units, in the run's time zone. A plain number is not a
 * date there and results in an invalid one, and 0 and NaN throw like a missing argument.
 */
export function momentArgument(value: unknown): DateTime {
  const current = live(value);
  if (current instanceof DateTime || current instanceof Date) return moment(current);
  if (typeof current === 'number' && current !== 0 && !Number.isNaN(current)) return DateTime.invalid('invalid input');
  if (typeof current !== 'object' || current === null) throw new TypeError(`Unknown datetime argument, of type ${typeof current}`);
  checkUnits(current);
  return DateTime.fromObject(toOptions(current) ?? {}, { zone: zoneOfRun() });
}

const unitNames =
  /^(?:year|quarter|month|week|day|hour|minute|second|millisecond)s?$|^(?:week(?:Year|Number|day)|localWeek(?:Year|Number|day)|ordinal)s?$/i;

/** Throws for an object (or text, whose keys are its positions) with a key that is not a unit of time, as luxon does. */
export function checkUnits(value: unknown): void {
  if (value instanceof Duration || value instanceof DateTime || ((typeof value === 'string' || Array.isArray(value)) && value.length > 0))
    throw new TypeError('Invalid unit');
  if (!isPlain(value)) return;
  for (const [name, count] of Object.entries(value))
    if (count !== undefined && count !== null && !unitNames.test(name)) throw new TypeError(`Invalid unit ${name}`);
}

/** Converts an amount to add to a date: a duration, an object of units, or milliseconds. Other values throw, as in luxon. */
export function durationArgument(value: unknown): DurationLike {
  const current = live(value);
  if (current instanceof Duration || typeof current === 'number') return current;
  if (typeof current !== 'object' || current === null) throw new TypeError(`Unknown duration argument, of type ${typeof current}`);
  checkUnits(current);
  return (toOptions(current) as DurationLikeObject | undefined) ?? {};
}

/** Options of luxon's functions. Functions that read properties of their options throw for null. */
export function optionsArgument(value: unknown): Record<string, unknown> | undefined {
  return value === null ? (value as unknown as undefined) : toOptions(value);
}

/** A unit or list of units. */
export function unitsArgument(value: unknown): DateTimeUnit | DateTimeUnit[] | undefined {
  const current = live(value);
  if (current === undefined) return undefined;
  return (Array.isArray(current) ? current.slice(0, 20).map(toText) : toText(current)) as DateTimeUnit | DateTimeUnit[];
}
