// The guard: every member access and every call of an expression goes through this file.
import { mayBeInexact } from '../../contract/exact-numbers.ts';
import { lookInto, session, step, stepsFor } from '../budget.ts';
import { ExpressionExtensionError, ExpressionForbiddenError, forbiddenAccess } from '../errors.ts';
import { toKey } from './convert.ts';
import { afterMoves, beforeMoves, noteMembers, noteRead, textsOf } from './exact-reads.ts';
import { addedMethodOf, isAddedMethod, wrongKind } from './method-table.ts';
import { classOf, facadeOf, isClassPrototype, isCodeMaker, isConstructor } from './functions.ts';
import { checkName, isAbsentName, isSuspectName, type Key } from './names.ts';
import { live, own, ownCopy, writable } from './overlay.ts';
import { typeOfObject, typeOfValue, type HostType, type Method } from './types.ts';

type AnyFunction = (...args: unknown[]) => unknown;

/** Cost of an instance of a class. */
const INSTANCE_COST = 2_000;
/** Minimum number of arguments that are passed as a list. */
const MANY_ARGUMENTS = 5_000;

/** `value[key]` with a computed key. The key is converted once, checked, and used as checked. */
export function readComputed(value: unknown, key: unknown): unknown {
  if (typeof key === 'number' && Array.isArray(value)) return readEntry(value, key);
  if (value === undefined || value === null) throw new TypeError(`Cannot read properties of ${String(value)}`);
  return read(value, toKey(key));
}

/** Reads an entry of a list. */
export function readEntry(list: unknown[], index: number): unknown {
  const current = live(list);
  const element = current[index];
  if (mayBeInexact(element)) noteRead(current, index, element);
  return element;
}

/** Reads a member by a converted key. */
export function read(value: unknown, key: Key): unknown {
  if (isSuspectName(key)) checkName(value, key);
  return readNamed(value, key);
}

/** Reads a member by a key that is known to be harmless (or has been checked). */
export function readNamed(value: unknown, key: Key): unknown {
  if (typeof value === 'object' && value !== null) {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) return readObject(value, key);
    const current = (session.overlay === undefined ? value : live(value)) as Record<Key, unknown>;
    const member = current[key];
    if (mayBeInexact(member)) noteRead(current, key, member);
    return typeof member === 'function' && !Object.hasOwn(current, key) ? methodValue(typeOfObject(current), key) : member;
  }
  if (typeof value === 'string') {
    if (key === 'length') return value.length;
    lookInto(value);
    const index = Number(key);
    if (index >= 0 && index < value.length && String(index) === key) return value[index];
    return methodValue(typeOfValue(value), key);
  }
  if (value === undefined || value === null) throw new TypeError(`Cannot read properties of ${String(value)} (reading '${String(key)}')`);
  if (typeof value === 'function') return readFunction(value as AnyFunction, key);
  const type = typeOfValue(value);
  const getter = type.getters.get(key);
  return getter === undefined ? methodValue(type, key) : getter(value, []);
}

function readObject(value: object, key: Key): unknown {
  const current = live(value);
  const type = typeOfObject(current);
  if (type.hasFields && type.hidden?.has(key) !== true && Object.hasOwn(current, key)) {
    const member = (current as Record<Key, unknown>)[key];
    if (mayBeInexact(member)) noteRead(current, key, member);
    return member;
  }
  const prototype = classMember(current, key);
  if (prototype !== undefined) return Reflect.get(prototype, key, value);
  const getter = type.getters.get(key);
  return getter === undefined ? methodValue(type, key) : getter(current, []);
}

/** Returns the nearest prototype, among classes of expressions, that has this member. */
function classMember(value: object, key: Key): object | undefined {
  let prototype = Object.getPrototypeOf(value) as object | null;
  while (prototype !== null && isClassPrototype(prototype)) {
    if (Object.hasOwn(prototype, key)) return prototype;
    prototype = Object.getPrototypeOf(prototype) as object | null;
  }
  return undefined;
}

function readFunction(value: AnyFunction, key: Key): unknown {
  const facade = facadeOf(value);
  if (facade !== undefined) {
    if (key === 'name') return facade.name;
    if (key === 'length' && facade.host !== undefined) return facade.host.length;
    return typeof key === 'string' && facade.members.has(key) ? facade.members.get(key) : methodValue(typeOfValue(value), key);
  }
  const info = classOf(value);
  if (info !== undefined) {
    if (Object.hasOwn(value, key)) return Reflect.get(value, key, value);
    if (info.parent !== undefined && key !== 'name' && key !== 'length') return read(info.parent, key);
  }
  const getter = typeOfValue(value).getters.get(key);
  return getter === undefined ? methodValue(typeOfValue(value), key) : getter(value, []);
}

const methodValues = new WeakMap<Method, AnyFunction>();

/** Returns a method that is read without a call: a function that applies it, guarded, to its `this`. */
function methodValue(type: HostType, key: Key): AnyFunction | undefined {
  const method = type.methods.get(key);
  if (method === undefined) return undefined;
  const cached = methodValues.get(method);
  if (cached !== undefined) return cached;
  const created = function (this: unknown, ...args: unknown[]): unknown {
    return session.depth === 0 ? undefined : callMethod(this, key, args);
  };
  Object.defineProperty(created, 'name', { value: String(key) });
  methodValues.set(method, created);
  return created;
}

