// Destructuring, through the same guard as any other member access.
import type * as acorn from 'acorn';
import type { Code, Environment, Store } from '../environment.ts';
import { ExpressionComputedDestructuringError, ExpressionDestructuringError } from '../errors.ts';
import { toKey } from '../guard/convert.ts';
import { iterable, toList } from '../guard/iterate.ts';
import { readNamed } from '../guard/members.ts';
import { isHostName, isOwnData, isPrototypeName, type Key } from '../guard/names.ts';
import { live, own, ownCopy } from '../guard/overlay.ts';
import { copyFields } from '../guard/write.ts';
import { compileMemberStore } from './assignments.ts';
import { writeSlot, type Context } from './context.ts';
import { compileAssignable } from './identifiers.ts';
import { constantKey } from './keys.ts';
import { compileNamed } from './literals.ts';

/** Compiles storing a value in a variable, a member, or the parts of a pattern. Declarations may set constants. */
export function compilePattern(node: acorn.Pattern, context: Context, isDeclaration: boolean): Store {
  switch (node.type) {
    case 'Identifier': {
      const address = isDeclaration ? context.scope.resolve(node.name) : undefined;
      return address === undefined ? compileAssignable(node, context) : writeSlot(address);
    }
    case 'MemberExpression':
      return compileMemberStore(node, context);
    case 'AssignmentPattern':
      return compileDefault(node, context, isDeclaration);
    case 'ArrayPattern':
      return compileArrayPattern(node, context, isDeclaration);
    default:
      return compileObjectPattern(node as acorn.ObjectPattern, context, isDeclaration);
  }
}

function compileDefault(node: acorn.AssignmentPattern, context: Context, isDeclaration: boolean): Store {
  const store = compilePattern(node.left, context, isDeclaration);
  const fallback = compileNamed(node.right, node.left.type === 'Identifier' ? node.left.name : undefined, context);
  return (env, value) => store(env, value === undefined ? fallback(env) : value);
}

function compileArrayPattern(node: acorn.ArrayPattern, context: Context, isDeclaration: boolean): Store {
  const parts = node.elements.map((element) => {
    if (element === null) return undefined;
    const isRest = element.type === 'RestElement';
    return { isRest, store: compilePattern(isRest ? element.argument : element, context, isDeclaration) };
  });
  return (env, value) => {
    const list = take(value, parts.some((part) => part?.isRest === true) ? Infinity : parts.length);
    parts.forEach((part, index) => part?.store(env, part.isRest ? ownCopy(list.slice(index)) : list[index]));
  };
}

/** Returns the first elements of an iterable. */
function take(value: unknown, count: number): readonly unknown[] {
  // A rest element is a copy.
  if (count === Infinity) return toList(value);
  const source = iterable(value);
  if (Array.isArray(source)) return source as readonly unknown[];
  const list: unknown[] = [];
  if (count === 0) return list;
  for (const element of source) {
    list.push(element);
    if (list.length >= count) break;
  }
  return list;
}

interface PatternKey {
  readonly read: (env: Environment) => Key;
  readonly check: (value: unknown, key: Key) => void;
}

function compileObjectPattern(node: acorn.ObjectPattern, context: Context, isDeclaration: boolean): Store {
  const rest = node.properties.find((property) => property.type === 'RestElement');
  const restStore = rest === undefined ? undefined : compilePattern(rest.argument, context, isDeclaration);
  const parts = node.properties
    .filter((property) => property.type !== 'RestElement')
    .map((property) => ({ key: compilePatternKey(property, context), store: compilePattern(property.value, context, isDeclaration) }));
  return (env, value) => {
    if (value === undefined || value === null) throw new TypeError(`Cannot destructure ${String(value)}`);
    const usedKeys = new Set<Key>();
    for (const { key, store } of parts) {
      const name = key.read(env);
      key.check(value, name);
      if (restStore !== undefined) usedKeys.add(name);
      store(env, readNamed(value, name));
    }
    if (restStore === undefined) return;
    const left = {};
    copyFields(left, live(value), usedKeys);
    restStore(env, own(left));
  };
}

function compilePatternKey(property: acorn.AssignmentProperty, context: Context): PatternKey {
  const name = constantKey(property.key, property.computed);
  if (name !== undefined) {
    if (isPrototypeName(name))
      throw property.computed ? new ExpressionComputedDestructuringError(name) : new ExpressionDestructuringError(name);
    return { read: () => name, check: isHostName(name) ? rejectUnlessData : () => undefined };
  }
  const code: Code = context.unit.expression(property.key, context);
  return {
    read: (env) => toKey(code(env)),
    check: (value, key) => {
      if (isPrototypeName(key) || (isHostName(key) && !isOwnData(value, key))) throw new ExpressionComputedDestructuringError(String(key));
    },
  };
}

function rejectUnlessData(value: unknown, key: Key): void {
  if (!isOwnData(value, key)) throw new ExpressionDestructuringError(String(key));
}
