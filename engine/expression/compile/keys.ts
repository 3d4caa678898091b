// Keys of members: constant if known at compile time.
import type * as acorn from 'acorn';
import type { Code } from '../environment.ts';
import { toKey } from '../guard/convert.ts';
import type { Context } from './context.ts';

/** The key of a property or class member: constant if known at compile time. */
export interface CompiledKey {
  readonly constant: string | undefined;
  readonly read: Code;
}

export function compileKey(node: acorn.Expression | acorn.PrivateIdentifier, isComputed: boolean, context: Context): CompiledKey {
  const constant = constantKey(node, isComputed);
  if (constant !== undefined) return { constant, read: () => constant };
  const code = context.unit.expression(node, context);
  return { constant: undefined, read: (env) => toKey(code(env)) };
}

/** Returns the constant name of a key; undefined if the key must be evaluated. */
export function constantKey(node: acorn.Expression | acorn.PrivateIdentifier, isComputed: boolean): string | undefined {
  if (!isComputed && node.type === 'Identifier') return node.name;
  if (node.type === 'Literal' && (typeof node.value === 'string' || typeof node.value === 'number')) return String(node.value);
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0]?.value.cooked ?? undefined;
  return undefined;
}

/** Whether an expression only reads a member: the text of a number that it returns is then `session.readText`. */
export function isMemberRead(node: acorn.Node): boolean {
  const member = node.type === 'ChainExpression' ? (node as acorn.ChainExpression).expression : node;
  return member.type === 'MemberExpression' && (member as acorn.MemberExpression).object.type !== 'Super';
}
