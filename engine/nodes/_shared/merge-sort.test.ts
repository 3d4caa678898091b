// Sorting in slices returns the same result as the built-in sort.
import { describe, expect, it } from 'vitest';
import { atOnce } from '../../sdk/slices.ts';
import { seededRandom } from '../../testing/fake-ports.ts';
import { type Compare, mergeSort } from './merge-sort.ts';

interface Entry {
  readonly key: number;
  readonly at: number;
}

const byKey: Compare<Entry> = (a, b) => a.key - b.key;
const sorted = <T>(list: readonly T[], compare: Compare<T>): T[] => atOnce((pace) => mergeSort(list, compare, pace));

function entries(count: number, keyAt: (index: number) => number): Entry[] {
  return Array.from({ length: count }, (_, at) => ({ key: keyAt(at), at }));
}

describe('mergeSort', () => {
  const random = seededRandom(3);
  it.each([
    ['at random', () => Math.floor(random() * 1e9)],
    ['random, with many duplicates', () => Math.floor(random() * 7)],
    ['in order', (index: number) => index],
    ['in reverse', (index: number) => -index],
    ['all alike', () => 0],
    ['in order but for the end', (index: number) => (index % 9000 === 8999 ? -1 : index)],
    ['in two stretches', (index: number) => index % 10_000],
  ])('sorts lists of any length, stable: %s', (_, keyAt) => {
    for (const length of [0, 1, 2, 4096, 4097, 8192, 8193, 20_000, 30_001]) {
      const list = entries(length, keyAt);
      const before = list.slice();
      // Compared as joined text, because comparing so many entries one by one is slow.
      expect(sorted(list, byKey).map(({ at }) => at).join()).toBe(list.toSorted(byKey).map(({ at }) => at).join()); // oxfmt-ignore
      expect(list.every((entry, index) => entry === before[index])).toBe(true);
    }
  });

  it.each([100, 20_000])('throws the error of a comparison, with %i entries', (length) => {
    let comparisons = 0;
    const fail = (): number => {
      comparisons++;
      if (comparisons === length - 50) throw new Error('not comparable');
      return 1;
    };
    expect(() => sorted(entries(length, (index) => index), fail)).toThrow('not comparable'); // oxfmt-ignore
  });
});
