// Cells of a table that were opened, and how high their rows are by that.
import { useCallback, useMemo, useState } from 'react';
import { RowOffsets } from './row-offsets.ts';

export interface OpenRows {
  /** Cells as `item key`. */
  readonly opened: ReadonlySet<string>;
  readonly toggle: (item: number, key: string) => void;
  /** Undefined where a row is as high as any. */
  readonly measure: (row: number, height: number | undefined) => void;
  readonly rows: RowOffsets;
}

/** `height`: pixels of a row in which nothing is opened. */
export function useOpenRows(count: number, height: number): OpenRows {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [heights, setHeights] = useState<ReadonlyMap<number, number>>(new Map());
  const toggle = useCallback((item: number, key: string): void => {
    const id = `${item} ${key}`;
    setOpened((before) => (before.has(id) ? new Set([...before].filter((each) => each !== id)) : new Set([...before, id])));
  }, []);
  const measure = useCallback(
    (row: number, measured: number | undefined): void =>
      setHeights((before) => {
        const next = measured === undefined || measured <= height ? undefined : measured;
        if (before.get(row) === next) return before;
        const heightsNow = new Map(before);
        if (next === undefined) heightsNow.delete(row);
        else heightsNow.set(row, next);
        return heightsNow;
      }),
    [height],
  );
  const rows = useMemo(() => new RowOffsets(count, height, heights), [count, height, heights]);
  return { opened, toggle, measure, rows };
}
