// Writing members: assignment, update and delete, `in`, and the fields of literals; only on objects that the expression owns, or private copies.
import { allocate, allocateCells, PART_COST, session, step, stepsFor, tooLarge } from '../budget.ts';
import { exactText, mayBeInexact, noteOwnText } from '../../contract/exact-numbers.ts';
import { ExpressionForbiddenError, forbiddenAccess } from '../errors.ts';
import { toKey } from './convert.ts';
import { noteRead, noteWrite } from './exact-reads.ts';
import { classOf, isClassPrototype } from './functions.ts';
import { checkName, isPrototypeName, isSuspectName, type Key } from './names.ts';
import { live, writable } from './overlay.ts';
import { isPlain, typeOfObject } from './types.ts';

/** Cost per field name that is listed. V8 stores objects with many fields as hash tables, which are slower to list. */
const FIELD_COST = 96;
/** Maximum distance beyond an array's end for a single write. */
const GAP_LIMIT = 1_000_000;

/** `target[key] = value`. */
export function writeMember(target: unknown, key: unknown, value: unknown): void {
  const name = toKey(key);
  if (isSuspectName(name)) throw forbiddenAccess(String(name));
  if (target === undefined || target === null)
    throw new TypeError(`Cannot set properties of ${String(target)} (setting '${String(name)}')`);
  if (typeof target === 'function') {
    writeStatic(target, name, value);
    return;
  }
  if (typeof target !== 'object') return;
  if (isPlain(target)) {
    writeField(writable(target) as Record<Key, unknown>, name, value);
    return;
  }
  const type = typeOfObject(target);
  if (isAccessor(target, name)) {
    Reflect.set(live(target), name, value, live(target));
    return;
  }
  const setter = typeof name === 'string' ? type.setters?.get(name) : undefined;
  if (setter !== undefined) {
    setter(writable(target) as never, value);
    return;
  }
  if (!type.hasFields) throw new ExpressionForbiddenError(`Cannot change "${type.name}" in an expression due to security concerns`);
  const current = writable(target);
  if (Array.isArray(current)) writeElement(current, name, value);
  else {
    if (!Object.hasOwn(current, name)) allocate(64);
    Object.defineProperty(current, name, { value, enumerable: true, writable: true, configurable: true });
  }
}

/** Sets a field of a plain object. A setter found here was defined by the expression, since prototype names are rejected before. */
function writeField(target: Record<Key, unknown>, name: Key, value: unknown): void {
  if (name in target && !Object.hasOwn(target, name))
    Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
  else {
    if (!Object.hasOwn(target, name)) allocate(64);
    target[name] = value;
    noteWrite(target, name, value);
  }
}

/** Whether writing would run a setter that the expression defined. */
function isAccessor(target: object, name: Key): boolean {
  const descriptor = Object.getOwnPropertyDescriptor(live(target), name);
  if (descriptor !== undefined) return descriptor.set !== undefined;
  let prototype = Object.getPrototypeOf(target) as object | null;
  while (prototype !== null && isClassPrototype(prototype)) {
    const inherited = Object.getOwnPropertyDescriptor(prototype, name);
    if (inherited !== undefined) return inherited.set !== undefined;
    prototype = Object.getPrototypeOf(prototype) as object | null;
  }
  return false;
}

function writeStatic(target: object, name: Key, value: unknown): void {
  if (classOf(target) === undefined)
    throw new ExpressionForbiddenError(
      `Cannot change "${(target as { name?: string }).name ?? 'function'}" in an expression due to security concerns`,
    );
  Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
}

function writeElement(list: unknown[], name: Key, value: unknown): void {
  if (name === 'length') {
    const length = Number(value);
    if (length > list.length + GAP_LIMIT) throw tooLarge();
    if (length > list.length) allocateCells(length - list.length);
    list.length = length;
    return;
  }
  const index = typeof name === 'string' ? Number(name) : Number.NaN;
  if (index >= list.length && String(index) === name) {
    if (index > list.length + GAP_LIMIT) throw tooLarge();
    allocateCells(index - list.length + 1);
  }
  if (index >= 0) {
    list[index] = value;
    noteWrite(list, name, value);
  } else Object.defineProperty(list, name, { value, enumerable: true, writable: true, configurable: true });
}

