// Reads and writes fields with dotted paths in copies: an item's json is shared, so everything along the path is copied before it is changed.
import type { JsonObject } from '../../../contract/json.ts';
import { exactText, mayBeInexact, noteText } from '../../../contract/exact-numbers.ts';
import { putInto, takeFrom } from '../../../contract/exact-values.ts';
import { setOwn } from '../../../workflow/values/own-properties.ts';
import { isForbiddenKey } from '../../../workflow/values/object-path.ts';
import { getPath, hasPath, parsePath } from '../../../sdk/index.ts';
import { textOf } from '../text-of.ts';

/** A parsed field name. */
export interface FieldPath {
  readonly name: string;
  readonly keys: readonly string[];
}

/** Maximum length of a list that a single assignment creates. A longer list is a mistake and would exhaust the memory when serialized. */
const largestGap = 100_000;

/** Parses a field name: `a.b[0]` → a, b, 0; without `dotNotation` the name is a single key. Throws RangeError for names that could reach a prototype. */
export function fieldPath(name: unknown, dotNotation = true): FieldPath {
  const path = textOf(name);
  const keys = dotNotation ? parsePath(path) : [path];
  for (const key of keys) {
    if (isForbiddenKey(key)) throw new RangeError(`The name "${key}" cannot be used as a field name. Choose another name.`);
  }
  return { name: path, keys };
}

/** Returns the value of a field; a key equal to the whole name takes precedence. */
export function getField(json: JsonObject, path: FieldPath): unknown {
  return Object.hasOwn(json, path.name) ? json[path.name] : getPath(json, path.keys);
}

/** Returns the object or list that a field is read from, and its name there; undefined if there is none. */
export function parentOf(json: JsonObject, path: FieldPath): readonly [holder: object, key: string] | undefined {
  if (Object.hasOwn(json, path.name)) return [json, path.name];
  const holder: unknown = getPath(json, path.keys.slice(0, -1));
  return typeof holder === 'object' && holder !== null ? [holder, path.keys.at(-1) ?? ''] : undefined;
}

/** Returns the text of a field's number that JavaScript cannot represent; undefined for all other values. */
export function textOfField(json: JsonObject, path: FieldPath): string | undefined {
  const value = getField(json, path);
  const parent = mayBeInexact(value) ? parentOf(json, path) : undefined;
  return parent === undefined ? undefined : exactText(...parent);
}

/** Returns the value of a field as `getField` does; an ExactNumber for a number that JavaScript cannot represent. */
export function takeField(json: JsonObject, path: FieldPath): unknown {
  const value = getField(json, path);
  const parent = mayBeInexact(value) ? parentOf(json, path) : undefined;
  return parent === undefined ? value : takeFrom(...parent);
}

/** Whether the field exists, whatever its value. */
export function hasField(json: JsonObject, path: FieldPath): boolean {
  return Object.hasOwn(json, path.name) || hasPath(json, path.keys);
}

/**
 * Sets a field of `json`, which must be owned by the caller; objects and lists along the path are copied. `text`: that of a number that JavaScript
 * cannot represent.
 */
export function setField(json: JsonObject, path: FieldPath, value: unknown, text?: string): void {
  const { keys, name } = path;
  if (keys.length === 1) {
    put(json, keys[0] as string, value, text);
  } else if (Object.hasOwn(json, name)) {
    put(json, name, value, text);
  } else {
    put(copiedParent(json, keys, true) as JsonObject, keys[keys.length - 1] as string, value, text);
  }
}

/** Removes a field of `json`, which must be owned by the caller. Returns whether it existed. */
export function removeField(json: JsonObject, path: FieldPath): boolean {
  const { keys, name } = path;
  if (Object.hasOwn(json, name)) return Reflect.deleteProperty(json, name);
  if (keys.length === 1 || !hasPath(json, keys)) return false;
  return Reflect.deleteProperty(copiedParent(json, keys, false) as object, keys[keys.length - 1] as string);
}

/** Returns the container of the last key, after replacing every shared container on the way with a copy. */
function copiedParent(json: JsonObject, keys: readonly string[], make: boolean): JsonObject | undefined {
  let target = json;
  for (let depth = 0; depth < keys.length - 1; depth++) {
    const key = keys[depth] as string;
    const next = Object.hasOwn(target, key) ? target[key] : undefined;
    const isContainer = typeof next === 'object' && next !== null;
    if (!isContainer && !make) return undefined;
    const copy = isContainer ? copied(next) : emptyFor(keys[depth + 1] as string);
    put(target, key, copy);
    target = copy;
  }
  return target;
}

function copied(container: object): JsonObject {
  return (Array.isArray(container) ? container.slice() : { ...container }) as JsonObject;
}

function emptyFor(nextKey: string): JsonObject {
  return (isIndex(nextKey) ? [] : {}) as JsonObject;
}

const isIndex = (key: string): boolean => /^(?:0|[1-9]\d*)$/.test(key);

function put(target: JsonObject, key: string, value: unknown, text?: string): void {
  if (Array.isArray(target) && isIndex(key) && Number(key) > target.length + largestGap) {
    throw new RangeError(`The index ${key} is too far beyond the end of the list, which has ${target.length} entries.`);
  }
  setOwn(target, key, value);
  if (text !== undefined) noteText(target, key, text);
}

/** Returns a new object with only these fields; nested ones keep their path. Missing fields are omitted. */
export function pickFields(json: JsonObject, fields: readonly FieldPath[]): JsonObject {
  const picked: JsonObject = {};
  for (const field of fields) {
    if (Object.hasOwn(json, field.name)) putInto(picked, field.name, takeFrom(json, field.name));
    else if (hasField(json, field)) setField(picked, field, getField(json, field), textOfField(json, field));
  }
  return picked;
}

/** Returns a copy without these fields; other values are shared with the original. */
export function omitFields(json: JsonObject, fields: readonly FieldPath[]): JsonObject {
  const remaining = { ...json };
  for (const field of fields) removeField(remaining, field);
  return remaining;
}

/** `{ a: { b: 1 }, c: [2] }` → `{ "a.b": 1, "c.0": 2 }`. Empty objects and lists stay as values; the result has no prototype. */
export function flattenKeys(json: JsonObject): JsonObject {
  const flat = Object.create(null) as JsonObject;
  addFlat(flat, json, '');
  return flat;
}

function addFlat(flat: JsonObject, container: object, prefix: string): void {
  for (const [key, value] of Object.entries(container)) {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    if (isFilledContainer(value)) {
      addFlat(flat, value, name);
      continue;
    }
    flat[name] = value;
    const numberText = exactText(container, key);
    if (numberText !== undefined) noteText(flat, name, numberText);
  }
}

function isFilledContainer(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.length > 0;
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && Object.keys(value).length > 0;
}
