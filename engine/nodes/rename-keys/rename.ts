// Renames fields: single ones, or all whose names match a pattern.
import type { JsonObject } from '../../contract/json.ts';
import type { SafePattern } from '../../expression/index.ts';
import { setOwn } from '../../workflow/values/own-properties.ts';
import { fieldPath, getField, hasField, removeField, setField, textOfField, type FieldPath } from '../_shared/fields/field-path.ts';
import { exactText, noteText } from '../../contract/exact-numbers.ts';

export interface Renaming {
  readonly from: FieldPath;
  readonly to: FieldPath;
}

export interface KeyPattern {
  readonly search: SafePattern;
  readonly replacement: string;
  /** Number of levels below the first to change; Infinity for all. */
  readonly depth: number;
}

/**
 * Returns the item's fields under their new names without changing the item. Each renaming reads its field from the original item, and skips a
 * missing field. Patterns are then applied to the result, one after another.
 */
export function renameKeys(json: JsonObject, renamings: readonly Renaming[], patterns: readonly KeyPattern[]): JsonObject {
  let renamed: JsonObject = { ...json };
  for (const { from, to } of renamings) {
    if (from.name === '' || to.name === '' || from.name === to.name || !hasField(json, from)) continue;
    const value = getField(json, from);
    removeField(renamed, from);
    setField(renamed, to, value, textOfField(json, from));
  }
  for (const pattern of patterns) renamed = renameMatching(renamed, pattern, pattern.depth) as JsonObject;
  return renamed;
}

/** Lists count as a level: their objects are two levels below the list's field. */
function renameMatching(value: unknown, pattern: KeyPattern, depth: number): unknown {
  if (Array.isArray(value)) return depth > 0 ? value.map((entry) => renameMatching(entry, pattern, depth - 1)) : value;
  if (!isPlainObject(value)) return value;
  const renamed: JsonObject = { ...value };
  for (const key of Object.keys(value)) {
    const name = matchingName(key, pattern);
    // Read here, because an earlier field may have been renamed to this name.
    const child = renamed[key];
    const content = depth > 0 ? renameMatching(child, pattern, depth - 1) : child;
    if (name !== key) delete renamed[key];
    setOwn(renamed, name, content);
    const numberText = exactText(value, key);
    if (numberText !== undefined) noteText(renamed, name, numberText);
  }
  return renamed;
}

/** Returns the name with the first match replaced. */
function matchingName(key: string, { search, replacement }: KeyPattern): string {
  const name = search.replaceFirst(key, replacement);
  return name === key ? key : fieldPath(name, false).name;
}

/** Whether a value is a level of its own; dates and other class instances are values. */
function isPlainObject(value: unknown): value is JsonObject {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype as object) === null;
}
