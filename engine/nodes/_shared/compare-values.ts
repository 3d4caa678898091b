// Equality of two values in items: strict, or tolerant of type differences that files and services introduce.

import { exactText, parseExactly } from '../../contract/exact-numbers.ts';
import { exactNumber, ExactNumber, isSameNumber, takeFrom } from '../../contract/exact-values.ts';

/**
 * Whether both values have the same JSON: types matter, key order does not. Dates and similar objects are compared by their JSON form, and numbers
 * that JavaScript cannot represent (ExactNumber) by their digits.
 */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (a instanceof ExactNumber || b instanceof ExactNumber) return isSameNumber(a, b);
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Number.isNaN(a) && Number.isNaN(b);
  const storedA = stored(a);
  const storedB = stored(b);
  if (storedA !== a || storedB !== b) return sameValue(storedA, storedB);
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && sameValue(takeFrom(a, key), takeFrom(b, key)));
}

function stored(value: object): unknown {
  const { toJSON } = value as { toJSON?: unknown };
  return typeof toJSON === 'function' ? (toJSON as () => unknown).call(value) : value;
}

/**
 * Like `sameValue`, but tolerant: `3` and `"3"`, `true` and `"TRUE"` and `1`, an object and its JSON text, and all empty values (null, missing,
 * empty text, empty list) are equal. With `nullIsZero`, null also equals `0` and `"0"`.
 */
export function fuzzyEqual(a: unknown, b: unknown, nullIsZero = false): boolean {
  if (sameValue(a, b) || isJsonOf(a, b) || isJsonOf(b, a)) return true;
  if (nullIsZero && ((a === null && isZero(b)) || (b === null && isZero(a)))) return true;
  const isNothing = isEmpty(a);
  if (isNothing || isEmpty(b)) return isNothing && isEmpty(b);
  if (typeof a === typeof b && !(a instanceof ExactNumber) && !(b instanceof ExactNumber)) return false;
  if (typeof a === 'boolean') return a === asBoolean(b);
  if (typeof b === 'boolean') return b === asBoolean(a);
  return isNumberAsText(a, b) || isNumberAsText(b, a);
}

function isNumberAsText(text: unknown, number: unknown): boolean {
  if (typeof text !== 'string' || text.trim() === '' || (typeof number !== 'number' && !(number instanceof ExactNumber))) return false;
  return isSameNumber(exactNumber(text.trim()), number);
}

function isJsonOf(text: unknown, value: unknown): boolean {
  return (
    typeof text === 'string' &&
    typeof value === 'object' &&
    value !== null &&
    !(value instanceof ExactNumber) &&
    sameValue(parsedContainer(text), value)
  );
}

const isZero = (value: unknown): boolean => value === 0 || value === '0';

/** Whether a value is null, missing, an empty text or an empty list. */
function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

function isFalsy(value: unknown): boolean {
  return isEmpty(value) || asBoolean(value) === false;
}

/** Converts booleans, 1 and 0, and their texts in any case; undefined for any other value. */
function asBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (value === 1 || value === '1') return true;
  if (value === 0 || value === '0') return false;
  if (typeof value !== 'string' || value.length > 5) return undefined;
  const text = value.toLowerCase();
  return text === 'true' ? true : text === 'false' ? false : undefined;
}

/** Parses text that is the JSON of an object or list; undefined for any other text. */
function parsedContainer(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return parseExactly(text) as object;
  } catch {
    return undefined;
  }
}

/** Returns a text that is equal for two values exactly if `sameValue` is true. */
export function exactKey(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return `s${value}`;
    case 'number':
      return `n${value}`;
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      return value === null ? 'null' : containerKey(value);
    default:
      return `${typeof value}${String(value)}`;
  }
}

function containerKey(value: object): string {
  if (value instanceof ExactNumber) return `n${value.text}`;
  const plain = stored(value);
  if (plain !== value) return exactKey(plain);
  if (Array.isArray(value)) return `[${value.map((_, index) => framedMember(value, String(index))).join('')}]`;
  const keys = Object.keys(value).sort();
  let json = '{';
  for (const key of keys) json += `${key.length}:${key}${framedMember(value, key)}`;
  return `${json}}`;
}

/** Like `framedKey`, for a member of an object or list: numbers that JavaScript cannot represent differ if their digits differ. */
export function framedMember(holder: object, key: string): string {
  const numberText = exactText(holder, key);
  if (numberText === undefined) return framedKey((holder as Record<string, unknown>)[key]);
  return `${numberText.length + 1}:n${numberText}`;
}

/** Prefixes a key with its length, so that joined keys are unambiguous. */
export function framedKey(value: unknown): string {
  const key = exactKey(value);
  return `${key.length}:${key}`;
}

/**
 * Returns a text that is equal for any two values that `fuzzyEqual` considers equal. Other values may share it, so that they must still be
 * compared.
 */
export function fuzzyBucket(value: unknown): string {
  if (isFalsy(value)) return '0';
  if (asBoolean(value) === true) return '1';
  if (typeof value === 'number' || value instanceof ExactNumber) return `n${Number(value)}`;
  if (typeof value === 'string') {
    const number = Number(value);
    if (value.trim() !== '' && !Number.isNaN(number)) return fuzzyBucket(number);
    const container = parsedContainer(value);
    return container === undefined ? `s${value}` : fuzzyBucket(container);
  }
  return exactKey(value);
}
