// The operators of the language on guarded values: objects are converted under the budget, and growing results are charged.
import { concatenate, LONG_TEXT, lookInto, stepsFor, tooLarge } from '../budget.ts';
import { payForBigInt as payForReading, payForNumber, toNumeric, toPrimitive, toText } from './convert.ts';
import { classOf, facadeOf, isConstructor } from './functions.ts';
import { live } from './overlay.ts';
import { hasMember } from './write.ts';

export type Operation = (left: unknown, right: unknown) => unknown;

type Numeric = number & bigint;

/** Maximum size of a BigInt in bits. */
const BIGINT_BITS = 300_000;

function add(left: unknown, right: unknown): unknown {
  if (typeof left === 'number' && typeof right === 'number') return left + right;
  if (typeof left === 'string' && typeof right === 'string') return concatenate(left, right);
  return addConverted(left, right);
}

/** A function of its own, so that the compiler can inline the common cases. */
function addConverted(left: unknown, right: unknown): unknown {
  const first = toPrimitive(left);
  const second = toPrimitive(right);
  if (typeof first === 'string') return concatenate(first, toText(second));
  if (typeof second === 'string') return concatenate(toText(first), second);
  payForBigInt('+', first, second);
  return (first as number) + (second as number);
}

function bits(value: bigint): number {
  return value.toString(16).length * 4;
}

/** Rejects BigInts whose size would take minutes to compute. */
function payForBigInt(operator: string, left: unknown, right: unknown): void {
  if (typeof left !== 'bigint' || typeof right !== 'bigint') return;
  if (operator === '**' && left >= -1n && left <= 1n) return;
  const size = bits(left);
  let result = size + bits(right);
  if (operator === '**') result = right > BigInt(BIGINT_BITS) ? Infinity : size * Number(right);
  else if (operator === '<<') result = right > BigInt(BIGINT_BITS) ? Infinity : size + Number(right);
  else if (operator === '>>') result = right < -BigInt(BIGINT_BITS) ? Infinity : size - Number(right);
  if (result > BIGINT_BITS) throw tooLarge();
  stepsFor(result * 8);
}

/** Charges for an operator with one operand, and returns the operand. */
export function payForUnary<T>(value: T): T {
  payForBigInt('-', value, value);
  return value;
}

function numeric(operator: string, apply: (left: Numeric, right: Numeric) => unknown): Operation {
  return (left, right) => {
    const first = toNumeric(left);
    const second = toNumeric(right);
    lookInto(first);
    lookInto(second);
    payForBigInt(operator, first, second);
    return apply(first as Numeric, second as Numeric);
  };
}

function payForComparison(left: unknown, right: unknown): void {
  if (typeof left === 'string' && typeof right === 'string' && left.length > LONG_TEXT) {
    lookInto(left);
    stepsFor(Math.min(left.length, right.length));
  }
}

/** Charges for comparing two primitives. The host reads a text as a number or BigInt if the other one is. */
function payForComparing(left: unknown, right: unknown): void {
  if (typeof left === 'string' && typeof right === 'string') payForComparison(left, right);
  else
    for (const [text, other] of [[left, right] as const, [right, left] as const])
      if (typeof text === 'string' && typeof other === 'bigint') payForReading(text);
      else payForNumber(text);
}

function relation(apply: (left: number, right: number) => boolean): Operation {
  return (left, right) => {
    if (typeof left === 'number' && typeof right === 'number') return apply(left, right);
    const first = toPrimitive(left, 'number');
    const second = toPrimitive(right, 'number');
    payForComparing(first, second);
    return apply(first as number, second as number);
  };
}

export function strictlyEqual(left: unknown, right: unknown): boolean {
  payForComparison(left, right);
  return left === right;
}

function looselyEqual(left: unknown, right: unknown): boolean {
  if (left === null || left === undefined || right === null || right === undefined) return (left ?? undefined) === (right ?? undefined);
  const isLeftObject = typeof left === 'object' || typeof left === 'function';
  const isRightObject = typeof right === 'object' || typeof right === 'function';
  if (isLeftObject && isRightObject) return left === right;
  const first = isLeftObject ? toPrimitive(left) : left;
  const second = isRightObject ? toPrimitive(right) : right;
  payForComparing(first, second);
  // oxlint-disable-next-line eqeqeq -- this is the language's own loose equality, on primitives
  return first == second;
}

function isInstance(left: unknown, right: unknown): boolean {
  if (typeof right !== 'function') throw new TypeError("Right-hand side of 'instanceof' is not callable");
  const host = facadeOf(right)?.host;
  if (host !== undefined) return left instanceof host;
  if (facadeOf(right)?.construct !== undefined) return false;
  const prototype = classOf(right)?.prototype ?? (isConstructor(right) ? (right.prototype as object) : undefined);
  if (prototype === undefined && typeof left === 'object' && left !== null)
    throw new TypeError('Function has non-object prototype in instanceof check');
  return prototype !== undefined && typeof left === 'object' && left !== null && Object.prototype.isPrototypeOf.call(prototype, live(left));
}

const operations: Readonly<Record<string, Operation>> = {
  '+': add,
  '-': numeric('-', (left, right) => left - right),
  '*': numeric('*', (left, right) => left * right),
  '/': numeric('/', (left, right) => left / right),
  '%': numeric('%', (left, right) => left % right),
  '**': numeric('**', (left, right) => left ** right),
  '&': numeric('&', (left, right) => left & right),
  '|': numeric('|', (left, right) => left | right),
  '^': numeric('^', (left, right) => left ^ right),
  '<<': numeric('<<', (left, right) => left << right),
  '>>': numeric('>>', (left, right) => left >> right),
  '>>>': numeric('>>>', (left, right) => left >>> right),
  '<': relation((left, right) => left < right),
  '<=': relation((left, right) => left <= right),
  '>': relation((left, right) => left > right),
  '>=': relation((left, right) => left >= right),
  '===': strictlyEqual,
  '!==': (left, right) => !strictlyEqual(left, right),
  '==': looselyEqual,
  '!=': (left, right) => !looselyEqual(left, right),
  in: hasMember,
  instanceof: isInstance,
};

/** Returns the function for a binary operator. */
export function operationOf(operator: string): Operation {
  return operations[operator] as Operation;
}
