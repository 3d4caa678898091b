// Methods of arrays. Mutating methods change the expression's own array or a private copy; iterating methods are charged.
import { allocateCells, CHARACTER_COST, LONG_TEXT, PART_COST, step, stepsFor, tooDeep } from '../budget.ts';
import { joinTexts, toNumber, toText } from '../guard/convert.ts';
import { noteMembers } from '../guard/exact-reads.ts';
import { callMethod } from '../guard/members.ts';
import { live } from '../guard/overlay.ts';
import { defineType, registerType, type Method } from '../guard/types.ts';
import { gettersOf, withValues } from './native.ts';

const native = Array.prototype;

type List = readonly unknown[];
type Comparison = (left: unknown, right: unknown) => unknown;

/** Maximum number of arguments passed by spreading; the host has a limit. */
const MANY = 5_000;

const lengthOf = (self: List): number => self.length;

/** Methods that return an array at most as long as the receiver. */
function factories(names: readonly string[]): Record<string, Method> {
  const methods = withValues(native, names, lengthOf);
  for (const [name, method] of Object.entries(methods)) {
    methods[name] = (self: List, args) => {
      const result = method(self, args);
      if (Array.isArray(result)) allocateCells(result.length);
      return result;
    };
  }
  return methods;
}

/** Converts positions to numbers under the budget; other arguments are unchanged. */
function positions(args: List, count: number): unknown[] {
  return args.map((arg, index) => (index < count && arg !== undefined ? toNumber(arg) : arg));
}

function withPositions(name: 'at' | 'slice' | 'splice' | 'copyWithin' | 'toSpliced' | 'with', count: number): Method {
  const method = native[name] as (...args: unknown[]) => unknown;
  return (self: List, args) => {
    if (name !== 'at') stepsFor(self.length);
    const result = Reflect.apply(method, self, positions(args, count));
    if (Array.isArray(result)) allocateCells(result.length + args.length);
    return result;
  };
}

/** Charges for comparing a long text with elements of the same length, which the host may have to read to the end. */
function payForEqualLengths(self: List, searched: unknown): void {
  if (typeof searched !== 'string' || searched.length < LONG_TEXT) return;
  for (const element of self) if (typeof element === 'string' && element.length === searched.length) stepsFor(searched.length);
}

function search(name: 'includes' | 'indexOf' | 'lastIndexOf'): Method {
  const method = native[name] as (...args: unknown[]) => unknown;
  return (self: List, args) => {
    stepsFor(self.length * CHARACTER_COST);
    payForEqualLengths(self, args[0]);
    return Reflect.apply(method, self, args.length < 2 ? args : [args[0], toNumber(args[1])]);
  };
}

function concat(self: List, args: List): unknown[] {
  const lists = args.map((arg) => live(arg));
  const length = lists.reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 1), self.length);
  stepsFor(length);
  allocateCells(length);
  if (lists.length < MANY) return (self as unknown[]).concat(...lists);
  const result = [...self];
  for (const list of lists) {
    if (Array.isArray(list)) for (const element of list) result.push(element);
    else result.push(list);
  }
  return result;
}

function flatten(self: List, depth: number, into: unknown[], level: number): unknown[] {
  if (level > 500) throw tooDeep();
  stepsFor(self.length);
  for (let index = 0; index < self.length; index++) {
    if (!(index in self)) continue;
    const element = self[index];
    const current = live(element);
    if (depth >= 1 && Array.isArray(current)) {
      step();
      noteMembers(current);
      flatten(current as List, depth - 1, into, level + 1);
    } else {
      allocateCells(1);
      into.push(element);
    }
  }
  return into;
}

/** Cost of a comparison by the host's sorting. */
const COMPARISON_COST = 32;

/** Sorts in place: by the texts of the elements, or with a comparison function of the expression. */
function sort(self: unknown[], args: List): unknown[] {
  const compare = args[0] as Comparison | undefined;
  if (compare !== undefined) {
    if (typeof compare !== 'function') throw new TypeError('The comparison function must be a function');
    stepsFor(self.length * CHARACTER_COST);
    allocateCells(self.length);
    return self.sort((left, right) => {
      stepsFor(COMPARISON_COST);
      return toNumber(compare(left, right));
    });
  }
  return sortByText(self);
}

