// Sorts in slices: a long list is sorted in runs, which are then merged; yields to other work whenever a slice is used up.
import type { Pace, SlicedWork } from '../../sdk/slices.ts';

/** Maximum length of a list that the built-in sort handles within a few milliseconds. */
const STRETCH = 4096;

export type Compare<T> = (a: T, b: T) => number;

/** Returns a new list in the same order as `list.sort(compare)`, which is stable; errors of `compare` are thrown. */
export function* mergeSort<T>(list: readonly T[], compare: Compare<T>, pace: Pace): SlicedWork<T[]> {
  if (list.length <= STRETCH) return list.toSorted(compare);
  let sorted = list.slice();
  let spare = list.slice();
  let ends = yield* sortStretches(sorted, compare, pace);
  while (ends.length > 1) {
    const merged: number[] = [];
    let from = 0;
    for (let stretch = 0; stretch < ends.length; stretch += 2) {
      const middle = ends[stretch] as number;
      const to = ends[stretch + 1] ?? middle;
      yield* merge(sorted, spare, from, middle, to, compare, pace);
      merged.push(to);
      from = to;
    }
    [sorted, spare, ends] = [spare, sorted, merged];
  }
  return sorted;
}

/** Sorts runs of the list separately and returns their ends. Entries that are already in order form a single run of any length. */
function* sortStretches<T>(list: T[], compare: Compare<T>, pace: Pace): SlicedWork<number[]> {
  const ends: number[] = [];
  for (let from = 0; from < list.length;) {
    let to = from + 1;
    while (to < list.length && compare(list[to - 1] as T, list[to] as T) <= 0) {
      to++;
      if (pace.isUsedUp()) yield;
    }
    if (to - from < STRETCH && to < list.length) {
      to = Math.min(from + STRETCH, list.length);
      const stretch = list.slice(from, to).sort(compare);
      for (let index = from; index < to; index++) list[index] = stretch[index - from] as T;
      if (pace.isUsedUp(STRETCH)) yield;
    }
    ends.push(to);
    from = to;
  }
  return ends;
}

/**
 * Merges two neighboring runs of `list` into `target` at the same position. The merge is stable: an entry of the first run precedes an equal
 * entry of the second.
 */
function* merge<T>(
  list: readonly T[],
  target: T[],
  from: number,
  middle: number,
  to: number,
  compare: Compare<T>,
  pace: Pace,
): SlicedWork<void> {
  let first = from;
  let second = middle;
  for (let index = from; index < to; index++) {
    const takesFirst = second === to || (first < middle && compare(list[first] as T, list[second] as T) <= 0);
    target[index] = list[takesFirst ? first++ : second++] as T;
    if (pace.isUsedUp()) yield;
  }
}
