// Prepares the worker thread's realm: hides the sources of functions, blocks external access, and hardens everything that jobs could share.
import { registerHooks } from 'node:module';
import { inspect } from 'node:util';
import { DateTime, Duration, FixedOffsetZone, IANAZone, Info, InvalidZone, Settings, SystemZone, Zone } from 'luxon';

const written = Object.getOwnPropertyDescriptor(Function.prototype, 'toString')?.value as (this: unknown) => string;
let ownText = '';

/** Sets the current user code, whose functions may show their source. */
export function showSourcesOf(sources: string): void {
  ownText = sources;
}

function shownSource(this: unknown): string {
  const source = Reflect.apply(written, this, []);
  if (ownText.includes(source) || source.endsWith('{ [native code] }')) return source;
  const { name } = this as { readonly name?: unknown };
  return `function ${typeof name === 'string' ? name : ''}() { [native code] }`;
}

// Before the realm is hardened, which preserves this method.
// oxlint-disable-next-line no-extend-native -- that is the purpose of this file
Object.defineProperty(Function.prototype, 'toString', { value: shownSource, writable: true, configurable: true });

/** Globals with access to the network, other threads or the process. */
const outward = [
  'fetch', 'Request', 'Response', 'Headers', 'FormData', 'WebSocket', 'EventSource', 'BroadcastChannel', 'WebAssembly', 'navigator', 'localStorage', 'sessionStorage',
  'process', 'global',
]; // oxfmt-ignore

/**
 * Removes the custom-inspect methods from all classes that user code can reach, and prevents `util.inspect` from calling such methods: they
 * receive the function itself, whose styles, colors and default options are shared by all jobs of a process. Must be called before the realm is
 * hardened.
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

/** Returns the objects reachable from `util.inspect`, so that they are hardened too. */
function inspector(): readonly unknown[] {
  const seen: unknown[] = [inspect, inspect.defaultOptions];
  const value = { [inspect.custom]: (_depth: number, { stylize }: { readonly stylize: unknown }) => void seen.push(stylize) };
  for (const colors of [true, false]) inspect(value, { colors, customInspect: true });
  return seen;
}

