// luxon's Duration and Interval in expressions.
import { DateTime, Duration, Interval, type DurationUnit } from 'luxon';
import { CALENDAR_COST, DATE_FORMAT_COST, stepsFor, tooLarge } from '../budget.ts';
import { toNumber, toOptions, toText } from '../guard/convert.ts';
import { defineFacade } from '../guard/functions.ts';
import { toList } from '../guard/iterate.ts';
import { callFunction } from '../guard/members.ts';
import { live } from '../guard/overlay.ts';
import { defineType, registerType, type Method } from '../guard/types.ts';
import { charged, gettersOf, withPrimitives } from './native.ts';
import {
  checkUnits,
  dateFunction,
  dateText,
  durationArgument,
  durationUnits,
  momentArgument,
  optionsArgument,
  outputFormat,
  unitsArgument,
  zoned,
} from './time-arguments.ts';

type Args = readonly unknown[];

const payForDate = (): void => stepsFor(CALENDAR_COST);

/** Maximum number of parts into which an interval may be split. */
const PART_LIMIT = 100_000;

function shiftTo(self: Duration, args: Args): Duration {
  if (!self.isValid) return self;
  const units = args.slice(0, 20);
  if (!units.every((unit) => typeof unit === 'string')) throw new TypeError('shiftTo needs the names of units');
  return self.shiftTo(...(units as DurationUnit[]));
}

function equals(self: Duration, args: Args): boolean {
  if (self.isValid && (args[0] === undefined || args[0] === null)) throw new TypeError('equals needs a duration');
  return args[0] instanceof Duration && self.equals(args[0]);
}

function toFormat(self: Duration, args: Args): string {
  if (self.isValid && (args[0] === undefined || args[0] === null)) throw new TypeError('toFormat needs a format');
  stepsFor(DATE_FORMAT_COST);
  return self.toFormat(typeof args[0] === 'string' ? outputFormat(args[0]) : '', toOptions(args[1]));
}

registerType(
  Duration.prototype,
  defineType({
    name: 'Duration',
    getters: gettersOf([
      ...durationUnits,
      'isValid',
      'invalidReason',
      'invalidExplanation',
      'locale',
      'numberingSystem',
      'conversionAccuracy',
      'isLuxonDuration',
    ]),
    methods: charged(payForDate, {
      ...withPrimitives(Duration.prototype, ['get', 'as', 'toMillis', 'valueOf', 'toJSON', 'toString', 'toISO', 'toObject']),
      ...withPrimitives(Duration.prototype, ['normalize', 'rescale', 'shiftToAll', 'negate', 'removeZeros']),
      toFormat,
      toHuman: (self: Duration, args: Args) => self.toHuman(optionsArgument(args[0])),
      toISOTime: (self: Duration, args: Args) => self.toISOTime(optionsArgument(args[0])),
      plus: (self: Duration, args: Args) => (self.isValid ? self.plus(durationArgument(args[0])) : self),
      minus: (self: Duration, args: Args) => (self.isValid ? self.minus(durationArgument(args[0])) : self),
      set: (self: Duration, args: Args) => {
        if (self.isValid) checkUnits(live(args[0]));
        return self.set(toOptions(args[0]) ?? {});
      },
      reconfigure: (self: Duration, args: Args) => self.reconfigure(optionsArgument(args[0])),
      shiftTo,
      mapUnits: (self: Duration, args: Args) => self.mapUnits((value, unit) => toNumber(callFunction(args[0], undefined, [value, unit]))),
      equals,
    }),
    toPrimitive: (self: Duration, hint) => (hint === 'string' ? self.toString() : self.valueOf()),
  }),
);

/** Charges for dates or intervals that luxon sorts and compares. */
function payForMany(list: Args): void {
  stepsFor(list.length * DATE_FORMAT_COST);
}

function intervalsOf(value: unknown): Interval[] {
  const list = toList(value);
  payForMany(list);
  return list.map(intervalArgument);
}

/** Returns an interval argument; other values throw as in the host. */
function intervalArgument(value: unknown): Interval {
  if (value instanceof Interval) return value;
  throw new TypeError('An Interval is needed here');
}

function withInterval(
  names: readonly ('overlaps' | 'abutsStart' | 'abutsEnd' | 'engulfs' | 'equals' | 'intersection' | 'union')[],
): Record<string, Method> {
  return Object.fromEntries(
    names.map((name): [string, Method] => [name, (self: Interval, args: Args) => self[name](intervalArgument(args[0]))]),
  );
}

/** Converts a date or milliseconds for comparison with an interval. */
function comparable(value: unknown): DateTime {
  const current = live(value);
  return (current instanceof DateTime ? current : toNumber(current)) as DateTime;
}

function withMoment(names: readonly ('isAfter' | 'isBefore' | 'contains')[]): Record<string, Method> {
  return Object.fromEntries(names.map((name): [string, Method] => [name, (self: Interval, args: Args) => self[name](comparable(args[0]))]));
}

/**
 * Splits an interval into parts with the length of a duration; the last part is the remainder. Like luxon, this steps by the calendar from the
 * start, but it also ends for a duration that does not lead forward.
 */
