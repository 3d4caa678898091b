// Comparisons of the old condition lists (of If, Filter and Switch before the filter parameter), by data type and operation, and patterns that
// users enter.
import { DateTime } from 'luxon';
import { type SafePattern, safePattern } from '../../expression/index.ts';
import { NodeError, type ExecuteContext } from '../../sdk/index.ts';
import { displayText } from '../../workflow/values/display-text.ts';
import { compareNumbers, ExactNumber, isSameNumber, plainValue } from '../../contract/exact-values.ts';
import { exactParam } from './exact-param.ts';

/** Data types in evaluation order. */
export const conditionTypes = ['boolean', 'dateTime', 'number', 'string'] as const;
export type ConditionType = (typeof conditionTypes)[number];

/** Compares two values; dates are milliseconds since the epoch. */
export type ConditionTest = (value1: unknown, value2: unknown) => boolean;

/** Converts a value to text as JavaScript does: `[object Object]` for an object. Missing values, 0 and false become empty text. */
const toComparable = (value: unknown): string => (isPlain(value) ? '[object Object]' : String(value || ''));
const isPlain = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date) && !(value instanceof ExactNumber);
const number = (value: unknown): number => (value || 0) as number;
/** Compares two numbers; those that are not exact, by their digits. */
const compared =
  (compare: (value1: number, value2: number) => boolean): ConditionTest =>
  (value1, value2) =>
    value1 instanceof ExactNumber || value2 instanceof ExactNumber
      ? compare(compareNumbers(number(value1), number(value2)), 0)
      : compare(number(value1), number(value2));
const not =
  (test: ConditionTest): ConditionTest =>
  (value1, value2) =>
    !test(value1, value2);

const numbersEqual: ConditionTest = (value1, value2) => isSameNumber(number(value1), number(value2));
/** A missing value equals false, null does not. */
const booleansEqual: ConditionTest = (value1, value2) =>
  (value1 === undefined ? false : value1) === (value2 === undefined ? false : value2);
const same: ConditionTest = (value1, value2) => isSameNumber(value1, value2);
const contains: ConditionTest = (value1, value2) => toComparable(value1).includes(toComparable(value2));
const startsWith: ConditionTest = (value1, value2) => toComparable(value1).startsWith(toComparable(value2));
const endsWith: ConditionTest = (value1, value2) => toComparable(value1).endsWith(toComparable(value2));
const matches: ConditionTest = (value1, value2) => patternOf(value2).test(toComparable(value1));

/** Whether a value is missing, an empty text, NaN, or an empty list or object. */
function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (typeof value === 'number') return Number.isNaN(value);
  return (Array.isArray(value) || isPlain(value)) && Object.keys(value).length === 0;
}

const tests: Readonly<Record<ConditionType, ReadonlyMap<string, ConditionTest>>> = {
  boolean: new Map<string, ConditionTest>([
    ['equal', booleansEqual],
    ['notEqual', not(booleansEqual)],
  ]),
  dateTime: new Map<string, ConditionTest>([
    ['after', (value1, value2) => number(value1) > number(value2)],
    ['before', (value1, value2) => number(value1) < number(value2)],
  ]),
  number: new Map<string, ConditionTest>([
    ['smaller', compared((value1, value2) => value1 < value2)],
    ['smallerEqual', compared((value1, value2) => value1 <= value2)],
    ['equal', numbersEqual],
    ['notEqual', not(numbersEqual)],
    ['larger', compared((value1, value2) => value1 > value2)],
    ['largerEqual', compared((value1, value2) => value1 >= value2)],
    ['isEmpty', isEmpty],
    ['isNotEmpty', not(isEmpty)],
  ]),
  string: new Map<string, ConditionTest>([
    ['contains', contains],
    ['notContains', not(contains)],
    ['endsWith', endsWith],
    ['notEndsWith', not(endsWith)],
    ['equal', same],
    ['notEqual', not(same)],
    ['regex', matches],
    ['notRegex', not(matches)],
    ['startsWith', startsWith],
    ['notStartsWith', not(startsWith)],
    ['isEmpty', isEmpty],
    ['isNotEmpty', not(isEmpty)],
  ]),
};

