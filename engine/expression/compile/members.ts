// Member access: constant names are checked at compile time, computed keys are converted once.
import type * as acorn from 'acorn';
import { mayBeInexact } from '../../contract/exact-numbers.ts';
import { session } from '../budget.ts';
import { siblingParameter } from '../data/names.ts';
import type { Code, Environment } from '../environment.ts';
import { toKey } from '../guard/convert.ts';
import { noteRead } from '../guard/exact-reads.ts';
import { read, readComputed, readEntry, readNamed } from '../guard/members.ts';
import { isSuspectName, type Key } from '../guard/names.ts';
import { classOf, isClassPrototype } from '../guard/functions.ts';
import { typeOfObject } from '../guard/types.ts';
import { readSlot, type Context } from './context.ts';
import { compileThis } from './identifiers.ts';
import { constantKey } from './keys.ts';
import type { Address, StaticScope } from './static-scope.ts';

/** Returned by an optional chain if a link is missing. */
export const cut: unique symbol = Symbol('cut');

const objectPrototype: object = Object.prototype;

/** Compiles the object of an optional chain's link: another link, or the start of the chain. */
type CompileLink = (node: acorn.Expression | acorn.Super, context: Context) => Code;

/** Compiles reading a member. Within an optional chain (`compileLink` is given) it propagates a short circuit. */
export function compileMember(node: acorn.MemberExpression, context: Context, compileLink?: CompileLink): Code {
  if (node.object.type === 'Super') return compileSuperMember(node, context);
  const name = constantKey(node.property, node.computed);
  if (name?.startsWith('&') === true && node.object.type === 'Identifier' && node.object.name === '$parameter') {
    return (env) => siblingParameter(env.scope, name.slice(1));
  }
  const object = (compileLink ?? context.unit.expression)(node.object, context);
  const access = compileAccess(node, name, context);
  if (compileLink === undefined) return (env) => access(object(env), env);
  if (!node.optional) {
    return (env) => {
      const value = object(env);
      return value === cut ? cut : access(value, env);
    };
  }
  return (env) => {
    const value = object(env);
    return value === cut || value === null || value === undefined ? cut : access(value, env);
  };
}

type Access = (value: unknown, env: Environment) => unknown;

function compileAccess(node: acorn.MemberExpression, name: string | undefined, context: Context): Access {
  if (node.property.type === 'PrivateIdentifier') {
    const key = compilePrivate(node.property, context);
    return (value, env) => readNamed(value, key(env) as Key);
  }
  if (node.property.type === 'Literal' && typeof node.property.value === 'number') return indexAccess(node.property.value);
  if (name !== undefined) return namedAccess(name);
  const key = context.unit.expression(node.property, context);
  return (value, env) => readComputed(value, key(env));
}

/** Reads a constant index. */
function indexAccess(index: number): Access {
  const name = String(index);
  return (value) => (Array.isArray(value) ? readEntry(value, index) : readNamed(value, name));
}

/** Reads a constant name: directly from plain data, otherwise through the guard. */
function namedAccess(name: string): Access {
  if (isSuspectName(name)) return (value) => read(value, name);
  if (name in objectPrototype) return (value) => readNamed(value, name);
  return (value) => {
    if (typeof value === 'object' && value !== null && session.overlay === undefined) {
      const prototype: unknown = Object.getPrototypeOf(value);
      if (prototype === objectPrototype || prototype === null) {
        const member = (value as Record<string, unknown>)[name];
        if (mayBeInexact(member)) noteRead(value, name, member);
        return member;
      }
    }
    return readNamed(value, name);
  };
}

/** Returns the hidden key of a private name of a class. */
export function compilePrivate(node: acorn.PrivateIdentifier, context: Context): Code {
  // The parser guarantees that the name is declared.
  return readSlot(context.scope.resolve(`#${node.name}`) as Address);
}

function compileSuperMember(node: acorn.MemberExpression, context: Context): Code {
  const home = compileHome(context);
  const self = compileThis(context);
  const name = constantKey(node.property, node.computed);
  const key = name === undefined ? context.unit.expression(node.property as acorn.Expression, context) : () => name;
  return (env) => readInherited(home(env), key(env), self(env));
}

/** Compiles the home object of the running method, at which `super` lookups start. */
export function compileHome(context: Context): (env: Environment) => object {
  const owner = context.scope.functionScope() as StaticScope;
  return readSlot(context.scope.addressOf(owner.define('%home'))) as (env: Environment) => object;
}

/** Returns a member found above `home`: in the parent class, or in the guard's table of the host type. */
export function readInherited(home: object, key: unknown, self: unknown): unknown {
  if (typeof home === 'function') {
    const parent = classOf(home)?.parent;
    return parent === undefined ? undefined : readComputed(parent, key);
  }
  const name = toKey(key);
  if (isSuspectName(name)) return read(self, name);
  let prototype = Object.getPrototypeOf(home) as object | null;
  while (prototype !== null && isClassPrototype(prototype)) {
    if (Object.hasOwn(prototype, name)) return Reflect.get(prototype, name, self);
    prototype = Object.getPrototypeOf(prototype) as object | null;
  }
  if (prototype === null || typeof self !== 'object' || self === null) return undefined;
  const method = typeOfObject(self).methods.get(name);
  return method === undefined ? undefined : (...args: unknown[]) => method(self, args);
}
