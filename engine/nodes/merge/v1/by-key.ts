// Merges by a key, for version 1: keys are compared as text, and of several items with the same key the last one is used.
import type { JsonObject } from '../../../contract/json.ts';
import type { Item } from '../../../contract/run-data.ts';
import { pairTo } from '../../../sdk/index.ts';
import type { Pace, SlicedWork } from '../../../sdk/slices.ts';
import { type FieldPath, getField } from '../../_shared/fields/field-path.ts';
import { setOwn } from '../../../workflow/values/own-properties.ts';
import { textOf } from '../../_shared/text-of.ts';

export type Overwrite = 'always' | 'blank' | 'undefined';

/** An input, and the field of its items that contains the key. */
export interface KeyedItems {
  readonly items: readonly Item[];
  readonly field: FieldPath;
}

type Sides = readonly [left: KeyedItems, right: KeyedItems];

function keyOf(item: Item, field: FieldPath): string | undefined {
  const value = getField(item.json, field);
  if (value === undefined || value === null) return undefined;
  return textOf(value);
}

function* indexByKey({ items, field }: KeyedItems, pace: Pace): SlicedWork<Map<string, number>> {
  const index = new Map<string, number>();
  yield* pace.each(items, (item, position) => {
    const key = keyOf(item, field);
    if (key !== undefined) index.set(key, position);
  });
  return index;
}

/** Returns the items of input 1 that have a key, each with the fields of its match in input 2. */
export function* mergeByKey([left, right]: Sides, overwrite: Overwrite, pace: Pace): SlicedWork<Item[]> {
  const index = yield* indexByKey(right, pace);
  const output: Item[] = [];
  yield* pace.each(left.items, (item, position) => {
    if (getField(item.json, left.field) === undefined) return;
    const key = keyOf(item, left.field);
    const match = key === undefined ? undefined : index.get(key);
    if (match === undefined) {
      output.push(pairTo(item, position));
      return;
    }
    // The two keys are equal as text; the value of input 1 is kept.
    const { [right.field.name]: _key, ...otherFields } = (right.items[match] as Item).json;
    const json = withFields(item.json, otherFields, overwrite);
    output.push({ ...pairTo({ ...item, json }, position), pairedItem: [{ item: position }, { item: match, input: 1 }] });
  });
  return output;
}

function withFields(json: JsonObject, other: JsonObject, overwrite: Overwrite): JsonObject {
  if (overwrite === 'always') return { ...json, ...other };
  const merged = { ...json };
  for (const key of Object.keys(other)) {
    const value = Object.hasOwn(merged, key) ? merged[key] : undefined;
    if (value === undefined || (overwrite === 'blank' && (value === null || value === ''))) setOwn(merged, key, other[key]);
  }
  return merged;
}

/** Returns the items of input 1 whose key is in input 2 or, with `found` false, whose key is not. */
export function* filterByKey([left, right]: Sides, match: boolean, pace: Pace): SlicedWork<Item[]> {
  const index = yield* indexByKey(right, pace);
  const output: Item[] = [];
  yield* pace.each(left.items, (item, position) => {
    const key = keyOf(item, left.field);
    if ((key !== undefined && index.has(key)) === match) output.push(pairTo(item, position));
  });
  return output;
}
