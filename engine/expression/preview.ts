// Preview of an expression: its value, or the reason why there is none.
import { compileExpression } from './compiled-expression.ts';
import type { Scope } from './data/scope.ts';
import { ExpressionSyntaxError } from './errors.ts';

/** Preview of an expression: its value, or the reason why there is none. */
export type ExpressionPreview = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly text: string };

/** The value of an expression, or the text that the editor shows instead: `[ERROR: …]`, `[invalid (…)]`, `[not found]`. */
export function previewExpression(text: string, scope: Scope): ExpressionPreview {
  try {
    const value = compileExpression(text).evaluate(scope);
    return value === undefined ? { ok: false, text: '[not found]' } : { ok: true, value };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, text: error instanceof ExpressionSyntaxError ? `[invalid (${message})]` : `[ERROR: ${message}]` };
  }
}
