// Flattens nested json to dotted keys.
import type { JsonObject } from '../../../contract/json.ts';

/** `{ a: { b: 1 }, c: [2] }` → `{ "a.b": 1, "c.0": 2 }`. Empty objects and lists stay as values; the result has no prototype. */
export function flattenKeys(json: JsonObject): JsonObject {
  const flat = Object.create(null) as JsonObject;
  addFlat(flat, json, '');
  return flat;
}

function addFlat(flat: JsonObject, container: object, prefix: string): void {
  for (const [key, value] of Object.entries(container)) {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    if (isFilledContainer(value)) addFlat(flat, value, name);
    else flat[name] = value;
  }
}

function isFilledContainer(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.length > 0;
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && Object.keys(value).length > 0;
}
