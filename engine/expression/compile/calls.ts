// Calls of methods, functions, parent constructors and constructors, each through the guard.
import type * as acorn from 'acorn';
import { session } from '../budget.ts';
import type { Code, Environment } from '../environment.ts';
import { toKey } from '../guard/convert.ts';
import { isAddedMethod } from '../guard/method-table.ts';
import { callComputed, callFunction, callMethod, construct, read, readNamed } from '../guard/members.ts';
import { isSuspectName, type Key } from '../guard/names.ts';
import { readSlot, writeSlot, type Context } from './context.ts';
import { compileItemFunction, compileThis } from './identifiers.ts';
import { constantKey } from './keys.ts';
import { compileList } from './lists.ts';
import { present } from './missing-globals.ts';
import { compileHome, compilePrivate, cut, readInherited } from './members.ts';
import type { StaticScope } from './static-scope.ts';

type CompileLink = (node: acorn.Expression | acorn.Super, context: Context) => Code;
type Arguments = (env: Environment) => unknown[];

/** Methods that change their receiver. */
const mutators = new Set([
  'push',
  'pop',
  'shift',
  'unshift',
  'splice',
  'sort',
  'reverse',
  'fill',
  'copyWithin',
  'add',
  'delete',
  'clear',
  'append',
  'assign',
  'exec',
  'test',
]);

/** Compiles a call. Within an optional chain (`compileLink` is given) it propagates a short circuit. */
export function compileCall(node: acorn.CallExpression, context: Context, compileLink?: CompileLink): Code {
  const { callee } = node;
  if (callee.type === 'Super') return compileParentCall(node, context);
  const args = compileList(node.arguments, context);
  if (callee.type === 'MemberExpression') return compileMethodCall(node, callee, args, context, compileLink);
  if (callee.type === 'Identifier' && callee.name === '$item') {
    const item = compileItemFunction(context);
    return (env) => callFunction(item(env), undefined, args(env), '$item');
  }
  if (callee.type === 'Identifier' && callee.name === '$if' && isChoice(node)) return compileChoice(node, context);
  const value = present((compileLink ?? context.unit.expression)(callee, context), callee, context);
  const label = callee.type === 'Identifier' ? callee.name : 'This expression';
  if (compileLink === undefined) return (env) => callFunction(value(env), undefined, args(env), label);
  return (env) => {
    const callee = value(env);
    if (callee === cut || (node.optional && (callee === undefined || callee === null))) return cut;
    return callFunction(callee, undefined, args(env), label);
  };
}

const isChoice = ({ arguments: args }: acorn.CallExpression): boolean =>
  args.length >= 2 && args.every((argument) => argument.type !== 'SpreadElement');

/** `$if(condition, value, otherwise)`: only the selected branch is evaluated. */
function compileChoice(node: acorn.CallExpression, context: Context): Code {
  const [condition, then, otherwise] = node.arguments
    .slice(0, 3)
    .map((argument) => context.unit.expression(argument as acorn.Expression, context));
  return (env) => {
    if ((condition as Code)(env)) return (then as Code)(env);
    return otherwise === undefined ? false : otherwise(env);
  };
}

function compileMethodCall(
  node: acorn.CallExpression,
  callee: acorn.MemberExpression,
  args: Arguments,
  context: Context,
  compileLink?: CompileLink,
): Code {
  if (callee.object.type === 'Super') return compileSuperCall(callee, args, context);
  const name = constantKey(callee.property, callee.computed);
  if (name === undefined || mutators.has(name) || name.startsWith('set')) context.unit.mayMutate = true;
  const object = present((compileLink ?? context.unit.expression)(callee.object, context), callee.object, context);
  const call = compileInvocation(callee, name, context);
  if (compileLink === undefined) return (env) => call(object(env), env, args);
  return (env) => {
    const value = object(env);
    if (value === cut || (callee.optional && (value === undefined || value === null))) return cut;
    if (node.optional && isMissing(value, name)) return cut;
    return call(value, env, args);
  };
}

/** Whether `value.name?.()` finds no such method. Added methods always count as existing. */
function isMissing(value: unknown, name: string | undefined): boolean {
  if (name === undefined || isAddedMethod(name) || value === undefined || value === null) return false;
  const method = read(value, name);
  return method === undefined || method === null;
}

type Invocation = (value: unknown, env: Environment, args: Arguments) => unknown;

function compileInvocation(callee: acorn.MemberExpression, name: string | undefined, context: Context): Invocation {
  if (callee.property.type === 'PrivateIdentifier') {
    const key = compilePrivate(callee.property, context);
    return (value, env, args) => callFunction(readNamed(value, key(env) as Key), value, args(env), 'private method');
  }
  if (name !== undefined && !isSuspectName(name)) return (value, env, args) => callMethod(value, name, args(env));
  const key: Code = name === undefined ? context.unit.expression(callee.property, context) : () => name;
  return (value, env, args) => {
    const converted = toKey(key(env));
    return callComputed(value, converted, args(env));
  };
}

function compileSuperCall(callee: acorn.MemberExpression, args: Arguments, context: Context): Code {
  const home = compileHome(context);
  const self = compileThis(context);
  const name = constantKey(callee.property, callee.computed);
  const key: Code = name === undefined ? context.unit.expression(callee.property as acorn.Expression, context) : () => name;
  return (env) => callFunction(readInherited(home(env), key(env), self(env)), self(env), args(env), name ?? 'super');
}

/** Compiles the function of a tagged template, with its receiver. */
export function compileCallee(node: acorn.Expression, context: Context): (env: Environment) => readonly [unknown, unknown] {
  if (node.type !== 'MemberExpression' || node.object.type === 'Super') {
    const value = context.unit.expression(node, context);
    return (env) => [value(env), undefined];
  }
  const object = context.unit.expression(node.object, context);
  const name = constantKey(node.property, node.computed);
  const key: Code = name === undefined ? context.unit.expression(node.property, context) : () => name;
  return (env) => {
    const self = object(env);
    const converted = toKey(key(env));
    return [(...args: unknown[]) => (session.depth === 0 ? undefined : callComputed(self, converted, args)), self];
  };
}

/** `new X(…)`. */
export function compileNew(node: acorn.NewExpression, context: Context): Code {
  const value = present(context.unit.expression(node.callee, context), node.callee, context);
  const args = compileList(node.arguments, context);
  return (env) => construct(value(env), args(env));
}

/** `super(…)`: calls the parent constructor for the instance under construction. */
function compileParentCall(node: acorn.CallExpression, context: Context): Code {
  // The parser guarantees an enclosing constructor.
  const owner = context.scope.functionScope() as StaticScope;
  const parent = readSlot(context.scope.addressOf(owner.define('%parent')));
  const setThis = writeSlot(context.scope.addressOf(owner.define('%this')));
  const args = compileList(node.arguments, context);
  return (env) => {
    const instance = (parent(env) as (args: readonly unknown[]) => unknown)(args(env));
    setThis(env, instance);
    return instance;
  };
}
