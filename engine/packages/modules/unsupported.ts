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

/** A function and class that throws when it is used. `instanceof` is always false. */
export function placeholder(name: string): object {
  const refuse = (): never => {
    throw notSupported(name);
  };
  // Only functions can be called and constructed.
  const target = function unsupported(): void {
    refuse();
  };
  return new Proxy(target, {
    apply: refuse,
    construct: refuse,
    get: (_, key) =>
      key === Symbol.hasInstance ? () => false : key === 'prototype' ? (target as { prototype?: unknown }).prototype : undefined,
  });
}
