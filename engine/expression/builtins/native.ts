// Short ways to put methods of the host into a table: with primitive arguments, with callbacks, on objects around primitives.
import { LOCALE_COST, stepsFor } from '../budget.ts';
import { toLocales, toOptions, toPrimitives } from '../guard/convert.ts';
import { defineType, type HostType, type Method } from '../guard/types.ts';

type AnyFunction = (...args: unknown[]) => unknown;

function nativeOf(prototype: object, name: string): AnyFunction | undefined {
  const found: unknown = (Object.getOwnPropertyDescriptor(prototype, name) as { value?: unknown } | undefined)?.value;
  return typeof found === 'function' ? (found as AnyFunction) : undefined;
}

/** Methods that take primitives: objects given are converted first, under the budget. Names the host does not have are left out. */
export function withPrimitives(prototype: object, names: readonly string[]): Record<string, Method> {
  return collect(prototype, names, (native) => (self, args) => Reflect.apply(native, self, toPrimitives(args)));
}

/** Methods that take callbacks or any values as they are. `cost` is what one call reads, in elements. */
export function withValues(prototype: object, names: readonly string[], cost: (self: never) => number = () => 0): Record<string, Method> {
  return collect(prototype, names, (native) => (self: unknown, args) => {
    stepsFor(cost(self as never));
    return Reflect.apply(native, self, args);
  });
}

/** Methods such as toLocaleString(locales, options), which read options themselves. `leading` counts arguments before the locales. */
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
 * The table of objects around a primitive (`new String('x')`): they behave as what they hold. What that is the host's
 * own `valueOf` says, not a field an expression put in its place.
 */
export function boxedType(type: HostType, prototype: { valueOf(): unknown }, hasFields: boolean): HostType {
  const held = (self: object): unknown => Reflect.apply(unbox, self, []);
  // oxlint-disable-next-line typescript/unbound-method -- applied to each receiver above
  const unbox = prototype.valueOf;
  const methods = Object.fromEntries(
    [...type.methods].map(([name, method]): [string, Method] => [String(name), (self: object, args) => method(held(self), args)]),
  );
  return defineType({ name: type.name, extension: type.extension, methods, hasFields, toPrimitive: held, unbox: held });
}
