// luxon's Duration and Interval as expressions see them.
import { Duration, Interval, type DurationUnit } from 'luxon';
import { stepsFor, tooLarge } from '../budget.ts';
import { toNumber, toOptions, toText } from '../guard/convert.ts';
import { defineFacade } from '../guard/functions.ts';
import { toList } from '../guard/iterate.ts';
import { callFunction } from '../guard/members.ts';
import { live } from '../guard/overlay.ts';
import { defineType, registerType, type Method } from '../guard/types.ts';
import { gettersOf, withPrimitives } from './native.ts';
import { dateText, durationArgument, moment, outputFormat, unitsArgument, zoned } from './time-arguments.ts';

type Args = readonly unknown[];

/** Parts an interval may be split into. */
const PART_LIMIT = 100_000;

const units = ['years', 'quarters', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds', 'milliseconds'];

function unitList(args: Args): DurationUnit[] {
  return args.slice(0, 20).flatMap((arg) => unitsArgument(arg) ?? []) as DurationUnit[];
}

registerType(
  Duration.prototype,
  defineType({
    name: 'Duration',
    getters: gettersOf([...units, 'isValid', 'invalidReason', 'invalidExplanation', 'locale', 'numberingSystem']),
    methods: {
      ...withPrimitives(Duration.prototype, ['get', 'as', 'toMillis', 'valueOf', 'toJSON', 'toString', 'toISO', 'toObject']),
      ...withPrimitives(Duration.prototype, ['normalize', 'rescale', 'shiftToAll', 'negate', 'removeZeros']),
      toFormat: (self: Duration, args: Args) => self.toFormat(outputFormat(args[0]), toOptions(args[1])),
      toHuman: (self: Duration, args: Args) => self.toHuman(toOptions(args[0])),
      toISOTime: (self: Duration, args: Args) => self.toISOTime(toOptions(args[0])),
      plus: (self: Duration, args: Args) => self.plus(durationArgument(args[0])),
      minus: (self: Duration, args: Args) => self.minus(durationArgument(args[0])),
      set: (self: Duration, args: Args) => self.set(toOptions(args[0]) ?? {}),
      reconfigure: (self: Duration, args: Args) => self.reconfigure(toOptions(args[0]) ?? {}),
      shiftTo: (self: Duration, args: Args) => self.shiftTo(...unitList(args)),
      mapUnits: (self: Duration, args: Args) => self.mapUnits((value, unit) => toNumber(callFunction(args[0], undefined, [value, unit]))),
      equals: (self: Duration, args: Args) => args[0] instanceof Duration && self.equals(args[0]),
    },
    toPrimitive: (self: Duration, hint) => (hint === 'string' ? self.toString() : self.valueOf()),
  }),
);

/** An interval argument; anything else fails as the host would. */
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

function withMoment(names: readonly ('isAfter' | 'isBefore' | 'contains')[]): Record<string, Method> {
  return Object.fromEntries(names.map((name): [string, Method] => [name, (self: Interval, args: Args) => self[name](moment(args[0]))]));
}

function splitBy(self: Interval, args: Args): Interval[] {
  const duration = Duration.fromDurationLike(durationArgument(args[0]));
  const parts = self.length('milliseconds') / Math.abs(duration.toMillis());
  if (!(parts <= PART_LIMIT)) throw tooLarge();
  stepsFor(parts * 2000);
  return self.splitBy(duration);
}

function divideEqually(self: Interval, args: Args): Interval[] {
  const parts = toNumber(args[0]);
  if (!(parts <= PART_LIMIT)) throw tooLarge();
  stepsFor(parts * 2000);
  return self.divideEqually(parts);
}

registerType(
  Interval.prototype,
  defineType({
    name: 'Interval',
    getters: gettersOf(['start', 'end', 'lastDateTime', 'isValid', 'invalidReason', 'invalidExplanation']),
    methods: {
      ...withPrimitives(Interval.prototype, ['length', 'isEmpty', 'toString', 'toISODate']),
      ...withInterval(['overlaps', 'abutsStart', 'abutsEnd', 'engulfs', 'equals', 'intersection', 'union']),
      ...withMoment(['isAfter', 'isBefore', 'contains']),
      count: (self: Interval, args: Args) => self.count(unitsArgument(args[0]) as DurationUnit | undefined, toOptions(args[1])),
      hasSame: (self: Interval, args: Args) => self.hasSame(toText(args[0]) as DurationUnit),
      set: (self: Interval, args: Args) => {
        const values = live(args[0]) as { start?: unknown; end?: unknown };
        return self.set({
          start: values.start === undefined ? undefined : moment(values.start),
          end: values.end === undefined ? undefined : moment(values.end),
        });
      },
      splitAt: (self: Interval, args: Args) => self.splitAt(...args.map(moment)),
      splitBy,
      divideEqually,
      difference: (self: Interval, args: Args) => self.difference(...args.map(intervalArgument)),
      mapEndpoints: (self: Interval, args: Args) => self.mapEndpoints((end) => moment(callFunction(args[0], undefined, [end]))),
      toISO: (self: Interval, args: Args) => self.toISO(toOptions(args[0])),
      toISOTime: (self: Interval, args: Args) => self.toISOTime(toOptions(args[0])),
      toLocaleString: (self: Interval, args: Args) => self.toLocaleString(toOptions(args[0]), toOptions(args[1])),
      toFormat: (self: Interval, args: Args) => self.toFormat(outputFormat(args[0]), toOptions(args[1])),
      toDuration: (self: Interval, args: Args) =>
        self.toDuration(unitsArgument(args[0]) as DurationUnit | DurationUnit[] | undefined, toOptions(args[1])),
    },
    toPrimitive: (self: Interval) => self.toString(),
  }),
);

const noClass = (name: string) => (): never => {
  throw new TypeError(`${name} is made with ${name}.from…()`);
};

export const durationFacade = defineFacade('Duration', {
  host: Duration as unknown as new () => Duration,
  call: noClass('Duration'),
  members: {
    fromMillis: defineFacade('fromMillis', { call: (count, options) => Duration.fromMillis(toNumber(count), toOptions(options)) }),
    fromObject: defineFacade('fromObject', { call: (object, options) => Duration.fromObject(toOptions(object) ?? {}, toOptions(options)) }),
    fromDurationLike: defineFacade('fromDurationLike', { call: (value) => Duration.fromDurationLike(durationArgument(value)) }),
    fromISO: defineFacade('fromISO', { call: (text, options) => Duration.fromISO(dateText(text), toOptions(options)) }),
    fromISOTime: defineFacade('fromISOTime', { call: (text, options) => Duration.fromISOTime(dateText(text), toOptions(options)) }),
    invalid: defineFacade('invalid', { call: (reason) => Duration.invalid(toText(reason)) }),
    isDuration: defineFacade('isDuration', { call: (value) => value instanceof Duration }),
  },
});

export const intervalFacade = defineFacade('Interval', {
  host: Interval as unknown as new () => Interval,
  call: noClass('Interval'),
  members: {
    fromDateTimes: defineFacade('fromDateTimes', { call: (start, end) => Interval.fromDateTimes(moment(start), moment(end)) }),
    after: defineFacade('after', { call: (start, duration) => Interval.after(moment(start), durationArgument(duration)) }),
    before: defineFacade('before', { call: (end, duration) => Interval.before(moment(end), durationArgument(duration)) }),
    fromISO: defineFacade('fromISO', { call: (text, options) => Interval.fromISO(dateText(text), zoned(options)) }),
    invalid: defineFacade('invalid', { call: (reason) => Interval.invalid(toText(reason)) }),
    isInterval: defineFacade('isInterval', { call: (value) => value instanceof Interval }),
    merge: defineFacade('merge', { call: (list) => Interval.merge(toList(list).map(intervalArgument)) }),
    xor: defineFacade('xor', { call: (list) => Interval.xor(toList(list).map(intervalArgument)) }),
  },
});
