// Expression texts, compiled once and cached: parsing, segments, the set-up and result of each evaluation, and previews.
import { AppError } from '../contract/errors.ts';
import { allocate, asPreview, enter, leave, session, tooDeep } from './budget.ts';
import { parseSegment, compileSegment, type Segment } from './compile/segment.ts';
import { isScopeTable } from './data/legacy-node.ts';
import type { Scope } from './data/scope.ts';
import { ExpressionError, ExpressionSyntaxError, isStackOverflow, freshCopy } from './errors.ts';
import { toText } from './guard/convert.ts';
import { textOfRead } from './guard/exact-reads.ts';
import { classOf, facadeOf } from './guard/functions.ts';
import { JsonText, type JsonTextOptions } from './json-text.ts';
import { codeEnds, codeStart, codeText } from './parse-template.ts';
import { mayBeInexact } from '../contract/exact-numbers.ts';
import { isOfRun, settle, withoutFunctions } from './settle.ts';

/** A compiled expression text. */
export interface CompiledExpression {
  readonly text: string;
  /** Returns the value as plain data, never a function. Throws ExpressionError. */
  evaluate(scope: Scope): unknown;
  /** Like `evaluate`, for JSON text: embedded values that are no texts are written as JSON. */
  evaluateJson(scope: Scope, options?: JsonTextOptions): unknown;
  /** Returns the raw value for completion, which may be or contain a function. */
  read(scope: Scope): unknown;
  /** Returns the text of the number that `evaluate` returns, if it was only read or copied and is not exact (`exact-numbers.ts`). */
  exactText(scope: Scope): string | undefined;
}

type Part = string | Segment;

/** Maximum number of closing braces that are tried as the end of the code. */
const END_LIMIT = 20;

/** Maximum number of cached texts. Long-running workflows have a few hundred. */
const CACHE_LIMIT = 5000;

const cache = new Map<string, CompiledExpression>();

/** Compiles an expression text (leading `=`); cached by text. Compile errors are thrown on evaluation. */
export function compileExpression(text: string): CompiledExpression {
  const cached = cache.get(text);
  if (cached !== undefined) return cached;
  const compiled = compileText(text);
  if (cache.size >= CACHE_LIMIT) cache.clear();
  cache.set(text, compiled);
  return compiled;
}

function compileText(text: string): CompiledExpression {
  try {
    const parts = compileParts(text.startsWith('=') ? text.slice(1) : text);
    const [only] = parts;
    if (parts.length === 1 && only !== undefined && (typeof only === 'string' || isClosed(text)))
      return typeof only === 'string' ? new ConstantText(text, only) : new SingleValue(text, only);
    return parts.length === 0 ? new ConstantText(text, '') : new MixedText(text, parts);
  } catch (error) {
    if (error instanceof ExpressionError) return new Failure(text, error);
    return new Failure(text, new ExpressionSyntaxError('invalid syntax: this expression is nested too deeply', { cause: error }));
  }
}

/** Whether the braces of the last piece of code are closed. */
const isClosed = (text: string): boolean => text.trimEnd().endsWith('}}');

/** Returns texts and code in order, without empty texts. Code without closing braces extends to the end of the text. */
function compileParts(source: string): Part[] {
  const parts: Part[] = [];
  let position = 0;
  for (;;) {
    const start = codeStart(source, position);
    const text = source.slice(position, start < 0 ? undefined : start - 2);
    if (text !== '') parts.push(text);
    if (start < 0) return parts;
    const segment = findSegment(source, start);
    if (segment === undefined) return [...parts, ...openCode(source.slice(start))];
    parts.push(segment.segment);
    position = segment.end + 2;
  }
}

/** Finds the segment that starts here. Code may contain closing braces: if it does not parse, later ones are tried. */
function findSegment(source: string, start: number): { readonly segment: Segment; readonly end: number } | undefined {
  let failure: unknown;
  let tries = 0;
  for (const end of codeEnds(source, start)) {
    const code = codeText(source.slice(start, end));
    try {
      if (code.trim() === '') throw new ExpressionSyntaxError('invalid syntax: there is nothing between the brackets {{ }}');
      return { segment: compileSegment(parseSegment(code), code), end };
    } catch (error) {
      if (!(error instanceof ExpressionSyntaxError)) throw error;
      failure ??= error;
      if (++tries >= END_LIMIT) break;
    }
  }
  if (failure === undefined) return undefined;
  throw failure;
}