function splitBy(self: Interval, args: Args): Interval[] {
  const duration = Duration.fromDurationLike(durationArgument(args[0]));
  const { start, end } = self;
  if (!duration.isValid || start === null || end === null || duration.toMillis() === 0) return [];
  const parts: Interval[] = [];
  for (let from = start; from < end;) {
    stepsFor(2000);
    if (parts.length === PART_LIMIT) throw tooLarge();
    const to = DateTime.min(start.plus(duration.mapUnits((count) => count * (parts.length + 1))), end);
    if (to <= from) throw new RangeError('splitBy needs a duration that leads forward');
    parts.push(Interval.fromDateTimes(from, to));
    from = to;
  }
  return parts;
}

function divideEqually(self: Interval, args: Args): Interval[] {
  const parts = toNumber(args[0]);
  if (Number.isNaN(parts)) throw new TypeError('divideEqually needs a number of parts');
  if (parts > PART_LIMIT) throw tooLarge();
  // luxon never returns for a negative number.
  if (parts <= 0) throw new RangeError('divideEqually needs a positive number of parts');
  stepsFor(parts * 2000);
  return self.divideEqually(parts);
}

registerType(
  Interval.prototype,
  defineType({
    name: 'Interval',
    getters: {
      ...gettersOf(['start', 'end', 'isValid', 'invalidReason', 'invalidExplanation', 'isLuxonInterval']),
      ...charged(payForDate, gettersOf(['lastDateTime'])),
    },
    methods: charged(payForDate, {
      ...withPrimitives(Interval.prototype, ['length', 'isEmpty', 'toString', 'toISODate']),
      ...withInterval(['overlaps', 'abutsStart', 'abutsEnd', 'engulfs', 'equals', 'intersection', 'union']),
      ...withMoment(['isAfter', 'isBefore', 'contains']),
      count: (self: Interval, args: Args) => self.count(unitsArgument(args[0]) as DurationUnit | undefined, toOptions(args[1])),
      hasSame: (self: Interval, args: Args) => self.hasSame(toText(args[0]) as DurationUnit),
      set: (self: Interval, args: Args) => {
        const { start, end } = (live(args[0]) ?? {}) as { start?: unknown; end?: unknown };
        return self.set({
          start: start === undefined ? undefined : momentArgument(start),
          end: end === undefined ? undefined : momentArgument(end),
        });
      },
      splitAt: (self: Interval, args: Args) => {
        payForMany(args);
        return self.splitAt(...args.map(momentArgument));
      },
      splitBy,
      divideEqually,
      difference: (self: Interval, args: Args) => {
        payForMany(args);
        return self.difference(...args.map(intervalArgument));
      },
      mapEndpoints: (self: Interval, args: Args) => self.mapEndpoints((end) => momentArgument(callFunction(args[0], undefined, [end]))),
      toISO: (self: Interval, args: Args) => self.toISO(optionsArgument(args[0])),
      toISOTime: (self: Interval, args: Args) => self.toISOTime(optionsArgument(args[0])),
      toLocaleString: (self: Interval, args: Args) => self.toLocaleString(toOptions(args[0]), toOptions(args[1])),
      toFormat: (self: Interval, args: Args) => self.toFormat(outputFormat(args[0]), toOptions(args[1])),
      toDuration: (self: Interval, args: Args) =>
        self.toDuration(unitsArgument(args[0]) as DurationUnit | DurationUnit[] | undefined, toOptions(args[1])),
    }),
    toPrimitive: (self: Interval) => self.toString(),
  }),
);

const noClass = (name: string) => (): never => {
  throw new TypeError(`${name} is made with ${name}.from…()`);
};

function durationFromObject(object: unknown, options: unknown): Duration {
  const current = live(object);
  if (typeof current !== 'object' || current === null) throw new TypeError('Duration.fromObject: argument expected to be an object');
  checkUnits(current);
  return Duration.fromObject(toOptions(current) ?? {}, toOptions(options));
}

export const durationFacade = defineFacade('Duration', {
  host: Duration as unknown as new () => Duration,
  call: noClass('Duration'),
  members: {
    fromMillis: dateFunction('fromMillis', (count, options) => Duration.fromMillis(toNumber(count), toOptions(options))),
    fromObject: dateFunction('fromObject', durationFromObject),
    fromDurationLike: dateFunction('fromDurationLike', (value) => Duration.fromDurationLike(durationArgument(value))),
    fromISO: dateFunction('fromISO', (text, options) => Duration.fromISO(dateText(text), toOptions(options))),
    fromISOTime: dateFunction('fromISOTime', (text, options) => Duration.fromISOTime(dateText(text), toOptions(options))),
    invalid: dateFunction('invalid', (reason) => Duration.invalid(toText(reason))),
    isDuration: dateFunction('isDuration', (value) => value instanceof Duration),
  },
});

export const intervalFacade = defineFacade('Interval', {
  host: Interval as unknown as new () => Interval,
  call: noClass('Interval'),
  members: {
    fromDateTimes: dateFunction('fromDateTimes', (start, end) => Interval.fromDateTimes(momentArgument(start), momentArgument(end))),
    after: dateFunction('after', (start, duration) => Interval.after(momentArgument(start), durationArgument(duration))),
    before: dateFunction('before', (end, duration) => Interval.before(momentArgument(end), durationArgument(duration))),
    fromISO: dateFunction('fromISO', (text, options) => Interval.fromISO(dateText(text), zoned(options))),
    invalid: dateFunction('invalid', (reason) => Interval.invalid(toText(reason))),
    isInterval: dateFunction('isInterval', (value) => value instanceof Interval),
    merge: dateFunction('merge', (list) => Interval.merge(intervalsOf(list))),
    xor: dateFunction('xor', (list) => Interval.xor(intervalsOf(list))),
  },
});
