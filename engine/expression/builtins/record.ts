// Methods of plain objects, and the safe static methods of Object.
import { allocateCells, PART_COST, stepsFor } from '../budget.ts';
import { ExpressionForbiddenError } from '../errors.ts';
import { toKey } from '../guard/convert.ts';
import { defineFacade, isSealed, markPrototype } from '../guard/functions.ts';
import { iterable } from '../guard/iterate.ts';
import { strictlyEqual } from '../guard/operators.ts';
import { callFunction, callMethod } from '../guard/members.ts';
import { isPrototypeName, isSuspectName } from '../guard/names.ts';
import { live, own, ownCopy, writable } from '../guard/overlay.ts';
import { defineType, isPlain, registerType, typeOfObject } from '../guard/types.ts';
import { copyFields, defineMember, fieldNames, fieldOf } from '../guard/write.ts';

function hasOwn(value: unknown, key: unknown): boolean {
  const name = toKey(key);
  if (typeof value === 'string') return Object.hasOwn(Object(value) as object, name);
  if (value === undefined || value === null) throw new TypeError('Cannot convert undefined or null to object');
  if (typeof value !== 'object') return false;
  const current = live(value);
  return typeOfObject(current).hasFields && Object.hasOwn(current, name);
}

registerType(
  Object.prototype,
  defineType({
    name: 'Object',
    addedMethods: 'object',
    hasFields: true,
    methods: {
      hasOwnProperty: (self: object, args: readonly unknown[]) => hasOwn(self, args[0]),
      propertyIsEnumerable: (self: object, args: readonly unknown[]) => hasOwn(self, args[0]),
      isPrototypeOf: () => false,
      toString: () => '[object Object]',
      toLocaleString: (self: object) => callMethod(self, 'toString', []),
      valueOf: (self: object) => self,
    },
  }),
);

/** Returns the field names of an argument of a static method of Object. Throws for null and undefined, as the host does. */
function fieldsOf(value: unknown): string[] {
  if (value === null || value === undefined) throw new TypeError('Cannot convert undefined or null to object');
  const names = fieldNames(value);
  stepsFor(names.length);
  allocateCells(names.length);
  return names;
}

function entries(value: unknown): [string, unknown][] {
  const names = fieldsOf(value);
  allocateCells(names.length * 6);
  stepsFor(names.length * PART_COST);
  return names.map((name) => [name, fieldOf(value, name)]);
}

function assign(target: unknown, ...sources: readonly unknown[]): unknown {
  if (typeof target !== 'object' || target === null) throw new TypeError('Object.assign needs an object to assign to');
  const current = writable(target);
  for (const source of sources) {
    const names = fieldNames(source);
    stepsFor(names.length);
    const suspect = names.find((name) => isSuspectName(name));
    if (suspect !== undefined && isPrototypeName(suspect))
      throw new ExpressionForbiddenError(`Cannot access "${suspect}" due to security concerns`);
    copyFields(current, source);
  }
  return target;
}

function fromEntries(pairs: unknown): object {
  const result = {};
  for (const pair of iterable(pairs)) {
    stepsFor(PART_COST * 4);
    allocateCells(8);
    const [key, value] = pairOf(pair);
    defineMember(result, key, value);
  }
  return result;
}

function pairOf(pair: unknown): [unknown, unknown] {
  const current = live(pair);
  if (Array.isArray(current)) return [current[0], current[1]];
  if (typeof current === 'object' && current !== null) return [fieldOf(current, '0'), fieldOf(current, '1')];
  throw new TypeError('Object.fromEntries needs pairs of a key and a value');
}

function groupBy(list: unknown, callback: unknown): object {
  const result = Object.create(null) as Record<string, unknown[]>;
  let index = 0;
  for (const element of iterable(list)) {
    const key = toKey(callFunction(callback, undefined, [element, index++])) as string;
    if (isPrototypeName(key)) defineMember(result, key, []);
    stepsFor(PART_COST * 2);
    allocateCells(8);
    (result[key] ??= []).push(element);
  }
  return result;
}

function create(prototype: unknown): object {
  if (prototype === null) return Object.create(null) as object;
  if (!isPlain(prototype)) throw new TypeError('Object.create takes null or a plain object');
  markPrototype(prototype);
  return Object.create(prototype) as object;
}

/** Freezes or seals only objects of the expression, since data is never changed anyway. */
function harden(name: 'freeze' | 'seal' | 'preventExtensions'): (value: unknown) => unknown {
  return (value) => {
    if (typeof value === 'object' && value !== null && !isSealed(value)) (Object[name] as (target: object) => object)(writable(value));
    return value;
  };
}

function statics(members: Readonly<Record<string, (...args: unknown[]) => unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members).map(([name, call]) => [name, defineFacade(name, { call: (...args) => owned(call(...args), args) })]),
  );
}

/** A method returns one of its arguments, or what it has made. */
const owned = (result: unknown, args: readonly unknown[]): unknown => (args.includes(result) ? own(result) : ownCopy(result));

/** `Object(value)`: objects are unchanged, null and undefined become an empty object. */
function toObject(value: unknown): object {
  return value === undefined || value === null ? {} : (Object(value) as object);
}

export const objectFacade = defineFacade('Object', {
  host: Object,
  isExtensible: true,
  construct: (args) => toObject(args[0]),
  call: (value) => toObject(value),
  members: statics({
    keys: (value) => fieldsOf(value),
    values: (value) => fieldsOf(value).map((name) => fieldOf(value, name)),
    entries,
    assign,
    fromEntries,
    groupBy,
    create,
    freeze: harden('freeze'),
    seal: harden('seal'),
    preventExtensions: harden('preventExtensions'),
    isFrozen: (value) => Object.isFrozen(live(value)),
    isSealed: (value) => Object.isSealed(live(value)),
    isExtensible: (value) => Object.isExtensible(live(value)),
    // The comparison of long texts is charged.
    is: (left, right) => (typeof left === 'string' ? strictlyEqual(left, right) : Object.is(left, right)),
    hasOwn,
    getOwnPropertyNames: (value) => fieldsOf(value),
  }),
});
