// Functions of expressions: real functions, so that the host can call them back. Calls are charged; after the evaluation they do nothing.
import type * as acorn from 'acorn';
import { allocate, DEPTH_LIMIT, session, step, tooDeep } from '../budget.ts';
import { scopeThis } from './identifiers.ts';
import { Frame, returnSignal, type Code, type Environment, type Store } from '../environment.ts';
import { markConstructor, noteSource } from '../guard/functions.ts';
import { compileBody } from './blocks.ts';
import { unsupported, type Context } from './context.ts';
import { patternNames, StaticFrame, StaticScope, varNames } from './static-scope.ts';

/** State shared by all closures of a function body. */
export interface FunctionCode {
  readonly name: string;
  /** Source text. */
  readonly source: string;
  readonly length: number;
  readonly isArrow: boolean;
  readonly frame: StaticFrame;
  /** Stores arguments in their slots. */
  readonly bind: (env: Environment, args: readonly unknown[]) => void;
  readonly body: Code;
  /** Slots of special names. They are read at call time, since they are assigned while the body is compiled. */
  readonly slots: {
    readonly self: () => number | undefined;
    readonly home: () => number | undefined;
    readonly own: () => number | undefined;
    readonly list: () => number | undefined;
    readonly parent: () => number | undefined;
  };
}

export interface FunctionOptions {
  readonly isMethod?: boolean;
  readonly isConstructor?: boolean;
  readonly name?: string;
}

/** Compiles parameters and body once; closures are created from the result. */
export function compileFunctionCode(node: acorn.Function, context: Context, options: FunctionOptions = {}): FunctionCode {
  if (node.async === true) throw unsupported('an async function', node, context);
  if (node.generator === true) throw unsupported('a generator', node, context);
  context.unit.mayGrow = true;
  const isArrow = node.type === 'ArrowFunctionExpression';
  const frame = new StaticFrame(context.scope.frame);
  const outer = new StaticScope(context.scope, frame, !isArrow);
  const ownName = node.type === 'FunctionExpression' && node.id !== null && node.id !== undefined ? node.id.name : undefined;
  if (ownName !== undefined) outer.declare(ownName);
  if (options.isConstructor === true) outer.define('%parent');
  const scope = new StaticScope(outer, frame, false);
  const inner: Context = { ...context, scope, tracksValue: false };
  for (const parameter of node.params) for (const name of patternNames(parameter)) scope.declare(name);
  if (!isArrow && !scope.has('arguments')) defineArguments(node, outer);
  const bind = compileParameters(node.params, inner);
  const body = node.body.type === 'BlockStatement' ? compileStatements(node.body, inner) : context.unit.expression(node.body, inner);
  const slotOf = (name: string) => (): number | undefined => (outer.has(name) ? outer.define(name).index : undefined);
  return {
    name: options.name ?? ownName ?? '',
    source: sourceOf(node, context, options),
    length: parameterCount(node.params),
    isArrow,
    frame,
    bind,
    body,
    slots: {
      self: slotOf('%this'),
      home: slotOf('%home'),
      own: ownName === undefined ? () => undefined : slotOf(ownName),
      list: slotOf('arguments'),
      parent: slotOf('%parent'),
    },
  };
}

/** In the syntax tree a method starts at its parameters, so the name is prepended. */
function sourceOf(node: acorn.Function, context: Context, { isMethod, name }: FunctionOptions): string {
  const text = context.unit.source.slice(node.start, node.end);
  return isMethod === true ? `${name ?? ''}${text}` : text;
}

/** Number of parameters before the first default or rest parameter. */
function parameterCount(params: readonly acorn.Pattern[]): number {
  const end = params.findIndex((parameter) => parameter.type === 'AssignmentPattern' || parameter.type === 'RestElement');
  return end < 0 ? params.length : end;
}

/** Declares `arguments` only if the function mentions it. */
function defineArguments(node: acorn.Function, scope: StaticScope): void {
  let isMentioned = false;
  const look = (value: unknown): void => {
    if (Array.isArray(value)) for (const entry of value) look(entry);
    else if (typeof value === 'object' && value !== null) {
      const part = value as Record<string, unknown>;
      if (part['type'] === 'Identifier' && part['name'] === 'arguments') isMentioned = true;
      for (const entry of Object.values(part)) if (typeof entry === 'object') look(entry);
    }
  };
  look(node.body);
  look(node.params);
  if (isMentioned) scope.define('arguments');
}

function compileStatements(body: acorn.BlockStatement, context: Context): Code {
  for (const name of varNames(body)) context.scope.declare(name);
  const run = compileBody(body.body, context);
  return (env) => {
    if (run(env) !== returnSignal) return undefined;
    const value = session.returned;
    session.returned = undefined;
    return value;
  };
}

