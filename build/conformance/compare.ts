// Compares results with a case's expectation: the corpus's encoding of non-JSON values, and equality as its README defines it.
import { isDeepStrictEqual } from 'node:util';

type Plain = Record<string, unknown>;

const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value);

const numbers: Record<string, number> = {
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  '-Infinity': Number.NEGATIVE_INFINITY,
  '-0': -0,
};

/** Decodes encoded values (`{"$undefined":true}`, `{"$date":…}` …); matchers stay unchanged. */
export function decode(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decode);
  if (!isPlain(value)) return value;
  if ('$undefined' in value) return undefined;
  if ('$number' in value) return numbers[value['$number'] as string];
  if ('$date' in value) return new Date(value['$date'] as string);
  if ('$bigint' in value) return BigInt(value['$bigint'] as string);
  if ('$regex' in value) return new RegExp(value['$regex'] as string, (value['flags'] as string | undefined) ?? '');
  if ('$error' in value) return Object.assign(new Error(value['message'] as string), { name: value['$error'] });
  if ('$map' in value) return new Map((value['$map'] as [unknown, unknown][]).map(([key, entry]) => [decode(key), decode(entry)]));
  if ('$set' in value) return new Set((value['$set'] as unknown[]).map(decode));
  if ('$base64' in value) return Buffer.from(value['$base64'] as string, 'base64');
  const result: Plain = {};
  for (const [key, entry] of Object.entries(value))
    Object.defineProperty(result, key, { value: decode(entry), enumerable: true, writable: true, configurable: true });
  return result;
}

/** Deep equality: key order and undefined properties are ignored; asymmetric matchers in `expected` apply. */
export function equals(actual: unknown, expected: unknown): boolean {
  if (isPlain(expected)) {
    if ('$any' in expected) return actual !== null && actual !== undefined && isOfType(actual, String(expected['$any']));
    if ('$truthy' in expected) return Boolean(actual);
    if ('$falsy' in expected) return !actual;
    if ('$stringContaining' in expected) return typeof actual === 'string' && actual.includes(String(expected['$stringContaining']));
    if ('$arrayContaining' in expected) {
      return (
        Array.isArray(actual) && (expected['$arrayContaining'] as unknown[]).every((entry) => actual.some((other) => equals(other, entry)))
      );
    }
    if ('$objectContaining' in expected) {
      return isPlain(actual) && Object.entries(expected['$objectContaining'] as Plain).every(([key, entry]) => equals(actual[key], entry));
    }
    if ('$errorClass' in expected) return errorClasses(actual).includes(String(expected['$errorClass']));
    if ('$type' in expected) return isOfType(actual, String(expected['$type']));
  }
  if (expected instanceof Error) return isPlain(actual) && actual['message'] === expected.message;
  if (typeof expected !== 'object' || expected === null || typeof actual !== 'object' || actual === null)
    return Object.is(actual, expected);
  if (expected instanceof Date) return actual instanceof Date && Object.is(actual.getTime(), expected.getTime());
  if (expected instanceof RegExp || expected instanceof Uint8Array || actual instanceof Date) return isDeepStrictEqual(actual, expected);
  if (expected instanceof Map) return actual instanceof Map && equals([...actual], [...expected]);
  if (expected instanceof Set)
    return (
      actual instanceof Set &&
      actual.size === expected.size &&
      [...expected].every((entry) => [...actual].some((other) => equals(other, entry)))
    );
  if (Array.isArray(expected)) {
    return Array.isArray(actual) && actual.length === expected.length && expected.every((entry, index) => equals(actual[index], entry));
  }
  if (Array.isArray(actual)) return false;
  const keys = new Set([...Object.keys(actual), ...Object.keys(expected)]);
  for (const key of keys) {
    if (!equals(own(actual, key), own(expected, key))) return false;
  }
  return true;
}

const own = (value: object, key: string): unknown => (Object.hasOwn(value, key) ? (value as Plain)[key] : undefined);

function isOfType(value: unknown, name: string): boolean {
  if (typeof value === name.toLowerCase()) return true;
  if (typeof value === 'function' && value.name === name) return true;
  let prototype: unknown = typeof value === 'object' && value !== null ? Object.getPrototypeOf(value) : undefined;
  while (prototype !== null && prototype !== undefined) {
    if ((prototype as { constructor?: { name?: string } }).constructor?.name === name) return true;
    prototype = Object.getPrototypeOf(prototype);
  }
  return value instanceof Error && value.name === name;
}

/** Returns the names that match an error: its own, and those of its ancestors. Every error of this product also matches the corpus's base class. */
function errorClasses(error: unknown): readonly string[] {
  const names: string[] = [];
  if (error instanceof Error) {
    names.push(error.name);
    for (
      let prototype = Object.getPrototypeOf(error) as object | null;
      prototype !== null;
      prototype = Object.getPrototypeOf(prototype) as object | null
    ) {
      names.push(prototype.constructor.name);
    }
  }
  if (names.includes('AppError')) names.push('ApplicationError');
  return names;
}