/** Must be called once everything is loaded. From then on only these modules can be loaded. */
export function blockOutsideAccess(allowedModules: readonly string[]): void {
  registerHooks({
    resolve: (specifier, context, next) => {
      if (!allowedModules.includes(specifier.replace(/^node:/, ''))) throw rejection(specifier);
      return next(specifier, context);
    },
  });
  const reject = (name: unknown): never => {
    throw rejection(String(name));
  };
  for (const name of ['getBuiltinModule', 'binding', '_linkedBinding', 'dlopen']) {
    Object.defineProperty(process, name, { value: reject, writable: false, configurable: false });
  }
  for (const name of outward) Reflect.deleteProperty(globalThis, name);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && value !== Object.prototype;

const rejection = (name: string): Error => new Error(`The module "${name}" is not available to code.`);

/** Freezes hidden objects of the realm, so that no job can leave anything there for the next one. Must be called once, after the lockdown. */
export function hardenHidden(): void {
  // The library's errors extend the host's Error, which exposes stack frames as objects. They get the tamed Error instead.
  const abstract = thrownBy(() => Zone.prototype.isValid);
  const base: unknown = Object.getPrototypeOf((abstract as Error).constructor);
  Object.setPrototypeOf(base as object, Error.prototype.constructor);
  harden([
    dates(),
    iterators(),
    converters(),
    errors().map(classOf),
    classOf(abstract),
    base,
    Reflect.get(Buffer, Symbol.species),
    inspector(),
  ]);
}

function dates(): unknown {
  const now = DateTime.local();
  const invalid = DateTime.invalid('none');
  const { loc } = now as unknown as { loc: Record<'dtFormatter' | 'numberFormatter' | 'relFormatter', (...args: unknown[]) => object> };
  const { invalid: reason } = invalid as unknown as { invalid: object };
  const matrixOf = (conversionAccuracy: 'casual' | 'longterm'): unknown =>
    (Duration.fromObject({}, { conversionAccuracy }) as unknown as { matrix: unknown }).matrix;
  return [
    [Zone, IANAZone, FixedOffsetZone, InvalidZone, SystemZone, Settings, Info],
    [FixedOffsetZone.utcInstance, SystemZone.instance, matrixOf('casual'), matrixOf('longterm')],
    [now, loc, loc.dtFormatter(now, {}), loc.numberFormatter({}), loc.relFormatter({}), DateTime.buildFormatParser('yyyy'), reason].map(
      classOf,
    ),
    // The named formats, such as `DateTime.DATE_MED`.
    Object.getOwnPropertyNames(DateTime).map((name) => (/^[A-Z_\d]+$/.test(name) ? Reflect.get(DateTime, name) : undefined)),
  ];
}

function iterators(): unknown {
  const segments = new Intl.Segmenter('en').segment('a');
  return [new URLSearchParams().entries(), segments, segments[Symbol.iterator]()].map(classOf);
}

/** A decoder exposes its converter, an internal object of Node, under a symbol. */
function converters(): unknown {
  return ['utf-8', 'utf-16le', 'windows-1252', 'shift_jis'].flatMap((encoding) => {
    const decoder = new TextDecoder(encoding);
    return Reflect.ownKeys(decoder).map((key) => classOf(Reflect.get(decoder, key)));
  });
}

/** Returns one error of every kind that host functions throw in user code. */
function errors(): unknown[] {
  const bad = (value: unknown): never => value as never;
  return [
    () => atob('*'),
    () => structuredClone(() => undefined),
    () => queueMicrotask(bad(1)),
    () => Buffer.alloc(-1),
    () => Buffer.alloc(bad('1')),
    () => Buffer.alloc(1, bad('a'), bad('none')),
    () => Buffer.alloc(1, ''),
    () => Buffer.from(bad(1)),
    () => Buffer.from('a', bad('none')),
    () => Buffer.from(new ArrayBuffer(1), 5),
    () => Buffer.from('abc').readInt32LE(9),
    () => Buffer.from('abc').readInt32LE(0.5),
    () => Buffer.from('abc').readInt32LE(),
    () => Buffer.from('abc').readUIntBE(0, 9),
    () => Buffer.from('abc').writeInt8(999),
    () => Buffer.from('abc').swap16(),
    () => Buffer.concat(bad(1)),
    () => Buffer.from('abc').toString(bad('none')),
    () => Buffer.from('abc').write('x', 0, 1, bad('none')),
    () => Buffer.from('abc').fill(bad('a'), 9),
    () => Buffer.compare(bad(1), bad(1)),
    () => new URL('none'),
    () => new URL(...([] as unknown as [string])),
    () => new URLSearchParams(bad([1])),
    () => new URLSearchParams(bad([['a']])),
    () => new URLSearchParams(bad({ [Symbol.iterator]: 1 })),
    () => new URLSearchParams().forEach(bad(1)),
    () => new URLSearchParams().append(...([] as unknown as [string, string])),
    () => URLSearchParams.prototype.get.call({} as URLSearchParams, 'a'),
    () => Reflect.get(URL.prototype, 'href', {}) as unknown,
    () => Reflect.get(TextEncoder.prototype, 'encoding', {}) as unknown,
    () => Reflect.get(TextDecoder.prototype, 'encoding', {}) as unknown,
    () => new TextEncoder().encodeInto(bad(1), bad(1)),
    () => new TextDecoder('none'),
    () => new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array([255])),
    () => new TextDecoder().decode(bad(1)),
    () => new TextDecoder('utf-8', bad(1)),
    () => DateTime.fromObject({ none: 1 } as object),
    () => DateTime.fromObject({ year: 2020, month: 1, weekNumber: 1 } as object),
    () => DateTime.fromMillis(bad('1')),
    () => Duration.fromObject(bad(1)),
    () => Duration.fromObject({ none: 1 } as object),
    () => Duration.fromMillis(1).as(bad('none')),
    () => DateTime.local().startOf(bad('none')),
  ].map(thrownBy);
}

/** Returns the prototype of an object with everything reachable from it, up to the built-in prototypes. */
function classOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? Object.getPrototypeOf(value) : undefined;
}

function thrownBy(fail: () => unknown): unknown {
  try {
    fail();
    return undefined;
  } catch (error) {
    return error;
  }
}
