// `$parameter`: the node's own parameters; each expression is evaluated when it is read.
import { ExpressionError } from '../errors.ts';
import { defineField } from '../guard/overlay.ts';
import { isPlain } from '../guard/types.ts';
import type { Scope } from './scope.ts';

/** Evaluates an expression text against a scope; injected to avoid a circular import. */
type Evaluate = (text: string, scope: Scope) => unknown;

let evaluate: Evaluate | undefined;

/** Sets the evaluator of expressions in parameters and in `$evaluateExpression`. */
export function setEvaluator(evaluator: Evaluate): void {
  evaluate = evaluator;
}

/** Maximum nesting depth, which stops circular references. */
const DEPTH_LIMIT = 20;

/** The value of a parameter: texts with `=` are evaluated, the fields of objects and arrays are evaluated when read. */
export function lazyParameter(value: unknown, scope: Scope): unknown {
  if (typeof value === 'string') return value.startsWith('=') ? evaluateText(value, scope) : value;
  // Entries of lists are not evaluated.
  if (Array.isArray(value)) return [...(value as unknown[])];
  return isPlain(value) ? lazyFields(value, {}, scope) : value;
}

function lazyFields(source: object, target: object, scope: Scope): object {
  for (const [key, value] of Object.entries(source)) {
    if (typeof value === 'string' && value.startsWith('=')) {
      Object.defineProperty(target, key, { get: () => evaluateText(value, scope), enumerable: true, configurable: true });
    } else if (typeof value === 'object' && value !== null) {
      Object.defineProperty(target, key, { get: () => lazyParameter(value, scope), enumerable: true, configurable: true });
    } else defineField(target, key, value);
  }
  return target;
}

/** The value of a nested expression. Throws ExpressionError for circular references. */
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
