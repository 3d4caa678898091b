// Dates in expressions: methods of JavaScript's Date, and luxon's DateTime with the run's time zone and clock as defaults.
import { DateTime, Duration, Interval, Zone, type DateTimeUnit, type ZoneOffsetFormat, type ZoneOffsetOptions } from 'luxon';
import {
  CALENDAR_COST,
  DATE_COST,
  DATE_FORMAT_COST,
  DATE_TEXT_COST,
  FORMAT_CHARACTER_COST,
  LOCALE_COST,
  PART_COST,
  stepsFor,
} from '../budget.ts';
import { toLocale, toNumber, toOptions, toPrimitive, toPrimitives, toText } from '../guard/convert.ts';
import { defineFacade } from '../guard/functions.ts';
import { live } from '../guard/overlay.ts';
import { defineType, registerType, type Method } from '../guard/types.ts';
import { charged, gettersOf, withPrimitives } from './native.ts';
import {
  checkUnits,
  dateFunction,
  dateText,
  durationArgument,
  inputFormat,
  moment,
  momentArgument,
  optionsArgument,
  outputFormat,
  presentMoment,
  unitsArgument,
  zoneArgument,
  zoned,
  zoneOfRun,
} from './time-arguments.ts';
import { JS_DATE_COST, localMethods, textOfDate } from './zoned-date.ts';

type Args = readonly unknown[];

const payForDate = (): void => stepsFor(DATE_COST);
const payForCalendar = (): void => stepsFor(CALENDAR_COST);

/** Cost of reading a number of a date. */
const NUMBER_COST = 1_000;
/** Getters whose value is a name in a language, or compares offsets of the year. */
const nameGetters = ['monthShort', 'monthLong', 'weekdayShort', 'weekdayLong', 'offsetNameShort', 'offsetNameLong', 'isInDST'];
/** Methods that need several operations. */
const calendarMethods =
  'startOf endOf diff diffNow hasSame toRelative toRelativeCalendar toLocaleParts toHTTP toRFC2822 getPossibleOffsets'.split(' ');

/** Adds the charge of a date's methods. */
function chargedMethods(methods: Readonly<Record<string, Method>>): Record<string, Method> {
  const isLong = ([name]: readonly [string, Method]): boolean => calendarMethods.includes(name);
  return {
    ...charged(payForDate, methods),
    ...charged(payForCalendar, Object.fromEntries(Object.entries(methods).filter(isLong))),
  };
}

const native = DateTime.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;

/** Methods whose only argument is an object of options. */
function withOptions(names: readonly string[]): Record<string, Method> {
  return Object.fromEntries(
    names.map((name): [string, Method] => [
      name,
      (self, args) => Reflect.apply(native[name] as () => unknown, self, [optionsArgument(args[0])]),
    ]),
  );
}

/** Adds `plus(n, unit)` to luxon's `plus(duration)`; without arguments the date is unchanged. */
function shifting(name: 'plus' | 'minus'): Method {
  return (self: DateTime, args: Args) => {
    if (args.length === 0 || !self.isValid) return self;
    return args[1] === undefined ? self[name](durationArgument(args[0])) : self[name]({ [toText(args[1])]: toNumber(args[0]) });
  };
}

/** Returns false for a text or another value that is no date, as luxon does. */
function hasSame(self: DateTime, args: Args): boolean {
  if (!self.isValid) return false;
  const other = live(args[0]);
  if (other === undefined || other === null) throw new TypeError('hasSame needs a date');
  const isDate = other instanceof DateTime || other instanceof Date || typeof other === 'number';
  return self.hasSame(isDate ? moment(other) : DateTime.invalid('not a date'), toText(args[1]) as DateTimeUnit, toOptions(args[2]));
}

/** As in luxon, the comparison of a valid date with a value that has no validity is undefined. */
function equals(self: DateTime, args: Args): boolean | undefined {
  if (!self.isValid) return false;
  const other = args[0];
  if (other === undefined || other === null) throw new TypeError('equals needs a date');
  if (other instanceof Duration || other instanceof Interval) return false;
  return other instanceof DateTime ? self.equals(other) : undefined;
}

