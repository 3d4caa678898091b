// The types of values in expressions, each with its readable members and callable methods. Members that are not in a table do not exist.
import type { Key } from './names.ts';

/** A method of a host type. `self` has the table's type; arguments are unchecked. */
// oxlint-disable-next-line typescript/no-explicit-any -- each table narrows its own receiver; a shared supertype does not exist
export type Method = (self: any, args: readonly unknown[]) => unknown;

/** Names of the groups of added methods. */
export type MethodKind = 'string' | 'number' | 'boolean' | 'array' | 'object' | 'date';

export type Hint = 'default' | 'number' | 'string';

export interface HostType {
  readonly name: string;
  readonly getters: ReadonlyMap<Key, Method>;
  readonly methods: ReadonlyMap<Key, Method>;
  /** Writable members; all other writes are rejected. */
  readonly setters?: ReadonlyMap<string, (self: never, value: unknown) => void>;
  /** Whether own fields are data, which may be read, listed and (on a private copy) changed. */
  readonly hasFields: boolean;
  /** Own fields that are not data, such as an error's stack. */
  readonly hidden?: ReadonlySet<Key>;
  /** Group of added methods for this type. */
  readonly addedMethods?: MethodKind;
  /** Conversion to a primitive. Default: `[object Name]`. */
  readonly toPrimitive?: (self: never, hint: Hint) => unknown;
  /** Methods that change the receiver. They receive a private copy unless the expression owns the receiver. */
  readonly mutators?: ReadonlySet<Key>;
  /** Methods that return a new value, which the expression may change in place. */
  readonly makers?: ReadonlySet<Key>;
  /** Creates a shallow copy, for mutators. */
  readonly copy?: (self: never) => object;
  /** Returns the primitive of a wrapper object. */
  readonly unbox?: (self: object) => unknown;
}

export interface HostTypeOptions extends Omit<HostType, 'getters' | 'methods' | 'hasFields' | 'mutators' | 'makers' | 'setters'> {
  readonly getters?: Readonly<Record<string, Method>>;
  readonly methods?: Readonly<Record<string, Method>>;
  readonly setters?: Readonly<Record<string, (self: never, value: unknown) => void>>;
  readonly hasFields?: boolean;
  readonly mutators?: readonly string[];
  readonly makers?: readonly string[];
}

/** Methods of objects whose fields are not data: for an expression they have no own fields. */
function methodsOfObjects({ name, methods = {} }: HostTypeOptions): Record<string, Method> {
  const toString: Method = Object.hasOwn(methods, 'toString') ? (methods['toString'] as Method) : () => `[object ${name}]`;
  const hasOwnProperty = (): boolean => false;
  return {
    hasOwnProperty,
    propertyIsEnumerable: hasOwnProperty,
    isPrototypeOf: hasOwnProperty,
    toString,
    toLocaleString: (self: unknown) => toString(self, []),
    valueOf: (self: unknown) => self,
  };
}

/** Creates a table. It takes effect once it is registered for a prototype. */
export function defineType(options: HostTypeOptions): HostType {
  return {
    ...options,
    getters: new Map<Key, Method>(Object.entries(options.getters ?? {})),
    methods: new Map<Key, Method>(Object.entries({ ...(options.hasFields === true ? {} : methodsOfObjects(options)), ...options.methods })),
    setters: new Map(Object.entries(options.setters ?? {})),
    hasFields: options.hasFields ?? false,
    mutators: new Set<Key>(options.mutators),
    makers: new Set<Key>(options.makers),
  };
}

const byPrototype = new Map<object, HostType>();

/** Registers a table for every object that inherits from this prototype. */
export function registerType(prototype: object, type: HostType): void {
  byPrototype.set(prototype, type);
}

const emptyMap: ReadonlyMap<Key, Method> = new Map();

/** Objects of unregistered classes (such as a driver's value in an item): their own fields are data, and they have no methods. */
const opaqueType: HostType = { name: 'Object', getters: emptyMap, methods: emptyMap, hasFields: true, addedMethods: 'object' };

/** Returns the table of an object: that of the nearest registered prototype. Objects without a prototype are plain. */
export function typeOfObject(value: object): HostType {
  let prototype = Object.getPrototypeOf(value) as object | null;
  if (prototype === null) return byPrototype.get(Object.prototype) ?? opaqueType;
  do {
    const type = byPrototype.get(prototype);
    if (type !== undefined) return type;
    prototype = Object.getPrototypeOf(prototype) as object | null;
  } while (prototype !== null);
  return Array.isArray(value) ? (byPrototype.get(Array.prototype) ?? opaqueType) : opaqueType;
}

const primitiveTypes = new Map<string, HostType>();

/** Registers a table for a type of primitive, as returned by typeof. */
export function registerPrimitive(kind: string, type: HostType): void {
  primitiveTypes.set(kind, type);
}

/** Returns the table of any value except null and undefined. */
export function typeOfValue(value: unknown): HostType {
  return typeof value === 'object' && value !== null ? typeOfObject(value) : (primitiveTypes.get(typeof value) ?? opaqueType);
}

/** Whether an object is plain data: created by a literal, from JSON, or without a prototype. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
