// Prepares values for transfer between processes: class instances with a JSON form are converted, proxies copied, functions removed, circular
// references cut.
import { types } from 'node:util';
import { deepest, mostParts } from './check-shape.ts';

/** Placeholder for a circular reference. */
const circle = '[Circular Reference]';
/** Marks an object whose fields are being converted. */
const open = Symbol('open');

export interface PlainOptions {
  /** Maximum size in bytes of a buffer within the value. Default: no limit. */
  readonly mostBytes?: number;
}

/**
 * Returns the value as plain data: the value itself if it is already plain, otherwise a copy. Objects that occur several times stay shared.
 * Throws TypeError for values without a plain form; `where` describes the value in the message.
 */
export function toPlain(value: unknown, where = 'The value', options: PlainOptions = {}): unknown {
  return new Converter(where, options).convert(value, 0);
}

const isPlainObject = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
};

class Converter {
  readonly #where: string;
  readonly #mostBytes: number;
  /** The converted object. */
  readonly #seen = new Map<object, unknown>();

  constructor(where: string, options: PlainOptions) {
    this.#where = where;
    this.#mostBytes = options.mostBytes ?? Infinity;
  }

  convert(value: unknown, depth: number): unknown {
    if (typeof value === 'function')
      throw new TypeError(`${this.#where} is a function, which cannot leave the code. Return its result instead.`);
    if (typeof value === 'symbol') return value.toString();
    if (typeof value !== 'object' || value === null) return value;
    if (this.#seen.has(value)) {
      const known = this.#seen.get(value);
      return known === open ? circle : known;
    }
    if (depth > deepest) throw new TypeError(`${this.#where} is nested more than ${deepest} levels deep. Return flatter data.`);
    this.#seen.set(value, open);
    const converted = this.#container(value, depth);
    this.#seen.set(value, converted);
    return converted;
  }

  #container(value: object, depth: number): unknown {
    if (Array.isArray(value)) return this.#list(value, depth);
    if (isPlainObject(value)) return this.#object(value as Record<string, unknown>, depth);
    if (this.#crossesAsIs(value)) return value;
    if (value instanceof Map) return this.convert(Object.fromEntries(value), depth + 1);
    if (value instanceof Set) return this.convert([...value], depth + 1);
    if (value instanceof Promise) throw new TypeError(`${this.#where} is a promise. Put "await" before it.`);
    const { toJSON } = value as { toJSON?: unknown };
    if (typeof toJSON === 'function') return this.convert((toJSON as () => unknown).call(value), depth + 1);
    if (value instanceof Error) return { name: value.name, message: value.message };
    return this.#object(value as Record<string, unknown>, depth);
  }

  /** Whether structured clone copies the value unchanged. */
  #crossesAsIs(value: object): boolean {
    if (value instanceof Date || value instanceof RegExp) return !types.isProxy(value);
    if (!(value instanceof ArrayBuffer) && !ArrayBuffer.isView(value)) return false;
    if (value.byteLength <= this.#mostBytes) return true;
    const size = Math.ceil(value.byteLength / 1e6);
    throw new TypeError(
      `${this.#where} contains a buffer of ${size} MB, which is too large for json. Create a file from it with this.helpers.prepareBinaryData().`,
    );
  }

  #list(list: readonly unknown[], depth: number): unknown {
    if (list.length > mostParts)
      throw new TypeError(`${this.#where} contains a list of ${list.length} entries, which is too long. Return less data.`);
    let copy: unknown[] | undefined = types.isProxy(list) ? [...list] : undefined;
    for (let index = 0; index < list.length; index++) {
      const entry = list[index];
      if (typeof entry !== 'object' && typeof entry !== 'function' && typeof entry !== 'symbol') continue;
      const converted = this.convert(entry, depth + 1);
      if (converted === entry) continue;
      copy ??= [...list];
      copy[index] = converted;
    }
    return copy ?? list;
  }

  #object(object: Record<string, unknown>, depth: number): unknown {
    let copy: Record<string, unknown> | undefined = isPlainObject(object) && !types.isProxy(object) ? undefined : { ...object };
    for (const key of Object.keys(object)) {
      const entry = object[key];
      if (typeof entry !== 'object' && typeof entry !== 'function' && typeof entry !== 'symbol') continue;
      if (typeof entry === 'function') {
        copy ??= { ...object };
        delete copy[key];
        continue;
      }
      const converted = this.convert(entry, depth + 1);
      if (converted === entry) continue;
      copy ??= { ...object };
      Object.defineProperty(copy, key, { value: converted, enumerable: true, writable: true, configurable: true });
    }
    return copy ?? object;
  }
}