registerType(
  DateTime.prototype,
  defineType({
    name: 'DateTime',
    addedMethods: 'date',
    getters: {
      ...charged(
        () => stepsFor(NUMBER_COST),
        gettersOf(
          [
            'isLuxonDateTime isValid invalidReason invalidExplanation locale numberingSystem outputCalendar zone zoneName ts',
            'year quarter month day hour minute second millisecond weekYear weekNumber weekday isWeekend',
            'localWeekday localWeekNumber localWeekYear ordinal',
            'offset isOffsetFixed isInLeapYear daysInMonth daysInYear',
            'weeksInWeekYear weeksInLocalWeekYear',
          ].flatMap((line) => line.split(' ')),
        ),
      ),
      ...charged(payForCalendar, gettersOf(nameGetters)),
    },
    methods: chargedMethods({
      ...withPrimitives(DateTime.prototype, [
        'get',
        'toRFC2822',
        'toHTTP',
        'toSQLDate',
        'toString',
        'valueOf',
        'toMillis',
        'toSeconds',
        'toUnixInteger',
        'toJSON',
      ]),
      ...withOptions(['toISO', 'toISODate', 'toISOTime', 'toISOWeekDate', 'toSQL', 'toSQLTime', 'toObject', 'resolvedLocaleOptions']),
      set: (self: DateTime, args: Args) => {
        if (self.isValid) checkUnits(live(args[0]));
        return self.set(toOptions(args[0]) ?? {});
      },
      plus: shifting('plus'),
      minus: shifting('minus'),
      startOf: (self: DateTime, args: Args) => self.startOf(toText(args[0]) as DateTimeUnit, toOptions(args[1])),
      endOf: (self: DateTime, args: Args) => self.endOf(toText(args[0]) as DateTimeUnit, toOptions(args[1])),
      toFormat: (self: DateTime, args: Args) => {
        stepsFor(DATE_FORMAT_COST + (typeof args[0] === 'string' ? args[0].length * FORMAT_CHARACTER_COST : 0));
        if (self.isValid && (args[0] === undefined || args[0] === null)) throw new TypeError('toFormat needs a format');
        return self.toFormat(typeof args[0] === 'string' ? outputFormat(args[0]) : '', toOptions(args[1]));
      },
      toLocaleString: (self: DateTime, args: Args) => {
        stepsFor(LOCALE_COST);
        return self.toLocaleString(toOptions(args[0]), toOptions(args[1]));
      },
      toLocaleParts: (self: DateTime, args: Args) => self.toLocaleParts(toOptions(args[0])),
      toUTC: (self: DateTime, args: Args) => self.toUTC(toPrimitive(args[0], 'number') as number | undefined, toOptions(args[1])),
      toLocal: (self: DateTime) => self.setZone(zoneOfRun()),
      setZone: (self: DateTime, args: Args) => self.setZone(zoneArgument(args[0]), toOptions(args[1])),
      setLocale: (self: DateTime, args: Args) => (args[0] ? self.setLocale(toLocale(args[0])) : self),
      reconfigure: (self: DateTime, args: Args) => self.reconfigure(optionsArgument(args[0]) as object),
      getPossibleOffsets: (self: DateTime) => self.getPossibleOffsets(),
      toJSDate: (self: DateTime) => self.toJSDate(),
      toBSON: (self: DateTime) => self.toJSDate(),
      diff: (self: DateTime, args: Args) =>
        args[0] instanceof DateTime || args[0] === undefined || args[0] === null
          ? self.diff(args[0] as DateTime, unitsArgument(args[1]), toOptions(args[2]))
          : Duration.invalid('created by diffing an invalid DateTime'),
      diffNow: (self: DateTime, args: Args) => self.diff(presentMoment(), unitsArgument(args[0]), toOptions(args[1])),
      until: (self: DateTime, args: Args) => (self.isValid ? self.until(momentArgument(args[0])) : self),
      hasSame,
      equals,
      toRelative: (self: DateTime, args: Args) => {
        stepsFor(LOCALE_COST);
        return self.toRelative({ base: presentMoment(), ...toOptions(args[0]) });
      },
      toRelativeCalendar: (self: DateTime, args: Args) => {
        stepsFor(LOCALE_COST * 3);
        return self.toRelativeCalendar({ base: presentMoment().setZone(self.zone), ...toOptions(args[0]) });
      },
    }),
    toPrimitive: (self: DateTime, hint) => {
      stepsFor(DATE_COST);
      return hint === 'string' ? self.toString() : self.valueOf();
    },
  }),
);

