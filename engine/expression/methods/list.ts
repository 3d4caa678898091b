// Added methods of arrays.
import { allocateCells, CHARACTER_COST, PART_COST, stepsFor } from '../budget.ts';
import { stringify } from '../builtins/json.ts';
import { ExpressionExtensionError } from '../errors.ts';
import { toNumber, toText } from '../guard/convert.ts';
import { registerMethods } from '../guard/method-table.ts';
import { live } from '../guard/overlay.ts';
import { isPlain } from '../guard/types.ts';
import { copyFields, defineMember, fieldNames, fieldOf } from '../guard/write.ts';
import { contentKey, distinct, keysOf } from './identity.ts';

type List = readonly unknown[];

/** Returns the array to compare with. */
function other(args: List, name: string): List {
  const list = live(args[0]);
  if (!Array.isArray(list)) throw new ExpressionExtensionError(`${name}() needs an array to compare with, e.g. .${name}([1, 2])`);
  return list as List;
}

/** Returns the numbers of a list. Throws for anything else, including numeric text. */
function numbers(self: List, name: string): number[] {
  stepsFor(self.length * CHARACTER_COST);
  return self.map((value) => {
    if (typeof value !== 'number') throw new ExpressionExtensionError(`${name}(): all array elements must be numbers`);
    return value;
  });
}

/** Charges for reading a list and for allocating another one of the same length. */
function copied(self: List): List {
  stepsFor(self.length * CHARACTER_COST);
  allocateCells(self.length);
  return self;
}

const isEmptyValue = (value: unknown): boolean => value === null || value === undefined || value === '' || value === 'nil';

function extreme(name: 'max' | 'min'): (self: List) => number {
  return (self) => numbers(self, name).reduce((best, value) => Math[name](best, value), name === 'max' ? -Infinity : Infinity);
}

function sum(self: List): number {
  return numbers(self, 'sum').reduce((total, value) => total + value, 0);
}

function average(self: List): number {
  return self.length === 0 ? 0 : numbers(self, 'average').reduce((total, value) => total + value, 0) / self.length;
}

function chunk(self: List, args: List): unknown[][] {
  const size = toNumber(args[0]);
  if (!(size >= 1)) throw new ExpressionExtensionError('chunk() needs the length of a chunk, e.g. .chunk(5)');
  allocateCells(self.length + Math.ceil(self.length / Math.trunc(size)) * 4);
  stepsFor(self.length * CHARACTER_COST + (self.length / Math.trunc(size)) * PART_COST);
  const chunks: unknown[][] = [];
  for (let start = 0; start < self.length; start += Math.trunc(size)) chunks.push(self.slice(start, start + Math.trunc(size)));
  return chunks;
}

/** Returns names given as separate arguments, in lists, or separated by commas. */
function names(args: List): string[] {
  return args
    .flatMap((arg) => {
      const current = live(arg);
      return Array.isArray(current) ? current.map((entry) => toText(entry)) : toText(current).split(',');
    })
    .map((name) => name.trim());
}

function pluck(self: List, args: List): unknown[] {
  if (args.length === 0) return [...copied(self)];
  const fields = args.map((arg) => toText(arg));
  stepsFor(self.length * fields.length * PART_COST);
  return self.flatMap((element) => {
    const own = new Set(fieldNames(element));
    const values = fields.filter((field) => own.has(field)).map((field) => fieldOf(element, field));
    return values.length === 0 ? [] : [fields.length === 1 ? values[0] : values];
  });
}

function unique(self: List, args: List): unknown[] {
  if (args.length === 0 || args[0] === undefined) return distinct(self);
  const fields = names(args);
  stepsFor(self.length * fields.length * PART_COST);
  return distinct(self, (element) =>
    isPlain(element) ? fields.map((field) => (hasField(element, field) ? fieldOf(element, field) : undefined)) : element,
  );
}

/** Whether a plain object has this field of its own. */
const hasField = (element: object, field: string): boolean => Object.hasOwn(live(element), field);

function renameKeys(self: List, args: List): unknown[] {
  if (args.length === 0 || args.length % 2 !== 0)
    throw new ExpressionExtensionError("renameKeys() needs pairs of names, e.g. .renameKeys('from', 'to')");
  const renames = new Map<string, string>();
  for (let index = 0; index < args.length; index += 2) renames.set(toText(args[index]), toText(args[index + 1]));
  return self.map((element) => {
    if (!isPlain(element)) return element;
    const result = {};
    const own = fieldNames(element);
    stepsFor((own.length + 1) * PART_COST);
    allocateCells(own.length);
    for (const name of own) defineMember(result, renames.get(name) ?? name, fieldOf(element, name));
    return result;
  });
}

function smartJoin(self: List, args: List): object {
  if (args.length < 2) throw new ExpressionExtensionError("smartJoin() needs the names of two fields, e.g. .smartJoin('name', 'value')");
  const [keyField, valueField] = [toText(args[0]), toText(args[1])];
  const result = {};
  stepsFor(self.length * PART_COST * 2);
  allocateCells(self.length * 4);
  for (const element of self) {
    if (typeof element !== 'object' || element === null) continue;
    const own = fieldNames(element);
    if (own.includes(keyField) && own.includes(valueField)) defineMember(result, fieldOf(element, keyField), fieldOf(element, valueField));
  }
  return result;
}

/**
 * Returns one object with the fields of all objects. The first object with a field takes precedence; objects of the array come before those of
 * the other one.
 */
function merge(self: List, args: List): object {
  const added = args[0] === undefined ? [] : other(args, 'merge');
  const result = {};
  const seen = new Set<string>();
  stepsFor((self.length + added.length) * PART_COST);
  for (const element of [...self, ...added]) {
    if (!isPlain(element)) throw new ExpressionExtensionError('merge() works on arrays of objects only');
    copyFields(result, element, seen);
    for (const name of fieldNames(element)) seen.add(name);
  }
  return result;
}

const nothing = (): undefined => undefined;

registerMethods('array', {
  append: (self: List, args) => {
    allocateCells(self.length + args.length);
    stepsFor((self.length + args.length) * CHARACTER_COST);
    return [...self, ...args];
  },
  average,
  chunk,
  compact: (self: List) => copied(self).filter((value) => !isEmptyValue(value)),
  difference: (self: List, args) => {
    const otherKeys = keysOf(other(args, 'difference'));
    stepsFor(self.length * PART_COST);
    return distinct(self.filter((value) => !otherKeys.has(contentKey(value))));
  },
  first: (self: List) => self[0],
  intersection: (self: List, args) => {
    const otherKeys = keysOf(other(args, 'intersection'));
    stepsFor(self.length * PART_COST);
    return distinct(self.filter((value) => otherKeys.has(contentKey(value))));
  },
  isEmpty: (self: List) => self.length === 0,
  isNotEmpty: (self: List) => self.length > 0,
  last: (self: List) => self[self.length - 1],
  max: extreme('max'),
  merge,
  min: extreme('min'),
  pluck,
  randomItem: (self: List) => self[Math.floor(Math.random() * self.length)],
  removeDuplicates: unique,
  renameKeys,
  reverse: (self: List) => [...copied(self)].reverse(),
  smartJoin,
  sum,
  toJsonString: (self: List) => stringify(self),
  union: (self: List, args) => distinct([...self, ...other(args, 'union')]),
  unique,
  // Data is often mixed, so on a list these return undefined instead of throwing.
  toInt: nothing,
  toFloat: nothing,
  toNumber: nothing,
  toBoolean: nothing,
  toDateTime: nothing,
  toDate: nothing,
});