/** Outcome of a case: a value, or the thrown error. */
export type Outcome = { readonly value: unknown } | { readonly thrown: unknown };

/**
 * Compares an outcome with the case's expectation; returns undefined on a match, otherwise a one-line difference. Never throws, even if reading
 * the values does.
 */
export function judge(outcome: Outcome, matcher: string, rawExpected: unknown): string | undefined {
  try {
    return difference(outcome, matcher, rawExpected);
  } catch (error) {
    return `could not be compared: ${show(error)}`;
  }
}

function difference(outcome: Outcome, matcher: string, rawExpected: unknown): string | undefined {
  const expected = decode(rawExpected);
  if (matcher.startsWith('not.')) {
    if (matcher === 'not.toThrow') return 'thrown' in outcome ? `threw ${show(outcome.thrown)}` : undefined;
    return difference(outcome, matcher.slice(4), rawExpected) === undefined
      ? `expected otherwise than ${matcher.slice(4)} ${show(expected)}`
      : undefined;
  }
  if (/^(rejects\.)?toThrow/.test(matcher)) {
    if (!('thrown' in outcome)) return `expected a failure, got ${show(outcome.value)}`;
    return matchesError(outcome.thrown, expected) ? undefined : `expected failure ${show(expected)}, got ${show(outcome.thrown)}`;
  }
  if (matcher === 'rejects.toMatchObject') {
    if (!('thrown' in outcome)) return `expected a failure, got ${show(outcome.value)}`;
    return containsObject(outcome.thrown, expected) ? undefined : `expected failure like ${show(expected)}, got ${show(outcome.thrown)}`;
  }
  if ('thrown' in outcome) return `threw ${show(outcome.thrown)}`;
  const { value } = outcome;
  return test(value, matcher, expected) ? undefined : `expected ${matcher} ${show(expected)}, got ${show(value)}`;
}

function test(value: unknown, matcher: string, expected: unknown): boolean {
  switch (matcher) {
    case 'toBe':
    case 'toEqual':
    case 'toStrictEqual':
      return equals(value, expected);
    case 'toBeUndefined':
      return value === undefined;
    case 'toBeDefined':
      return value !== undefined;
    case 'toBeNull':
      return value === null;
    case 'toBeNaN':
      return Number.isNaN(value);
    case 'toBeInstanceOf':
      return isPlain(expected)
        ? equals(value, expected)
        : isOfType(value, String(expected)) || errorClasses(value).includes(String(expected));
    case 'toHaveLength':
      return (value as { length?: unknown } | null | undefined)?.length === expected;
    case 'toMatch':
      return typeof value === 'string' && (expected instanceof RegExp ? expected.test(value) : value.includes(String(expected)));
    case 'toContain':
      return typeof value === 'string' ? value.includes(String(expected)) : Array.isArray(value) && value.includes(expected);
    case 'toHaveProperty':
      return (
        isPlain(value) && (Array.isArray(expected) ? Object.hasOwn(value, String(expected[0])) : Object.hasOwn(value, String(expected)))
      );
    case 'toBeLessThanOrEqual':
      return Number(value) <= Number(expected);
    case 'toBeGreaterThanOrEqual':
      return Number(value) >= Number(expected);
    case 'toMatchObject':
      return containsObject(value, expected);
    default:
      return false;
  }
}

function containsObject(actual: unknown, expected: unknown): boolean {
  if (!isPlain(expected)) return equals(actual, expected);
  return (
    typeof actual === 'object' &&
    actual !== null &&
    Object.entries(expected).every(([key, entry]) => containsObject((actual as Plain)[key], entry))
  );
}

function matchesError(thrown: unknown, expected: unknown): boolean {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (expected === undefined) return true;
  if (typeof expected === 'string') return message.includes(expected);
  if (expected instanceof RegExp) return expected.test(message);
  if (expected instanceof Error) return message === expected.message;
  return equals(thrown, expected);
}

/** Maximum number of characters shown of a value. */
const SHOWN = 2000;

/** Returns a short printed form of any value, including values that cannot be written as JSON or throw when they are read. */
export function show(value: unknown): string {
  const printedValue = printed(value);
  return printedValue.length > SHOWN ? `${printedValue.slice(0, SHOWN)}…` : printedValue;
}

function printed(value: unknown): string {
  try {
    if (value instanceof Error) return `${value.name}: ${value.message}`;
    return JSON.stringify(value, (_key, entry: unknown) => (typeof entry === 'bigint' ? `${entry}n` : entry)) ?? String(value);
  } catch (error) {
    return unprintable(error);
  }
}

/** The thrown value may itself throw when it is read. */
function unprintable(error: unknown): string {
  try {
    return `a value that cannot be printed (${error instanceof Error ? error.message : String(error)})`;
  } catch {
    return 'a value that cannot be printed';
  }
}
