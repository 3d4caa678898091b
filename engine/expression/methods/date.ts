// Added methods of JavaScript and luxon dates. They return the same kind of date.
import { DateTime, type DateTimeUnit, type DurationUnit } from 'luxon';
import { CALENDAR_COST, DATE_COST, DATE_FORMAT_COST, FORMAT_CHARACTER_COST, stepsFor } from '../budget.ts';
import {
  dateText,
  durationArgument,
  moment,
  outputFormat,
  presentMoment,
  durationUnits,
  unitsArgument,
  zoneOfRun,
} from '../builtins/time-arguments.ts';
import { ExpressionExtensionError } from '../errors.ts';
import { toNumber, toOptions, toText } from '../guard/convert.ts';
import { registerMethods } from '../guard/method-table.ts';
import type { Method } from '../guard/types.ts';

type Moment = Date | DateTime;
type Args = readonly unknown[];

/** Returns a unit by luxon's name for durations. */
function durationUnit(value: unknown): DurationUnit {
  const name = toText(value);
  const plural = name.endsWith('s') ? name : `${name}s`;
  if (!durationUnits.includes(plural))
    throw new ExpressionExtensionError(`Unsupported unit '${name}'. Supported: ${durationUnits.map((unit) => `'${unit}'`).join(', ')}.`);
  return plural as DurationUnit;
}

/** Applies a luxon operation and returns the kind of date that was passed. */
function changed(self: Moment, change: (value: DateTime) => DateTime): Moment {
  const result = change(moment(self));
  return self instanceof Date ? result.toJSDate() : result;
}

function shifted(name: 'plus' | 'minus'): (self: Moment, args: Args) => Moment {
  return (self, args) => {
    if (args.length === 0) return changed(self, (value) => value);
    const amount = args[1] === undefined ? durationArgument(args[0]) : { [durationUnit(args[1])]: toNumber(args[0]) };
    return changed(self, (value) => value[name](amount));
  };
}

/** Parts of a date, by the names that users write. */
const parts: Readonly<Record<string, keyof DateTime>> = {
  week: 'weekNumber',
  weekNumber: 'weekNumber',
  yearDayNumber: 'ordinal',
  dayOfYear: 'ordinal',
  dayOfMonth: 'day',
};

function extract(self: Moment, args: Args): unknown {
  const part = args[0] === undefined ? 'week' : toText(args[0]);
  const value = moment(self);
  const property =
    parts[part] ??
    (/^(?:year|quarter|month|day|weekday|hour|minute|second|millisecond)$/.test(part) ? (part as keyof DateTime) : undefined);
  if (property === undefined)
    throw new ExpressionExtensionError(
      `Unsupported unit '${part}'. Supported: 'year', 'month', 'week', 'day', 'hour', 'minute', 'second'.`,
    );
  return value[property];
}

/** Returns the difference in one unit as a number, in several as an object. */
function difference(self: DateTime, other: DateTime, unit: unknown): unknown {
  const requested = unitsArgument(unit) ?? 'days';
  if (Array.isArray(requested)) return self.diff(other, requested.map(durationUnit)).toObject();
  const single = durationUnit(requested);
  return self.diff(other, single).as(single);
}

function isBetween(self: Moment, args: Args): boolean | undefined {
  if (args.length < 2) throw new ExpressionExtensionError('isBetween() needs two dates, e.g. .isBetween(start, end)');
  const [first, second] = [bound(args[0]), bound(args[1])];
  if (first === undefined || second === undefined) return undefined;
  const time = moment(self).toMillis();
  return time > Math.min(first, second) && time < Math.max(first, second);
}

/** Returns the milliseconds of a date or date text; undefined if it is not a date. */
function bound(value: unknown): number | undefined {
  const parsedDate = typeof value === 'string' ? DateTime.fromISO(dateText(value), { zone: zoneOfRun() }) : moment(value);
  return parsedDate.isValid ? parsedDate.toMillis() : undefined;
}

function isInLast(self: Moment, args: Args): boolean {
  const now = presentMoment();
  const start = now.minus({ [durationUnit(args[1] ?? 'minutes')]: args[0] === undefined ? 0 : toNumber(args[0]) });
  const value = moment(self);
  return value >= start && value <= now;
}

const toMillis = (self: Moment): number => moment(self).toMillis();

const isShort = new Set(['isEmpty', 'isNotEmpty', 'toBoolean', 'toDateTime', 'toDate', 'toInt', 'toFloat', 'toNumber']);

const methods: Readonly<Record<string, Method>> = {
  beginningOf: (self: Moment, args) => changed(self, (value) => value.startOf(toText(args[0] ?? 'week') as DateTimeUnit)),
  endOfMonth: (self: Moment) => changed(self, (value) => value.endOf('month')),
  extract,
  format: (self: Moment, args) => {
    stepsFor(DATE_FORMAT_COST + (typeof args[0] === 'string' ? args[0].length * FORMAT_CHARACTER_COST : 0));
    return moment(self).toFormat(outputFormat(args[0] ?? "yyyy-MM-dd'T'HH:mm:ss.SSSZZ"), toOptions(args[1]));
  },
  isBetween,
  isDst: (self: Moment) => moment(self).isInDST,
  isInLast,
  isWeekend: (self: Moment) => moment(self).weekday > 5,
  isEmpty: () => false,
  isNotEmpty: () => true,
  plus: shifted('plus'),
  minus: shifted('minus'),
  diffTo: (self: Moment, args) => difference(moment(self), moment(args[0]), args[1]),
  diffToNow: (self: Moment, args) => difference(moment(self), presentMoment(), args[0]),
  toDateTime: (self: Moment) => moment(self),
  toDate: (self: Moment) => moment(self).toJSDate(),
  toInt: toMillis,
  toFloat: toMillis,
  toNumber: toMillis,
  toBoolean: () => undefined,
};

registerMethods(
  'date',
  Object.fromEntries(
    Object.entries(methods).map(([name, method]): [string, Method] => {
      const cost = isShort.has(name) ? DATE_COST : CALENDAR_COST;
      return [
        name,
        (self, args) => {
          stepsFor(cost);
          return method(self, args);
        },
      ];
    }),
  ),
);
