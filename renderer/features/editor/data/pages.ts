// Pagination of a list of items.

export const PAGE_SIZES = [10, 25, 50, 100, 'all'] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

/** Maximum number of page buttons. */
const MAX_BUTTONS = 5;

const perPage = (size: PageSize): number => (size === 'all' ? Number.POSITIVE_INFINITY : size);

export const pageCount = (items: number, size: PageSize): number => Math.max(1, Math.ceil(items / perPage(size)));

/** Returns the range of a page (`end` is exclusive). Pages count from 0; a page beyond the last one is the last one. */
export function pageRange(items: number, size: PageSize, page: number): { readonly start: number; readonly end: number } {
  if (size === 'all') return { start: 0, end: items };
  const start = Math.min(Math.max(0, page), pageCount(items, size) - 1) * size;
  return { start, end: Math.min(items, start + size) };
}

export const pageOf = (item: number, size: PageSize): number => (size === 'all' ? 0 : Math.floor(item / size));

/** Returns the pages that have a button, from 0: the first, the last, and those around the current page. `gap` stands for omitted pages. */
export function pageButtons(page: number, count: number): readonly (number | 'gap')[] {
  if (count <= MAX_BUTTONS) return Array.from({ length: count }, (_, index) => index);
  const around = MAX_BUTTONS - 2;
  const from = Math.min(Math.max(1, page - Math.floor(around / 2)), count - 1 - around);
  const middle = Array.from({ length: around }, (_, index) => from + index);
  return [0, ...(from > 1 ? (['gap'] as const) : []), ...middle, ...(from + around < count - 1 ? (['gap'] as const) : []), count - 1];
}
