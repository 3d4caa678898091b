// Blocks external access from the worker thread, so that even code that escapes its compartment finds no modules, network or inspector.
import { registerHooks } from 'node:module';
import { inspect } from 'node:util';

/** Globals that reach the network, other threads or the process. */
const outward = [
  'fetch', 'Request', 'Response', 'Headers', 'FormData', 'WebSocket', 'EventSource', 'BroadcastChannel', 'WebAssembly', 'navigator', 'localStorage', 'sessionStorage',
  'process', 'global',
]; // oxfmt-ignore

/**
 * Removes the custom-inspect methods from all classes that user code can find, and keeps `util.inspect` from calling such methods: they receive the
 * function itself, whose styles, colors and default options are shared by all jobs of a process. Call before the realm is hardened.
 */
export function removeInspectors(classes: readonly unknown[]): void {
  Reflect.deleteProperty(Buffer.prototype, 'inspect');
  for (const each of classes.filter((value) => typeof value === 'function')) {
    for (let object: unknown = each.prototype; isObject(object); object = Object.getPrototypeOf(object)) {
      Reflect.deleteProperty(object, inspect.custom);
    }
    Reflect.deleteProperty(each, inspect.custom);
  }
  inspect.defaultOptions = { customInspect: false };
}

/** Objects reachable from `util.inspect`, to be hardened for allowed modules. */
export function inspector(): readonly unknown[] {
  const seen: unknown[] = [inspect, inspect.defaultOptions];
  const value = { [inspect.custom]: (_depth: number, { stylize }: { readonly stylize: unknown }) => void seen.push(stylize) };
  for (const colors of [true, false]) inspect(value, { colors, customInspect: true });
  return seen;
}

/** Call when everything is loaded. From then on only these modules can be loaded. */
export function closeDoors(allowedModules: readonly string[]): void {
  registerHooks({
    resolve: (specifier, context, next) => {
      if (!allowedModules.includes(specifier.replace(/^node:/, ''))) throw refusal(specifier);
      return next(specifier, context);
    },
  });
  const refuse = (name: unknown): never => {
    throw refusal(String(name));
  };
  for (const name of ['getBuiltinModule', 'binding', '_linkedBinding', 'dlopen']) {
    Object.defineProperty(process, name, { value: refuse, writable: false, configurable: false });
  }
  for (const name of outward) Reflect.deleteProperty(globalThis, name);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && value !== Object.prototype;

const refusal = (name: string): Error => new Error(`The module "${name}" is not available to code.`);
