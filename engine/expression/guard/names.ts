// Property names that expressions may use: names that lead out of the data, and normalised keys.
import { forbiddenAccess } from '../errors.ts';

/** Names that are rejected on every value, because they lead to prototypes and constructors. */
const prototypeNames = new Set([
  '__proto__',
  'prototype',
  'constructor',
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  '__lookupSetter__',
]);

/** Names that are rejected unless they are a field of the data itself (such as a phone system's `caller`), where they are harmless. */
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

/** Names that are missing on every value: reading them returns undefined, calling them is rejected with the name. */
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

/** Whether a name is rejected on every value. */
export function isPrototypeName(name: Key): boolean {
  return typeof name === 'string' && prototypeNames.has(name);
}

/** Whether a name is rejected unless the data itself has such a field. */
export function isHostName(name: Key): boolean {
  return typeof name === 'string' && hostNames.has(name);
}

/** Whether a function is deliberately missing, so that calling it is rejected with the reason. */
export function isAbsentName(name: Key): boolean {
  return typeof name === 'string' && absentNames.has(name);
}

/** Whether a name needs more checks than a plain field. */
export function isSuspectName(name: Key): boolean {
  return typeof name === 'string' && (prototypeNames.has(name) || hostNames.has(name));
}

/** Whether an object's own field of this name is plain data, which makes even a suspect name harmless. */
export function isOwnData(value: unknown, name: Key): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && Object.hasOwn(value, name);
}

/** Throws if reading or calling `name` on this value is forbidden. */
export function checkName(value: unknown, name: Key): void {
  if (isPrototypeName(name) || (isHostName(name) && !isOwnData(value, name))) throw forbiddenAccess(String(name));
}
