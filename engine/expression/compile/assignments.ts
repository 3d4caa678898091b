// Assignments, updates and delete: each target is evaluated once.
import type * as acorn from 'acorn';
import type { Code, Environment, Store } from '../environment.ts';
import { toKey, toNumeric } from '../guard/convert.ts';
import { classOf } from '../guard/functions.ts';
import { read, readNamed } from '../guard/members.ts';
import type { Key } from '../guard/names.ts';
import { operationOf, payForUnary } from '../guard/operators.ts';
import { live, writable } from '../guard/overlay.ts';
import { deleteMember, writeMember } from '../guard/write.ts';
import type { Context } from './context.ts';
import { compileAssignable, compileIdentifier, compileThis } from './identifiers.ts';
import { constantKey } from './keys.ts';
import { compileNamed } from './literals.ts';
import { compileHome, compilePrivate, readInherited } from './members.ts';

/** A readable and writable location, resolved once per evaluation. */
interface Place {
  readonly read: () => unknown;
  readonly write: (value: unknown) => void;
}

type CompiledPlace = (env: Environment) => Place;

function compilePlace(node: acorn.Pattern | acorn.Expression, context: Context): CompiledPlace {
  if (node.type === 'Identifier') {
    const value = compileIdentifier(node.name, context);
    const store = compileAssignable(node, context);
    return (env) => ({ read: () => value(env), write: (next) => store(env, next) });
  }
  return compileMemberPlace(node as acorn.MemberExpression, context);
}

function compileMemberPlace(node: acorn.MemberExpression, context: Context): CompiledPlace {
  context.unit.mayMutate = true;
  if (node.object.type === 'Super') {
    const home = compileHome(context);
    const self = compileThis(context);
    const key = compileMemberKey(node, context);
    return (env) => {
      const [target, name] = [self(env), toKey(key(env))];
      return { read: () => readInherited(home(env), name, target), write: (value) => writeMember(target, name, value) };
    };
  }
  const object = context.unit.expression(node.object, context);
  if (node.property.type === 'PrivateIdentifier') {
    const key = compilePrivate(node.property, context);
    return (env) => {
      const target = object(env);
      const name = key(env) as Key;
      return { read: () => readNamed(target, name), write: (value) => writePrivate(target, name, value) };
    };
  }
  const key = compileMemberKey(node, context);
  return (env) => {
    const target = object(env);
    const name = toKey(key(env));
    return { read: () => read(target, name), write: (value) => writeMember(target, name, value) };
  };
}

function compileMemberKey(node: acorn.MemberExpression, context: Context): Code {
  const name = constantKey(node.property, node.computed);
  return name === undefined ? context.unit.expression(node.property as acorn.Expression, context) : () => name;
}

function writePrivate(target: unknown, key: Key, value: unknown): void {
  const holder =
    typeof target === 'object' && target !== null
      ? target
      : typeof target === 'function' && classOf(target) !== undefined
        ? target
        : undefined;
  if (holder === undefined || !Object.hasOwn(live(holder), key))
    throw new TypeError('Cannot write a private member to an object whose class did not declare it');
  Object.defineProperty(typeof holder === 'function' ? holder : writable(holder), key, {
    value,
    enumerable: false,
    writable: true,
    configurable: true,
  });
}

/** Code that assigns a member. */
export function compileMemberStore(node: acorn.MemberExpression, context: Context): Store {
  const target = compileMemberPlace(node, context);
  return (env, value) => target(env).write(value);
}

/** `target = value` and compound assignments. */
export function compileAssignment(node: acorn.AssignmentExpression, context: Context): Code {
  const { left, operator } = node;
  const value = compileNamed(node.right, left.type === 'Identifier' ? left.name : undefined, context);
  if (operator === '=') {
    if (left.type === 'MemberExpression') {
      const targetPlace = compileMemberPlace(left, context);
      return (env) => {
        const target = targetPlace(env);
        const result = value(env);
        target.write(result);
        return result;
      };
    }
    const store = context.unit.pattern(left, context, false);
    return (env) => {
      const result = value(env);
      store(env, result);
      return result;
    };
  }
  const place = compilePlace(left, context);
  if (operator === '&&=' || operator === '||=' || operator === '??=') return compileLogicalAssignment(operator, place, value);
  const operation = operationOf(operator.slice(0, -1));
  return (env) => {
    const target = place(env);
    const result = operation(target.read(), value(env));
    target.write(result);
    return result;
  };
}

function compileLogicalAssignment(operator: '&&=' | '||=' | '??=', targetPlace: CompiledPlace, value: Code): Code {
  return (env) => {
    const target = targetPlace(env);
    const current = target.read();
    const isUnchanged = operator === '&&=' ? !current : operator === '||=' ? Boolean(current) : current !== undefined && current !== null;
    if (isUnchanged) return current;
    const result = value(env);
    target.write(result);
    return result;
  };
}

/** `target++`, `--target` etc. */
export function compileUpdate(node: acorn.UpdateExpression, context: Context): Code {
  const targetPlace = compilePlace(node.argument, context);
  const isIncrement = node.operator === '++';
  return (env) => {
    const target = targetPlace(env);
    const primitive = payForUnary(toNumeric(target.read()));
    const before = typeof primitive === 'bigint' ? primitive : Number(primitive);
    const after = typeof before === 'bigint' ? before + (isIncrement ? 1n : -1n) : before + (isIncrement ? 1 : -1);
    target.write(after);
    return node.prefix ? after : before;
  };
}

/** `delete target.member`; for other operands returns true and does nothing. */
export function compileDelete(argument: acorn.Expression, context: Context): Code {
  const target = argument.type === 'ChainExpression' ? argument.expression : argument;
  if (target.type !== 'MemberExpression' || target.object.type === 'Super') {
    const value = context.unit.expression(argument, context);
    return (env) => {
      value(env);
      return true;
    };
  }
  context.unit.mayMutate = true;
  const object = context.unit.expression(target.object, context);
  const key = compileMemberKey(target, context);
  return (env) => {
    const value = object(env);
    if (target.optional && (value === undefined || value === null)) return true;
    return deleteMember(value, key(env));
  };
}