function compileParameters(params: readonly acorn.Pattern[], context: Context): FunctionCode['bind'] {
  if (params.every((parameter) => parameter.type === 'Identifier')) {
    const indexes = params.map((parameter) => context.scope.declare((parameter as acorn.Identifier).name).index);
    const [first = 0, second = 0] = indexes;
    if (indexes.length === 0) return () => undefined;
    if (indexes.length === 1) {
      return (env, args) => {
        env.slots[first] = args[0];
      };
    }
    if (indexes.length === 2) {
      return (env, args) => {
        env.slots[first] = args[0];
        env.slots[second] = args[1];
      };
    }
    return (env, args) => {
      for (let index = 0; index < indexes.length; index++) env.slots[indexes[index] as number] = args[index];
    };
  }
  const stores = params.map((parameter): { readonly store: Store; readonly isRest: boolean } =>
    parameter.type === 'RestElement'
      ? { store: context.unit.pattern(parameter.argument, context, true), isRest: true }
      : { store: context.unit.pattern(parameter, context, true), isRest: false },
  );
  return (env, args) => {
    for (let index = 0; index < stores.length; index++) {
      const { store, isRest } = stores[index] as (typeof stores)[number];
      store(env, isRest ? args.slice(index) : args[index]);
    }
  };
}

/** Properties of a function besides its code. */
export interface Closure {
  readonly env: Environment;
  /** Object at which `super` lookups start. */
  readonly home?: object | undefined;
}

/** Runs function code: costs one step and one level of depth, and creates new slots. */
export function invoke(
  code: FunctionCode,
  closure: Closure,
  self: unknown,
  args: readonly unknown[],
  born: number,
  own?: unknown,
  parent?: unknown,
): unknown {
  // A function called after its evaluation does nothing.
  if (session.epoch !== born || session.depth === 0) return undefined;
  step();
  if (session.calls >= DEPTH_LIMIT) throw tooDeep();
  const frame = new Frame(closure.env, code.frame.slotCount);
  if (!code.isArrow) prepare(code, closure, frame, self, args, own, parent);
  session.calls++;
  code.bind(frame, args);
  const result = code.body(frame);
  session.calls--;
  return result;
}

function prepare(
  code: FunctionCode,
  closure: Closure,
  frame: Frame,
  self: unknown,
  args: readonly unknown[],
  own: unknown,
  parent: unknown,
): void {
  const { slots } = code;
  const selfSlot = slots.self();
  if (selfSlot !== undefined) frame.slots[selfSlot] = self ?? (parent === undefined ? scopeThis(frame.scope) : undefined);
  const homeSlot = slots.home();
  if (homeSlot !== undefined) frame.slots[homeSlot] = closure.home;
  const ownSlot = slots.own();
  if (ownSlot !== undefined) frame.slots[ownSlot] = own;
  const listSlot = slots.list();
  if (listSlot !== undefined) frame.slots[listSlot] = [...args];
  const parentSlot = slots.parent();
  if (parentSlot !== undefined) frame.slots[parentSlot] = parent;
}

/** Creates the function. */
export function makeFunction(code: FunctionCode, closure: Closure, isMethod: boolean): (...args: unknown[]) => unknown {
  const born = session.epoch;
  allocate(200);
  if (code.isArrow || isMethod) {
    const created = code.isArrow
      ? (...args: unknown[]): unknown => invoke(code, closure, undefined, args, born)
      : function (this: unknown, ...args: unknown[]): unknown {
          return invoke(code, closure, this, args, born, created);
        };
    return described(created, code);
  }
  const compiledFunction = function (this: unknown, ...args: unknown[]): unknown {
    return invoke(code, closure, this, args, born, compiledFunction);
  };
  return markConstructor(described(compiledFunction, code));
}

/** Sets a function's name and number of parameters. */
function described<T extends object>(created: T, code: FunctionCode): T {
  noteSource(created, code.source);
  if (code.name !== '') Object.defineProperty(created, 'name', { value: code.name });
  if (code.length > 0) Object.defineProperty(created, 'length', { value: code.length });
  return created;
}

/** Compiles a function expression; for a method, the object that it belongs to is passed. */
export function compileFunction(
  node: acorn.Function,
  context: Context,
  options: FunctionOptions = {},
): (env: Environment, home?: object) => unknown {
  const code = compileFunctionCode(node, context, options);
  const isMethod = options.isMethod === true;
  return (env, home) => makeFunction(code, { env, home }, isMethod);
}
