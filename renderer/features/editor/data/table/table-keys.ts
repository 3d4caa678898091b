// Keyboard navigation in a table. Row -1 is the header.
import { useCallback, type KeyboardEvent } from 'react';

export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

interface TableKeys {
  readonly active: CellPlace | undefined;
  readonly rows: number;
  readonly columns: number;
  /** Number of rows that Page Up and Page Down move by. */
  readonly pageRows: number;
  readonly go: (cell: CellPlace) => void;
  /** Called for Enter or Space on a cell. */
  readonly enter: (cell: CellPlace) => void;
}

/** Returns the cell that a key moves to; undefined for other keys. */
export function cellAfter(
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  { row, column }: CellPlace,
  { rows, columns, pageRows }: Pick<TableKeys, 'rows' | 'columns' | 'pageRows'>,
): CellPlace | undefined {
  const isFar = ctrlKey || metaKey;
  const moved = {
    ArrowDown: { row: row + 1, column },
    ArrowUp: { row: row - 1, column },
    ArrowRight: { row, column: column + 1 },
    ArrowLeft: { row, column: column - 1 },
    PageDown: { row: row + pageRows, column },
    PageUp: { row: row - pageRows, column },
    Home: { row: isFar ? -1 : row, column: 0 },
    End: { row: isFar ? rows - 1 : row, column: columns - 1 },
  }[key];
  if (moved === undefined) return undefined;
  return { row: Math.max(-1, Math.min(rows - 1, moved.row)), column: Math.max(0, Math.min(columns - 1, moved.column)) };
}

export function useTableKeys({ active, rows, columns, pageRows, go, enter }: TableKeys): (event: KeyboardEvent) => void {
  return useCallback(
    (event) => {
      if (columns === 0 || event.altKey) return;
      const from = active ?? { row: -1, column: 0 };
      const next = cellAfter(event, from, { rows, columns, pageRows });
      if (next !== undefined) go(next);
      else if ((event.key === 'Enter' || event.key === ' ') && event.target === event.currentTarget) enter(from);
      else return;
      event.preventDefault();
    },
    [active, rows, columns, pageRows, go, enter],
  );
}
