// Global functions: $if, $ifEmpty, $min, numberList, zip … and added methods that can also be called as functions.
import { allocateCells, CHARACTER_COST, PART_COST, stepsFor } from '../budget.ts';
import { ExpressionExtensionError } from '../errors.ts';
import { toKey, toNumber, toText } from '../guard/convert.ts';
import { defineFacade } from '../guard/functions.ts';
import { toList } from '../guard/iterate.ts';
import { extend } from '../guard/members.ts';
import { checkName, isSuspectName } from '../guard/names.ts';
import { live } from '../guard/overlay.ts';
import { isPlain } from '../guard/types.ts';
import { defineMember, fieldNames } from '../guard/write.ts';
import './date.ts';
import './list.ts';
import './number.ts';
import './record.ts';
import './text.ts';

/** Whether a value is empty: null, undefined, or an empty text, list or object. */
function isEmptyData(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  const current = live(value);
  if (Array.isArray(current)) return current.length === 0;
  return isPlain(current) && fieldNames(current).length === 0;
}

function numbersOf(args: readonly unknown[]): number[] {
  stepsFor(args.length * CHARACTER_COST);
  return args.map(toNumber);
}

function ifFunction(...args: readonly unknown[]): unknown {
  if (args.length < 2) throw new ExpressionExtensionError('$if needs a condition and a value: $if(condition, valueIfTrue, valueIfFalse)');
  if (args[0]) return args[1];
  return args.length > 2 ? args[2] : false;
}

function ifEmpty(...args: readonly unknown[]): unknown {
  if (args.length < 2) throw new ExpressionExtensionError('$ifEmpty needs two values: $ifEmpty(value, valueIfEmpty)');
  return isEmptyData(args[0]) ? args[1] : args[0];
}

function strictAverage(args: readonly unknown[]): number {
  const numbers = args.length === 1 && Array.isArray(live(args[0])) ? toList(args[0]) : args;
  if (!numbers.every((value) => typeof value === 'number'))
    throw new ExpressionExtensionError('$average works on numbers only: $average(1, 2, 3)');
  return numbers.length === 0 ? 0 : average(numbers);
}

function average(args: readonly unknown[]): number {
  const numbers = numbersOf(args.length === 1 && Array.isArray(live(args[0])) ? toList(args[0]) : args);
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/** Encodes a text as one segment of a URL path. Throws for empty text, `.` and `..`. */
function toPathSegment(value: unknown): string {
  const text = value === undefined || value === null ? '' : toText(value);
  if (['', '.', '..'].includes(text))
    throw new ExpressionExtensionError(`toPathSegment needs a text that can be part of a path, not "${text}"`);
  stepsFor(text.length * CHARACTER_COST);
  return encodeURIComponent(text);
}

/** Returns the integers from one to another, ascending or descending. */
function numberList(start: unknown, end: unknown): number[] {
  const [first, last] = [toNumber(start), toNumber(end)];
  if (!Number.isFinite(first) || !Number.isFinite(last))
    throw new ExpressionExtensionError('numberList needs two numbers: numberList(start, end)');
  const length = Math.trunc(Math.abs(last - first)) + 1;
  allocateCells(length);
  stepsFor(length * CHARACTER_COST);
  return Array.from({ length }, (_, index) => (last >= first ? first + index : first - index));
}

function zip(keys: unknown, values: unknown): object {
  if (!Array.isArray(keys) || !Array.isArray(values)) throw new ExpressionExtensionError('keys and values must be arrays');
  const [names, entries] = [toList(keys), toList(values)];
  if (names.length !== entries.length) throw new ExpressionExtensionError('keys and values not of equal length');
  const result = {};
  stepsFor(names.length * PART_COST * 4);
  allocateCells(names.length * 4);
  names.forEach((name, index) => defineMember(result, name, entries[index]));
  return result;
}

/** Calls an added method as a function. */
function extendOptional(value: unknown, name: unknown): unknown {
  const key = toKey(name);
  if (isSuspectName(key)) checkName(value, key);
  return defineFacade(String(key), { call: (...args) => extend(value, key, args) });
}

/** Creates a function of any number of numbers. */
function ofNumbers(name: string, callWith: (args: readonly unknown[]) => number): unknown {
  return defineFacade(name, { call: (...args) => callWith(args), callWith });
}

const facade = (name: string, call: (...args: unknown[]) => unknown): unknown => defineFacade(name, { call });
const max = ofNumbers('max', (args) => numbersOf(args).reduce((best, number) => Math.max(best, number), -Infinity));
const min = ofNumbers('min', (args) => numbersOf(args).reduce((best, number) => Math.min(best, number), Infinity));
const averageFacade = ofNumbers('average', average);
const not = facade('not', (value) => !value);

/** Functions by name. */
export const functionNames: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['$if', facade('$if', ifFunction)],
  ['$ifEmpty', facade('$ifEmpty', ifEmpty)],
  ['$min', min],
  ['$max', max],
  ['$average', ofNumbers('$average', strictAverage)],
  ['$not', not],
  ['min', min],
  ['max', max],
  ['average', averageFacade],
  ['not', not],
  ['ifEmpty', facade('ifEmpty', ifEmpty)],
  ['numberList', facade('numberList', numberList)],
  ['zip', facade('zip', zip)],
  ['toPathSegment', facade('toPathSegment', toPathSegment)],
  ['extend', facade('extend', (value, name, args) => extend(value, name, args === undefined ? [] : toList(args)))],
  ['extendOptional', facade('extendOptional', extendOptional)],
]);
