// Functions and classes in expressions: facades of host functions, their own classes, and the forbidden ones.
import { enter, leave, lookInto, session } from '../budget.ts';

/** The form in which expressions see a host global: a frozen function with a table of members, never the host's own object. */
export interface Facade {
  readonly name: string;
  /** The host's constructor, for instanceof and for classes that extend it. */
  readonly host?: abstract new (...args: never[]) => object;
  /** `new X(…)`. Absent: X is no constructor. */
  readonly construct?: (args: readonly unknown[]) => object;
  readonly members: ReadonlyMap<string, unknown>;
  /** Calls it with any number of arguments: the host limits how many a call can spell out. */
  readonly callWith: (args: readonly unknown[]) => unknown;
  /** Whether a class of an expression may extend it. */
  readonly isExtensible: boolean;
}

type AnyFunction = (...args: never[]) => unknown;

const facades = new WeakMap<object, Facade>();
const sealed = new WeakSet<object>();

export interface FacadeOptions {
  readonly call: (...args: unknown[]) => unknown;
  /** The same for very many arguments; `call` is used for fewer. */
  readonly callWith?: (args: readonly unknown[]) => unknown;
  readonly construct?: (args: readonly unknown[]) => object;
  readonly host?: Facade['host'];
  readonly members?: Readonly<Record<string, unknown>>;
  readonly isExtensible?: boolean;
}

/** Makes the value which stands for a host function or class in expressions. */
export function defineFacade(name: string, options: FacadeOptions): AnyFunction {
  const facade = (...args: unknown[]): unknown => {
    for (const arg of args) lookInto(arg);
    if (session.depth > 0) return options.call(...args);
    // Called from outside of an evaluation (by a Code node, say): it gets an allowance of its own.
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

/** Makes a namespace such as Math: a frozen object without prototype which expressions cannot write to. */
export function defineNamespace(members: Readonly<Record<string, unknown>>): object {
  const namespace: object = Object.freeze(Object.assign(Object.create(null) as object, members));
  sealed.add(namespace);
  return namespace;
}

/** Marks an object of ours that expressions may read but not change. */
export function seal<T extends object>(value: T): T {
  sealed.add(value);
  return value;
}

export function isSealed(value: object): boolean {
  return sealed.has(value);
}

/** A class written in an expression. */
export interface ClassInfo {
  readonly name: string;
  /** Prototype with its methods. */
  readonly prototype: object;
  /** Makes an instance, running the constructor and the field initialisers. */
  readonly construct: (args: readonly unknown[], newTarget: object) => object;
  /** Base class: another of the expression's, or a facade. */
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

/** Functions which turn text into code. Nothing hands them out; should one slip through, it is not called. */
const codeMakers: ReadonlySet<unknown> = new Set<unknown>([
  ...[function () {}, async function () {}, function* () {}, async function* () {}].map(
    (made: () => unknown) => (Object.getPrototypeOf(made) as object).constructor,
  ),
  Reflect.get(globalThis, 'eval'),
]);

export function isCodeMaker(value: unknown): boolean {
  return codeMakers.has(value);
}

const sources = new WeakMap<object, string>();

/** Notes how a function or class of an expression was written. */
export function noteSource(value: object, source: string): void {
  sources.set(value, source);
}

/** The text of a function: as its author wrote it, or as the language shows its own. */
export function functionText(value: object): string {
  return sources.get(value) ?? `function ${facadeOf(value)?.name ?? (value as { name?: string }).name ?? ''}() { [native code] }`;
}

const constructors = new WeakSet<object>();

/** Marks a `function` of an expression, which `new` may be used on. */
export function markConstructor<T extends object>(value: T): T {
  constructors.add(value);
  return value;
}

export function isConstructor(value: object): boolean {
  return constructors.has(value);
}

/** Lets fields be read through an object used as prototype by Object.create. */
export function markPrototype(value: object): void {
  classPrototypes.add(value);
}
