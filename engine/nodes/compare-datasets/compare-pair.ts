// Compares two items with equal match fields, and describes their differences.
import type { JsonObject } from '../../contract/json.ts';
import { fuzzyEqual, sameValue } from '../_shared/compare-values.ts';
import { objectOf, takeFrom } from '../../contract/exact-values.ts';
import {
  type FieldPath,
  getField,
  hasField,
  removeField,
  setField,
  omitFields,
  takeField,
  textOfField,
} from '../_shared/fields/field-path.ts';
import type { FieldPair } from '../_shared/match-items.ts';

export interface CompareSettings {
  readonly match: readonly FieldPair[];
  readonly skip: readonly FieldPath[];
  readonly fuzzy: boolean;
  /** Whether it is an error if none of an input's items has a field to match. */
  readonly requiresFields: boolean;
  /** Whether null also equals zero; requires `fuzzy`. */
  readonly nullIsZero: boolean;
  readonly resolve: 'preferInput1' | 'preferInput2' | 'mix' | 'includeBoth';
  readonly mixPrefers: 'input1' | 'input2';
  readonly mixExcept: readonly FieldPath[];
  /** Names of the two inputs in the output. */
  readonly labels: readonly [string, string];
}

/** Whether two items are equal in every field that is not skipped. Match fields are equal already, even if their names differ. */
export function isSame(left: JsonObject, right: JsonObject, settings: CompareSettings): boolean {
  return differingKeys(omitFields(left, settings.skip), omitFields(right, settings.skip), settings).length === 0;
}

/** Returns the result for two equal items. */
export function sameVersion(left: JsonObject, right: JsonObject, { resolve }: CompareSettings): JsonObject {
  return resolve === 'preferInput2' ? right : left;
}

/** Returns the result for two different items. */
export function differentVersion(left: JsonObject, right: JsonObject, settings: CompareSettings): JsonObject {
  switch (settings.resolve) {
    case 'preferInput1':
      return left;
    case 'preferInput2':
      return right;
    case 'mix':
      return settings.mixPrefers === 'input1' ? mixed(left, right, settings.mixExcept) : mixed(right, left, settings.mixExcept);
    default:
      return bothVersions(left, right, settings);
  }
}

/** Returns the preferred item with some fields from the other; null for a field that the other lacks. */
function mixed(preferred: JsonObject, other: JsonObject, except: readonly FieldPath[]): JsonObject {
  const json = { ...preferred };
  for (const field of except) setField(json, field, getField(other, field) ?? null, textOfField(other, field));
  return json;
}

function differingKeys(left: JsonObject, right: JsonObject, settings: CompareSettings): string[] {
  const equal = settings.fuzzy ? (a: unknown, b: unknown) => fuzzyEqual(a, b, settings.nullIsZero) : sameValue;
  return allKeys(left, right).filter((key) => !equal(own(left, key), own(right, key)) && !isMatchField(key, left, right, settings));
}

function isMatchField(key: string, left: JsonObject, right: JsonObject, { match }: CompareSettings): boolean {
  return match.some(
    (pair) =>
      pair.left.name !== pair.right.name &&
      ((pair.left.name === key && !Object.hasOwn(right, key)) || (pair.right.name === key && !Object.hasOwn(left, key))),
  );
}

function allKeys(left: JsonObject, right: JsonObject): string[] {
  return [...new Set([...Object.keys(left), ...Object.keys(right)])];
}

const own = (json: JsonObject, key: string): unknown => (Object.hasOwn(json, key) ? takeFrom(json, key) : undefined);

function bothVersions(left: JsonObject, right: JsonObject, settings: CompareSettings): JsonObject {
  const [first, second] = settings.labels;
  const sides = ([a, b]: readonly [unknown, unknown]): JsonObject =>
    objectOf([
      [first, a],
      [second, b],
    ]) as JsonObject;
  const differing = new Set(differingKeys(left, right, settings));
  const keys = objectOf(settings.match.map((pair) => [pair.left.name, takeField(left, pair.left)]));
  const same: [string, unknown][] = [];
  const different: [string, unknown][] = [];
  const skipped: [string, JsonObject][] = [];
  for (const key of allKeys(left, right)) {
    if (!differing.has(key)) {
      same.push([key, own(Object.hasOwn(left, key) ? left : right, key)]);
      continue;
    }
    const parts = setAside(key, own(left, key), own(right, key), settings);
    if (parts.skipped !== undefined) skipped.push([key, sides(parts.skipped)]);
    if (parts.compared !== undefined) different.push([key, sides([parts.compared[0] ?? null, parts.compared[1] ?? null])]);
  }
  return {
    keys,
    same: objectOf(same),
    different: Object.fromEntries(different),
    ...(skipped.length === 0 ? {} : { skipped: Object.fromEntries(skipped) }),
  };
}

interface Parts {
  readonly compared?: readonly [unknown, unknown];
  readonly skipped?: readonly [unknown, unknown];
}

/** Removes skipped subfields from a field's two values. */
function setAside(key: string, left: unknown, right: unknown, { skip }: CompareSettings): Parts {
  if (skip.some((field) => field.name === key)) return { skipped: [left ?? null, right ?? null] };
  const within = skip.filter((field) => field.keys.length > 1 && field.keys[0] === key);
  if (within.length === 0) return { compared: [left, right] };
  const [comparedLeft, skippedLeft] = splitValue(left, within);
  const [comparedRight, skippedRight] = splitValue(right, within);
  return { compared: [comparedLeft, comparedRight], skipped: [skippedLeft, skippedRight] };
}

function splitValue(value: unknown, within: readonly FieldPath[]): readonly [kept: unknown, skipped: JsonObject] {
  const skipped: JsonObject = {};
  if (typeof value !== 'object' || value === null) return [value, skipped];
  const saved = { ...value } as JsonObject;
  for (const field of within) {
    const inner: FieldPath = { name: field.keys.slice(1).join('.'), keys: field.keys.slice(1) };
    if (!hasField(saved, inner)) continue;
    setField(skipped, inner, getField(saved, inner), textOfField(saved, inner));
    removeField(saved, inner);
  }
  return [saved, skipped];
}
