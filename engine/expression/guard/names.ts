// Which property names an expression may use: the list of names that lead out of the data, and the keys they come as.
import { forbiddenAccess } from '../errors.ts';

/** Refused on every value: they lead to prototypes and constructors. */
const prototypeNames = new Set([
  '__proto__',
  'prototype',
  'constructor',
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  '__lookupSetter__',
]);

/** Refused unless they are a field of the data itself (a phone system's `caller`, say), where they are harmless. */
const hostNames = new Set([
  'getPrototypeOf',
  'mainModule',
  'binding',
  '_linkedBinding',
  '_load',
  'prepareStackTrace',
  'caller',
  'callee',
  'arguments',
  'getBuiltinModule',
  'dlopen',
  'execve',
  'loadEnvFile',
]);

/** Absent everywhere: reading gives undefined, calling is refused by name. */
const absentNames = new Set([
  'setPrototypeOf',
  'getOwnPropertyDescriptor',
  'getOwnPropertyDescriptors',
  'defineProperty',
  'defineProperties',
  'captureStackTrace',
  'stackTraceLimit',
]);

export type Key = string | symbol;

/** True for names refused on every value. */
export function isPrototypeName(name: Key): boolean {
  return typeof name === 'string' && prototypeNames.has(name);
}

/** True for names refused unless the data itself has such a field. */
export function isHostName(name: Key): boolean {
  return typeof name === 'string' && hostNames.has(name);
}

/** True for functions that are missing on purpose, so that a call of them is refused with the reason. */
export function isAbsentName(name: Key): boolean {
  return typeof name === 'string' && absentNames.has(name);
}

/** True for any name that needs a closer look than a plain field. */
export function isSuspectName(name: Key): boolean {
  return typeof name === 'string' && (prototypeNames.has(name) || hostNames.has(name));
}

/** True when an object's own field of this name is plain data, so that even a suspect name is harmless. */
export function isOwnData(value: unknown, name: Key): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && Object.hasOwn(value, name);
}

/** Throws when reading or calling `name` on this value is refused. */
export function checkName(value: unknown, name: Key): void {
  if (isPrototypeName(name) || (isHostName(name) && !isOwnData(value, name))) throw forbiddenAccess(String(name));
}
