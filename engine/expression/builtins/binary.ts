// Typed arrays and buffers.
import { allocate, PART_COST, stepsFor } from '../budget.ts';
import { toNumber, toText } from '../guard/convert.ts';
import { toList } from '../guard/iterate.ts';
import { defineType, registerType, type Method } from '../guard/types.ts';
import { charged, gettersOf, withPrimitives, withValues } from './native.ts';

type Numbers = Uint8Array;

const native = Object.getPrototypeOf(Uint8Array.prototype) as Numbers;
const lengthOf = (self: Numbers): number => self.length;

/** Cost of a buffer, which the host allocates outside of its heap. */
export const BUFFER_COST = 3_000;

/** Cost of sorting, by element: the host takes up to twenty comparisons for each. */
const SORT_COST = 128;

/** Methods that return a new typed array. */
function factories(names: readonly string[]): Record<string, Method> {
  const methods = withValues(native, names, lengthOf);
  for (const [name, method] of Object.entries(methods)) {
    methods[name] = (self: Numbers, args) => {
      allocate(self.byteLength);
      return method(self, args);
    };
  }
  return methods;
}

registerType(
  native,
  defineType({
    name: 'TypedArray',
    hasFields: true,
    getters: gettersOf(['length', 'byteLength', 'byteOffset', 'buffer']),
    methods: {
      ...withValues(
        native,
        ['every', 'find', 'findIndex', 'findLast', 'findLastIndex', 'forEach', 'reduce', 'reduceRight', 'some', 'reverse'],
        lengthOf,
      ),
      ...withValues(native, ['includes', 'indexOf', 'lastIndexOf', 'fill'], lengthOf),
      ...withValues(native, ['entries', 'keys', 'values']),
      ...withPrimitives(native, ['at', 'subarray']),
      ...factories(['filter', 'map', 'slice', 'toReversed', 'with']),
      ...charged((self: Numbers) => stepsFor(self.length * SORT_COST), factories(['toSorted', 'sort'])),
      set: (self: Numbers, args) => {
        const numbers = toList(args[0]).map(toNumber);
        stepsFor(numbers.length * PART_COST);
        self.set(numbers, args[1] === undefined ? 0 : toNumber(args[1]));
      },
      join: (self: Numbers, args) => joinNumbers(self, args[0] === undefined ? ',' : toText(args[0])),
      toString: (self: Numbers) => joinNumbers(self, ','),
    },
    mutators: ['fill', 'reverse', 'set', 'sort'],
    makers: ['filter', 'map', 'slice', 'toReversed', 'toSorted', 'with'],
    copy: (self: Numbers) => {
      allocate(self.byteLength);
      return self.slice();
    },
    toPrimitive: (self: Numbers) => joinNumbers(self, ','),
  }),
);

function joinNumbers(self: Numbers, separator: string): string {
  stepsFor(self.length * PART_COST);
  allocate(self.length * (separator.length + 8));
  return self.join(separator);
}

function slice(self: ArrayBuffer, args: readonly unknown[]): ArrayBuffer {
  stepsFor(BUFFER_COST);
  allocate(self.byteLength);
  return self.slice(toNumber(args[0] ?? 0), args[1] === undefined ? undefined : toNumber(args[1]));
}

for (const Buffer of [ArrayBuffer, globalThis.SharedArrayBuffer]) {
  if (typeof Buffer === 'function')
    registerType(Buffer.prototype, defineType({ name: Buffer.name, getters: gettersOf(['byteLength']), methods: { slice } }));
}

const fields = ['Int8', 'Uint8', 'Int16', 'Uint16', 'Int32', 'Uint32', 'Float32', 'Float64', 'BigInt64', 'BigUint64'];

registerType(
  DataView.prototype,
  defineType({
    name: 'DataView',
    getters: gettersOf(['byteLength', 'byteOffset', 'buffer']),
    methods: withPrimitives(
      DataView.prototype,
      fields.flatMap((field) => [`get${field}`, `set${field}`]),
    ),
  }),
);

/** Parses the arguments of a typed array or buffer: a length, which is charged, or the numbers. */
export function numbersFrom(args: readonly unknown[], bytesPerElement: number): readonly unknown[] {
  const [source, ...rest] = args;
  if (source === undefined) return [];
  if (source instanceof ArrayBuffer || (typeof SharedArrayBuffer === 'function' && source instanceof SharedArrayBuffer)) {
    return [source, ...rest.map((arg) => (arg === undefined ? undefined : toNumber(arg)))];
  }
  if (typeof source === 'object' && source !== null) {
    const list = toList(source);
    stepsFor(list.length * PART_COST);
    return [list.map((entry) => (typeof entry === 'bigint' ? entry : toNumber(entry)))];
  }
  const length = toNumber(source) || 0;
  stepsFor(BUFFER_COST);
  allocate(length * bytesPerElement);
  return [length];
}
