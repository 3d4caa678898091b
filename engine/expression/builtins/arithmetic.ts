// Numbers beyond operators: Math, Number, BigInt, parseInt and similar functions.
import { stepsFor } from '../budget.ts';
import { payForBigInt, payForNumber, toNumber, toNumeric, toPrimitive, toText } from '../guard/convert.ts';
import { defineFacade, defineNamespace } from '../guard/functions.ts';

type NumberFunction = (...numbers: number[]) => number;

const constants = ['E', 'LN10', 'LN2', 'LOG10E', 'LOG2E', 'PI', 'SQRT1_2', 'SQRT2'] as const;

const functions = [
  'abs acos acosh asin asinh atan atan2 atanh cbrt ceil clz32 cos cosh exp expm1 floor fround',
  'hypot imul log log10 log1p log2 max min pow random round sign sin sinh sqrt tan tanh trunc',
].flatMap((line) => line.split(' '));

function numberFunction(name: string): [string, unknown] {
  const apply = (Math as unknown as Record<string, NumberFunction>)[name] as NumberFunction;
  const call = (...args: unknown[]): number => {
    stepsFor(args.length);
    return apply(...args.map(toNumber));
  };
  return [name, defineFacade(name, name === 'max' || name === 'min' ? { call, callWith: (args) => extreme(args, apply) } : { call })];
}

export const math = defineNamespace({
  ...Object.fromEntries(constants.map((name) => [name, Math[name]])),
  ...Object.fromEntries(functions.map(numberFunction)),
});

/** Returns the minimum or maximum of a very long list. */
function extreme(args: readonly unknown[], apply: NumberFunction): number {
  stepsFor(args.length);
  return args.reduce<number>((best, arg) => apply(best, toNumber(arg)), apply());
}

/** Returns a text that the host reads as a number. */
function numberText(value: unknown): string {
  const text = toText(value);
  payForNumber(text);
  return text;
}

const parseIntFacade = defineFacade('parseInt', {
  call: (text, radix) => Number.parseInt(numberText(text), radix === undefined ? undefined : toNumber(radix)),
});
const parseFloatFacade = defineFacade('parseFloat', { call: (text) => Number.parseFloat(numberText(text)) });

/** `Number(value)`, which also converts BigInts. */
function numberOf(args: readonly unknown[]): number {
  return args.length === 0 ? 0 : Number(toNumeric(args[0]));
}

export const numberFacade = defineFacade('Number', {
  host: Number,
  call: (...args) => numberOf(args),
  construct: (args) => Object(numberOf(args)) as object,
  members: {
    EPSILON: Number.EPSILON,
    MAX_SAFE_INTEGER: Number.MAX_SAFE_INTEGER,
    MIN_SAFE_INTEGER: Number.MIN_SAFE_INTEGER,
    MAX_VALUE: Number.MAX_VALUE,
    MIN_VALUE: Number.MIN_VALUE,
    NaN: Number.NaN,
    POSITIVE_INFINITY: Number.POSITIVE_INFINITY,
    NEGATIVE_INFINITY: Number.NEGATIVE_INFINITY,
    isFinite: defineFacade('isFinite', { call: (value) => Number.isFinite(value) }),
    isInteger: defineFacade('isInteger', { call: (value) => Number.isInteger(value) }),
    isNaN: defineFacade('isNaN', { call: (value) => Number.isNaN(value) }),
    isSafeInteger: defineFacade('isSafeInteger', { call: (value) => Number.isSafeInteger(value) }),
    parseInt: parseIntFacade,
    parseFloat: parseFloatFacade,
  },
});

function bigInt(value: unknown): bigint {
  const primitive = toPrimitive(value, 'number');
  if (typeof primitive === 'string') payForBigInt(primitive);
  return BigInt(primitive as string);
}

function wrapped(name: 'asIntN' | 'asUintN'): unknown {
  return defineFacade(name, { call: (width, value) => BigInt[name](Math.min(toNumber(width), 1_000_000), bigInt(value)) });
}

export const bigIntFacade = defineFacade('BigInt', {
  host: BigInt as unknown as new () => object,
  call: bigInt,
  members: { asIntN: wrapped('asIntN'), asUintN: wrapped('asUintN') },
});

export const numberFunctions: Readonly<Record<string, unknown>> = {
  parseInt: parseIntFacade,
  parseFloat: parseFloatFacade,
  isNaN: defineFacade('isNaN', { call: (value) => Number.isNaN(toNumber(value)) }),
  isFinite: defineFacade('isFinite', { call: (value) => Number.isFinite(toNumber(value)) }),
};
