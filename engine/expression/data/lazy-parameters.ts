// `$parameter`: the node's own parameters, each expression among them evaluated when it is read.
import { ExpressionError } from '../errors.ts';
import { defineField } from '../guard/overlay.ts';
import { isPlain } from '../guard/types.ts';
import type { Scope } from './scope.ts';

/** Evaluates an expression text against a scope; handed in, since evaluating is the business of another part of the room. */
export type Evaluate = (text: string, scope: Scope) => unknown;

/** Expressions that refer to each other in turn end here. */
const DEPTH_LIMIT = 20;

/** The value of a parameter as written: texts with `=` evaluated, objects and arrays with fields evaluated when read. */
export function lazyParameter(value: unknown, scope: Scope, evaluate: Evaluate): unknown {
  if (typeof value === 'string') return value.startsWith('=') ? evaluateGuarded(value, scope, evaluate) : value;
  // Entries of lists are as they are written.
  if (Array.isArray(value)) return [...(value as unknown[])];
  return isPlain(value) ? lazyFields(value, {}, scope, evaluate) : value;
}

function lazyFields(source: object, target: object, scope: Scope, evaluate: Evaluate): object {
  for (const [key, value] of Object.entries(source)) {
    if (typeof value === 'string' && value.startsWith('=')) {
      Object.defineProperty(target, key, { get: () => evaluateGuarded(value, scope, evaluate), enumerable: true, configurable: true });
    } else if (typeof value === 'object' && value !== null) {
      Object.defineProperty(target, key, { get: () => lazyParameter(value, scope, evaluate), enumerable: true, configurable: true });
    } else defineField(target, key, value);
  }
  return target;
}

function evaluateGuarded(text: string, scope: Scope, evaluate: Evaluate): unknown {
  if (scope.parameterDepth >= DEPTH_LIMIT) {
    throw new ExpressionError('Parameters refer to each other in a circle', {
      description: 'A parameter read by $parameter refers back to the parameter that reads it. Write one of them without a reference.',
      context: { type: 'circular_parameter' },
    });
  }
  scope.parameterDepth++;
  try {
    return evaluate(text, scope);
  } finally {
    scope.parameterDepth--;
  }
}
