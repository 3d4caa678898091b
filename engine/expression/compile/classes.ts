// Classes of expressions: they extend plain objects or safe host classes, never classes that compile code.
import type * as acorn from 'acorn';
import { allocate, session } from '../budget.ts';
import { Frame, type Code, type Environment } from '../environment.ts';
import { ExpressionClassExtensionError } from '../errors.ts';
import { classOf, facadeOf, noteSource, registerClass, type ClassInfo } from '../guard/functions.ts';
import { own } from '../guard/overlay.ts';
import { defineAccessor, defineMember } from '../guard/write.ts';
import { compileBlock } from './blocks.ts';
import { readSlot, writeSlot, type Context } from './context.ts';
import { compileFunctionCode, invoke, makeFunction, type FunctionCode } from './functions.ts';
import { compileKey, type CompiledKey } from './keys.ts';
import { compileNamed } from './literals.ts';
import { compilePrivate } from './members.ts';
import { StaticFrame, StaticScope } from './static-scope.ts';

/** Classes whose instances execute text as code. */
const codeClasses = new Set(['Function', 'GeneratorFunction', 'AsyncFunction', 'AsyncGeneratorFunction']);

/** A class under construction: its parts are compiled, and its objects are created. */
interface Making {
  readonly env: Environment;
  readonly constructor: object;
  readonly prototype: object;
}

/** Adds a member to the class or its prototype. */
type Define = (parts: Making) => void;

/** A field initializer, which sets a value on a new instance. */
type Initialise = (parts: Making, instance: object) => void;

/** Compiles a class. */
export function compileClass(node: acorn.Class, context: Context, name = ''): Code {
  context.unit.mayGrow = true;
  context.unit.mayMutate = true;
  const frame = new StaticFrame(context.scope.frame);
  const scope = new StaticScope(context.scope, frame);
  const inner: Context = { ...context, scope, tracksValue: false };
  const className = node.id?.name ?? name;
  const ownAddress = node.id === null || node.id === undefined ? undefined : scope.addressOf(scope.declare(node.id.name, true));
  for (const member of node.body.body) if ('key' in member && member.key.type === 'PrivateIdentifier') scope.define(`#${member.key.name}`);
  const parent = compileParent(node, inner);
  const constructor = node.body.body.find((member) => member.type === 'MethodDefinition' && member.kind === 'constructor') as
    | acorn.MethodDefinition
    | undefined;
  const code =
    constructor === undefined ? undefined : compileFunctionCode(constructor.value, inner, { isConstructor: true, name: className });
  const parts = node.body.body.filter((member) => member !== constructor).map((member) => compileMember(member, inner));
  const privateNames = node.body.body.flatMap((member) =>
    'key' in member && member.key.type === 'PrivateIdentifier' ? [member.key.name] : [],
  );
  return (env) => {
    const within = new Frame(env, frame.slotCount);
    for (const key of privateNames) writeSlot(scope.addressOf(scope.define(`#${key}`)))(within, privateKey(within, scope, key));
    const classParts = makeClass(className, parent?.(within), code, within, parts);
    noteSource(classParts.constructor, context.unit.source.slice(node.start, node.end));
    if (ownAddress !== undefined) writeSlot(ownAddress)(within, classParts.constructor);
    for (const part of parts) part.define?.(classParts);
    return classParts.constructor;
  };
}

/** Returns the hidden key of a private name: created once per class, shared by a getter and a setter of the same name. */
function privateKey(env: Environment, scope: StaticScope, name: string): symbol {
  const slot = readSlot(scope.addressOf(scope.define(`#${name}`)))(env);
  return typeof slot === 'symbol' ? slot : Symbol(`#${name}`);
}

function compileParent(node: acorn.Class, context: Context): Code | undefined {
  const { superClass } = node;
  if (superClass === null || superClass === undefined) return undefined;
  if (superClass.type === 'Identifier' && codeClasses.has(superClass.name) && context.scope.resolve(superClass.name) === undefined) {
    throw new ExpressionClassExtensionError(superClass.name);
  }
  const value = context.unit.expression(superClass, context);
  return (env) => {
    const parent = value(env);
    if (typeof parent === 'function' && (facadeOf(parent)?.isExtensible === true || classOf(parent) !== undefined)) return parent;
    throw new ExpressionClassExtensionError(typeof parent === 'function' ? parent.name : String(typeof parent));
  };
}

interface Part {
  readonly define?: Define;
  readonly initialise?: Initialise;
}

function compileMember(member: acorn.MethodDefinition | acorn.PropertyDefinition | acorn.StaticBlock, context: Context): Part {
  if (member.type === 'StaticBlock') {
    const { run } = compileInMethod(context, (inner) => compileBlock(member.body, inner));
    return { define: (parts) => void run(parts, parts.constructor, (action, env) => action(env)) };
  }
  const key =
    member.key.type === 'PrivateIdentifier' ? privateMember(member.key, context) : compileKey(member.key, member.computed, context);
  return member.type === 'MethodDefinition' ? compileMethod(member, key, context) : compileField(member, key, context);
}

