// The budget of one evaluation: steps, memory and depth, so that no expression blocks the process or exhausts its memory.
import { ExpressionBudgetError } from './errors.ts';

/** Maximum number of loop iterations, calls and callbacks per evaluation; long built-ins are charged by the length of what they read. */
const STEP_LIMIT = 10_000_000;
/** Maximum number of characters and cells (8 each) that an evaluation may allocate in total. */
const MEMORY_LIMIT = 200_000_000;
/** Maximum number of elements in an array, string or object made by an expression. */
const LENGTH_LIMIT = 20_000_000;
/** Maximum call depth of the expression's own functions. */
export const DEPTH_LIMIT = 1_500;

/**
 * State of the current evaluation. Evaluation is synchronous, so a single record suffices: it is set on entry and cleared on exit.
 * `overlay` maps data that the expression changed to private copies; `owned` contains what it made itself and may change in place.
 */
interface Session {
  steps: number;
  memory: number;
  /** Nesting depth of evaluations ($parameter evaluates others); 0 outside of evaluations. */
  depth: number;
  /** Current call depth of the expression's functions. */
  calls: number;
  /** Number of the outermost evaluation; functions made in an earlier one do nothing. */
  epoch: number;
  overlay: Map<object, object> | undefined;
  copies: WeakSet<object> | undefined;
  owned: WeakSet<object> | undefined;
  scope: EvaluationScope | undefined;
  /** The last long text made by appending, so that a text built piece by piece is not charged again with each piece. */
  rope: string;
  /** Milliseconds the host's pattern matcher has spent on risky patterns. */
  hostMilliseconds: number;
  /** Value passed from a return statement to the caller. */
  returned: unknown;
  /** Value of the last expression statement of a segment with several statements. */
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

/** Enters an evaluation; the outermost one resets the budget. Call `leave` in a finally block. */
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

/** Charges for reading `length` characters or elements; 64 per step. */
export function stepsFor(length: number): void {
  session.steps -= length > 0 ? Math.floor(length / 64) + 1 : 1;
  if (!(session.steps >= 0)) throw tooLong();
}

/** Cost of locale-aware formatting, in units of stepsFor: the host may have to create a formatter. */
export const LOCALE_COST = 20_000;

/** Charges for characters that will be allocated. */
export function allocate(characters: number): void {
  // Written so that NaN is rejected too.
  if (!(characters <= session.memory)) throw tooLarge();
  if (characters > 0) session.memory -= Math.ceil(characters);
}

/** Charges for array cells or object fields that will be allocated; the host rejects NaN and negative counts. */
export function allocateCells(cells: number): void {
  if (cells > LENGTH_LIMIT) throw tooLarge();
  if (cells > 0) allocate(48 + cells * 8);
}

/** Minimum length of texts that are tracked; shorter ones are covered by the charge per step. */
export const LONG_TEXT = 1024;

/** Concatenates two texts. The host appends without copying until the text is read, so appending to the last result is cheap. */
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

/** Records that the host reads a text, which copies it if it was made by appending. */
export function lookInto(value: unknown): void {
  if (typeof value === 'string' && value.length >= LONG_TEXT) session.rope = '';
}

/** The part of a scope that built-ins and added methods read. */
export interface EvaluationScope {
  /** IANA zone in which dates without a zone are read and shown. */
  readonly timezone: string;
  /** Milliseconds since the epoch. */
  now(): number;
}
