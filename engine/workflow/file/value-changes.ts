// Lists the values in which two JSON values differ, each with its path.
import { asRead, exactText } from '../../contract/exact-numbers.ts';
import { isRecord, ownValue, sameJson } from '../values/own-properties.ts';

/** A value that differs. */
export interface ValueChange {
  /** Keys and positions that lead to the value. */
  readonly path: readonly (string | number)[];
  /** Absent where there was no value. */
  readonly before?: unknown;
  /** Absent where there is no value any more. */
  readonly after?: unknown;
}

/** Values that are nested deeper are compared as a whole. */
const MAX_DEPTH = 40;

/** Compares objects by key, in the order of the newer one, and lists by position. */
export function valueChanges(before: object, after: object, path: ValueChange['path'] = []): ValueChange[] {
  const changes: ValueChange[] = [];
  for (const key of keysOf(before, after)) {
    const [older, newer] = [ownValue(before, String(key)), ownValue(after, String(key))];
    const place = [...path, key];
    if (isComparable(older, newer) && place.length < MAX_DEPTH) changes.push(...valueChanges(older as object, newer as object, place));
    else if (!sameJson(older, newer) || exactText(before, String(key)) !== exactText(after, String(key))) {
      changes.push({ path: place, ...valueAt(before, key, 'before'), ...valueAt(after, key, 'after') });
    }
  }
  return changes;
}

function keysOf(before: object, after: object): readonly (string | number)[] {
  if (Array.isArray(before) && Array.isArray(after)) return Array.from({ length: Math.max(before.length, after.length) }, (_, key) => key);
  return [...new Set([...Object.keys(after), ...Object.keys(before)])];
}

const isComparable = (left: unknown, right: unknown): boolean =>
  (isRecord(left) && isRecord(right)) || (Array.isArray(left) && Array.isArray(right));

function valueAt(holder: object, key: string | number, side: 'before' | 'after'): object {
  const name = String(key);
  return Object.hasOwn(holder, name) ? { [side]: asRead(holder, name, ownValue(holder, name)) } : {};
}
