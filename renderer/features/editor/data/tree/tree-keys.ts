// Keyboard navigation in a tree.

export interface ListedRow {
  readonly id: string;
  /** 1 at the top level. */
  readonly depth: number;
  readonly position: number;
  readonly siblings: number;
  /** Undefined if the row has no children. */
  readonly isOpen: boolean | undefined;
  /** Whether the row is a closing bracket, which navigation skips. */
  readonly isEnd?: boolean;
}

/** Returns the row that a key moves to; `toggle` opens or closes the current row; undefined for other keys. */
export function nextRow(
  key: string,
  from: number,
  count: number,
  rowAt: (index: number) => ListedRow,
  page: number,
): number | 'toggle' | undefined {
  if (count === 0) return undefined;
  const row = rowAt(from);
  switch (key) {
    case 'ArrowDown':
      return step(from, 1, count, rowAt);
    case 'ArrowUp':
      return step(from, -1, count, rowAt);
    case 'PageDown':
      return step(Math.min(count - 1, from + page) - 1, 1, count, rowAt);
    case 'PageUp':
      return step(Math.max(0, from - page) + 1, -1, count, rowAt);
    case 'Home':
      return 0;
    case 'End':
      return step(count, -1, count, rowAt);
    case 'Enter':
    case ' ':
      return row.isOpen === undefined ? undefined : 'toggle';
    case 'ArrowRight':
      return row.isOpen === false ? 'toggle' : step(from, 1, count, rowAt);
    case 'ArrowLeft': {
      if (row.isOpen === true) return 'toggle';
      for (let at = from - 1; at >= 0; at--) if (rowAt(at).depth < row.depth) return at;
      return from;
    }
    default:
      return undefined;
  }
}

/** Returns the next row that is not a closing bracket, or the same row if there is none. */
function step(from: number, by: 1 | -1, count: number, rowAt: (index: number) => ListedRow): number {
  for (let at = from + by; at >= 0 && at < count; at += by) if (rowAt(at).isEnd !== true) return at;
  return Math.max(0, Math.min(count - 1, from));
}
