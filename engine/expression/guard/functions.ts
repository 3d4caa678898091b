// Functions and classes in expressions: facades of host functions, the expression's own classes, and forbidden ones.
import { enter, leave, lookInto, session, step } from '../budget.ts';

/** A host global as expressions see it: a frozen function with a table of members, never the host's own object. */
export interface Facade {
  readonly name: string;
  /** The host's constructor, for instanceof and for classes that extend it. */
  readonly host?: abstract new (...args: never[]) => object;
  /** `new X(…)`. If absent, X is not a constructor. */
  readonly construct?: (args: readonly unknown[]) => object;
  readonly members: ReadonlyMap<string, unknown>;
  /** Calls it with any number of arguments; the host limits how many can be spread into a call. */
  readonly callWith: (args: readonly unknown[]) => unknown;
  /** Whether a class of an expression may extend it. */
  readonly isExtensible: boolean;
}

type AnyFunction = (...args: never[]) => unknown;

const facades = new WeakMap<object, Facade>();
const sealed = new WeakSet<object>();

export interface FacadeOptions {
  readonly call: (...args: unknown[]) => unknown;
  /** Like `call`, for a very long list of arguments. */
  readonly callWith?: (args: readonly unknown[]) => unknown;
  readonly construct?: (args: readonly unknown[]) => object;
  readonly host?: Facade['host'];
  readonly members?: Readonly<Record<string, unknown>>;
  readonly isExtensible?: boolean;
}

/** Creates the value that represents a host function or class in expressions. */
export function defineFacade(name: string, options: FacadeOptions): AnyFunction {
  const facade = (...args: unknown[]): unknown => {
    for (const arg of args) lookInto(arg);
    if (session.depth > 0) {
      // The host calls it directly as a callback, such as in `list.map(String)`.
      step();
      return options.call(...args);
    }
    // A call from outside of an evaluation (such as from a Code node) has a budget of its own.
    enter(false);
    try {
      return options.call(...args);
    } finally {
      leave();
    }
  };
  Object.defineProperty(facade, 'name', { value: name });
  facades.set(facade, {
    name,
    host: options.host,
    construct: options.construct,
    members: new Map(Object.entries(options.members ?? {})),
    callWith: options.callWith ?? ((args) => options.call(...args)),
    isExtensible: options.isExtensible ?? false,
  });
  return Object.freeze(facade);
}

export function facadeOf(value: object): Facade | undefined {
  return facades.get(value);
}

/** Creates a namespace such as Math: a frozen object without a prototype. */
export function defineNamespace(members: Readonly<Record<string, unknown>>): object {
  const namespace: object = Object.freeze(Object.assign(Object.create(null) as object, members));
  sealed.add(namespace);
  return namespace;
}

/** Marks an internal object that expressions may read but not change. */
export function seal<T extends object>(value: T): T {
  sealed.add(value);
  return value;
}

export function isSealed(value: object): boolean {
  return sealed.has(value);
}

/** A class defined in an expression. */
export interface ClassInfo {
  readonly name: string;
  /** Prototype with the methods. */
  readonly prototype: object;
  /** Creates an instance: runs the constructor and the field initializers. */
  readonly construct: (args: readonly unknown[], newTarget: object) => object;
  /** Base class: another class of the expression, or a facade. */
  readonly parent: object | undefined;
}

const classes = new WeakMap<object, ClassInfo>();
const classPrototypes = new WeakSet<object>();

export function registerClass(constructor: object, info: ClassInfo): void {
  classes.set(constructor, info);
  classPrototypes.add(info.prototype);
}

export function classOf(value: object): ClassInfo | undefined {
  return classes.get(value);
}

export function isClassPrototype(value: object): boolean {
  return classPrototypes.has(value);
}

/** Functions that compile text to code. No member returns them, and even if one were reached, it could not be called. */
const codeMakers: ReadonlySet<unknown> = new Set<unknown>([
  ...[function () {}, async function () {}, function* () {}, async function* () {}].map(
    (functionOf: () => unknown) => (Object.getPrototypeOf(functionOf) as object).constructor,
  ),
  Reflect.get(globalThis, 'eval'),
]);

export function isCodeMaker(value: unknown): boolean {
  return codeMakers.has(value);
}

const sources = new WeakMap<object, string>();

/** Stores the source text of a function or class of an expression. */
export function noteSource(value: object, source: string): void {
  sources.set(value, source);
}

/** Returns the text of a function: its source, or `[native code]` as in JavaScript. */
export function functionText(value: object): string {
  return sources.get(value) ?? `function ${facadeOf(value)?.name ?? (value as { name?: string }).name ?? ''}() { [native code] }`;
}

const constructors = new WeakSet<object>();

/** Marks a `function` of an expression as callable with `new`. */
export function markConstructor<T extends object>(value: T): T {
  constructors.add(value);
  return value;
}

export function isConstructor(value: object): boolean {
  return constructors.has(value);
}

/** Makes the fields of an object readable that Object.create uses as prototype. */
export function markPrototype(value: object): void {
  classPrototypes.add(value);
}
