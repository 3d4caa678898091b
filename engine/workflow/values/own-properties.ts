// Reads and writes keys from outside: own properties only, and `__proto__` is an ordinary name.

import { exactText, holdsExact, noteOwnText } from '../../contract/exact-numbers.ts';
import { isRecord, type JsonObject } from '../../contract/json.ts';

export { isRecord };

/** Returns the own property of that name, or undefined. */
export function ownValue(object: object | null | undefined, key: string): unknown {
  return object !== null && object !== undefined && Object.hasOwn(object, key) ? (object as Record<string, unknown>)[key] : undefined;
}

/** Writes an own property, even if it is named `__proto__`. */
export function setOwn(object: object, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
  else (object as Record<string, unknown>)[key] = value;
}

/** Returns a new object with every own property renamed and mapped by `change`; undefined drops the property. The order stays the same. */
export function mapEntries<T, R>(
  object: { readonly [key: string]: T },
  change: (key: string, value: T) => readonly [string, R] | undefined,
): { [key: string]: R } {
  const result: { [key: string]: R } = {};
  for (const key of Object.keys(object)) {
    const entry = change(key, object[key] as T);
    if (entry === undefined) continue;
    setOwn(result, entry[0], entry[1]);
    const text = (entry[1] as unknown) === object[key] ? exactText(object, key) : undefined;
    if (text !== undefined) noteOwnText(result, entry[0], text);
  }
  return result;
}

/** Compares JSON values: lists by position, objects by own keys in any order, numbers by all digits that were read (`exact-numbers.ts`). */
export function sameJson(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (isRecord(left) && isRecord(right) && (holdsExact(left) || holdsExact(right)) && !haveSameTexts(left, right)) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    return (
      Array.isArray(left) &&
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((entry, index) => sameJson(entry, right[index]))
    );
  }
  if (!isRecord(left) || !isRecord(right)) return false;
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => Object.hasOwn(right, key) && sameJson(left[key], right[key]));
}

const haveSameTexts = (left: object, right: object): boolean =>
  Object.keys(left).every((key) => exactText(left, key) === exactText(right, key));

/** Gives an object the fields of another one, in place. */
export function replaceFields(target: JsonObject, fields: JsonObject): void {
  for (const key of Object.keys(target)) delete target[key];
  for (const [key, value] of Object.entries(fields)) {
    Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
  }
}
