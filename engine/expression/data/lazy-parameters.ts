// `$parameter`: the node's own parameters. Expressions in them are evaluated when they are read.
import { isExpression } from '../../contract/json.ts';
import { ExpressionError } from '../errors.ts';
import { defineField } from '../guard/overlay.ts';
import { isPlain } from '../guard/types.ts';
import type { Scope } from './scope.ts';

/** Evaluates expression text in a scope; injected to avoid a circular import. */
type Evaluate = (text: string, scope: Scope) => unknown;

let evaluate: Evaluate | undefined;

/** Sets the evaluator of expressions in parameters and in `$evaluateExpression`. */
export function setEvaluator(evaluator: Evaluate): void {
  evaluate = evaluator;
}

/** Maximum nesting depth, which stops circular references. */
const DEPTH_LIMIT = 20;

/** Returns the value of a parameter: texts with `=` are evaluated, and fields of objects are evaluated when they are read. */
export function lazyParameter(value: unknown, scope: Scope): unknown {
  if (typeof value === 'string') return value.startsWith('=') ? evaluateText(value, scope) : value;
  // Entries of lists are not evaluated.
  if (Array.isArray(value)) return [...(value as unknown[])];
  return isPlain(value) ? lazyFields(value, {}, scope) : value;
}

function lazyFields(source: object, target: object, scope: Scope): object {
  for (const [key, value] of Object.entries(source)) {
    if (isExpression(value)) {
      Object.defineProperty(target, key, { get: () => evaluateText(value, scope), enumerable: true, configurable: true });
    } else if (typeof value === 'object' && value !== null) {
      Object.defineProperty(target, key, { get: () => lazyParameter(value, scope), enumerable: true, configurable: true });
    } else defineField(target, key, value);
  }
  return target;
}

/** Returns the value of a nested expression. Throws ExpressionError for circular references. */
export function evaluateText(text: string, scope: Scope): unknown {
  if (scope.parameterDepth >= DEPTH_LIMIT) {
    throw new ExpressionError('Parameters refer to each other in a circle', {
      description: 'A parameter read by $parameter refers back to the parameter that reads it. Write one of them without a reference.',
      context: { type: 'circular_parameter' },
    });
  }
  scope.parameterDepth++;
  try {
    return evaluate?.(text, scope);
  } finally {
    scope.parameterDepth--;
  }
}
