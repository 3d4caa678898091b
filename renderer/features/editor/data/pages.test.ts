import { describe, expect, it } from 'vitest';
import { pageButtons, pageCount, pageOf, pageRange } from './pages.ts';

describe('pages', () => {
  it.each([
    [0, 10, 1],
    [10, 10, 1],
    [11, 10, 2],
    [100_000, 'all', 1],
    [100_000, 100, 1000],
  ] as const)('%i items by %s are %i', (items, size, count) => expect(pageCount(items, size)).toBe(count));

  it.each([
    [25, 10, 0, 0, 10],
    [25, 10, 2, 20, 25],
    [25, 10, 9, 20, 25],
    [25, 'all', 3, 0, 25],
    [0, 10, 0, 0, 0],
  ] as const)('%i items by %s, page %i', (items, size, page, start, end) => expect(pageRange(items, size, page)).toEqual({ start, end }));

  it('finds the page of an item', () => {
    expect(pageOf(99, 25)).toBe(3);
    expect(pageOf(99, 'all')).toBe(0);
  });

  it.each([
    [0, 1, [0]],
    [2, 5, [0, 1, 2, 3, 4]],
    [0, 9, [0, 1, 2, 3, 'gap', 8]],
    [4, 9, [0, 'gap', 3, 4, 5, 'gap', 8]],
    [8, 9, [0, 'gap', 5, 6, 7, 8]],
  ] as const)('page %i of %i has buttons', (page, count, buttons) => expect(pageButtons(page, count)).toEqual(buttons));
});
