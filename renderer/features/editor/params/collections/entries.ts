// Helpers for lists of entries.
import { isRecord } from '../../../../../engine/workflow/values/own-properties.ts';

/** Returns the list with an entry moved to another index. */
export function withMoved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const entry = list[from];
  if (entry === undefined || to < 0 || to >= list.length) return list;
  return list.toSpliced(from, 1).toSpliced(to, 0, entry);
}

/** Returns the objects in a list; an empty list for other values. */
export const records = (list: unknown): readonly Readonly<Record<string, unknown>>[] => (Array.isArray(list) ? list.filter(isRecord) : []);
