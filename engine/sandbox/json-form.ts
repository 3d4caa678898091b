// The JSON form of values that code returns: what `JSON.stringify` would write of them. Beyond that, large integers are numbers where they are
// exact and texts otherwise, and errors keep their name and message.
import { types } from 'node:util';
import { deepest, mostBytes } from './check-shape.ts';

/**
 * Returns the value with its own conversion applied, one level deep: a primitive, a list or a plain object. Undefined stands for values that JSON lacks.
 * Throws the errors of `toJSON`, and TypeError for arrays of numbers that are too large.
 */
export function jsonForm(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return primitiveForm(value);
  const { toJSON } = value as { readonly toJSON?: unknown };
  const own: unknown = typeof toJSON === 'function' ? (toJSON as (key: string) => unknown).call(value, key) : value;
  if (typeof own !== 'object' || own === null) return primitiveForm(own);
  if (Array.isArray(own) || isPlainObject(own)) return own;
  if (types.isBoxedPrimitive(own)) return primitiveForm(own.valueOf());
  if (own instanceof Error) return { name: own.name, message: own.message };
  if (ArrayBuffer.isView(own) && own.byteLength > mostBytes) {
    throw new TypeError(`An array of ${Math.ceil(own.byteLength / 1e6)} MB is too large for JSON. Make a file of it by prepareBinaryData.`);
  }
  return { ...own };
}

function primitiveForm(value: unknown): unknown {
  switch (typeof value) {
    case 'bigint':
      return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'function':
    case 'symbol':
      return undefined;
    default:
      return value;
  }
}

export const isPlainObject = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
};

/** What prevents a value from becoming JSON. */
export interface JsonFault {
  readonly path: readonly string[];
  readonly reason: string;
}

/** Searches for the first part of the value that contains itself or cannot be read; undefined if there is none. */
export function findFault(value: unknown): JsonFault | undefined {
  return new FaultSearch().visit(value, '');
}

class FaultSearch {
  readonly #path: string[] = [];
  readonly #above = new Set<unknown>();
  readonly #done = new Set<unknown>();

  visit(value: unknown, key: string): JsonFault | undefined {
    if (typeof value !== 'object' || value === null || this.#done.has(value) || this.#path.length > deepest) return undefined;
    if (this.#above.has(value)) return this.#fault('refers to an object that contains it');
    this.#above.add(value);
    const fault = this.#parts(value, key);
    this.#above.delete(value);
    this.#done.add(value);
    return fault;
  }

  #parts(value: object, key: string): JsonFault | undefined {
    try {
      const form = jsonForm(value, key);
      if (typeof form !== 'object' || form === null) return undefined;
      for (const name of Object.keys(form)) {
        this.#path.push(name);
        const fault = this.visit((form as Readonly<Record<string, unknown>>)[name], name);
        if (fault !== undefined) return fault;
        this.#path.pop();
      }
      return undefined;
    } catch (error) {
      return this.#fault(`cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #fault = (reason: string): JsonFault => ({ path: [...this.#path], reason });
}