registerType(
  Zone.prototype,
  defineType({
    name: 'Zone',
    getters: gettersOf(['type', 'name', 'ianaName', 'isUniversal', 'isValid']),
    methods: charged(payForDate, {
      offset: (self: Zone, args: Args) => self.offset(toNumber(args[0])),
      offsetName: (self: Zone, args: Args) => {
        stepsFor(LOCALE_COST);
        return self.offsetName(toNumber(args[0]), (toOptions(args[1]) ?? {}) as ZoneOffsetOptions);
      },
      formatOffset: (self: Zone, args: Args) => self.formatOffset(toNumber(args[0]), toText(args[1]) as ZoneOffsetFormat),
      equals: (self: Zone, args: Args) => args[0] instanceof Zone && self.equals(args[0]),
    }),
    toPrimitive: (self: Zone) => self.name,
  }),
);

/** `DateTime.local(2024, 1, 31)` in the run's zone, unless the options contain another. */
function local(...args: Args): DateTime {
  const last = live(args.at(-1));
  if (last === null) throw new TypeError('The options of a date are null');
  const hasOptions = typeof last === 'object' && last !== null;
  const numbers = (hasOptions ? args.slice(0, -1) : args).slice(0, 7).map(toNumber);
  if (numbers.length === 0)
    return presentMoment()
      .reconfigure(toOptions(last) ?? {})
      .setZone(zoneArgument(toOptions(last)?.['zone']));
  return (DateTime.local as (...parts: unknown[]) => DateTime)(...numbers, zoned(last));
}

function utc(...args: Args): DateTime {
  const last = live(args.at(-1));
  if (last === null) throw new TypeError('The options of a date are null');
  const numbers = toPrimitives(typeof last === 'object' ? args.slice(0, -1) : args).slice(0, 7);
  return numbers.length === 0 ? presentMoment().toUTC() : (DateTime.utc as (...parts: unknown[]) => DateTime)(...numbers);
}

/** Static methods that parse text. */
function reading(name: 'fromISO' | 'fromRFC2822' | 'fromHTTP' | 'fromSQL'): (...args: Args) => DateTime {
  return (text, options) => {
    if (name === 'fromRFC2822' && typeof text !== 'string') throw new TypeError('fromRFC2822 requires an input string');
    stepsFor(DATE_TEXT_COST);
    return DateTime[name](dateText(text), zoned(options));
  };
}

function fromFormat(text: unknown, format: unknown, options: unknown): DateTime {
  stepsFor(DATE_FORMAT_COST);
  if (typeof text !== 'string' || format === undefined || format === null)
    throw new TypeError('fromFormat requires an input string and a format');
  return DateTime.fromFormat(dateText(text).slice(0, 200), inputFormat(format), zoned(options));
}

function extreme(name: 'min' | 'max'): (...args: Args) => unknown {
  return (...args) => {
    stepsFor(args.length * PART_COST);
    return (DateTime[name] as (...moments: readonly unknown[]) => DateTime | undefined)(...args);
  };
}

function timestamp(name: 'fromMillis' | 'fromSeconds'): (...args: Args) => DateTime {
  return (time, options) => {
    if (typeof time !== 'number') throw new TypeError(`${name} requires a numerical input`);
    return DateTime[name](time, zoned(options));
  };
}