function privateMember(node: acorn.PrivateIdentifier, context: Context): CompiledKey {
  return { constant: undefined, read: compilePrivate(node, context) };
}

function compileMethod(member: acorn.MethodDefinition, key: CompiledKey, context: Context): Part {
  const code = compileFunctionCode(member.value, context, { name: key.constant });
  const { kind } = member;
  const put = (parts: Making, target: object, home: object): void => {
    const value = makeFunction(code, { env: parts.env, home }, true);
    if (kind === 'get' || kind === 'set') defineAccessor(target, key.read(parts.env), kind, value, false);
    else defineMember(target, key.read(parts.env), value, false);
  };
  if (member.static) return { define: (parts) => put(parts, parts.constructor, parts.constructor) };
  // Private methods are own properties of each instance, since hidden keys are not looked up in prototypes.
  if (member.key.type === 'PrivateIdentifier') return { initialise: (parts, instance) => put(parts, instance, parts.prototype) };
  return { define: (parts) => put(parts, parts.prototype, parts.prototype) };
}

function compileField(member: acorn.PropertyDefinition, key: CompiledKey, context: Context): Part {
  const { run } = compileInMethod(context, (inner) =>
    member.value === null || member.value === undefined ? () => undefined : compileNamed(member.value, key.constant, inner),
  );
  const isHidden = member.key.type === 'PrivateIdentifier';
  const put = (parts: Making, target: object): void => {
    const value = run(parts, target, (code, env) => code(env));
    defineMember(target, key.read(parts.env), value, !isHidden);
  };
  return member.static ? { define: (parts) => put(parts, parts.constructor) } : { initialise: put };
}

/** Compiles code that runs like a method, with `this` and `super` of its own. */
function compileInMethod<T>(
  context: Context,
  compile: (inner: Context) => T,
): { readonly run: <R>(parts: Making, self: object, apply: (code: T, env: Environment) => R) => R } {
  const frame = new StaticFrame(context.scope.frame);
  const scope = new StaticScope(context.scope, frame, true);
  const code = compile({ ...context, scope });
  return {
    run: (parts, self, apply) => {
      const env = new Frame(parts.env, frame.slotCount);
      if (scope.has('%this')) env.slots[scope.define('%this').index] = self;
      if (scope.has('%home')) env.slots[scope.define('%home').index] = self === parts.constructor ? parts.constructor : parts.prototype;
      return apply(code, env);
    },
  };
}

function makeClass(name: string, parent: unknown, code: FunctionCode | undefined, env: Environment, parts: readonly Part[]): Making {
  allocate(256);
  const parentInfo = typeof parent === 'function' ? classOf(parent) : undefined;
  const parentFacade = typeof parent === 'function' ? facadeOf(parent) : undefined;
  const above = parentInfo?.prototype ?? (parentFacade?.host?.prototype as object | undefined) ?? Object.prototype;
  const prototype = Object.create(above) as object;
  const constructor = (): never => {
    throw new TypeError(`Class constructor ${name} cannot be invoked without 'new'`);
  };
  Object.defineProperty(constructor, 'name', { value: name, configurable: true });
  const classParts: Making = { env, constructor, prototype };
  const born = session.epoch;
  const initialise = (instance: object): void => {
    for (const part of parts) part.initialise?.(classParts, instance);
  };
  const makeParent = (args: readonly unknown[], newTarget: object): object => {
    const created = parentInfo?.construct(args, newTarget) ?? parentFacade?.construct?.(args) ?? {};
    Object.setPrototypeOf(created, classOf(newTarget)?.prototype ?? prototype);
    own(created);
    initialise(created);
    return created;
  };
  const construct: ClassInfo['construct'] = (args, newTarget) => {
    if (code === undefined) return makeParent(parent === undefined ? [] : args, newTarget);
    const callParent = (args: readonly unknown[]): object => makeParent(args, newTarget);
    const self = parent === undefined ? makeParent([], newTarget) : undefined;
    return runConstructor(code, classParts, self, args, born, callParent);
  };
  registerClass(constructor, { name, prototype, construct, parent: typeof parent === 'function' ? parent : undefined });
  return classParts;
}

/** Runs a constructor; if it returns an object, that replaces the instance. */
function runConstructor(
  code: FunctionCode,
  parts: Making,
  self: object | undefined,
  args: readonly unknown[],
  born: number,
  callParent: (args: readonly unknown[]) => object,
): object {
  let instance = self;
  const returned = invoke(code, { env: parts.env, home: parts.prototype }, self, args, born, undefined, (args: readonly unknown[]) => {
    instance = callParent(args);
    return instance;
  });
  if (typeof returned === 'object' && returned !== null) return returned;
  if (instance === undefined)
    throw new TypeError("Must call super constructor in derived class before accessing 'this' or returning from derived constructor");
  return instance;
}
