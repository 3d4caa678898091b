// The budget of one evaluation: steps, memory and depth. It ensures that no expression blocks the process or exhausts its memory.
import type { NumberTexts } from '../contract/exact-values.ts';
import { ExpressionBudgetError } from './errors.ts';

/** Maximum number of loop iterations, calls and callbacks per evaluation; built-ins are charged by the length of what they read. */
const STEP_LIMIT = 10_000_000;
/** Maximum number of steps of a preview, which is evaluated while somebody types: about a tenth of a second. */
const PREVIEW_STEP_LIMIT = 1_000_000;
/** Maximum time of a preview, for computers on which its steps take longer: a key can cause several previews. */
const PREVIEW_MILLISECONDS = 100;
/** Number of steps after which a preview looks at the clock. */
const PREVIEW_RATION = 5_000;
/** Maximum number of characters and cells (of 8 bytes each) that an evaluation may allocate in total. */
const MEMORY_LIMIT = 200_000_000;
/** Maximum number of cells that a preview may allocate: a page needs up to 50 ns per cell. */
const PREVIEW_MEMORY_LIMIT = 20_000_000;
/** Maximum length of an array, string or object that an expression creates. */
const LENGTH_LIMIT = 20_000_000;
/** Maximum call depth of the expression's own functions. */
export const DEPTH_LIMIT = 1_500;

/**
 * State of the current evaluation. Evaluation is synchronous, so a single record is enough: it is set on entry and cleared on exit. `overlay`
 * maps data that the expression has changed to private copies; `owned` contains objects that it has created and may change in place.
 */
interface Session {
  steps: number;
  memory: number;
  /** Nesting depth of evaluations, since $parameter evaluates other expressions; 0 outside of evaluations. */
  depth: number;
  /** Current call depth of the expression's functions. */
  calls: number;
  /** Number of the outermost evaluation. Functions created in an earlier evaluation do nothing. */
  epoch: number;
  overlay: Map<object, object> | undefined;
  copies: WeakSet<object> | undefined;
  owned: WeakSet<object> | undefined;
  scope: EvaluationScope | undefined;
  /** The latest long text created by appending, so that a text that grows piece by piece is not charged again for each piece. */
  rope: string;
  /** Milliseconds that the host's pattern matcher has spent on risky patterns. */
  hostMilliseconds: number;
  /** Value passed from a return statement to the caller. */
  returned: unknown;
  /** Texts of the numbers that were read and that JavaScript cannot represent; undefined until there is one. */
  numbers: NumberTexts | undefined;
  /** Text of the number that was read last, if it is not exact. */
  readText: string | undefined;
  /** Value of the last expression statement of a segment with several statements. */
  completed: unknown;
  /** The preview that is evaluated, if it is one. */
  preview: Preview | undefined;
}

interface Preview {
  /** Steps that are left after those of `session.steps`. */
  reserve: number;
  /** Milliseconds since the epoch. */
  readonly started: number;
  /** The first JavaScript error, which results in undefined. */
  failure?: unknown;
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
  preview: undefined,
  numbers: undefined,
  readText: undefined,
};

/** Enters an evaluation; the outermost one resets the budget. Call `leave` in a finally block. */
export function enter(mayMutate: boolean): void {
  if (session.depth++ === 0) {
    session.steps = session.preview === undefined ? STEP_LIMIT : PREVIEW_RATION;
    session.memory = session.preview === undefined ? MEMORY_LIMIT : PREVIEW_MEMORY_LIMIT;
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
    session.numbers = undefined;
    session.readText = undefined;
  }
}

/** Evaluates a preview, with a smaller budget and limited time; returns its result with the first JavaScript error. */
export function asPreview<T>(evaluate: () => T): { readonly value: T; readonly failure: unknown } {
  const preview: Preview = { reserve: PREVIEW_STEP_LIMIT - PREVIEW_RATION, started: Date.now() };
  session.preview = preview;
  try {
    const value = evaluate();
    return { value, failure: preview.failure };
  } finally {
    session.preview = undefined;
  }
}

