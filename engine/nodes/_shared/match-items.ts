// Finds items of two inputs with equal fields by hashing, so that large inputs take linear time.
import type { Item } from '../../contract/run-data.ts';
import { NodeError } from '../../sdk/index.ts';
import type { Pace, SlicedWork } from '../../sdk/slices.ts';
import { exactKey, framedKey, fuzzyBucket, fuzzyEqual } from './compare-values.ts';
import { type FieldPath, getField, takeField } from './fields/field-path.ts';

/** A field of the left input and the field of the right input to compare it with. */
export interface FieldPair {
  readonly left: FieldPath;
  readonly right: FieldPath;
}

export interface MatchOptions {
  /** Whether type differences are tolerated. */
  readonly fuzzy: boolean;
  /** Whether null also equals zero; requires `fuzzy`. */
  readonly nullIsZero?: boolean;
  /** Whether each left item gets only its first match on the right. */
  readonly firstOnly: boolean;
}

export interface Matches {
  /** For each left item, the ascending indexes of its matches on the right; empty if there are none. */
  readonly ofLeft: readonly (readonly number[])[];
  /** For each right item, whether any left item matches it, even if that left item has an earlier match. */
  readonly isRightMatched: readonly boolean[];
}

const none: readonly number[] = [];

/**
 * Finds the matches. An item that lacks one of the fields matches nothing; with `fuzzy`, such an item on the right matches empty values on the
 * left.
 */
export function* matchInSlices(
  left: readonly Item[],
  right: readonly Item[],
  pairs: readonly FieldPair[],
  options: MatchOptions,
  pace: Pace,
): SlicedWork<Matches> {
  const keyOf = options.fuzzy ? fuzzyKey : exactFieldsKey;
  const leftFields = pairs.map((pair) => pair.left);
  const rightFields = pairs.map((pair) => pair.right);
  const index = new Map<string, number[]>();
  yield* pace.each(right, (item, position) => {
    const key = keyOf(item, rightFields, options.fuzzy);
    if (key === undefined) return;
    const bucket = index.get(key);
    if (bucket === undefined) index.set(key, [position]);
    else bucket.push(position);
  });
  const bucketFor = (item: Item): readonly number[] => {
    const key = keyOf(item, leftFields, false);
    return (key === undefined ? undefined : index.get(key)) ?? none;
  };
  const match = options.fuzzy
    ? yield* agreeing(left, right, bucketFor, pairs, options, pace)
    : yield* allOfBucket(left, right, bucketFor, pace);
  if (!options.firstOnly) return match;
  const ofLeft = yield* pace.map(match.ofLeft, (matches) => (matches.length > 1 ? matches.slice(0, 1) : matches));
  return { ...match, ofLeft };
}

type BucketFor = (item: Item) => readonly number[];

/** For exact comparison: items match exactly if these keys are equal. */
function* allOfBucket(left: readonly Item[], right: readonly Item[], bucketFor: BucketFor, pace: Pace): SlicedWork<Matches> {
  const isRightMatched = Array.from<boolean>({ length: right.length }).fill(false);
  const ofLeft = yield* pace.map(left, (item) => {
    const bucket = bucketFor(item);
    // The first matching item marks the whole bucket.
    if (bucket !== none && isRightMatched[bucket[0] as number] !== true) for (const position of bucket) isRightMatched[position] = true;
    return bucket;
  });
  return { ofLeft, isRightMatched };
}

/** For tolerant comparison: items can match only if these keys are equal. */
function* agreeing(
  left: readonly Item[],
  right: readonly Item[],
  bucketFor: BucketFor,
  pairs: readonly FieldPair[],
  options: MatchOptions,
  pace: Pace,
): SlicedWork<Matches> {
  const isRightMatched = Array.from<boolean>({ length: right.length }).fill(false);
  const ofLeft: (readonly number[])[] = [];
  for (const item of left) {
    const match: number[] = [];
    for (const position of bucketFor(item)) {
      if (agree(item, right[position] as Item, pairs, options)) match.push(position);
      if (pace.isUsedUp()) yield;
    }
    for (const position of match) isRightMatched[position] = true;
    ofLeft.push(match);
    if (pace.isUsedUp()) yield;
  }
  return { ofLeft, isRightMatched };
}

function exactFieldsKey(item: Item, fields: readonly FieldPath[]): string | undefined {
  if (fields.length === 1) {
    const value = comparedValue(item, fields[0] as FieldPath);
    return value === undefined ? undefined : exactKey(value);
  }
  let key = '';
  for (const field of fields) {
    const value = comparedValue(item, field);
    if (value === undefined) return undefined;
    key += framedKey(value);
  }
  return key;
}

function fuzzyKey(item: Item, fields: readonly FieldPath[], allowsMissing: boolean): string | undefined {
  let key = '';
  for (const field of fields) {
    const value = comparedValue(item, field);
    if (value === undefined && !allowsMissing) return undefined;
    key += framedKey(fuzzyBucket(value));
  }
  return key;
}

/** Numbers that JavaScript cannot represent are compared by their digits, so that they equal themselves only. */
function comparedValue({ json }: Item, field: FieldPath): unknown {
  return takeField(json, field);
}

function agree(left: Item, right: Item, pairs: readonly FieldPair[], options: MatchOptions): boolean {
  return pairs.every((pair) => fuzzyEqual(comparedValue(left, pair.left), comparedValue(right, pair.right), options.nullIsZero));
}

/** Returns the right items that are joined with a left item. */
export function* joinedOnRight({ ofLeft }: Matches, pace: Pace): SlicedWork<readonly boolean[]> {
  const isJoined: boolean[] = [];
  for (const matches of ofLeft) {
    for (const position of matches) isJoined[position] = true;
    if (pace.isUsedUp(matches.length)) yield;
  }
  return isJoined;
}

/**
 * Throws NodeError if none of an input's items has one of the fields to match. `names`: names of the inputs. An input without items is not
 * checked.
 */
export function* checkMatchFields(
  inputs: readonly [left: readonly Item[], right: readonly Item[]],
  pairs: readonly FieldPair[],
  names: readonly [string, string],
  pace: Pace,
): SlicedWork<void> {
  for (const side of [0, 1] as const) {
    const items = inputs[side];
    for (const pair of pairs) {
      const field = side === 0 ? pair.left : pair.right;
      if (items.length === 0 || (yield* pace.some(items, ({ json }) => getField(json, field) !== undefined))) continue;
      throw new NodeError(`Field '${field.name}' is not present in any of items in '${names[side]}'`, {
        code: 'PARAMETER_INVALID',
        hint: 'Check the spelling of the field, or match by another field.',
      });
    }
  }
}
