// Offsets of rows that have the same height except for a few that are expanded.
import { useCallback, useMemo, useState } from 'react';

export class RowOffsets {
  readonly #height: number;
  readonly #count: number;
  /** Rows with a different height, in ascending order. */
  readonly #measuredRows: readonly (readonly [row: number, height: number])[];

  constructor(count: number, height: number, ownHeights: ReadonlyMap<number, number> = new Map()) {
    this.#count = count;
    this.#height = height;
    this.#measuredRows = [...ownHeights].filter(([row]) => row < count).toSorted(([a], [b]) => a - b);
  }

  /** Total height in pixels. */
  get total(): number {
    return this.offset(this.#count);
  }

  /** Returns the pixels above a row. */
  offset(row: number): number {
    let offset = row * this.#height;
    for (const [other, height] of this.#measuredRows) {
      if (other >= row) break;
      offset += height - this.#height;
    }
    return offset;
  }

  height(row: number): number {
    return this.#measuredRows.find(([other]) => other === row)?.[1] ?? this.#height;
  }

  /** Returns the row at an offset in pixels. */
  rowAt(pixels: number): number {
    let above = 0;
    let next = 0;
    for (const [row, height] of this.#measuredRows) {
      const top = above + (row - next) * this.#height;
      if (pixels < top) break;
      if (pixels < top + height) return this.#inside(row);
      above = top + height;
      next = row + 1;
    }
    return this.#inside(next + Math.floor((pixels - above) / this.#height));
  }

  #inside(row: number): number {
    return Math.max(0, Math.min(this.#count - 1, row));
  }
}

export interface OpenRows {
  /** Expanded cells, as `item key`. */
  readonly opened: ReadonlySet<string>;
  readonly toggle: (item: number, key: string) => void;
  /** Sets the height of a row; undefined for the default height. */
  readonly measure: (row: number, height: number | undefined) => void;
  readonly rows: RowOffsets;
}

/** Tracks the expanded cells and the heights of their rows; `height` is the default height of a row in pixels. */
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
