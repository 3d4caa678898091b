// Methods of numbers, booleans, BigInts, symbols and functions.
import { LOCALE_COST, session, stepsFor } from '../budget.ts';
import { payForDigits, toLocales, toNumber, toOptions, toPrimitive, toText } from '../guard/convert.ts';
import { callFunction } from '../guard/members.ts';
import { toList } from '../guard/iterate.ts';
import { defineType, registerPrimitive, registerType } from '../guard/types.ts';
import { boxedType, charged, withLocales, withPrimitives } from './native.ts';

type AnyFunction = (...args: unknown[]) => unknown;

/** Cost of writing a number by a radix or with a number of digits. */
const NUMBER_TEXT_COST = 1_000;

const numberType = defineType({
  name: 'Number',
  addedMethods: 'number',
  methods: {
    ...charged(() => stepsFor(NUMBER_TEXT_COST), withPrimitives(Number.prototype, ['toFixed', 'toPrecision', 'toExponential'])),
    ...withPrimitives(Number.prototype, ['valueOf']),
    toString: (self: number, args: readonly unknown[]) => {
      stepsFor(NUMBER_TEXT_COST);
      return args[0] === undefined ? toText(self) : self.toString(toNumber(args[0]));
    },
    toLocaleString: (self: number, args: readonly unknown[]) => {
      stepsFor(LOCALE_COST);
      return args.length === 0 ? self.toLocaleString() : self.toLocaleString(toLocales(args[0]), toOptions(args[1]));
    },
  },
});
const booleanType = defineType({
  name: 'Boolean',
  addedMethods: 'boolean',
  methods: withPrimitives(Boolean.prototype, ['toString', 'valueOf']),
});

registerPrimitive('number', numberType);
registerPrimitive('boolean', booleanType);
registerPrimitive(
  'bigint',
  defineType({
    name: 'BigInt',
    methods: {
      ...withPrimitives(BigInt.prototype, ['valueOf']),
      ...charged(payForDigits, { ...withPrimitives(BigInt.prototype, ['toString']), ...withLocales(BigInt.prototype, ['toLocaleString']) }),
    },
  }),
);
registerPrimitive(
  'symbol',
  defineType({
    name: 'Symbol',
    getters: { description: (self: symbol) => self.description },
    methods: withPrimitives(Symbol.prototype, ['toString', 'valueOf']),
  }),
);

registerType(Number.prototype, boxedType(numberType, Number.prototype, false));
registerType(Boolean.prototype, boxedType(booleanType, Boolean.prototype, false));

registerPrimitive(
  'function',
  defineType({
    name: 'Function',
    getters: { name: (self: AnyFunction) => self.name, length: (self: AnyFunction) => self.length },
    methods: {
      call: (self: AnyFunction, args) => callFunction(self, args[0], args.slice(1), self.name),
      apply: (self: AnyFunction, args) =>
        callFunction(self, args[0], args[1] === undefined || args[1] === null ? [] : toList(args[1]), self.name),
      bind: (self: AnyFunction, args) => bind(self, args),
      toString: (self: AnyFunction) => toPrimitive(self),
    },
  }),
);

function bind(self: AnyFunction, args: readonly unknown[]): AnyFunction {
  const born = session.epoch;
  return (...more) =>
    session.epoch === born && session.depth > 0 ? callFunction(self, args[0], [...args.slice(1), ...more], self.name) : undefined;
}
