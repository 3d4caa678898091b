// The cell that is looked at, kept in view where it moves or is revealed.
import { useCallback, useEffect, type RefObject } from 'react';
import { usePane } from './pane-context.tsx';
import type { DataPlace } from './place.ts';
import type { RowOffsets } from './row-offsets.ts';
import { scrollAcross, scrollToSee } from './use-scroll-view.ts';
import type { CellPlace } from './use-table-keys.ts';

export interface CellInView {
  readonly active: CellPlace | undefined;
  /** Makes another cell the one that is looked at. */
  readonly go: (cell: CellPlace) => void;
}

export interface TableLayout {
  readonly frame: RefObject<HTMLElement | null>;
  readonly rows: RowOffsets;
  readonly keys: readonly string[];
  /** Pixels. */
  readonly widths: readonly number[];
  readonly head: number;
}

export function useCellInView({ frame, rows, keys, widths, head }: TableLayout): CellInView {
  const { start, place, setPlace, revealed } = usePane();
  const see = useCallback(
    ({ row, column }: CellPlace): void => {
      const element = frame.current;
      if (element === null) return;
      if (row >= 0) scrollToSee(element, head + rows.offset(row), head + rows.offset(row) + rows.height(row), head);
      const left = widths.slice(0, column).reduce((sum, width) => sum + width, 0);
      scrollAcross(element, left, left + (widths[column] ?? 0));
    },
    [frame, rows, widths, head],
  );
  useEffect(() => {
    const cell = cellOf(revealed, keys, start);
    if (cell !== undefined) see(cell);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- upon being revealed, and once its page is drawn
  }, [revealed, start]);
  const go = useCallback(
    (cell: CellPlace): void => {
      setPlace({ item: cell.row < 0 ? undefined : start + cell.row, keys: [keys[cell.column] ?? ''] });
      see(cell);
    },
    [keys, see, setPlace, start],
  );
  return { active: cellOf(place, keys, start), go };
}

function cellOf(place: DataPlace | undefined, keys: readonly string[], start: number): CellPlace | undefined {
  if (place === undefined) return undefined;
  const column = keys.indexOf(String(place.keys[0]));
  return column < 0 ? undefined : { row: place.item === undefined ? -1 : place.item - start, column };
}
