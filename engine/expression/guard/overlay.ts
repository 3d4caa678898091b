// Private copies: an expression changes only a copy, so that items and other data never change, and later reads return the copy.
import { allocateCells, CHARACTER_COST, PART_COST, session, stepsFor, tooDeep } from '../budget.ts';
import { ExpressionForbiddenError } from '../errors.ts';
import { carryTexts } from '../../contract/exact-numbers.ts';
import type { NumberTexts } from '../../contract/exact-values.ts';
import { noteCopies } from './exact-reads.ts';
import { facadeOf, isSealed } from './functions.ts';
import { isPlain, typeOfObject } from './types.ts';

/** Returns the object as the expression currently sees it: its private copy, if there is one. */
export function live<T>(value: T): T {
  if (session.overlay === undefined || typeof value !== 'object' || value === null) return value;
  return (session.overlay.get(value) as T | undefined) ?? value;
}

/** Registers an object as created by the expression, which may change it in place. */
export function own<T>(value: T): T {
  if (session.owned !== undefined && typeof value === 'object' && value !== null) session.owned.add(value);
  return value;
}

/** Like `own`, for a new value: its numbers get the texts of the numbers that were read, or of `numberTexts`. */
export function ownCopy<T>(value: T, numberTexts?: NumberTexts): T {
  noteCopies(value, numberTexts);
  return own(value);
}

function reject(value: object): never {
  const name = facadeOf(value)?.name ?? typeOfObject(value).name;
  throw new ExpressionForbiddenError(`Cannot change "${name}" in an expression due to security concerns`);
}

/** Returns the object to write to for `value`: the object itself if the expression created it, otherwise its private copy. */
export function writable(value: object): object {
  if (session.owned?.has(value) === true || session.copies?.has(value) === true) return value;
  const existingCopy = session.overlay?.get(value);
  if (existingCopy !== undefined) return existingCopy;
  if (isSealed(value)) reject(value);
  const copy = copyOf(value);
  session.overlay ??= new Map();
  session.copies ??= new WeakSet();
  session.overlay.set(value, copy);
  session.copies.add(copy);
  return copy;
}

function copyOf(value: object): object {
  if (Array.isArray(value)) {
    allocateCells(value.length);
    stepsFor(value.length * CHARACTER_COST);
    const list: unknown[] = value.slice();
    carryTexts(value, list);
    return list;
  }
  const type = typeOfObject(value);
  if (type.copy !== undefined) return type.copy(value as never);
  if (!type.hasFields) reject(value);
  const keys = Object.keys(value);
  allocateCells(keys.length);
  stepsFor(keys.length * PART_COST * 2);
  const copy = Object.create(isPlain(value) ? Object.prototype : (Object.getPrototypeOf(value) as object)) as object;
  for (const key of keys) defineField(copy, key, (value as Record<string, unknown>)[key]);
  carryTexts(value, copy);
  return copy;
}

/** Sets an own field without running a setter of a prototype (`__proto__`). */
export function defineField(target: object, key: PropertyKey, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
  else (target as Record<PropertyKey, unknown>)[key] = value;
}

/** Returns the value with private copies substituted at any depth; the value itself if nothing has changed. */
export function materialise<T>(value: T): T {
  return session.overlay === undefined ? value : (replaceDeep(value, new Map(), 0) as T);
}

function replaceDeep(value: unknown, done: Map<object, object>, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const seen = done.get(value);
  if (seen !== undefined) return seen;
  if (depth > 1000) throw tooDeep();
  const current = live(value as object);
  if (Array.isArray(current)) {
    stepsFor(current.length * CHARACTER_COST);
    allocateCells(current.length);
    const list: unknown[] = [];
    done.set(value, list);
    for (const element of current as readonly unknown[]) list.push(replaceDeep(element, done, depth + 1));
    carryTexts(current, list);
    return list;
  }
  if (!isPlain(current)) return current;
  const keys = Object.keys(current);
  stepsFor(PART_COST + keys.length * PART_COST);
  allocateCells(keys.length);
  const result: Record<string, unknown> = {};
  done.set(value, result);
  for (const key of keys) defineField(result, key, replaceDeep(current[key], done, depth + 1));
  carryTexts(current, result);
  return result;
}