/** Returns the test of an operation. Throws NodeError PARAMETER_INVALID if the data type does not have it. */
export function conditionTest(type: ConditionType, operation: string): ConditionTest {
  const ofType = Object.hasOwn(tests, type) ? tests[type] : undefined;
  const test = ofType?.get(operation);
  if (test !== undefined) return test;
  throw new NodeError(
    ofType === undefined
      ? `There are no conditions of the type "${type}". Choose one of: ${conditionTypes.join(', ')}.`
      : `Conditions of the type "${type}" have no operation "${operation}". Choose one of: ${[...ofType.keys()].join(', ')}.`,
    { code: 'PARAMETER_INVALID' },
  );
}

/**
 * Converts a value for the tests of its type: dates to milliseconds since the epoch, parsed as by `Date`, so that texts without a time zone are
 * in the computer's own; other values are unchanged. Throws NodeError PARAMETER_INVALID if the value is not a date.
 */
export function conditionValue(type: ConditionType, operand: unknown): unknown {
  if (type !== 'dateTime') return operand;
  const value = plainValue(operand);
  const time =
    typeof value === 'number' ? value : value instanceof Date || typeof value === 'string' ? new Date(value).getTime() : Number.NaN;
  if (DateTime.isDateTime(value)) return value.toMillis();
  if (!Number.isNaN(time)) return time;
  throw new NodeError(`The value "${displayText(value)}" is not a valid DateTime.`, {
    code: 'PARAMETER_INVALID',
    hint: 'Use the ISO format, such as 2030-01-31T08:00:00Z.',
  });
}

const patterns = new Map<string, SafePattern>();

/** Patterns are cached, because most are the same for every item. */
function patternOf(value: unknown): SafePattern {
  const written = toComparable(value);
  let pattern = patterns.get(written);
  if (pattern === undefined) {
    pattern = writtenPattern(written);
    if (patterns.size >= 100) patterns.clear();
    patterns.set(written, pattern);
  }
  return pattern;
}

interface ListedCondition {
  readonly type: ConditionType;
  readonly path: string;
}

/**
 * Returns a function that evaluates the condition list at parameter `path`: per data type a list of `value1`, `operation`, `value2`. With `any`,
 * one condition must be met (none is in an empty list); otherwise all of them.
 */
export function conditionList(ctx: ExecuteContext, path: string): (itemIndex: number, any: boolean) => boolean {
  const written = ctx.param<Readonly<Record<string, unknown>>>(path, 0, {}, { raw: true });
  const conditions = conditionTypes.flatMap((type): ListedCondition[] => {
    const list = written[type];
    return Array.isArray(list) ? list.map((_, at) => ({ type, path: `${path}.${type}[${at}]` })) : [];
  });
  const judges = conditions.map((condition) => conditionJudge(ctx, condition));
  return (itemIndex, any) => {
    for (const condition of judges) if (condition(itemIndex) === any) return any;
    return !any;
  };
}

function conditionJudge(ctx: ExecuteContext, { type, path }: ListedCondition): (itemIndex: number) => boolean {
  const [operationPath, path1, path2] = [`${path}.operation`, `${path}.value1`, `${path}.value2`];
  const constant = ctx.isParamConstant(operationPath) ? conditionTest(type, ctx.param(operationPath)) : undefined;
  return (itemIndex) => {
    const test = constant ?? conditionTest(type, ctx.param(operationPath, itemIndex));
    const value1 = conditionValue(type, exactParam(ctx, path1, itemIndex));
    return test(value1, conditionValue(type, exactParam(ctx, path2, itemIndex)));
  };
}

/** Compiles `/pattern/flags` or a bare pattern. Throws NodeError PARAMETER_INVALID if it is invalid. */
export function writtenPattern(written: string): SafePattern {
  const parts = /^\/(.*)\/([a-z]*)$/s.exec(written);
  try {
    return safePattern(parts?.[1] ?? written, parts?.[2]);
  } catch (cause) {
    throw new NodeError(`"${written}" is not a regular expression. Correct the pattern.`, { code: 'PARAMETER_INVALID', cause });
  }
}
