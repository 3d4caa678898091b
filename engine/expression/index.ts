// Entry point of expressions: compiles texts and parameter values once, and evaluates them per item in a scope.
import { compileExpression } from './compiled-expression.ts';
import { setEvaluator } from './data/lazy-parameters.ts';
import { readDataName } from './data/names.ts';
import { Scope, type ExtraNames } from './data/scope.ts';
import type { RunView } from './run-view.ts';

export { compileExpression, lastResultText } from './compiled-expression.ts';
export { compileJsonParameter, compileParameter, type CompiledValue } from './compile-parameter.ts';
export { secretsTable } from './data/external-secrets.ts';
export { ExpressionError } from './errors.ts';
export type { ExtraNames } from './data/scope.ts';
export type { JsonTextOptions } from './json-text.ts';
export { codeBefore, codeSpans, hasOpenBrace, splitExpression } from './parse-template.ts';
export { previewExpression, type ExpressionPreview } from './compiled-expression.ts';
export { suggestAt, suggestInCode, type Suggestion, type Suggestions } from './suggest.ts';
export { safePattern, type SafePattern } from './regex/safe-pattern.ts';
export type { RunView } from './run-view.ts';

/**
 * The scope in which expressions are evaluated: one node run. Only `itemIndex` changes between items. `parameter` appears in errors;
 * `lookup(name)` returns a data name (`$json`, `$`, `$input`, `$node`, `$jmespath` …) as plain JavaScript for other modules.
 */
export type ExpressionScope = Scope;

setEvaluator((text, scope) => compileExpression(text).evaluate(scope));

/** Opens a scope for one node run. Throws ExpressionError if the view's time zone is unknown. */
export function createScope(view: RunView, extra?: ExtraNames): ExpressionScope {
  return new Scope(view, extra, readDataName);
}