function fromJSDate(date: unknown, options: unknown): DateTime {
  const current = live(date);
  return current instanceof Date ? DateTime.fromJSDate(current, zoned(options)) : DateTime.invalid('invalid input');
}

function fromObject(object: unknown, options: unknown): DateTime {
  checkUnits(live(object));
  return DateTime.fromObject(toOptions(object) ?? {}, zoned(options));
}

function invalid(reason: unknown): DateTime {
  if (!reason) throw new TypeError('need to specify a reason the DateTime is invalid');
  return DateTime.invalid(toText(reason));
}

const presets = Object.entries(Object.getOwnPropertyDescriptors(DateTime)).filter(([name]) => /^(?:DATE|TIME)/.test(name));

export const dateTimeFacade = defineFacade('DateTime', {
  host: DateTime as unknown as new () => DateTime,
  construct: (args) => {
    if (args[0] === undefined || args[0] === null)
      throw new TypeError('DateTime is made with DateTime.now(), DateTime.fromISO() and the like');
    return presentMoment();
  },
  call: () => {
    throw new TypeError("Class constructor DateTime cannot be invoked without 'new'");
  },
  members: {
    ...Object.fromEntries(presets.map(([name]) => [name, Object.freeze({ ...(DateTime as unknown as Record<string, object>)[name] })])),
    now: dateFunction('now', presentMoment),
    local: dateFunction('local', local),
    utc: dateFunction('utc', utc),
    fromISO: dateFunction('fromISO', reading('fromISO')),
    fromRFC2822: dateFunction('fromRFC2822', reading('fromRFC2822')),
    fromHTTP: dateFunction('fromHTTP', reading('fromHTTP')),
    fromSQL: dateFunction('fromSQL', reading('fromSQL')),
    fromFormat: dateFunction('fromFormat', fromFormat),
    fromString: dateFunction('fromString', fromFormat),
    fromMillis: dateFunction('fromMillis', timestamp('fromMillis')),
    fromSeconds: dateFunction('fromSeconds', timestamp('fromSeconds')),
    fromJSDate: dateFunction('fromJSDate', fromJSDate),
    fromObject: dateFunction('fromObject', fromObject),
    invalid: dateFunction('invalid', invalid),
    expandFormat: dateFunction('expandFormat', (format, options) => DateTime.expandFormat(outputFormat(format), toOptions(options))),
    parseFormatForOpts: dateFunction('parseFormatForOpts', (format, options) =>
      DateTime.parseFormatForOpts(toOptions(format) ?? {}, toOptions(options)),
    ),
    isDateTime: dateFunction('isDateTime', (value) => value instanceof DateTime),
    min: dateFunction('min', extreme('min')),
    max: dateFunction('max', extreme('max')),
  },
});

const jsDate = Date.prototype;
const utcUnits = ['Date', 'FullYear', 'Hours', 'Milliseconds', 'Minutes', 'Month', 'Seconds'];
const utcSetters = [...utcUnits.map((unit) => `setUTC${unit}`), 'setTime'];

registerType(
  jsDate,
  defineType({
    name: 'Date',
    addedMethods: 'date',
    methods: charged(() => stepsFor(JS_DATE_COST), {
      ...withPrimitives(jsDate, ['getUTCDay', ...utcUnits.map((unit) => `getUTC${unit}`), ...utcSetters, 'getTime', 'valueOf']),
      ...withPrimitives(jsDate, ['toISOString', 'toUTCString', 'toGMTString', 'toJSON']),
      ...localMethods,
    }),
    mutators: [...utcSetters, ...Object.keys(localMethods).filter((name) => name.startsWith('set'))],
    copy: (self: Date) => new Date(self),
    toPrimitive: (self: Date, hint) => {
      stepsFor(JS_DATE_COST);
      return hint === 'number' ? self.getTime() : textOfDate(self);
    },
  }),
);
