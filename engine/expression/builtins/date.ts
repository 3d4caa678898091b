// Methods of JavaScript dates. Setters change the expression's own date or a private copy.
import { toPrimitive } from '../guard/convert.ts';
import { defineType, registerType } from '../guard/types.ts';
import { withLocales, withPrimitives } from './native.ts';

const native = Date.prototype;
const units = ['Date', 'FullYear', 'Hours', 'Milliseconds', 'Minutes', 'Month', 'Seconds'];
const readers = ['Day', ...units].flatMap((unit) => [`get${unit}`, `getUTC${unit}`]);
const setters = [...units.flatMap((unit) => [`set${unit}`, `setUTC${unit}`]), 'setTime', 'setYear'];

registerType(
  native,
  defineType({
    name: 'Date',
    extension: 'date',
    methods: {
      ...withPrimitives(native, [...readers, ...setters, 'getTime', 'getTimezoneOffset', 'getYear', 'valueOf']),
      ...withPrimitives(native, ['toString', 'toDateString', 'toTimeString', 'toISOString', 'toUTCString', 'toGMTString', 'toJSON']),
      ...withLocales(native, ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']),
    },
    mutators: setters,
    copy: (self: Date) => new Date(self),
    toPrimitive: (self: Date, hint) => self[Symbol.toPrimitive](hint),
  }),
);

/** A date from the arguments of `new Date(…)`: objects are converted to primitives under the budget, dates keep their time. */
export function dateFrom(args: readonly unknown[], now: number): Date {
  if (args.length === 0) return new Date(now);
  const parts = args.map((arg) => (arg instanceof Date ? arg.getTime() : toPrimitive(arg)));
  return Reflect.construct(Date, parts) as Date;
}
