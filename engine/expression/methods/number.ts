// Added methods of numbers and booleans.
import { LOCALE_COST, stepsFor } from '../budget.ts';
import { toLocales, toNumber, toOptions, toText } from '../guard/convert.ts';
import { ExpressionExtensionError } from '../errors.ts';
import { registerMethods } from '../guard/method-table.ts';
import { momentOfTimestamp } from './timestamp.ts';

type Args = readonly unknown[];

function parity(self: number, name: string): number {
  if (!Number.isInteger(self)) throw new ExpressionExtensionError(`${name}() is only callable on whole numbers`);
  return Math.abs(self % 2);
}

/** Cost of rounding by way of a text. */
const ROUND_COST = 600;

function round(self: number, args: Args): number {
  const decimals = args[0] === undefined ? 0 : Math.min(100, Math.max(0, Math.trunc(toNumber(args[0])) || 0));
  stepsFor(ROUND_COST);
  return Number(self.toFixed(decimals));
}

registerMethods('number', {
  abs: (self: number) => Math.abs(self),
  ceil: (self: number) => Math.ceil(self),
  floor: (self: number) => Math.floor(self),
  round,
  format: (self: number, args) => {
    stepsFor(LOCALE_COST);
    return self.toLocaleString(toLocales(args[0]) ?? 'en-US', toOptions(args[1]));
  },
  isEven: (self: number) => parity(self, 'isEven') === 0,
  isOdd: (self: number) => parity(self, 'isOdd') === 1,
  isInteger: (self: number) => Number.isInteger(self),
  isEmpty: (self: number) => self === 0,
  isNotEmpty: (self: number) => self !== 0,
  toBoolean: (self: number) => self !== 0,
  toDateTime: (self: number, args) => momentOfTimestamp(self, args[0] === undefined ? 'ms' : toText(args[0])),
  // Adding 0 converts negative zero to zero.
  toInt: (self: number) => Math.round(self) + 0,
  toFloat: (self: number) => self,
  toNumber: (self: number) => self,
});

const toNumberOfBoolean = (self: boolean): number => (self ? 1 : 0);

registerMethods('boolean', {
  isEmpty: (self: boolean) => !self,
  isNotEmpty: (self: boolean) => self,
  toBoolean: (self: boolean) => self,
  toInt: toNumberOfBoolean,
  toFloat: toNumberOfBoolean,
  toNumber: toNumberOfBoolean,
  toDateTime: () => undefined,
});