/** `value[key](...args)` with a computed key. */
export function callComputed(value: unknown, key: unknown, args: readonly unknown[]): unknown {
  const name = toKey(key);
  if (isSuspectName(name)) checkName(value, name);
  return callMethod(value, name, args);
}

/** Calls a method by a key that is known to be harmless. Own and native methods take precedence over added ones. */
export function callMethod(value: unknown, key: Key, args: readonly unknown[]): unknown {
  step();
  if (value === undefined || value === null) {
    if (key === 'isEmpty' || key === 'isNotEmpty') return key === 'isEmpty';
    if (isAddedMethod(key)) throw new ExpressionExtensionError(`${key} can't be used on ${String(value)} value`);
    throw new TypeError(`Cannot read properties of ${String(value)} (reading '${String(key)}')`);
  }
  if (typeof value === 'function') {
    const member = readFunction(value as AnyFunction, key);
    const method = typeOfValue(value).methods.get(key);
    if (typeof member === 'function' && (method === undefined || member !== methodValues.get(method)))
      return callFunction(member, value, args, key);
    return method === undefined ? missing(value, undefined, key, args) : method(value, args);
  }
  if (typeof value !== 'object') {
    lookInto(value);
    const type = typeOfValue(value);
    const method = type.methods.get(key);
    return method === undefined ? missing(value, type, key, args) : method(value, args);
  }
  return callOnObject(value, key, args);
}

function callOnObject(value: object, key: Key, args: readonly unknown[]): unknown {
  const type = typeOfObject(value);
  const member = ownMember(value, type, key);
  if (typeof member === 'function') return callFunction(member, value, args, key);
  const method = type.methods.get(key);
  if (method === undefined) {
    const got = type.getters.get(key)?.(live(value), []);
    return typeof got === 'function' ? callFunction(got, value, args, key) : missing(value, type, key, args);
  }
  if (type.mutators?.has(key) === true) {
    const target = writable(value);
    const texts = key === 'push' ? undefined : beforeMoves(target);
    const result = method(target, args);
    afterMoves(target, texts, key === 'push' ? args.length : undefined);
    return result === target ? value : result;
  }
  const current = live(value);
  const texts = textsOf(current);
  if (key === 'concat') for (const arg of args) noteMembers(live(arg));
  const result = method(current, args);
  return type.makers?.has(key) === true ? ownCopy(result, texts) : result;
}

/** Returns a field of the object itself or of its class. */
function ownMember(value: object, type: HostType, key: Key): unknown {
  const current = live(value);
  if (type.hasFields && Object.hasOwn(current, key)) return (current as Record<Key, unknown>)[key];
  const prototype = classMember(current, key);
  return prototype === undefined ? undefined : Reflect.get(prototype, key, value);
}

function missing(value: unknown, type: HostType | undefined, key: Key, args: readonly unknown[]): unknown {
  if (isAbsentName(key)) throw forbiddenAccess(String(key));
  if (isAddedMethod(key)) {
    const added = addedMethodOf(type?.addedMethods, key);
    if (added === undefined) throw wrongKind(key);
    const current = live(value);
    noteMembers(current);
    const result = added(type?.unbox === undefined ? current : type.unbox(current as object), args);
    return result === current ? own(result) : ownCopy(result);
  }
  throw new TypeError(`${String(key)} is not a function`);
}

/** Calls an added or native method by name, like `extend(value, name, args)` in an expression. */
export function extend(value: unknown, name: unknown, args: readonly unknown[]): unknown {
  const key = toKey(name);
  if (isSuspectName(key)) checkName(value, key);
  if (value === undefined || value === null) throw new ExpressionExtensionError(`${String(key)} can't be used on ${String(value)} value`);
  return callMethod(value, key, args);
}

/** Calls a function value. `label`: name for the error if the value is not a function. */
export function callFunction(value: unknown, self: unknown, args: readonly unknown[], label: Key = 'this'): unknown {
  step();
  if (typeof value !== 'function') throw new TypeError(`${String(label)} is not a function`);
  if (isCodeMaker(value)) throw new ExpressionForbiddenError('Cannot call "Function" due to security concerns');
  if (args.length > MANY_ARGUMENTS) {
    const facade = facadeOf(value);
    if (facade !== undefined) return facade.callWith(args);
  }
  return Reflect.apply(value as AnyFunction, self, args as unknown[]);
}

/** `new value(...args)`. */
export function construct(value: unknown, args: readonly unknown[]): object {
  step();
  if (typeof value === 'function') {
    const facade = facadeOf(value);
    if (facade?.construct !== undefined) return own(facade.construct(args));
    const info = classOf(value);
    if (info !== undefined) {
      stepsFor(INSTANCE_COST);
      return own(info.construct(args, value));
    }
    if (isConstructor(value)) return own(Reflect.construct(value, args as unknown[]) as object);
  }
  throw new TypeError('This value is not a constructor');
}