function openCode(source: string): readonly Segment[] {
  const code = codeText(source);
  return code.trim() === '' ? [] : [compileSegment(parseSegment(code), code)];
}

/** Adds the node, parameter, item and run to an error. */
function located(error: unknown, scope: Scope): unknown {
  if (!(error instanceof ExpressionError)) return error;
  const { context } = error;
  context.node ??= scope.view.node.name;
  context.runIndex ??= scope.view.runIndex;
  context.itemIndex ??= scope.itemIndex;
  if (scope.parameter !== undefined) context.parameter ??= scope.parameter;
  const label = context.parameter === undefined ? undefined : scope.view.parameterLabel?.(context.parameter);
  if (label !== undefined) context.parameterLabel ??= label;
  return error;
}

/** The text of the number that the last segment returned, if it was read or copied and is not exact. */
let resultText: string | undefined;

/** Returns the text of the number that the last evaluation returned, if it may be inexact (`mayBeInexact`), and was only read or copied. */
export const lastResultText = (): string | undefined => resultText;

/** Runs a segment. JavaScript errors (such as a member of undefined) result in undefined, as users expect; errors of this product are thrown. */
function runSegment(segment: Segment, scope: Scope): unknown {
  const outer = session.scope;
  const { calls } = session;
  enter(segment.mayMutate);
  session.scope = scope;
  try {
    const value = segment.run(scope);
    if (mayBeInexact(value)) resultText = segment.isRead ? session.readText : textOfRead(value);
    return segment.mayGrow || session.overlay !== undefined ? settle(value) : value;
  } catch (error) {
    if (error instanceof AppError) throw located(error, scope);
    if (isStackOverflow(error)) throw located(tooDeep(), scope);
    if (session.preview !== undefined) session.preview.failure ??= error;
    return undefined;
  } finally {
    session.scope = outer;
    session.calls = calls;
    leave();
  }
}

/** Like `runSegment`, but returns the text of a number that was only read or copied and is not exact. */
function runExactly(segment: Segment, scope: Scope): unknown {
  const value = runSegment(segment, scope);
  return mayBeInexact(value) ? (resultText ?? value) : value;
}

/** Calls a function under the budget of an expression. */
function within<T>(scope: Scope, call: () => T): T {
  enter(false);
  try {
    return call();
  } catch (error) {
    throw located(isStackOverflow(error) ? tooDeep() : error, scope);
  } finally {
    leave();
  }
}

/** Returns the error for a function or class as a value. */
function functionValue(value: object): ExpressionError {
  const facade = facadeOf(value);
  const isClass = facade?.construct !== undefined || classOf(value) !== undefined;
  return new ExpressionError(
    isClass ? `This is a ${facade?.name ?? 'class'}, please access its methods` : 'This is a function, please add ()',
    {
      description: isClass
        ? 'The expression returns a class instead of a value. Add a dot and the method that you need.'
        : 'The expression returns a function instead of a value. Call it by adding parentheses.',
      context: { type: 'function_value' },
    },
  );
}

/** `={{ code }}` alone, which returns the value unchanged. */
class SingleValue implements CompiledExpression {
  readonly text: string;
  readonly #segment: Segment;

  constructor(text: string, segment: Segment) {
    this.text = text;
    this.#segment = segment;
  }

