// The allowance of one evaluation: steps, memory and depth, so that no expression hangs the process or fills its memory.
import { ExpressionBudgetError } from './errors.ts';
import type { EvaluationScope } from './evaluation-scope.ts';

/** Loop turns, calls and callbacks one evaluation may take; long built-ins count by the length of what they read. */
export const STEP_LIMIT = 10_000_000;
/** Characters and cells (8 each) one evaluation may allocate in all. */
export const MEMORY_LIMIT = 200_000_000;
/** Elements an array, string or object made by an expression may hold. */
export const LENGTH_LIMIT = 20_000_000;
/** Calls of the expression's own functions within each other. */
export const DEPTH_LIMIT = 1_500;

/**
 * The one evaluation under way. Evaluation is synchronous, so one record serves all: it is set on the way in and cleared on the way out.
 * `overlay` holds private copies of data the expression changed; `owned` what it made itself and may change in place.
 */
interface Session {
  steps: number;
  memory: number;
  /** Evaluations within each other ($parameter evaluates others). 0: none is under way. */
  depth: number;
  /** Calls of the expression's functions under way. */
  calls: number;
  /** Number of the outermost evaluation: a function made in an earlier one is dead. */
  epoch: number;
  overlay: Map<object, object> | undefined;
  copies: WeakSet<object> | undefined;
  owned: WeakSet<object> | undefined;
  scope: EvaluationScope | undefined;
  /** The last long text made by appending, so that a text built piece by piece is not paid for anew with each piece. */
  rope: string;
  /** Time the host's pattern matcher has spent on risky patterns. */
  hostMilliseconds: number;
  /** Value on its way from a return statement to the caller. */
  returned: unknown;
  /** Value of the last expression statement of a segment that holds several statements. */
  completed: unknown;
}

export const session: Session = {
  steps: 0,
  memory: 0,
  depth: 0,
  calls: 0,
  epoch: 0,
  overlay: undefined,
  copies: undefined,
  owned: undefined,
  scope: undefined,
  rope: '',
  hostMilliseconds: 0,
  returned: undefined,
  completed: undefined,
};

/** Opens an evaluation; the outermost one fills the allowance. Pair with `leave` in a finally block. */
export function enter(mayMutate: boolean): void {
  if (session.depth++ === 0) {
    session.steps = STEP_LIMIT;
    session.memory = MEMORY_LIMIT;
    session.calls = 0;
    session.hostMilliseconds = 0;
    session.epoch++;
  }
  if (mayMutate) session.owned ??= new WeakSet();
}

export function leave(): void {
  if (--session.depth === 0) {
    session.overlay = undefined;
    session.copies = undefined;
    session.owned = undefined;
    session.scope = undefined;
    session.rope = '';
    session.returned = undefined;
    session.completed = undefined;
  }
}

function tooLong(): ExpressionBudgetError {
  return new ExpressionBudgetError(
    `This expression takes too long: it was stopped after ${STEP_LIMIT.toLocaleString('en')} steps. Look for a loop without an end, or do the work in a Code node.`,
  );
}

export function tooLarge(): ExpressionBudgetError {
  return new ExpressionBudgetError(
    'This expression builds too much data and was stopped. Work on fewer or smaller values, or do the work in a Code node.',
  );
}

export function tooDeep(): ExpressionBudgetError {
  return new ExpressionBudgetError(
    'This expression calls itself too often without an end, or its data is nested too deeply. Check its recursion.',
  );
}

/** Charges one step. */
export function step(): void {
  if (--session.steps < 0) throw tooLong();
}

/** Charges steps for reading `length` characters or elements at once; 64 per step. */
export function stepsFor(length: number): void {
  session.steps -= length > 0 ? Math.floor(length / 64) + 1 : 1;
  if (!(session.steps >= 0)) throw tooLong();
}

/** Cost of locale-aware formatting, in units of stepsFor: the host may have to create a formatter. */
export const LOCALE_COST = 20_000;

/** Notes characters about to be allocated. */
export function allocate(characters: number): void {
  // Written so that NaN is rejected too.
  if (!(characters <= session.memory)) throw tooLarge();
  if (characters > 0) session.memory -= Math.ceil(characters);
}

/** Notes array cells or object fields about to be allocated; NaN and negative counts are the host's business. */
export function allocateCells(cells: number): void {
  if (cells > LENGTH_LIMIT) throw tooLarge();
  if (cells > 0) allocate(48 + cells * 8);
}

/** Texts from this length on are looked after: below it, a step pays for them. */
export const LONG_TEXT = 1024;

/** Joins two texts. The host appends without copying until the text is looked into, so appending to the last result costs little. */
export function concatenate(left: string, right: string): string {
  const length = left.length + right.length;
  if (length < LONG_TEXT) {
    allocate(length);
    return left + right;
  }
  const isAppended = left.length === session.rope.length && left === session.rope;
  allocate(isAppended ? right.length + (left.length >>> 4) : length);
  session.rope = left + right;
  return session.rope;
}

/** Notes that the host looks into a text, which copies it when it was made by appending. */
export function lookInto(value: unknown): void {
  if (typeof value === 'string' && value.length >= LONG_TEXT) session.rope = '';
}
