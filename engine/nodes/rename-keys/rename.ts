// Renaming fields: one by one, or all whose names match a pattern.
import type { JsonObject } from '../../contract/json.ts';
import type { SafePattern } from '../../expression/index.ts';
import { fieldPath, getField, hasField, removeField, setField, type FieldPath } from '../_shared/field-path.ts';

export interface Renaming {
  readonly from: FieldPath;
  readonly to: FieldPath;
}

export interface KeyPattern {
  readonly search: SafePattern;
  readonly replacement: string;
  /** How many levels below the first are changed too; Infinity for all. */
  readonly depth: number;
}

/** The item's fields under their new names; the item itself stays as it is. Fields that are missing are passed over. */
export function renameKeys(json: JsonObject, renamings: readonly Renaming[], patterns: readonly KeyPattern[]): JsonObject {
  let renamed: JsonObject = { ...json };
  for (const { from, to } of renamings) {
    if (from.name === '' || to.name === '' || from.name === to.name || !hasField(renamed, from)) continue;
    const value = getField(renamed, from);
    removeField(renamed, from);
    setField(renamed, to, value);
  }
  for (const pattern of patterns) renamed = renameMatching(renamed, pattern, pattern.depth) as JsonObject;
  return renamed;
}

/** Lists are no level of their own: the objects in them belong to the level below the list's field. */
function renameMatching(value: unknown, pattern: KeyPattern, depth: number): unknown {
  if (Array.isArray(value)) return value.map((entry) => renameMatching(entry, pattern, depth));
  if (!isPlainObject(value)) return value;
  const renamed: [string, unknown][] = [];
  for (const [key, child] of Object.entries(value)) {
    renamed.push([matchingName(key, pattern), depth > 0 ? renameMatching(child, pattern, depth - 1) : child]);
  }
  return Object.fromEntries(renamed);
}

function matchingName(key: string, { search, replacement }: KeyPattern): string {
  const name = search.replace(key, replacement);
  return name === key ? key : fieldPath(name, false).name;
}

/** Dates and other class instances are values, not levels. */
function isPlainObject(value: unknown): value is JsonObject {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype as object) === null;
}
