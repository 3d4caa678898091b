// The comparisons of the `filter` parameter: type × operation → a predicate on two typed sides.
import type { DateTime } from 'luxon';
import { safePattern, type SafePattern } from '../../expression/regex/safe-pattern.ts';
import { displayText } from '../values/display-text.ts';
import { holdsExact } from '../../contract/exact-numbers.ts';
import { compareNumbers, ExactNumber, isSameNumber, takeAll } from '../../contract/exact-values.ts';

type FilterTest = (left: unknown, right: unknown) => boolean;

export interface FilterOperation {
  readonly test: FilterTest;
  /** Whether the operation ignores the right side. */
  readonly unary?: boolean;
  /** Prepares a right side for `test`, only once if it is constant (such as a compiled regex). */
  readonly prepare?: (right: unknown, ignoreCase: boolean) => unknown;
  /** Whether `test` needs the texts unchanged even if case is ignored, and handles case itself. */
  readonly keepsCase?: boolean;
}

const exists: FilterTest = (left) => left !== undefined && left !== null && !Number.isNaN(left);
const not =
  (test: FilterTest): FilterTest =>
  (left, right) =>
    !test(left, right);
const unary = (test: FilterTest): FilterOperation => ({ test, unary: true });
const binary = (test: FilterTest): FilterOperation => ({ test });

const toText = (value: unknown): string => (value === undefined || value === null ? '' : displayText(value));
const same: FilterTest = (left, right) => left === right;
const contains: FilterTest = (left, right) => toText(left).includes(toText(right));
const startsWith: FilterTest = (left, right) => toText(left).startsWith(toText(right));
const endsWith: FilterTest = (left, right) => toText(left).endsWith(toText(right));
const matches: FilterTest = (left, pattern) => (pattern as SafePattern).test(toText(left));
const textEmpty: FilterTest = (left) => toText(left) === '';

/** Parses a pattern: `/pattern/flags`, or the pattern alone. Throws SyntaxError if it is invalid. */
function toPattern(pattern: unknown, ignoreCase: boolean): SafePattern {
  const written = toText(pattern);
  const parts = /^\/(.*)\/([a-z]*)$/s.exec(written);
  const flags = parts?.[2] ?? '';
  return safePattern(parts?.[1] ?? written, ignoreCase && !flags.includes('i') ? `${flags}i` : flags);
}

const regex: FilterOperation = { test: matches, prepare: toPattern, keepsCase: true };

type Comparison = (left: number, right: number) => boolean;
/** Numbers that are not exact are compared by their digits. */
const numbers = (compare: Comparison): FilterOperation =>
  binary((left, right) =>
    left instanceof ExactNumber || right instanceof ExactNumber
      ? compare(compareNumbers(left, right), 0)
      : (compare as FilterTest)(left, right),
  );

const instant = (value: unknown): number => (value === undefined || value === null ? Number.NaN : (value as DateTime).toMillis());
const dates = (compare: Comparison): FilterOperation => ({ test: (left, right) => compare(instant(left), instant(right)) });

const length = (value: unknown): number => (Array.isArray(value) ? value.length : 0);
const lengths = (compare: Comparison): FilterOperation => ({ test: (left, right) => compare(length(left), right as number) });

const gt: Comparison = (left, right) => left > right;
const lt: Comparison = (left, right) => left < right;
const gte: Comparison = (left, right) => left >= right;
const lte: Comparison = (left, right) => left <= right;

/** Whether the list contains the value, without conversion; text comparison may ignore case. */
function arrayContainsValue(array: readonly unknown[], value: unknown, ignoreCase: boolean): boolean {
  if (value instanceof ExactNumber || holdsExact(array)) return takeAll(array).some((entry) => isSameEntry(entry, value, ignoreCase));
  if (!ignoreCase || typeof value !== 'string') return array.includes(value);
  const lowerCased = value.toLowerCase();
  return array.some((entry) => typeof entry === 'string' && entry.toLowerCase() === lowerCased);
}

const isSameEntry = (entry: unknown, value: unknown, ignoreCase: boolean): boolean =>
  ignoreCase && typeof entry === 'string' && typeof value === 'string'
    ? entry.toLowerCase() === value.toLowerCase()
    : isSameNumber(entry, value) || (Number.isNaN(entry) && Number.isNaN(value));

const listHolds =
  (ignoreCase: boolean): FilterTest =>
  (left, right) =>
    Array.isArray(left) && arrayContainsValue(left, right, ignoreCase);
const objectEmpty: FilterTest = (left) => {
  for (const key in left as object) if (Object.hasOwn(left as object, key)) return false;
  return true;
};

type Operations = Readonly<Record<string, FilterOperation>>;

const shared: Operations = { exists: unary(exists), notExists: unary(not(exists)) };
const presence: Operations = { ...shared, empty: unary(not(exists)), notEmpty: unary(exists) };

const listOperations = (ignoreCase: boolean): Operations => ({
  ...shared,
  empty: unary((left) => length(left) === 0),
  notEmpty: unary((left) => length(left) > 0),
  contains: binary(listHolds(ignoreCase)),
  notContains: binary(not(listHolds(ignoreCase))),
  lengthEquals: lengths(same as Comparison),
  lengthNotEquals: lengths(not(same) as Comparison),
  lengthGt: lengths(gt),
  lengthLt: lengths(lt),
  lengthGte: lengths(gte),
  lengthLte: lengths(lte),
});

const operations = new Map<string, Operations>(
  Object.entries({
    any: shared,
    string: {
      ...shared,
      empty: unary(textEmpty),
      notEmpty: unary(not(textEmpty)),
      equals: binary(same),
      notEquals: binary(not(same)),
      contains: binary(contains),
      notContains: binary(not(contains)),
      startsWith: binary(startsWith),
      notStartsWith: binary(not(startsWith)),
      endsWith: binary(endsWith),
      notEndsWith: binary(not(endsWith)),
      regex,
      notRegex: { ...regex, test: not(matches) },
    },
    number: {
      ...presence,
      equals: binary(isSameNumber),
      notEquals: binary(not(isSameNumber)),
      gt: numbers(gt),
      lt: numbers(lt),
      gte: numbers(gte),
      lte: numbers(lte),
    },
    dateTime: {
      ...presence,
      equals: dates(same as Comparison),
      notEquals: dates(not(same) as Comparison),
      after: dates(gt),
      before: dates(lt),
      afterOrEquals: dates(gte),
      beforeOrEquals: dates(lte),
    },
    boolean: {
      ...presence,
      true: unary((left) => Boolean(left)),
      false: unary((left) => !left),
      equals: binary(same),
      notEquals: binary(not(same)),
    },
    array: listOperations(false),
    object: { ...shared, empty: unary(objectEmpty), notEmpty: unary(not(objectEmpty)) },
  } satisfies Record<string, Operations>),
);
const caselessLists = listOperations(true);

/** Returns the operation of a condition's operator; undefined if the type has no operation of that name. */
export function filterOperation(type: string, operation: string, ignoreCase: boolean): FilterOperation | undefined {
  const operators = type === 'array' && ignoreCase ? caselessLists : operations.get(type);
  return operators !== undefined && Object.hasOwn(operators, operation) ? operators[operation] : undefined;
}