/** Sorts by the texts of the elements, each converted once. As in the language, undefined elements are last, and holes after them. */
function sortByText(self: unknown[]): unknown[] {
  stepsFor(self.length * PART_COST);
  allocateCells(self.length * 6);
  const entries: { readonly text: string; readonly element: unknown }[] = [];
  let undefinedCount = 0;
  for (let index = 0; index < self.length; index++) {
    const element = self[index];
    if (element !== undefined) entries.push({ text: toText(element), element });
    else if (index in self) undefinedCount++;
  }
  entries.sort((left, right) => {
    stepsFor(COMPARISON_COST + Math.min(left.text.length, right.text.length));
    return left.text < right.text ? -1 : left.text > right.text ? 1 : 0;
  });
  for (let index = 0; index < self.length; index++) {
    const entry = entries[index];
    if (entry !== undefined) self[index] = entry.element;
    else if (index < entries.length + undefinedCount) self[index] = undefined;
    else Reflect.deleteProperty(self, index);
  }
  return self;
}

function adding(name: 'push' | 'unshift'): Method {
  return (self: unknown[], args) => {
    if (name === 'unshift') stepsFor(self.length);
    allocateCells(args.length);
    if (args.length < MANY) return self[name](...args);
    const added = name === 'push' ? [...self, ...args] : [...args, ...self];
    self.length = 0;
    for (const element of added) self.push(element);
    return self.length;
  };
}

function flatMap(self: List, args: List): unknown[] {
  stepsFor(self.length);
  const mapped = Reflect.apply(native.map, self, args) as unknown[];
  return flatten(mapped, 1, [], 0);
}

registerType(
  Array.prototype,
  defineType({
    name: 'Array',
    addedMethods: 'array',
    hasFields: true,
    getters: gettersOf(['length']),
    methods: {
      ...withValues(
        native,
        ['every', 'find', 'findIndex', 'findLast', 'findLastIndex', 'forEach', 'reduce', 'reduceRight', 'some'],
        lengthOf,
      ),
      ...withValues(native, ['entries', 'keys', 'values', 'pop']),
      ...withValues(native, ['shift', 'reverse'], lengthOf),
      ...factories(['filter', 'map', 'toReversed']),
      at: withPositions('at', 1),
      slice: withPositions('slice', 2),
      splice: withPositions('splice', 2),
      toSpliced: withPositions('toSpliced', 2),
      copyWithin: withPositions('copyWithin', 3),
      with: withPositions('with', 1),
      includes: search('includes'),
      indexOf: search('indexOf'),
      lastIndexOf: search('lastIndexOf'),
      concat,
      flat: (self: List, args) => flatten(self, args[0] === undefined ? 1 : toNumber(args[0]), [], 0),
      flatMap,
      join: (self: List, args) => joinTexts(self, args[0] === undefined ? ',' : toText(args[0])),
      toString: (self: List) => joinTexts(self, ','),
      toLocaleString: (self: List, args: List) =>
        joinTexts(
          Array.from(self, (element) => (element === null || element === undefined ? '' : callMethod(element, 'toLocaleString', args))),
          ',',
        ),
      fill: (self: unknown[], args) => {
        stepsFor(self.length);
        return Reflect.apply(native.fill, self, [args[0], ...positions(args.slice(1), 2)] as [unknown, number?, number?]);
      },
      push: adding('push'),
      unshift: adding('unshift'),
      sort,
      toSorted: (self: List, args) => {
        allocateCells(self.length);
        return sort([...self], args);
      },
      valueOf: (self: List) => self,
      hasOwnProperty: (self: List, args: List) => Object.hasOwn(self, toText(args[0])),
    },
    mutators: ['copyWithin', 'fill', 'pop', 'push', 'reverse', 'shift', 'sort', 'splice', 'unshift'],
    makers: ['concat', 'filter', 'flat', 'flatMap', 'map', 'slice', 'toReversed', 'toSorted', 'toSpliced', 'with'],
  }),
);
