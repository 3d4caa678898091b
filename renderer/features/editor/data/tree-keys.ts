// Walking through a tree by keyboard.

export interface ListedRow {
  readonly id: string;
  /** 1 for what stands at the top. */
  readonly depth: number;
  readonly position: number;
  readonly siblings: number;
  /** Undefined where nothing can be opened. */
  readonly isOpen: boolean | undefined;
  /** A bracket that closes: drawn, and passed over. */
  readonly isEnd?: boolean;
}

/** Where a key leads; `toggle` opens or closes the row itself. */
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

/** The next row that is not a closing bracket; the same where there is none. */
function step(from: number, by: 1 | -1, count: number, rowAt: (index: number) => ListedRow): number {
  for (let at = from + by; at >= 0 && at < count; at += by) if (rowAt(at).isEnd !== true) return at;
  return Math.max(0, Math.min(count - 1, from));
}