function tooLong(): ExpressionBudgetError {
  if (session.preview !== undefined)
    return new ExpressionBudgetError('The preview was stopped, since this expression takes long. Run the node to see its result.');
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

/** Called when no steps are left: a preview gets its next ration while it has time; everything else ends. */
function nextRation(): void {
  const { preview } = session;
  // Written in this form so that NaN is rejected, too.
  const isAffordable = preview !== undefined && preview.reserve + session.steps >= 0;
  if (!isAffordable) throw tooLong();
  checkTime();
  const ration = Math.min(preview.reserve, PREVIEW_RATION - session.steps);
  preview.reserve -= ration;
  session.steps += ration;
}

/** Ends a preview whose time is over. Called within long work whose cost is estimated for optimized code, which pages often lack. */
export function checkTime(): void {
  if (session.preview !== undefined && Date.now() - session.preview.started > PREVIEW_MILLISECONDS) throw tooLong();
}

/** Charges one step. */
export function step(): void {
  if (--session.steps < 0) nextRation();
}

/** Charges for reading `length` characters or elements; 64 per step. */
export function stepsFor(length: number): void {
  session.steps -= length > 0 ? Math.floor(length / 64) + 1 : 1;
  if (!(session.steps >= 0)) nextRation();
}

// Costs are in units of `stepsFor`. A unit is the time in which the host reads a character: half a nanosecond, and a step is 64 of them. A property test measures
// every built-in against what it charges (`npm run bench:costs`).

/** Cost of locale-aware formatting: the host may have to create a formatter. */
export const LOCALE_COST = 20_000;
/** Cost of an operation on a date: luxon computes calendars and zones in JavaScript. */
export const DATE_COST = 4_000;
/** Cost of an operation on a date that needs several others: differences, beginnings and ends of units, names in a language. */
export const CALENDAR_COST = 24_000;
/** Cost of reading a date from text of a standard, which luxon matches against several patterns; in addition to DATE_COST. */
export const DATE_TEXT_COST = 8_000;
/** Cost of parsing or formatting a date by a format, which luxon splits into tokens. */
export const DATE_FORMAT_COST = 20_000;
/** Cost per character of a date format: luxon formats each token separately. */
export const FORMAT_CHARACTER_COST = 512;
/** Cost per character of work that the host does character by character: conversions to numbers, other encodings, other letters. */
export const CHARACTER_COST = 8;
/** Cost of an error, for which the host records where it was thrown. */
export const ERROR_COST = 8_000;
/** Cost per part that the host creates: a match, an entry, a field. */
export const PART_COST = 128;

/** Charges for characters that will be allocated. */
export function allocate(characters: number): void {
  // Written in this form so that NaN is rejected, too.
  if (!(characters <= session.memory)) {
    const isOfPreview = session.preview !== undefined && characters <= session.memory + MEMORY_LIMIT - PREVIEW_MEMORY_LIMIT;
    if (!isOfPreview) throw tooLarge();
    throw new ExpressionBudgetError('The preview was stopped, since this expression builds much data. Run the node to see its result.');
  }
  if (characters > 0) session.memory -= Math.ceil(characters);
}

/** Charges for array cells or object fields that will be allocated. The host itself rejects NaN and negative counts. */
export function allocateCells(cells: number): void {
  if (cells > LENGTH_LIMIT) throw tooLarge();
  if (cells > 0) allocate(48 + cells * 8);
}

/** Minimum length of texts that are tracked; for shorter ones the charge per step is enough. */
export const LONG_TEXT = 1024;

/** Concatenates two texts. The host appends without copying until the text is read, so that appending to the latest result is cheap. */
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

/** Charges for reading a text, which the host copies first if the text was created by appending. */
export function lookInto(value: unknown): void {
  if (typeof value === 'string' && value.length >= LONG_TEXT) session.rope = '';
}

/** The part of a scope that built-ins and added methods read. */
export interface EvaluationScope {
  /** IANA time zone in which dates without a zone are read and shown. */
  readonly timezone: string;
  /** Returns the current time in milliseconds since the epoch. */
  now(): number;
}
