// Resolves names in this order: variables of the expression, data names, additional names of the scope, globals.
import type * as acorn from 'acorn';
import { deniedGlobals, globalNames } from '../builtins/globals.ts';
import { byName } from '../data/legacy-node.ts';
import { currentItem, dataNames } from '../data/names.ts';
import type { Scope } from '../data/scope.ts';
import type { Code, Store } from '../environment.ts';
import { ExpressionForbiddenError, forbiddenAccess } from '../errors.ts';
import { isPrototypeName } from '../guard/names.ts';
import { readSlot, writeSlot, type Context } from './context.ts';

/** Code that reads a name. */
export function compileIdentifier(name: string, context: Context): Code {
  const address = context.scope.resolve(name);
  if (address === undefined && (!dataNames.has(name) || name === '$execution')) context.unit.mayHoldFunctions = true;
  return address === undefined ? compileFreeName(name) : readSlot(address);
}

/** Compiles a name that is not a variable of the expression. */
export function compileFreeName(name: string): Code {
  if (isPrototypeName(name)) {
    return () => {
      throw forbiddenAccess(name);
    };
  }
  const reader = name === '$item' ? currentItem : dataNames.get(name);
  if (reader !== undefined) return (env) => (env.scope.extra === undefined ? reader(env.scope) : withExtra(env.scope, name, reader));
  const value = globalNames.has(name) ? globalNames.get(name) : deniedGlobals.get(name);
  return (env) => {
    const { extra } = env.scope;
    return extra !== undefined && Object.hasOwn(extra, name) ? extra[name] : value;
  };
}

function withExtra(scope: Scope, name: string, reader: (scope: Scope) => unknown): unknown {
  const { extra } = scope;
  return extra !== undefined && Object.hasOwn(extra, name) ? extra[name] : reader(scope);
}

/** Compiles the function `$item` in a call. */
export function compileItemFunction(context: Context): Code {
  const reader = dataNames.get('$item') as (scope: Scope) => unknown;
  return context.scope.resolve('$item') === undefined
    ? (env) => withExtra(env.scope, '$item', reader)
    : compileIdentifier('$item', context);
}

/** Compiles assigning a variable. */
export function compileAssignable(node: acorn.Identifier, context: Context): Store {
  // Every assigned name is already declared, if only implicitly by the assignment.
  const address = context.scope.resolve(node.name) ?? context.scope.addressOf(context.scope.declare(node.name));
  if (address.isConstant) {
    return () => {
      throw new TypeError(`Assignment to constant variable '${node.name}'`);
    };
  }
  return writeSlot(address);
}

/** Compiles the operand of `...`: host globals are rejected by name, unless the name is data. */
export function compileSpread(argument: acorn.Expression, context: Context): Code {
  const value = context.unit.expression(argument, context);
  if (argument.type !== 'Identifier' || !deniedGlobals.has(argument.name) || context.scope.resolve(argument.name) !== undefined)
    return value;
  const { name } = argument;
  return (env) => {
    if (env.scope.extra === undefined || !Object.hasOwn(env.scope.extra, name)) {
      throw new ExpressionForbiddenError(`Cannot spread "${name}" due to security concerns`);
    }
    return value(env);
  };
}

/** Returns `this` outside of methods: data by name, without the host. */
export function scopeThis(scope: Scope): object {
  const read = (name: string): unknown => (dataNames.has(name) ? scope.lookup(name) : (scope.lookup(name) ?? deniedGlobals.get(name)));
  return scope.once('this', () => byName(read, () => [...dataNames.keys()]));
}

/** Compiles `this`. */
export function compileThis(context: Context): Code {
  const owner = context.scope.functionScope();
  context.unit.mayHoldFunctions = true;
  if (owner === undefined) return (env) => scopeThis(env.scope);
  return readSlot(context.scope.addressOf(owner.define('%this')));
}
