// Wraps host methods for type tables: methods with primitive arguments, methods with callbacks, and wrapper objects of primitives.
import { LOCALE_COST, stepsFor } from '../budget.ts';
import { toLocales, toOptions, toPrimitives } from '../guard/convert.ts';
import { defineType, type HostType, type Method } from '../guard/types.ts';

type AnyFunction = (...args: unknown[]) => unknown;

function nativeOf(prototype: object, name: string): AnyFunction | undefined {
  const method: unknown = (Object.getOwnPropertyDescriptor(prototype, name) as { value?: unknown } | undefined)?.value;
  return typeof method === 'function' ? (method as AnyFunction) : undefined;
}

/** Wraps methods with primitive arguments: objects are converted first, under the budget. Names that the host lacks are left out. */
export function withPrimitives(prototype: object, names: readonly string[]): Record<string, Method> {
  return collect(prototype, names, (native) => (self, args) => Reflect.apply(native, self, toPrimitives(args)));
}

/** Wraps methods whose arguments (callbacks or any values) are unchanged. `cost`: number of elements that a call reads. */
export function withValues(prototype: object, names: readonly string[], cost: (self: never) => number = () => 0): Record<string, Method> {
  return collect(prototype, names, (native) => (self: unknown, args) => {
    stepsFor(cost(self as never));
    return Reflect.apply(native, self, args);
  });
}

/** Adds a charge to each call of the methods. */
export function charged(
  pay: (self: never, args: readonly unknown[]) => void,
  methods: Readonly<Record<string, Method>>,
): Record<string, Method> {
  return Object.fromEntries(
    Object.entries(methods).map(([name, method]): [string, Method] => [
      name,
      (self, args) => {
        pay(self as never, args);
        return method(self, args);
      },
    ]),
  );
}

/** Wraps methods such as toLocaleString(locales, options), whose options are read here. `leading`: number of arguments before the locales. */
export function withLocales(prototype: object, names: readonly string[], leading = 0): Record<string, Method> {
  return collect(prototype, names, (native) => (self, args) => {
    stepsFor(LOCALE_COST);
    return Reflect.apply(native, self, [...toPrimitives(args.slice(0, leading)), toLocales(args[leading]), toOptions(args[leading + 1])]);
  });
}

function collect(prototype: object, names: readonly string[], wrap: (native: AnyFunction) => Method): Record<string, Method> {
  const methods: Record<string, Method> = {};
  for (const name of names) {
    const native = nativeOf(prototype, name);
    if (native !== undefined) methods[name] = wrap(native);
  }
  return methods;
}

/** Getters of the host by name. */
export function gettersOf(names: readonly string[]): Record<string, Method> {
  const getters: Record<string, Method> = {};
  for (const name of names) getters[name] = (self: Record<string, unknown>) => self[name];
  return getters;
}

/**
 * Returns the table of wrapper objects of primitives (`new String('x')`), which behave like their primitive. The primitive is read with the
 * host's own `valueOf`, not from a field that an expression may have overwritten.
 */
export function boxedType(type: HostType, prototype: { valueOf(): unknown }, hasFields: boolean): HostType {
  const unboxed = (self: object): unknown => Reflect.apply(unbox, self, []);
  // oxlint-disable-next-line typescript/unbound-method -- applied to each receiver above
  const unbox = prototype.valueOf;
  const methods = Object.fromEntries(
    [...type.methods].map(([name, method]): [string, Method] => [String(name), (self: object, args) => method(unboxed(self), args)]),
  );
  return defineType({ name: type.name, addedMethods: type.addedMethods, methods, hasFields, toPrimitive: unboxed, unbox: unboxed });
}