  evaluate(scope: Scope): unknown {
    const value = runSegment(this.#segment, scope);
    return typeof value === 'object' || typeof value === 'function' ? this.#leaving(value, scope) : value;
  }

  evaluateJson(scope: Scope): unknown {
    return this.evaluate(scope);
  }

  read(scope: Scope): unknown {
    return runSegment(this.#segment, scope);
  }

  exactText(scope: Scope): string | undefined {
    const value = runSegment(this.#segment, scope);
    return mayBeInexact(value) ? resultText : undefined;
  }

  #leaving(value: object | null, scope: Scope): unknown {
    if (typeof value === 'function') throw located(functionValue(value), scope);
    return this.#segment.mayHoldFunctions || isOfRun(value) ? withoutFunctions(value) : value;
  }
}

/** Text with embedded code, which returns text; undefined, null and NaN become empty. */
class MixedText implements CompiledExpression {
  readonly text: string;
  readonly #parts: readonly Part[];

  constructor(text: string, parts: readonly Part[]) {
    this.text = text;
    this.#parts = parts;
  }

  evaluate(scope: Scope): string {
    let result = '';
    for (const part of this.#parts) result += typeof part === 'string' ? part : this.#show(part, scope);
    return result;
  }

  evaluateJson(scope: Scope, options?: JsonTextOptions): string {
    const json = new JsonText(options);
    for (const part of this.#parts) {
      const value = typeof part === 'string' ? undefined : runExactly(part, scope);
      within(scope, () => (typeof part === 'string' ? json.write(part) : json.embed(value)));
    }
    return json.text;
  }

  read(scope: Scope): string {
    return this.evaluate(scope);
  }

  exactText(): undefined {
    return undefined;
  }

  #show(segment: Segment, scope: Scope): string {
    const value = runExactly(segment, scope);
    if (typeof value === 'string') return value;
    if (value === undefined || value === null || Number.isNaN(value)) return '';
    if (typeof value !== 'object' && typeof value !== 'function') return String(value);
    if (isScopeTable(value)) return '[object Object]';
    return within(scope, () => {
      const text = toText(value);
      allocate(text.length);
      return text;
    });
  }
}

/** Text without code. */
class ConstantText implements CompiledExpression {
  readonly text: string;
  readonly #value: string;

  constructor(text: string, value: string) {
    this.text = text;
    this.#value = value;
  }

  evaluate(): string {
    return this.#value;
  }

  evaluateJson(): string {
    return this.#value;
  }

  read(): string {
    return this.#value;
  }

  exactText(): undefined {
    return undefined;
  }
}

/** Text that does not compile: each evaluation throws the error. */
class Failure implements CompiledExpression {
  readonly text: string;
  readonly #error: ExpressionError;

  constructor(text: string, error: ExpressionError) {
    this.text = text;
    this.#error = error;
  }

  evaluate(scope: Scope): never {
    throw located(freshCopy(this.#error), scope);
  }

  evaluateJson(scope: Scope): never {
    return this.evaluate(scope);
  }

  read(scope: Scope): never {
    return this.evaluate(scope);
  }

  exactText(): undefined {
    return undefined;
  }
}

/**
 * Preview of an expression: its value, or why it has none. `missing`: it refers to data that is not there; `pending`: to output of nodes that have
 * not run.
 */
export type ExpressionPreview =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** The text of the number, if it was only read or copied and is not exact (`exact-numbers.ts`). */
      readonly digits?: string;
    }
  | { readonly ok: false; readonly text: string; readonly reason: 'missing' | 'pending' | 'syntax' | 'error' };

/** Returns the value of an expression, or the text that the editor shows instead: `[ERROR: …]`, `[invalid (…)]`, `[not found]`. */
export function previewExpression(text: string, scope: Scope): ExpressionPreview {
  try {
    const { value, failure } = asPreview(() => compileExpression(text).evaluate(scope));
    // A run continues with an empty value; while editing, a missing value is usually a mistyped name.
    if (failure instanceof TypeError && failure.message.endsWith(' is not a function'))
      return { ok: false, text: `[ERROR: ${failure.message}]`, reason: 'error' };
    if (value === undefined) return { ok: false, text: '[not found]', reason: 'missing' };
    return { ok: true, value, ...(mayBeInexact(value) && resultText !== undefined ? { digits: resultText } : {}) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof ExpressionSyntaxError) return { ok: false, text: `[invalid (${message})]`, reason: 'syntax' };
    const isPending = error instanceof ExpressionError && error.context.type === 'no_execution_data';
    // The message "Invalid expression" does not say what is wrong; the description does.
    const explanation = error instanceof ExpressionError && message === 'Invalid expression' ? (error.description ?? message) : message;
    return { ok: false, text: `[ERROR: ${explanation}]`, reason: isPending ? 'pending' : 'error' };
  }
}
