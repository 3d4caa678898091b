// Names that packages may read although this program does not have them: they fail only when they are used, and the error names them.

/** Names that the module system and promises read of every object. */
const silent: ReadonlySet<string> = new Set(['then', 'default', '__esModule', 'toJSON', 'prototype', 'constructor']);

/** Returns the error for the use of a member that is not supported. */
export const notSupported = (name: string): Error =>
  new Error(`"${name}" is not supported by this program. Ask the package's authors, or use a node that does without it.`);

/** Names of constants. A missing one is undefined, since it cannot fail when it is used. */
const CONSTANT = /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/;

/** Names of classes. */
const CLASS = /^[A-Z][a-z]/;

/**
 * Wraps a module so that each missing name is a function that throws an error with the name when it is called, constructed or extended. Classes are
 * named like their members, since packages compare the names of errors, and the build shortens those of classes.
 */
export function supportedOnly(module: string, members: object): object {
  for (const [name, member] of Object.entries(members))
    if (typeof member === 'function' && CLASS.test(name)) Object.defineProperty(member, 'name', { value: name });
  return new Proxy(members, {
    get(target, key, receiver) {
      if (typeof key === 'symbol' || silent.has(key) || CONSTANT.test(key) || key in target)
        return Reflect.get(target, key, receiver) as unknown;
      return placeholder(`${module}: ${key}`);
    },
  });
}

/** Objects whose members another one must have. */
export interface Model {
  readonly like: object;
  /** Where the members end that are needed: a prototype of `like`, whose members the object inherits itself. */
  readonly below: object;
  /** Additional members. */
  readonly names?: readonly string[];
}

/**
 * Adds to a prototype each member of the model that it lacks, as a function that throws an error with the member's name. Private names (`_name`) are left
 * out.
 */
export function rejectMissing(target: object, prefix: string, { like, below, names = [] }: Model): void {
  for (const name of [...memberNames(like, below), ...names]) {
    if (name in target) continue;
    const reject = (): never => {
      throw notSupported(`${prefix}.${name}`);
    };
    Object.defineProperty(target, name, { value: reject, writable: true, configurable: true });
  }
}

/** Names of an object's members and those of its prototypes, as far as one of them. */
export function memberNames(like: object, below: object): readonly string[] {
  const names: string[] = [];
  for (let each: object | null = like; each !== null && each !== below; each = Object.getPrototypeOf(each) as object | null)
    names.push(...Object.getOwnPropertyNames(each).filter((name) => !name.startsWith('_') && name !== 'constructor'));
  return names;
}

/** A function and class that throws when it is used. `instanceof` is always false. */
export function placeholder(name: string): object {
  const reject = (): never => {
    throw notSupported(name);
  };
  // Only functions can be called and constructed.
  const target = function unsupported(): void {
    reject();
  };
  return new Proxy(target, {
    apply: reject,
    construct: reject,
    get: (_, key) =>
      key === Symbol.hasInstance ? () => false : key === 'prototype' ? (target as { prototype?: unknown }).prototype : undefined,
  });
}