/** `delete target[key]`. */
export function deleteMember(target: unknown, key: unknown): boolean {
  const name = toKey(key);
  if (isSuspectName(name)) throw forbiddenAccess(String(name));
  if (target === undefined || target === null) throw new TypeError(`Cannot convert ${String(target)} to object`);
  if (typeof target === 'function')
    throw new ExpressionForbiddenError('Cannot delete from a function in an expression due to security concerns');
  if (typeof target !== 'object') return true;
  if (!typeOfObject(target).hasFields)
    throw new ExpressionForbiddenError(`Cannot change "${typeOfObject(target).name}" in an expression due to security concerns`);
  if (!Object.hasOwn(live(target), name)) return true;
  return Reflect.deleteProperty(writable(target), name);
}

/** `key in target`: own data, members of its classes, and members that the guard returns for the name. */
export function hasMember(key: unknown, target: unknown): boolean {
  const name = toKey(key);
  if ((typeof target !== 'object' && typeof target !== 'function') || target === null)
    throw new TypeError(`Cannot use 'in' operator to search for '${String(name).slice(0, 100)}' in ${String(target).slice(0, 100)}`);
  if (isSuspectName(name)) checkName(target, name);
  const current = live(target);
  const type = typeOfObject(current);
  if (type.hasFields && Object.hasOwn(current, name)) return true;
  let prototype = Object.getPrototypeOf(current) as object | null;
  while (prototype !== null && isClassPrototype(prototype)) {
    if (Object.hasOwn(prototype, name)) return true;
    prototype = Object.getPrototypeOf(prototype) as object | null;
  }
  return type.getters.has(name) || type.methods.has(name);
}

/** Defines a field of an object literal or class body without assigning it, so that no setter of a prototype runs. */
export function defineMember(target: object, key: unknown, value: unknown, isEnumerable = true): void {
  const name = toKey(key);
  if (name === '__proto__' || (isPrototypeName(name) && name !== 'constructor' && name !== 'prototype'))
    throw forbiddenAccess(String(name));
  if (isEnumerable && !(name in target)) (target as Record<Key, unknown>)[name] = value;
  else Object.defineProperty(target, name, { value, enumerable: isEnumerable, writable: true, configurable: true });
}

/** Defines a getter or setter of an object literal or class body. */
export function defineAccessor(target: object, key: unknown, kind: 'get' | 'set', accessor: unknown, isEnumerable: boolean): void {
  const name = toKey(key);
  if (isPrototypeName(name)) throw forbiddenAccess(String(name));
  step();
  Object.defineProperty(target, name, { [kind]: accessor as () => unknown, enumerable: isEnumerable, configurable: true });
}

/** Copies own enumerable fields, for object spread and Object.assign. Host objects have none. */
export function copyFields(target: object, source: unknown, skip?: ReadonlySet<Key>): void {
  const names = fieldNames(source);
  allocate(names.length * 16);
  stepsFor(names.length * PART_COST);
  const current = live(source) as Record<string, unknown>;
  for (const key of names) {
    if (skip?.has(key) === true) continue;
    // An assignment is faster, but would run a setter.
    if (key === '__proto__' || Object.hasOwn(target, key))
      Object.defineProperty(target, key, { value: current[key], enumerable: true, writable: true, configurable: true });
    else (target as Record<string, unknown>)[key] = current[key];
    const text = mayBeInexact(current[key]) ? exactText(current, key) : undefined;
    if (text !== undefined) noteOwnText(target, key, text);
  }
}

/** Returns the names of a value's visible fields: its own enumerable data. Host objects without data have none. */
export function fieldNames(value: unknown): string[] {
  const names = namesOf(value);
  // Completion lists fields outside of an evaluation.
  if (session.depth > 0) stepsFor(names.length * FIELD_COST);
  return names;
}

function namesOf(value: unknown): string[] {
  if (typeof value === 'string') return Object.keys(value);
  if (typeof value !== 'object' || value === null) return [];
  const current = live(value);
  const type = typeOfObject(current);
  if (!type.hasFields) return ArrayBuffer.isView(current) ? Object.keys(current) : [];
  const names = Object.keys(current);
  return type.hidden === undefined ? names : names.filter((name) => !type.hidden?.has(name));
}

/** Returns the value of a field returned by `fieldNames`. */
export function fieldOf(value: unknown, name: string): unknown {
  const current = live(value) as Record<string, unknown>;
  const member = current[name];
  if (mayBeInexact(member)) noteRead(current, name, member);
  return member;
}
