// Parameter values at any depth: parts without expressions are shared, the others are rebuilt for each item.
import { compileExpression, lastResultText } from './compiled-expression.ts';
import type { Scope } from './data/scope.ts';
import { ExpressionError } from './errors.ts';
import { exactText, mayBeInexact, noteOwnText } from '../contract/exact-numbers.ts';
import { defineField } from './guard/overlay.ts';
import type { JsonTextOptions } from './json-text.ts';

/** A compiled parameter value. Constant parts are shared: do not modify them. */
export type CompiledValue =
  | {
      readonly constant: true;
      readonly value: unknown;
      /** The text of a number that is not exact. */
      readonly text?: string | undefined;
    }
  | {
      readonly constant: false;
      readonly evaluate: (scope: Scope) => unknown;
      /** Of a single expression: the text of the number that it reads, if the number is not exact. */
      readonly exactText?: (scope: Scope) => string | undefined;
    };

/** Compiles a parameter value. Keys are untrusted: fields are defined rather than assigned, so that no prototype is ever changed. */
export function compileParameter(value: unknown): CompiledValue {
  if (typeof value === 'string') {
    if (!value.startsWith('=')) return { constant: true, value };
    const expression = compileExpression(value);
    return { constant: false, evaluate: (scope) => expression.evaluate(scope), exactText: (scope) => expression.exactText(scope) };
  }
  if (Array.isArray(value)) return compileList(value);
  return isRecord(value) ? compileRecord(value) : { constant: true, value };
}

/**
 * Compiles a parameter that holds JSON. Text with `{{ }}` is evaluated even if it is not marked as an expression, and values in it that are no texts
 * are written as JSON.
 */
export function compileJsonParameter(value: unknown, options: JsonTextOptions): CompiledValue {
  if (typeof value !== 'string' || !(value.startsWith('=') || value.includes('{{'))) return compileParameter(value);
  const expression = compileExpression(value.startsWith('=') ? value : `=${value}`);
  return { constant: false, evaluate: (scope) => expression.evaluateJson(scope, options) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** A constant number that is not exact keeps its text. */
function compileMember(holder: object, key: string, value: unknown): CompiledValue {
  const text = exactText(holder, key);
  return text === undefined ? compileParameter(value) : { constant: true, value, text };
}

function compileList(list: readonly unknown[]): CompiledValue {
  const parts = list.map((value, index) => compileMember(list, String(index), value));
  if (parts.every((part) => part.constant)) return { constant: true, value: list };
  return {
    constant: false,
    evaluate: (scope) => {
      const values: unknown[] = [];
      for (const [index, part] of parts.entries()) {
        values.push(evaluatePart(part, scope, `[${index}]`));
        notePart(values, String(index), part);
      }
      return values;
    },
  };
}

function compileRecord(record: Record<string, unknown>): CompiledValue {
  const parts = Object.entries(record).map(([key, value]) => ({ key, part: compileMember(record, key, value) }));
  if (parts.every(({ part }) => part.constant)) return { constant: true, value: record };
  return {
    constant: false,
    evaluate: (scope) => {
      const { siblings } = scope;
      const result: Record<string, unknown> = {};
      for (const { key, part } of parts) {
        scope.siblings = record;
        try {
          const value = evaluatePart(part, scope, `.${key}`);
          defineField(result, key, value);
          notePart(result, key, part);
        } finally {
          scope.siblings = siblings;
        }
      }
      return result;
    },
  };
}

/** Notes the text of a part's number that is not exact, after the part has been evaluated. */
function notePart(holder: object, key: string, part: CompiledValue): void {
  if (!mayBeInexact((holder as Record<string, unknown>)[key])) return;
  const text = part.constant ? part.text : lastResultText();
  if (text !== undefined) noteOwnText(holder, key, text);
}

/** Evaluates a part; adds its path within the parameter to errors. */
function evaluatePart(part: CompiledValue, scope: Scope, path: string): unknown {
  if (part.constant) return part.value;
  const { parameter } = scope;
  scope.parameter = parameter === undefined ? path.replace(/^\./, '') : `${parameter}${path}`;
  try {
    return part.evaluate(scope);
  } catch (error) {
    if (error instanceof ExpressionError) error.context.parameter ??= scope.parameter;
    throw error;
  } finally {
    scope.parameter = parameter;
  }
}
