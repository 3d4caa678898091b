// Calls of globals that expressions do not have: an error names them, and what to use instead.
import type * as acorn from 'acorn';
import { deniedGlobals } from '../builtins/globals.ts';
import type { Code } from '../environment.ts';
import { ExpressionError } from '../errors.ts';
import type { Context } from './context.ts';

/** What to use instead of globals that people try to use. Calls of others return nothing, as workflows expect. */
const instead: ReadonlyMap<string, string> = new Map([
  ['Buffer', 'Use .base64Encode() and .base64Decode() of texts, btoa() and atob(), or the Code node, which has Buffer.'],
  ['require', 'Modules are available in the Code node.'],
  ['fetch', 'Use the HTTP Request node.'],
  ['XMLHttpRequest', 'Use the HTTP Request node.'],
]);

/**
 * Compiles a callee, or the object whose method is called. The code throws if its value is a global that expressions do not have, such as Buffer.
 * Without a call, such a global is an empty object.
 */
export function present(code: Code, node: acorn.Expression | acorn.Super, context: Context): Code {
  if (node.type !== 'Identifier') return code;
  const { name } = node;
  const missing = deniedGlobals.get(name);
  const description = instead.get(name);
  if (missing === undefined || description === undefined || context.scope.resolve(name) !== undefined) return code;
  return (env) => {
    const value = code(env);
    if (value !== missing) return value;
    throw new ExpressionError(`${name} is not available in expressions`, { description, context: { type: 'missing_global' } });
  };
}
