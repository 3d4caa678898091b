// Finding the items of two inputs that agree in some fields: by hash, so that large inputs take linear time.
import type { Item } from '../../contract/run-data.ts';
import { exactKey, framedKey, fuzzyBucket, fuzzyEqual } from './compare-values.ts';
import { type FieldPath, getField } from './field-path.ts';

/** A field of the left input and the field of the right input it is compared with. */
export interface FieldPair {
  readonly left: FieldPath;
  readonly right: FieldPath;
}

export interface MatchOptions {
  /** Tolerate type differences. */
  readonly fuzzy: boolean;
  /** With `fuzzy`: nothing equals zero and false too. */
  readonly emptyIsZero?: boolean;
  /** Only the first match on the right for each item on the left. */
  readonly firstOnly: boolean;
}

export interface Matches {
  /** Per left item, the indexes of its matches on the right, in their order; empty for none. */
  readonly ofLeft: readonly (readonly number[])[];
  /** Per right item, whether some left item matches it, be it the first match or not. */
  readonly isRightMatched: readonly boolean[];
}

const none: readonly number[] = [];

/** An item that lacks one of the fields matches nothing. */
export function matchItems(left: readonly Item[], right: readonly Item[], pairs: readonly FieldPair[], options: MatchOptions): Matches {
  const keyOf = options.fuzzy ? fuzzyKey : exactFieldsKey;
  const leftFields = pairs.map((pair) => pair.left);
  const rightFields = pairs.map((pair) => pair.right);
  const index = new Map<string, number[]>();
  for (let position = 0; position < right.length; position++) {
    const key = keyOf(right[position] as Item, rightFields);
    if (key === undefined) continue;
    const bucket = index.get(key);
    if (bucket === undefined) index.set(key, [position]);
    else bucket.push(position);
  }
  const isRightMatched = Array.from<boolean>({ length: right.length }).fill(false);
  const ofLeft = left.map((item) => {
    const key = keyOf(item, leftFields);
    const bucket = key === undefined ? undefined : index.get(key);
    if (bucket === undefined) return none;
    const found = options.fuzzy ? bucket.filter((position) => agree(item, right[position] as Item, pairs, options)) : bucket;
    // Bucket mates of an exact match are all marked by the first item that meets them.
    if (found !== bucket || isRightMatched[found[0] as number] !== true) for (const position of found) isRightMatched[position] = true;
    return options.firstOnly && found.length > 1 ? found.slice(0, 1) : found;
  });
  return { ofLeft, isRightMatched };
}

function exactFieldsKey(item: Item, fields: readonly FieldPath[]): string | undefined {
  if (fields.length === 1) {
    const value = getField(item.json, fields[0] as FieldPath);
    return value === undefined ? undefined : exactKey(value);
  }
  let key = '';
  for (const field of fields) {
    const value = getField(item.json, field);
    if (value === undefined) return undefined;
    key += framedKey(value);
  }
  return key;
}

function fuzzyKey(item: Item, fields: readonly FieldPath[]): string | undefined {
  let key = '';
  for (const field of fields) {
    const value = getField(item.json, field);
    if (value === undefined) return undefined;
    key += framedKey(fuzzyBucket(value));
  }
  return key;
}

function agree(left: Item, right: Item, pairs: readonly FieldPair[], options: MatchOptions): boolean {
  return pairs.every((pair) => fuzzyEqual(getField(left.json, pair.left), getField(right.json, pair.right), options.emptyIsZero));
}
