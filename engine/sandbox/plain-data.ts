// Prepares values for transfer between processes: class instances with a JSON form are converted, proxies copied, functions removed, circular
// references cut.
import { types } from 'node:util';
import { deepest, mostBytes, mostParts } from './check-shape.ts';
import { isPlainObject, jsonForm } from './json-form.ts';

/** Placeholder for a circular reference. */
const circle = '[Circular Reference]';
/** Marks an object whose fields are being converted. */
const open = Symbol('open');

/**
 * Returns the value as plain data: the value itself if it is already plain, otherwise a copy. Objects that occur several times stay shared.
 * Throws TypeError for values without a plain form; `where` describes the value in the message.
 */
export function toPlain(value: unknown, where = 'The value'): unknown {
  return new Converter(where).convert(value, 0);
}

/**
 * Returns a value with all that it contains in JSON form, as `toPlain` returns the plain form. In an item, or in a list of items, a `json` without
 * JSON form becomes null, because an object without this key is not an item. Throws TypeError for functions, promises and large buffers, and the
 * errors of `toJSON`.
 */
export function toJson(value: unknown, where: string): unknown {
  return new JsonConverter(where, Array.isArray(value) ? 1 : 0).convert(value, 0);
}

class Converter {
  protected readonly where: string;
  /** The converted object. */
  readonly #seen = new Map<object, unknown>();

  constructor(where: string) {
    this.where = where;
  }

  /** `key`: name or index of the value in its container. */
  convert(value: unknown, depth: number, key = ''): unknown {
    if (typeof value !== 'object' || value === null) return this.leaf(value, depth);
    if (this.#seen.has(value)) {
      const copy = this.#seen.get(value);
      return copy === open ? circle : copy;
    }
    if (depth > deepest) throw new TypeError(`${this.where} is nested more than ${deepest} levels deep. Return flatter data.`);
    this.#seen.set(value, open);
    const converted = this.#container(value, depth, key);
    this.#seen.set(value, converted);
    return converted;
  }

  /** Whether an entry or field needs no conversion. False for lists and objects, because their contents may need one. */
  protected isPlain(part: unknown): boolean {
    return typeof part !== 'object' && typeof part !== 'function' && typeof part !== 'symbol';
  }

  /** Returns the plain form of a value that is not an object. */
  protected leaf(value: unknown, _depth: number): unknown {
    if (typeof value === 'function')
      throw new TypeError(`${this.where} is a function, which cannot leave the code. Return its result instead.`);
    return typeof value === 'symbol' ? value.toString() : value;
  }

  /** Returns the plain form of a list's entry. */
  protected entry(entry: unknown, depth: number, index: number): unknown {
    return this.convert(entry, depth, String(index));
  }

  /** Returns the plain form of an object's field; undefined if the field is left out. */
  protected field(field: unknown, depth: number, key: string): unknown {
    return typeof field === 'function' ? undefined : this.convert(field, depth, key);
  }

  /** Returns the plain form of an instance of a class, or of a plain object with a form of its own. */
  protected instance(value: object, depth: number, _key: string): unknown {
    if (this.#crossesAsIs(value)) return value;
    if (value instanceof Map) return this.convert(Object.fromEntries(value), depth + 1);
    if (value instanceof Set) return this.convert([...value], depth + 1);
    this.rejectPromise(value);
    const { toJSON } = value as { toJSON?: unknown };
    if (typeof toJSON === 'function') return this.convert((toJSON as () => unknown).call(value), depth + 1);
    if (value instanceof Error) return { name: value.name, message: value.message };
    return this.object(value as Record<string, unknown>, depth);
  }

  /** Whether a plain object is converted by `instance`. */
  protected hasOwnForm(_object: object): boolean {
    return false;
  }

  protected rejectPromise(value: object): void {
    if (value instanceof Promise) throw new TypeError(`${this.where} is a promise. Put "await" before it.`);
  }

  #container(value: object, depth: number, key: string): unknown {
    if (Array.isArray(value)) return this.#list(value, depth);
    if (isPlainObject(value) && !this.hasOwnForm(value)) return this.object(value as Record<string, unknown>, depth);
    return this.instance(value, depth, key);
  }

  /** Whether structured clone copies the value unchanged. */
  #crossesAsIs(value: object): boolean {
    if (value instanceof Date || value instanceof RegExp) return !types.isProxy(value);
    return value instanceof ArrayBuffer || ArrayBuffer.isView(value);
  }

  #list(list: readonly unknown[], depth: number): unknown {
    if (list.length > mostParts)
      throw new TypeError(`${this.where} contains a list of ${list.length} entries, which is too long. Return less data.`);
    let copy: unknown[] | undefined = types.isProxy(list) ? [...list] : undefined;
    for (let index = 0; index < list.length; index++) {
      const entry = list[index];
      if (this.isPlain(entry)) continue;
      const converted = this.entry(entry, depth + 1, index);
      if (converted === entry) continue;
      copy ??= [...list];
      copy[index] = converted;
    }
    return copy ?? list;
  }

  protected object(object: Record<string, unknown>, depth: number): unknown {
    let copy: Record<string, unknown> | undefined = isPlainObject(object) && !types.isProxy(object) ? undefined : { ...object };
    for (const key of Object.keys(object)) {
      const field = object[key];
      if (this.isPlain(field)) continue;
      const converted = this.field(field, depth + 1, key);
      if (converted === undefined) {
        copy ??= { ...object };
        delete copy[key];
      } else if (converted !== field) {
        copy ??= { ...object };
        Object.defineProperty(copy, key, { value: converted, enumerable: true, writable: true, configurable: true });
      }
    }
    return copy ?? object;
  }
}

class JsonConverter extends Converter {
  readonly #itemDepth: number;

  /** `itemDepth`: depth of the items. */
  constructor(where: string, itemDepth: number) {
    super(where);
    this.#itemDepth = itemDepth;
  }

  protected override isPlain(part: unknown): boolean {
    return typeof part === 'string' || typeof part === 'boolean' || part === null || (typeof part === 'number' && Number.isFinite(part));
  }

  protected override leaf(value: unknown, depth: number): unknown {
    return depth === 0 ? super.leaf(value, depth) : jsonForm(value, '');
  }

  protected override entry(entry: unknown, depth: number, index: number): unknown {
    const converted = super.entry(entry, depth, index);
    return converted === undefined ? null : converted;
  }

  protected override field(field: unknown, depth: number, key: string): unknown {
    const converted = this.convert(field, depth, key);
    return converted === undefined && key === 'json' && depth === this.#itemDepth + 1 ? null : converted;
  }

  protected override hasOwnForm(object: object): boolean {
    return typeof (object as { readonly toJSON?: unknown }).toJSON === 'function';
  }

  protected override instance(value: object, depth: number, key: string): unknown {
    this.rejectPromise(value);
    if (ArrayBuffer.isView(value) && value.byteLength > mostBytes) {
      const size = Math.ceil(value.byteLength / 1e6);
      throw new TypeError(
        `${this.where} contains a buffer of ${size} MB, which is too large for json. Create a file from it with this.helpers.prepareBinaryData().`,
      );
    }
    const form = jsonForm(value, key);
    return form === value ? this.object(value as Record<string, unknown>, depth) : this.convert(form, depth + 1, key);
  }
}
